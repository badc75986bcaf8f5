# README, CONTRIBUTING and docs/: their links, lengths and lists are true of the program, and where there is a worker their commands run.
set(docs_check Python3::Interpreter -B docs_check.py "${CMAKE_SOURCE_DIR}" $<TARGET_FILE:assay>)
add_test(NAME "ci: docs_check" COMMAND Python3::Interpreter -B docs_test.py $<TARGET_FILE:assay>)
add_test(NAME "ci: docs say what the program says" COMMAND ${docs_check} --rules links lengths lists)
set_tests_properties("ci: docs_check" "ci: docs say what the program says" PROPERTIES LABELS "unit;docs" WORKING_DIRECTORY "${CMAKE_CURRENT_SOURCE_DIR}")
if(ASSAY_WORKER_PYTHON)
  add_test(NAME "ci: commands of the docs run" COMMAND ${docs_check} --rules commands)
  set_tests_properties("ci: commands of the docs run" PROPERTIES LABELS "worker;docs" WORKING_DIRECTORY "${CMAKE_CURRENT_SOURCE_DIR}" TIMEOUT 1800)
endif()
