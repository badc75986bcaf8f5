# The set-up step of one (family, device): runs `assay check` on its cases into a fresh results folder.
#   cmake -DASSAY=PROGRAM -DPROJECT=DIR -DDEVICE=D -DRESULTS=DIR "-DCASES=ID;ID" -P run_family.cmake
# Red verdicts (status 1) are the pairs' own tests to report; a run that could not be made or finished fails this step.

file(REMOVE_RECURSE "${RESULTS}")
file(MAKE_DIRECTORY "${RESULTS}")
execute_process(COMMAND "${ASSAY}" --project "${PROJECT}" check ${CASES} --tier default --device ${DEVICE} --results "${RESULTS}" -j 2
                RESULT_VARIABLE status)
if(NOT status MATCHES "^[01]$")
  message(FATAL_ERROR "assay check ended with ${status}, expected 0 or 1; cases: ${CASES}")
endif()
