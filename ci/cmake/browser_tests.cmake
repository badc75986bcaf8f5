# A report in a real browser: views, filters, drawings, dark mode, keyboard, accessibility. Skipped until ci/browser.sh has been run.
add_test(NAME "browser: a report is read, filtered and walked as its readers do"
         COMMAND Python3::Interpreter -B "${CMAKE_CURRENT_SOURCE_DIR}/browser_test.py" --environment "${CMAKE_SOURCE_DIR}/build/browser"
                 --assay $<TARGET_FILE:assay> --results-writer $<TARGET_FILE:page_test> --screenshots "${CMAKE_BINARY_DIR}/screenshots")
set_tests_properties("browser: a report is read, filtered and walked as its readers do" PROPERTIES
                     LABELS browser SKIP_RETURN_CODE 77 TIMEOUT 1200)
