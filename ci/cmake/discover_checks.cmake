# Writes OUTPUT: one CTest test per (case, method, device) that `assay list cases --json` names as checked by default.
#   cmake -DASSAY=PROGRAM -DPROJECT=DIR -DRESULTS=DIR -DOUTPUT=FILE [-DCAPABILITY_CHECK=PROGRAM -DFEATURES=FILE]
#         [-DRECORDINGS_CHECK=PROGRAM -DKNOWN_DIFFERENCES=FILE] -P discover_checks.cmake
# One fixture per (family, device) runs `assay check` on that family; a pair's test reads its own record from the results. The worker
# that the first of them starts stays for the next ones (zoo.worker) until the last is done (zoo.worker.leaves).
# With CAPABILITY_CHECK one more test holds the results of all families against the declared capabilities, with RECORDINGS_CHECK another
# one what dispatch and native recorded against what they agree on.
# No case, a case without methods or devices, and a list that is not JSON are errors: a zoo of nothing is never green.

set(RUN_FAMILY "${CMAKE_CURRENT_LIST_DIR}/run_family.cmake")
set(FRESH_FOLDER "${CMAKE_CURRENT_LIST_DIR}/fresh_folder.cmake")

execute_process(COMMAND "${ASSAY}" --project "${PROJECT}" list cases --json
                OUTPUT_VARIABLE cases RESULT_VARIABLE status ERROR_VARIABLE message)
if(NOT status EQUAL 0)
  message(FATAL_ERROR "${ASSAY} list cases --json ended with ${status}\n${message}")
endif()

# strings(RESULT OBJECT KEY): the list of strings under KEY; it must not be empty.
function(strings result object key)
  string(JSON size LENGTH "${object}" ${key})
  if(size EQUAL 0)
    string(JSON id GET "${object}" id)
    message(FATAL_ERROR "case ${id}: '${key}' is empty, so nothing of it would be checked")
  endif()
  set(items)
  math(EXPR last "${size} - 1")
  foreach(i RANGE ${last})
    string(JSON item GET "${object}" ${key} ${i})
    list(APPEND items "${item}")
  endforeach()
  set(${result} "${items}" PARENT_SCOPE)
endfunction()

# The environment of whoever types ctest must not choose another worker or project than this build's; no worker process outlives its tests.
set(chosen "ASSAY_WORKER=unset:;VIRTUAL_ENV=unset:;ASSAY_PROJECT=unset:;ASSAY_RESULTS=unset:")
set(own "ENVIRONMENT_MODIFICATION \"${chosen};ASSAY_NO_RESIDENT=set:1\"")
set(residents "${RESULTS}/residents")
set(staying "ENVIRONMENT_MODIFICATION \"${chosen};ASSAY_NO_RESIDENT=unset:;CI=unset:;XDG_RUNTIME_DIR=set:${residents}\"")
set(text "# Written by ci/cmake/discover_checks.cmake after each build.\n")
set(count 0)
set(fixtures)
set(all_fixtures)
set(all_results)

# add_check(METHOD DEVICE): appends the test of one pair of the case at hand (`id`, `family`, `tiers`) to `text`.
function(add_check method device)
  set(test "[==[check.${device}.${method}.${id}]==]")
  string(APPEND text
    "add_test(${test} [==[${ASSAY}]==] verdict [==[${id}]==] --method ${method} --device ${device}"
    " --results [==[${RESULTS}/${family}/${device}]==])\n"
    "set_tests_properties(${test} PROPERTIES SKIP_RETURN_CODE 77 FIXTURES_REQUIRED [==[zoo.${family}.${device}]==]\n"
    "  LABELS \"zoo;${device};${method};${family};${tiers}\" ${own})\n")
  set(text "${text}" PARENT_SCOPE)
endfunction()

# add_fixture(FAMILY DEVICE CASES): appends the set-up test that all checks of a (family, device) require to `text`.
function(add_fixture family device cases)
  set(test "[==[zoo.${device}.${family}]==]")
  string(APPEND text
    "add_test(${test} [==[${CMAKE_COMMAND}]==] [==[-DASSAY=${ASSAY}]==] [==[-DPROJECT=${PROJECT}]==] -DDEVICE=${device}\n"
    "  [==[-DRESULTS=${RESULTS}/${family}/${device}]==] [==[-DCASES=${cases}]==] -P [==[${RUN_FAMILY}]==])\n"
    "set_tests_properties(${test} PROPERTIES FIXTURES_SETUP [==[zoo.${family}.${device}]==] FIXTURES_REQUIRED zoo.worker\n"
    "  PROCESSORS 2 TIMEOUT 3600 LABELS \"zoo;${device};${family};fixture\" ${staying})\n")
  set(text "${text}" PARENT_SCOPE)
endfunction()

string(JSON size LENGTH "${cases}")
set(i 0)
while(i LESS size)
  string(JSON case GET "${cases}" ${i})
  math(EXPR i "${i} + 1")
  string(JSON id GET "${case}" id)
  string(JSON family GET "${case}" family)
  string(JSON checked GET "${case}" checked_by_default)
  strings(tiers "${case}" tiers)
  strings(devices "${case}" devices)
  if(NOT checked)
    continue()
  endif()
  strings(methods "${case}" methods_checked_by_default)
  foreach(device IN LISTS devices)
    list(APPEND fixtures "${device}/${family}")
    list(APPEND "cases_${device}/${family}" "${id}")
    foreach(method IN LISTS methods)
      math(EXPR count "${count} + 1")
      add_check(${method} ${device})
    endforeach()
  endforeach()
endwhile()
if(count EQUAL 0)
  message(FATAL_ERROR "no check: `assay list cases --json` names ${size} cases, none of them checked by default; project ${PROJECT}")
endif()

list(REMOVE_DUPLICATES fixtures)
foreach(fixture IN LISTS fixtures)
  string(REGEX MATCH "^([^/]+)/(.*)$" matched "${fixture}")
  add_fixture("${CMAKE_MATCH_2}" "${CMAKE_MATCH_1}" "${cases_${fixture}}")
  list(APPEND all_fixtures "zoo.${CMAKE_MATCH_2}.${CMAKE_MATCH_1}")
  string(APPEND all_results " [==[${RESULTS}/${CMAKE_MATCH_2}/${CMAKE_MATCH_1}]==]")
endforeach()
# Zygotes that stay leave when the folder of their sockets does; those of a run that was interrupted leave at the next one's beginning.
string(APPEND text
  "add_test(zoo.worker [==[${CMAKE_COMMAND}]==] [==[-DFOLDER=${residents}]==] -P [==[${FRESH_FOLDER}]==])\n"
  "set_tests_properties(zoo.worker PROPERTIES FIXTURES_SETUP zoo.worker LABELS \"zoo;fixture\")\n"
  "add_test(zoo.worker.leaves [==[${CMAKE_COMMAND}]==] -E rm -rf [==[${residents}]==])\n"
  "set_tests_properties(zoo.worker.leaves PROPERTIES FIXTURES_CLEANUP zoo.worker LABELS \"zoo;fixture\")\n")

# add_judge(NAME WORDS..): appends a test that is given the results of all families after WORDS to `text`.
function(add_judge name)
  string(APPEND text "add_test(zoo.${name}")
  foreach(word IN LISTS ARGN)
    string(APPEND text " [==[${word}]==]")
  endforeach()
  string(APPEND text
    "${all_results})\n"
    "set_tests_properties(zoo.${name} PROPERTIES FIXTURES_REQUIRED [==[${all_fixtures}]==] LABELS \"zoo;${name}\" ${own})\n")
  set(text "${text}" PARENT_SCOPE)
endfunction()

if(CAPABILITY_CHECK)
  add_judge(capabilities "${CAPABILITY_CHECK}" "${PROJECT}" "${FEATURES}")
endif()
if(RECORDINGS_CHECK)
  add_judge(recordings "${RECORDINGS_CHECK}" dispatch native "${KNOWN_DIFFERENCES}")
endif()

file(WRITE "${OUTPUT}" "${text}")
list(LENGTH fixtures families)
message(STATUS "${count} checks in ${families} fixtures")
