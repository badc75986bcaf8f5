# ci/ray_check.py on a cluster of several nodes of this machine, one of them killed. Skipped until ci/ray.sh has made build/ray.
add_test(NAME "ray: shards on a cluster merge to one machine's results, though a node is killed"
         COMMAND Python3::Interpreter -B "${CMAKE_CURRENT_SOURCE_DIR}/ray_check_test.py" --environment "${CMAKE_SOURCE_DIR}/build/ray"
                 --assay $<TARGET_FILE:assay> OnACluster)
set_tests_properties("ray: shards on a cluster merge to one machine's results, though a node is killed" PROPERTIES
                     LABELS ray SKIP_RETURN_CODE 77 PROCESSORS 2 TIMEOUT 1200)
