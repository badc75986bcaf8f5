# CTest tests that need the worker: what only a real torch can show.
if(NOT ASSAY_TESTS)
  return()
endif()

set(on_cpu "PYTHONPATH=${ASSAY_WORKER_LIB}:${CMAKE_CURRENT_SOURCE_DIR}/walker" "PYTHONPYCACHEPREFIX=${ASSAY_WORKER_DIR}/bytecode"
           "OMP_NUM_THREADS=1" "OPENBLAS_NUM_THREADS=1" "ASSAY_NO_RESIDENT=1" "ASSAY_RESULTS=${CMAKE_BINARY_DIR}/ctest-results/none")
set(on_phantom ${on_cpu} "LD_PRELOAD=${ASSAY_WORKER_LIB}/libassay_phantom.so" "LD_LIBRARY_PATH=${ASSAY_WORKER_DIR}/phantom")

function(assay_worker_test name)
  cmake_parse_arguments(ARG "" "" "COMMAND;ENVIRONMENT" ${ARGN})
  add_test(NAME "capture.${name}" COMMAND ${ARG_COMMAND} WORKING_DIRECTORY "${CMAKE_CURRENT_SOURCE_DIR}")
  set_tests_properties("capture.${name}" PROPERTIES LABELS capture ENVIRONMENT "${ARG_ENVIRONMENT}" TIMEOUT 1800)
endfunction()

set(python ${ASSAY_WORKER_PYTHON} -W ignore)
assay_worker_test(graphnet COMMAND ${python} program/graphnet_test.py ENVIRONMENT ${on_cpu})
assay_worker_test(operators COMMAND ${python} program/operators_test.py ENVIRONMENT ${on_cpu})
assay_worker_test(pass_effect COMMAND ${python} program/pass_effect_test.py ENVIRONMENT ${on_cpu})
assay_worker_test(sources COMMAND ${python} program/sources_test.py ENVIRONMENT ${on_cpu})
assay_worker_test(points COMMAND ${python} program/points_test.py ENVIRONMENT ${on_cpu})
assay_worker_test(making COMMAND ${python} program/making_test.py ENVIRONMENT ${on_cpu})
assay_worker_test(methods COMMAND ${python} methods/methods_test.py ENVIRONMENT ${on_cpu})
assay_worker_test(yardstick COMMAND ${python} observe/yardstick_test.py ENVIRONMENT ${on_cpu})
assay_worker_test(signatures COMMAND ${python} observe/signatures_test.py ENVIRONMENT ${on_cpu})
assay_worker_test(preload COMMAND ${python} zygote/preload_test.py ENVIRONMENT ${on_cpu})
assay_worker_test(resident COMMAND ${python} zygote/resident_test.py $<TARGET_FILE:assay> $<TARGET_FILE:assay-capture> ${PROJECT_SOURCE_DIR}
                  ENVIRONMENT ${on_cpu})
assay_worker_test(native COMMAND ${python} native/native_test.py ENVIRONMENT ${on_cpu})
assay_worker_test(replay COMMAND ${python} replay/replay_test.py ENVIRONMENT ${on_cpu})
assay_worker_test(replay.allow_list COMMAND ${python} replay/allow_list_test.py ENVIRONMENT ${on_cpu})
assay_worker_test(replay.judge COMMAND ${python} replay/judge_test.py ENVIRONMENT ${on_cpu})
assay_worker_test(replay.double_precision COMMAND ${python} replay/double_precision_test.py ENVIRONMENT ${on_cpu})
assay_worker_test(replay.draws_in_order COMMAND ${python} replay/draws_in_order_test.py ENVIRONMENT ${on_cpu})
assay_worker_test(replay.findings COMMAND ${python} replay/findings_test.py ENVIRONMENT ${on_cpu})
assay_worker_test(replay.assumptions COMMAND ${python} replay/assumptions_test.py ENVIRONMENT ${on_cpu})
assay_worker_test(replay.rebinding COMMAND ${python} replay/rebinding_test.py ENVIRONMENT ${on_cpu})
assay_worker_test(replay.guards COMMAND ${python} replay/guards_test.py ENVIRONMENT ${on_cpu})
assay_worker_test(replay.aliasing COMMAND ${python} replay/aliasing_test.py ENVIRONMENT ${on_cpu})
assay_worker_test(replay.further_runs COMMAND ${python} replay/further_runs_test.py ENVIRONMENT ${on_cpu})
assay_worker_test(replay.effects_in_order COMMAND ${python} replay/effects_in_order_test.py ENVIRONMENT ${on_cpu})
assay_worker_test(replay.tangents COMMAND ${python} replay/tangents_test.py ENVIRONMENT ${on_cpu})
assay_worker_test(replay.written_arguments COMMAND ${python} replay/written_arguments_test.py ENVIRONMENT ${on_cpu})
assay_worker_test(replay.left_over COMMAND ${python} replay/left_over_test.py ENVIRONMENT ${on_cpu})
assay_worker_test(replay.record_runs COMMAND ${python} replay/record_runs_test.py ENVIRONMENT ${on_cpu})
assay_worker_test(replay.seeded_defects COMMAND ${python} replay/seeded_defects_test.py $<TARGET_FILE:assay> $<TARGET_FILE:seed_defects>
                  ${PROJECT_SOURCE_DIR} ENVIRONMENT ${on_cpu})
assay_worker_test(judge_mutants.oracle COMMAND ${python} judge_mutants/oracle_test.py $<TARGET_FILE:assay> ENVIRONMENT ${on_cpu})
assay_worker_test(judge_mutants.refused COMMAND ${python} judge_mutants/refused_test.py $<TARGET_FILE:assay> ENVIRONMENT ${on_cpu})
assay_worker_test(judge_mutants.table COMMAND ${python} judge_mutants/table_test.py ENVIRONMENT ${on_cpu})
assay_worker_test(judge_mutants COMMAND ${python} judge_mutants/mutation_suite.py $<TARGET_FILE:assay> $<TARGET_FILE:make_mutants> ${PROJECT_SOURCE_DIR}
                  --fast --most 1 ENVIRONMENT ${on_cpu})
set_tests_properties(capture.judge_mutants capture.judge_mutants.oracle capture.judge_mutants.refused capture.judge_mutants.table PROPERTIES LABELS "capture;judge")
assay_worker_test(random_programs COMMAND ${python} random_programs/random_programs_test.py $<TARGET_FILE:assay> ENVIRONMENT ${on_cpu})
assay_worker_test(findings COMMAND ${python} ${PROJECT_SOURCE_DIR}/ci/findings_test.py ENVIRONMENT ${on_cpu})
assay_worker_test(capture_pair COMMAND ${python} pair/capture_pair_test.py $<TARGET_FILE:assay-capture> ENVIRONMENT ${on_cpu})
assay_worker_test(plain_memory COMMAND ${python} walker/plain_memory_test.py $<TARGET_FILE:assay-capture> ENVIRONMENT ${on_cpu})
assay_worker_test(as_it_was COMMAND ${python} pair/as_it_was_test.py $<TARGET_FILE:assay-capture> ENVIRONMENT ${on_cpu})
assay_worker_test(lower COMMAND ${python} pair/lower_test.py $<TARGET_FILE:assay> ENVIRONMENT ${on_cpu})
assay_worker_test(gpu_meter COMMAND ${python} pair/gpu_meter_test.py ENVIRONMENT ${on_cpu})
assay_worker_test(seeds COMMAND ${python} pair/seeds_test.py $<TARGET_FILE:assay> ENVIRONMENT ${on_cpu})
assay_worker_test(backend COMMAND ${python} backend/backend_test.py $<TARGET_FILE:assay> ENVIRONMENT ${on_cpu})
assay_worker_test(exported_fx COMMAND ${python} ${PROJECT_SOURCE_DIR}/reports/fx_module/fx_round_trip_test.py $<TARGET_FILE:assay> ${PROJECT_SOURCE_DIR}
                  ENVIRONMENT ${on_cpu})
assay_worker_test(fx_multisets.cpu COMMAND ${python} walker/fx_multisets_test.py $<TARGET_FILE:assay> cpu default 9 ENVIRONMENT ${on_cpu})
assay_worker_test(custom_operators.cpu COMMAND ${python} custom_operators/operators_test.py ${PROJECT_SOURCE_DIR}/models/custom_ops
                  ENVIRONMENT ${on_cpu})
assay_worker_test(replay.phantom_table COMMAND phantom_table_test --order rand ENVIRONMENT ${on_cpu})
if(TARGET assay_phantom)
  assay_worker_test(fx_multisets.cuda COMMAND ${python} walker/fx_multisets_test.py $<TARGET_FILE:assay> cuda smoke 6 ENVIRONMENT ${on_phantom})
  assay_worker_test(custom_operators.cuda COMMAND ${python} custom_operators/operators_test.py ${PROJECT_SOURCE_DIR}/models/custom_ops
                    ENVIRONMENT ${on_phantom})
  assay_worker_test(phantom_program COMMAND ${python} program/phantom_program_test.py ENVIRONMENT ${on_phantom})
  assay_worker_test(phantom.probes COMMAND ${python} phantom/phantom_test.py ENVIRONMENT ${on_phantom})
  assay_worker_test(phantom.probes_without_phantom COMMAND ${python} phantom/phantom_test.py ENVIRONMENT ${on_cpu})
  set_tests_properties(capture.phantom.probes_without_phantom PROPERTIES
                       PASS_REGULAR_EXPRESSION "no phantom: libassay_phantom.so is not preloaded")
endif()
# A worker of another PyTorch links what this build exports (ci/worker.sh): all of it must be found there.
add_test(NAME "capture.further_worker is configured against this build"
         COMMAND ${CMAKE_COMMAND} -S "${PROJECT_SOURCE_DIR}" -B "${CMAKE_BINARY_DIR}/further_worker" -G Ninja -DASSAY_TESTS=OFF
                 "-DASSAY_WORKER_PYTHON=${ASSAY_WORKER_PYTHON}" "-DASSAY_WORKER_DIR=${CMAKE_BINARY_DIR}/further_worker/worker"
                 "-DASSAY_HARNESS_BUILD=${CMAKE_BINARY_DIR}")
set_tests_properties("capture.further_worker is configured against this build" PROPERTIES LABELS capture)
