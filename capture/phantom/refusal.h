// Refusals of the phantom, all worded here.
//
// A refused call returns its library's status "not supported". PyTorch prints refusal_text(), which names the
// call and says "phantom", so that users do not blame the model or CUDA.
//
// This header does not include CUDA's. A refused call is defined without arguments, so it needs no prototype.
// The C calling conventions of Linux allow this, since the caller owns its arguments.
#pragma once

#define ASSAY_PHANTOM_EXPORT extern "C" __attribute__((visibility("default")))

namespace assay::phantom {

// kCudaNotSupported: cudaErrorNotSupported and CUDA_ERROR_NOT_SUPPORTED. The other:
// CUDNN_STATUS_NOT_SUPPORTED. Files that include their headers assert this.
inline constexpr int kCudaNotSupported = 801;
inline constexpr int kCudnnNotSupported = 3000;

// Stores `call`, a string literal, for refusal_text() of this thread.
void note_refused(const char* call) noexcept;

// The reason for this thread's latest refusal. Valid until the thread's next refusal_text().
const char* refusal_text() noexcept;

// note_refused(), plus the status, which the runtime also stores as the thread's last error.
int refuse_runtime_call(const char* call) noexcept;

}  // namespace assay::phantom
