# bias_gelu's CUDA kernel, with the nvcc of the environment (nvidia-cuda-nvcc, -nvvm and -crt in the version of its nvidia-cuda-runtime).
# CMake's own CUDA language is not used: it asks for a whole toolkit. A CPU build of torch has no use for the kernel; an environment
# without nvcc goes without it too, and says so: captures need the operator's fake implementation alone.
set(nvidia "${ASSAY_TORCH_SITE_PACKAGES}/nvidia")
find_library(ASSAY_C10_CUDA c10_cuda NO_DEFAULT_PATH PATHS "${ASSAY_torch_dir}/lib")
find_program(ASSAY_NVCC nvcc NO_DEFAULT_PATH PATHS "${nvidia}/cu13/bin" "${nvidia}/cuda_nvcc/bin")
find_file(ASSAY_CUDART NAMES libcudart.so.13 libcudart.so.12 NO_DEFAULT_PATH PATHS "${nvidia}/cu13/lib" "${nvidia}/cuda_runtime/lib")
if(NOT ASSAY_C10_CUDA)
  return()
elseif(NOT ASSAY_NVCC OR NOT ASSAY_CUDART)
  message(STATUS "no CUDA kernel: no nvcc under '${nvidia}'; next: ${ASSAY_WORKER_PYTHON} -m pip install 'cuda-toolkit[crt,nvcc,nvvm]'")
  return()
endif()

set(object "${CMAKE_CURRENT_BINARY_DIR}/bias_gelu_kernels.o")
# PTX for every GPU that CUDA 13 knows, machine code for the one that the phantom declares.
add_custom_command(OUTPUT "${object}" DEPENDS bias_gelu_kernels.cu bias_gelu_kernels.h gelu.h VERBATIM
                   COMMAND ${ASSAY_NVCC} -c -O2 -std=c++17 -Xcompiler -fPIC,-fvisibility=hidden,-Wall -Werror all-warnings
                           -gencode arch=compute_75,code=compute_75 -gencode arch=compute_90,code=sm_90 -I "${PROJECT_SOURCE_DIR}"
                           -ccbin ${CMAKE_CXX_COMPILER} -allow-unsupported-compiler -o "${object}" "${CMAKE_CURRENT_SOURCE_DIR}/bias_gelu_kernels.cu")
add_library(assay_custom_kernels SHARED bias_gelu_cuda.cc "${object}")
target_include_directories(assay_custom_kernels SYSTEM PRIVATE "${ASSAY_CUDA_HEADERS}" "${ASSAY_CUDA_CRT}")
# libcudart shared, as torch has it: the phantom answers for it.
target_link_libraries(assay_custom_kernels PRIVATE assay_custom_operators ${ASSAY_C10_CUDA} ${ASSAY_CUDART})
add_dependencies(assay_worker assay_custom_kernels)
list(APPEND built assay_custom_kernels)
