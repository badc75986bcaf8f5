// Refusals of the phantom, all worded here.
//
// A refused call returns its library's "not supported" status. PyTorch prints the text, so it names the call
// and says "phantom": users must not blame the model or CUDA. Free of CUDA's headers, so that a list of
// refused calls needs no prototypes. Their definitions take no arguments, which the C calling conventions of
// Linux allow: the caller owns its arguments.
#pragma once

#define ASSAY_PHANTOM_EXPORT extern "C" __attribute__((visibility("default")))

namespace assay::phantom {

// The values of cudaErrorNotSupported, CUDA_ERROR_NOT_SUPPORTED and CUDNN_STATUS_NOT_SUPPORTED. Files that
// include their headers assert this.
inline constexpr int kCudaNotSupported = 801;
inline constexpr int kCudnnNotSupported = 3000;

// Stores `call`, a string literal, for refusal_text() of this thread.
void note_refused(const char* call) noexcept;

// The reason for this thread's latest refusal. Valid until the thread's next refusal_text().
const char* refusal_text() noexcept;

// note_refused(), plus the status, which the runtime also stores as the thread's last error.
int refuse_runtime_call(const char* call) noexcept;

}  // namespace assay::phantom
