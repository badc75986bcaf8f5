# assay_module(NAME [FAST] SOURCES.. DEPS.. [LINK..] [TESTS..] [BENCHES..]): one folder, one library, one test and one benchmark program.

# Warnings are errors in our code only: the flags are private to our targets. GCC 12 warns of std::string + (-Wrestrict, its PR 105329),
# and of copies of Boost's small_vector (-Wstringop-overread, which takes its own room for all there can be).
function(assay_warnings target)
  target_compile_options(${target} PRIVATE -Wall -Wextra -Wpedantic -Wshadow -Wnon-virtual-dtor -Werror
                         $<$<CXX_COMPILER_ID:GNU>:-Wno-restrict;-Wno-stringop-overread>)
endfunction()

# A folder compiled as one unit costs a quarter of its files compiled one by one; the presets of developers stay by file.
option(ASSAY_UNITY "Compile each library as one unit" ON)
function(assay_one_unit target)
  set_target_properties(${target} PROPERTIES UNITY_BUILD ${ASSAY_UNITY} UNITY_BUILD_BATCH_SIZE 0)
endfunction()

if(ASSAY_TESTS)
  add_library(assay_test_main OBJECT ${CMAKE_SOURCE_DIR}/ci/test_main.cc)
  target_compile_options(assay_test_main PRIVATE $<$<CONFIG:Release>:-O0>)
  target_link_libraries(assay_test_main PUBLIC Catch2::Catch2)
endif()

# Each benchmark once, as short as can be and up to 10,000 nodes: that it still finds the result it checks before it times.
function(assay_bench_test program label)
  add_test(NAME "${program}: each benchmark runs once" COMMAND ${program} --benchmark_min_time=0 --benchmark_filter=-/100000+$)
  set_tests_properties("${program}: each benchmark runs once" PROPERTIES LABELS ${label}
                       FAIL_REGULAR_EXPRESSION "ERROR OCCURRED;Failed to match any benchmarks")
endfunction()

# FAST is for what looks at every node of every graph. All else waits for files and processes, and compiles in two thirds of the time.
function(assay_module name)
  cmake_parse_arguments(ARG "FAST" "" "SOURCES;DEPS;LINK;TESTS;BENCHES" ${ARGN})
  list(TRANSFORM ARG_DEPS PREPEND assay_)
  add_library(assay_${name} STATIC ${ARG_SOURCES})
  target_include_directories(assay_${name} PUBLIC ${CMAKE_SOURCE_DIR})
  target_link_libraries(assay_${name} PUBLIC ${ARG_DEPS} ${ARG_LINK})
  assay_warnings(assay_${name})
  assay_one_unit(assay_${name})
  if(NOT ARG_FAST)
    target_compile_options(assay_${name} PRIVATE $<$<CONFIG:Release>:-O1>)
  endif()
  if(ARG_TESTS AND ASSAY_TESTS)
    add_executable(${name}_test ${ARG_TESTS})
    target_link_libraries(${name}_test PRIVATE assay_${name} assay_test_main)
    target_compile_definitions(${name}_test PRIVATE ASSAY_SOURCE_DIR="${CMAKE_SOURCE_DIR}")
    # Functions of headers that a test compiles as well may be the ones that run.
    target_compile_options(${name}_test PRIVATE $<$<CONFIG:Release>:$<IF:$<BOOL:${ARG_FAST}>,-O1,-Og>>)
    assay_warnings(${name}_test)
    assay_one_unit(${name}_test)
    catch_discover_tests(${name}_test TEST_PREFIX "${name}." EXTRA_ARGS --order rand -w NoTests PROPERTIES LABELS unit)
  endif()
  if(ARG_BENCHES AND ASSAY_TESTS)
    add_executable(${name}_bench ${ARG_BENCHES})
    target_link_libraries(${name}_bench PRIVATE assay_${name} benchmark::benchmark_main)
    assay_warnings(${name}_bench)
    assay_bench_test(${name}_bench unit)
  endif()
endfunction()
