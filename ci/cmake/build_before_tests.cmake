# Whether `ctest` builds first what is stale, as the presets of developers do.
option(ASSAY_BUILD_BEFORE_TESTS "ctest builds what is stale before it tests" OFF)
if(ASSAY_BUILD_BEFORE_TESTS)
  configure_file("${CMAKE_CURRENT_LIST_DIR}/build_before_tests.cmake.in" build_before_tests.cmake @ONLY)
  set_property(DIRECTORY ${CMAKE_SOURCE_DIR} APPEND PROPERTY TEST_INCLUDE_FILES "${CMAKE_CURRENT_BINARY_DIR}/build_before_tests.cmake")
endif()
