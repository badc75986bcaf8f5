// The status of a CUDA runtime call of the phantom: each thread remembers its latest failure, as CUDA's
// threads do.
#pragma once

#include <cuda_runtime_api.h>

namespace assay::phantom {

// Remembers `status` as this thread's last error and returns it.
cudaError_t failed(cudaError_t status) noexcept;

}  // namespace assay::phantom
