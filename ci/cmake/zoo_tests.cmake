# After each build the zoo's cases become CTest tests, as catch_discover_tests does for Catch2.
# Always run, since a new case file changes the list without changing the program.
set(ASSAY_CHECKS "${CMAKE_CURRENT_BINARY_DIR}/checks.cmake")
add_custom_target(assay_checks ALL
  COMMAND Python3::Interpreter -B "${CMAKE_CURRENT_SOURCE_DIR}/discover_checks.py" --assay $<TARGET_FILE:assay> --project "${CMAKE_SOURCE_DIR}"
          --results "${CMAKE_BINARY_DIR}/ctest-results" --output "${ASSAY_CHECKS}" --cmake "${CMAKE_COMMAND}"
          --capability-check $<TARGET_FILE:capability_check> --features "${CMAKE_SOURCE_DIR}/harness/methods/features.json"
          --recordings-check $<TARGET_FILE:recordings_check> --known-differences "${CMAKE_SOURCE_DIR}/ci/proofs/dispatch_native.json"
  BYPRODUCTS "${ASSAY_CHECKS}" VERBATIM COMMENT "Discovering the zoo's checks")
add_dependencies(assay_checks assay assay_worker capability_check recordings_check)
configure_file("${CMAKE_SOURCE_DIR}/ci/cmake/discovered_checks.cmake.in" discovered_checks.cmake @ONLY)
set_property(DIRECTORY APPEND PROPERTY TEST_INCLUDE_FILES "${CMAKE_CURRENT_BINARY_DIR}/discovered_checks.cmake")
