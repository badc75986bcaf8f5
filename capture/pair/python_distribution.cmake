# Makes the folder of the module `assay_capture` one that a user's Python takes on PYTHONPATH: a distribution whose entry point is the
# Dynamo backend `assay`. Python's part of `capture` is there, for the worker too, under a name that no project of a user's has.
set(distribution "${ASSAY_WORKER_LIB}/assay-${PROJECT_VERSION}.dist-info")
file(CONFIGURE OUTPUT "${distribution}/METADATA" CONTENT "Metadata-Version: 2.1\nName: assay\nVersion: ${PROJECT_VERSION}\n")
file(CONFIGURE OUTPUT "${distribution}/entry_points.txt" CONTENT "[torch_dynamo_backends]\nassay = assay_python.dynamo.backend:assay\n")
file(CREATE_LINK "${PROJECT_SOURCE_DIR}/capture" "${ASSAY_WORKER_LIB}/assay_python" SYMBOLIC)
if(ASSAY_WORKER_DIR STREQUAL "${CMAKE_BINARY_DIR}/workers/default")
  file(CREATE_LINK "${ASSAY_WORKER_LIB}" "${CMAKE_BINARY_DIR}/python" SYMBOLIC)
endif()
