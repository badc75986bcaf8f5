# The table of ci/peers, without the peers: what they are handed is what diff_bench times, and a wrong answer fails.
add_test(NAME "ci: peers" COMMAND Python3::Interpreter -B compare_test.py $<TARGET_FILE:diff_bench>)
set_tests_properties("ci: peers" PROPERTIES LABELS unit WORKING_DIRECTORY "${CMAKE_CURRENT_SOURCE_DIR}/peers")
add_test(NAME "ci: own_cost" COMMAND Python3::Interpreter -B own_cost_test.py)
set_tests_properties("ci: own_cost" PROPERTIES LABELS unit WORKING_DIRECTORY "${CMAKE_CURRENT_SOURCE_DIR}/peers")
