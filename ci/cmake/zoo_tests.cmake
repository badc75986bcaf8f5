# After each build the zoo's cases become CTest tests, as catch_discover_tests does for Catch2.
# Always run, since a new case file changes the list without changing the program.
set(ASSAY_CHECKS "${CMAKE_CURRENT_BINARY_DIR}/checks.cmake")
add_custom_target(assay_checks ALL
  COMMAND "${CMAKE_COMMAND}" "-DASSAY=$<TARGET_FILE:assay>" "-DPROJECT=${CMAKE_SOURCE_DIR}"
          "-DRESULTS=${CMAKE_BINARY_DIR}/ctest-results" "-DOUTPUT=${ASSAY_CHECKS}"
          "-DCAPABILITY_CHECK=$<TARGET_FILE:capability_check>" "-DFEATURES=${CMAKE_SOURCE_DIR}/harness/capabilities/features.json"
          "-DRECORDINGS_CHECK=$<TARGET_FILE:recordings_check>" "-DKNOWN_DIFFERENCES=${CMAKE_SOURCE_DIR}/harness/recordings/dispatch_native.json"
          -P "${CMAKE_SOURCE_DIR}/ci/cmake/discover_checks.cmake"
  BYPRODUCTS "${ASSAY_CHECKS}" VERBATIM COMMENT "Discovering the zoo's checks")
add_dependencies(assay_checks assay assay_worker capability_check recordings_check)
configure_file("${CMAKE_SOURCE_DIR}/ci/cmake/discovered_checks.cmake.in" discovered_checks.cmake @ONLY)
set_property(DIRECTORY APPEND PROPERTY TEST_INCLUDE_FILES "${CMAKE_CURRENT_BINARY_DIR}/discovered_checks.cmake")
