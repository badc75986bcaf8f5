# Captures every case with dispatch and native on both devices and asks whether they agree as the file AGREED says.
#   cmake -DASSAY=PROGRAM -DCHECK=PROGRAM -DPROJECT=DIR -DAGREED=FILE -DRESULTS=DIR -P agreement.cmake
# Red verdicts (status 1) are the zoo's own tests to report.
file(REMOVE_RECURSE "${RESULTS}")
execute_process(COMMAND "${ASSAY}" --project "${PROJECT}" check --methods dispatch,native --no-replay --results "${RESULTS}" -j 2
                OUTPUT_QUIET RESULT_VARIABLE status)
if(NOT status MATCHES "^[01]$")
  message(FATAL_ERROR "assay check ended with ${status}, expected 0 or 1")
endif()
execute_process(COMMAND "${CHECK}" dispatch native "${AGREED}" "${RESULTS}" RESULT_VARIABLE status)
if(NOT status EQUAL 0)
  message(FATAL_ERROR "dispatch and native do not agree; the counts as found: ${CHECK} dispatch native ${AGREED} ${RESULTS} --counts")
endif()
