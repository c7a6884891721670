# SPDX-License-Identifier: Apache-2.0
# Installs BUILD_DIR into an empty prefix, then builds and runs EXAMPLE_DIR against it: by find_package and by
# pkg-config. Nothing but the prefix may be needed.
set(place "${BUILD_DIR}/tests/install_tree")
set(prefix "${place}/prefix")
file(REMOVE_RECURSE "${place}")
file(MAKE_DIRECTORY "${place}")

function(run)
    execute_process(COMMAND ${ARGN} COMMAND_ERROR_IS_FATAL ANY)
endfunction()

function(find_one variable pattern)
    file(GLOB_RECURSE found "${prefix}/${pattern}")
    list(LENGTH found count)
    if(NOT count EQUAL 1)
        message(FATAL_ERROR "expected one ${pattern} in the install tree, found ${count}")
    endif()
    set(${variable} "${found}" PARENT_SCOPE)
endfunction()

run("${CMAKE_COMMAND}" --install "${BUILD_DIR}" --prefix "${prefix}")

# Every installed text must work on another machine.
file(GLOB_RECURSE texts "${prefix}/*.cmake" "${prefix}/*.pc" "${prefix}/*.hpp")
get_filename_component(source_dir "${EXAMPLE_DIR}/../.." ABSOLUTE)
foreach(text IN LISTS texts)
    file(READ "${text}" content)
    string(FIND "${content}" "${source_dir}" at)
    if(NOT at EQUAL -1)
        message(FATAL_ERROR "${text} names the source tree")
    endif()
endforeach()

# find_package
run("${CMAKE_COMMAND}" -S "${EXAMPLE_DIR}" -B "${place}/build" -G "${GENERATOR}"
    "-DCMAKE_PREFIX_PATH=${prefix}" "-DCMAKE_CXX_COMPILER=${CXX}" "-DCMAKE_BUILD_TYPE=${BUILD_TYPE}")
run("${CMAKE_COMMAND}" --build "${place}/build")
run("${place}/build/uses_tocca")

# pkg-config
find_one(pc "tocca.pc")
get_filename_component(pc_dir "${pc}" DIRECTORY)
set(ENV{PKG_CONFIG_PATH} "${pc_dir}")
execute_process(COMMAND pkg-config --cflags --libs tocca
    OUTPUT_VARIABLE flags OUTPUT_STRIP_TRAILING_WHITESPACE COMMAND_ERROR_IS_FATAL ANY)
separate_arguments(flags UNIX_COMMAND "${flags}")
run("${CXX}" -std=c++20 "${EXAMPLE_DIR}/main.cpp" -o "${place}/uses_tocca" ${flags})
get_filename_component(library_dir "${pc_dir}" DIRECTORY)
run("${CMAKE_COMMAND}" -E env "LD_LIBRARY_PATH=${library_dir}" "${place}/uses_tocca")

# The command, where it was built.
if(EXISTS "${prefix}/bin/tocca")
    run("${prefix}/bin/tocca" --version)
endif()
file(REMOVE_RECURSE "${place}")
