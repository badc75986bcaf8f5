# cmake --install BUILD --component assay --prefix DIR: the program, and below share/assay what it reads and what workers are built from.
install(TARGETS assay RUNTIME DESTINATION bin COMPONENT assay)
install(DIRECTORY "${CMAKE_SOURCE_DIR}/capture" "${CMAKE_SOURCE_DIR}/ci" "${CMAKE_SOURCE_DIR}/harness" "${CMAKE_SOURCE_DIR}/models" "${CMAKE_SOURCE_DIR}/reports"
        DESTINATION share/assay COMPONENT assay USE_SOURCE_PERMISSIONS
        PATTERN "__pycache__" EXCLUDE PATTERN "corpus*" EXCLUDE)
install(FILES "${CMAKE_SOURCE_DIR}/CMakeLists.txt" "${CMAKE_SOURCE_DIR}/CMakePresets.json" "${CMAKE_SOURCE_DIR}/LICENSE" DESTINATION share/assay COMPONENT assay)
