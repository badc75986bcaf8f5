# Asks ASSAY_WORKER_PYTHON where its headers, libpython and torch are; defines Python::embed, pybind11_headers and torch::torch.
# find_package(Torch) is not used: on a CUDA wheel it demands the CUDA toolkit.

execute_process(COMMAND ${ASSAY_WORKER_PYTHON} -I -B ${CMAKE_CURRENT_LIST_DIR}/environment.py
                OUTPUT_VARIABLE environment RESULT_VARIABLE status OUTPUT_STRIP_TRAILING_WHITESPACE)
if(NOT status EQUAL 0)
  message(FATAL_ERROR "${ASSAY_WORKER_PYTHON}: not usable as a worker's environment (see above)")
endif()
foreach(key python_version python_include python_library site_packages ext_suffix torch_version torch_dir)
  string(JSON ASSAY_${key} GET "${environment}" ${key})
endforeach()
set(ASSAY_TORCH_SITE_PACKAGES ${ASSAY_site_packages})
message(STATUS "worker: Python ${ASSAY_python_version}, torch ${ASSAY_torch_version}")

add_library(Python::headers INTERFACE IMPORTED)
target_include_directories(Python::headers SYSTEM INTERFACE ${ASSAY_python_include})
add_library(Python::embed INTERFACE IMPORTED)
# An archive (pyenv's static builds) must keep and export every symbol: extension modules look them up in the program.
if(ASSAY_python_library MATCHES "\\.a$")
  target_link_libraries(Python::embed INTERFACE -Wl,--whole-archive ${ASSAY_python_library} -Wl,--no-whole-archive dl util m)
  target_link_options(Python::embed INTERFACE -Wl,--export-dynamic)
else()
  target_link_libraries(Python::embed INTERFACE ${ASSAY_python_library})
endif()
target_link_libraries(Python::embed INTERFACE Python::headers)

add_library(pybind11_headers INTERFACE)
target_include_directories(pybind11_headers SYSTEM INTERFACE ${ASSAY_torch_dir}/include)
target_compile_options(pybind11_headers INTERFACE -fvisibility=hidden)

foreach(library c10 torch_cpu torch torch_python)
  add_library(torch::${library} SHARED IMPORTED)
  set_target_properties(torch::${library} PROPERTIES IMPORTED_LOCATION ${ASSAY_torch_dir}/lib/lib${library}.so)
  target_include_directories(torch::${library} SYSTEM INTERFACE ${ASSAY_torch_dir}/include
                             ${ASSAY_torch_dir}/include/torch/csrc/api/include)
endforeach()
