// Status of the phantom's CUDA runtime calls. Each thread stores its latest failure, as in CUDA.
#pragma once

#include <cuda_runtime_api.h>

namespace assay::phantom {

// Stores `status` as this thread's last error and returns it.
cudaError_t failed(cudaError_t status) noexcept;

}  // namespace assay::phantom
