# `equal` against igraph's bliss, and the twin in which some verdicts are wrong. Skipped until ci/oracle.sh has made build/oracle.
foreach(variant "" --twin)
  set(name "oracle: equal agrees with bliss on random pairs")
  if(variant)
    set(name "oracle: bliss finds each verdict that was turned round")
  endif()
  add_test(NAME "${name}"
           COMMAND Python3::Interpreter -B "${CMAKE_CURRENT_SOURCE_DIR}/bliss_oracle.py" --environment "${CMAKE_SOURCE_DIR}/build/oracle"
                   --program $<TARGET_FILE:bliss_pairs_test> ${variant})
  set_tests_properties("${name}" PROPERTIES LABELS oracle SKIP_RETURN_CODE 77)
endforeach()
# What Google Benchmark's own script makes of our benchmark.json.
add_test(NAME "oracle: compare.py reads the file of assay bench"
         COMMAND Python3::Interpreter -B "${CMAKE_CURRENT_SOURCE_DIR}/benchmark_compare_test.py" $<TARGET_FILE:overhead_sheet_test>
                 "${CMAKE_SOURCE_DIR}/build/oracle")
set_tests_properties("oracle: compare.py reads the file of assay bench" PROPERTIES LABELS oracle SKIP_RETURN_CODE 77)
# What Model Explorer's own package makes of our graphs. Skipped until ci/viewer.sh has made build/viewer.
add_test(NAME "oracle: Model Explorer reads exported graphs, and two of them mapped"
         COMMAND Python3::Interpreter -B "${CMAKE_CURRENT_SOURCE_DIR}/viewer_test.py" --environment "${CMAKE_SOURCE_DIR}/build/viewer"
                 --assay $<TARGET_FILE:assay> --goldens "${CMAKE_SOURCE_DIR}/golden")
set_tests_properties("oracle: Model Explorer reads exported graphs, and two of them mapped" PROPERTIES LABELS oracle SKIP_RETURN_CODE 77)
# What we write for GitHub, against the schemas of SARIF and of workflows.
add_test(NAME "oracle: schemas accept our SARIF and our workflow, and refuse both with a mistake"
         COMMAND Python3::Interpreter -B "${CMAKE_CURRENT_SOURCE_DIR}/github_schemas_test.py" $<TARGET_FILE:sarif_test>
                 "${CMAKE_SOURCE_DIR}/build/oracle")
set_tests_properties("oracle: schemas accept our SARIF and our workflow, and refuse both with a mistake" PROPERTIES LABELS oracle SKIP_RETURN_CODE 77)
