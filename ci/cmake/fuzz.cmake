# The readers under libFuzzer with AddressSanitizer and UndefinedBehaviorSanitizer: label `fuzz`, on in the preset `fuzz`.
# The preset compiles everything with the sanitizers; here the driver is added. Needs Debian's clang-14 and libclang-rt-14-dev.
option(ASSAY_FUZZ "Build the fuzz targets; needs clang with -fsanitize=fuzzer-no-link,address,undefined" OFF)
set(ASSAY_FUZZ_SECONDS 20 CACHE STRING "How long each fuzz target runs as a test")

# assay_fuzz(NAME SOURCE CORPUS DEP): a test that fuzzes SOURCE from CORPUS, and its twin with a seeded fault that must be noticed.
function(assay_fuzz name source corpus dep)
  if(NOT ASSAY_FUZZ OR NOT ASSAY_TESTS)
    return()
  endif()
  foreach(target ${name} ${name}_twin)
    add_executable(${target} ${source})
    target_link_libraries(${target} PRIVATE ${dep})
    target_link_options(${target} PRIVATE -fsanitize=fuzzer)
    assay_warnings(${target})
    file(MAKE_DIRECTORY ${CMAKE_CURRENT_BINARY_DIR}/${target}_found)
    # The found folder comes first: libFuzzer writes there and reads the committed corpus.
    add_test(NAME "fuzz: ${target}"
             COMMAND ${target} -max_total_time=${ASSAY_FUZZ_SECONDS} -timeout=10 -rss_limit_mb=2048 -max_len=8192 -print_final_stats=1
                     -artifact_prefix=${CMAKE_CURRENT_BINARY_DIR}/${target}_found/ ${CMAKE_CURRENT_BINARY_DIR}/${target}_found ${corpus})
    set_tests_properties("fuzz: ${target}" PROPERTIES LABELS fuzz)
  endforeach()
  # That folder begins with what hours of fuzzing had found, so that the test's seconds go beyond them; ci/keep_corpus.sh renews the archive.
  # The twin's fault needs none of it.
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${corpus}.tar.xz)
  file(ARCHIVE_EXTRACT INPUT ${corpus}.tar.xz DESTINATION ${CMAKE_CURRENT_BINARY_DIR}/${name}_found TOUCH)
  target_compile_definitions(${name}_twin PRIVATE ASSAY_FUZZ_TWIN)
  # Noticed, and by the sanitizer: anything else that ends the twin does not count.
  set_tests_properties("fuzz: ${name}_twin" PROPERTIES PASS_REGULAR_EXPRESSION "AddressSanitizer: (heap|container)-(buffer-)?overflow")
endfunction()
