# An empty folder, whatever was there.
#   cmake -DFOLDER=DIR -P fresh_folder.cmake
file(REMOVE_RECURSE "${FOLDER}")
file(MAKE_DIRECTORY "${FOLDER}")
