// How the phantom says no: the one place that words it.
//
// A refused call returns its library's "not supported" status; the text names the call and says "phantom",
// because PyTorch prints that text and a user must not take it for a fault of the model or of CUDA. The
// header is free of CUDA's own, so that a list of refused calls needs no prototypes: such a definition takes
// no arguments, which the C calling conventions of Linux allow, since the caller owns the arguments it
// passed.
#pragma once

#define ASSAY_PHANTOM_EXPORT extern "C" __attribute__((visibility("default")))

namespace assay::phantom {

// The values of cudaErrorNotSupported and CUDA_ERROR_NOT_SUPPORTED, and of CUDNN_STATUS_NOT_SUPPORTED; each
// is held against its header where that is included.
inline constexpr int kCudaNotSupported = 801;
inline constexpr int kCudnnNotSupported = 3000;

// Remembers `call` for refusal_text() of this thread.
void note_refused(const char* call) noexcept;

// Why this thread's latest refused call was refused. Valid until the thread's next refusal_text().
const char* refusal_text() noexcept;

// note_refused(), and the status that the runtime also remembers as the thread's last error.
int refuse_runtime_call(const char* call) noexcept;

}  // namespace assay::phantom
