# SPDX-License-Identifier: Apache-2.0
# Installs BUILD_DIR into an empty prefix, then builds and runs EXAMPLE_DIR against it: by find_package and by
# pkg-config. Nothing but the prefix may be needed, and all that tells a version tells VERSION. MANUALS says whether the
# manual page and the completions were made, PAGE whether the page of reports was.
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

# What a command or a file says of the version.
function(expect_version place found)
    if(NOT found STREQUAL VERSION)
        message(FATAL_ERROR "${place} says version '${found}', expected '${VERSION}'")
    endif()
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
if(PAGE)
    file(MAKE_DIRECTORY "${place}/written")
    execute_process(COMMAND "${place}/build/writes_report" WORKING_DIRECTORY "${place}/written" COMMAND_ERROR_IS_FATAL ANY)
    file(SIZE "${place}/written/report.html" size)
    if(size LESS 100000)
        message(FATAL_ERROR "the report has ${size} bytes")
    endif()
endif()

# The core alone needs neither parsers nor compression.
find_program(objdump NAMES objdump)
if(objdump)
    execute_process(COMMAND "${objdump}" -p "${place}/build/uses_tocca" OUTPUT_VARIABLE needed COMMAND_ERROR_IS_FATAL ANY)
    if(needed MATCHES "NEEDED +lib(yaml-cpp|tinyxml2|png|z|fmt|gmp)[.-][^\n]*")
        message(FATAL_ERROR "a program of the core needs ${CMAKE_MATCH_0}")
    endif()
endif()

# What is a layer's own is not installed.
file(GLOB_RECURSE own RELATIVE "${prefix}" "${prefix}/*/detail/*.hpp" "${prefix}/*moving_scene.hpp")
if(own)
    message(FATAL_ERROR "these headers should not be installed: ${own}")
endif()

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
execute_process(COMMAND pkg-config --cflags --libs tocca-io tocca-report
    OUTPUT_VARIABLE flags OUTPUT_STRIP_TRAILING_WHITESPACE COMMAND_ERROR_IS_FATAL ANY)
separate_arguments(flags UNIX_COMMAND "${flags}")
run("${CXX}" -std=c++20 "${EXAMPLE_DIR}/writes_report.cpp" -o "${place}/writes_report" ${flags})

execute_process(COMMAND pkg-config --modversion tocca
    OUTPUT_VARIABLE told OUTPUT_STRIP_TRAILING_WHITESPACE COMMAND_ERROR_IS_FATAL ANY)
expect_version("tocca.pc" "${told}")

find_one(header "version.hpp")
file(STRINGS "${header}" told REGEX "version = ")
string(REGEX REPLACE ".*\"(.*)\".*" "\\1" told "${told}")
expect_version("version.hpp" "${told}")

find_one(config_version "toccaConfigVersion.cmake")
set(PACKAGE_FIND_VERSION_MAJOR 0)
include("${config_version}")
expect_version("toccaConfigVersion.cmake" "${PACKAGE_VERSION}")

# The command, where it was built, and what comes with it.
if(EXISTS "${prefix}/bin/tocca")
    execute_process(COMMAND "${prefix}/bin/tocca" --version OUTPUT_VARIABLE told COMMAND_ERROR_IS_FATAL ANY)
    string(REGEX REPLACE "^tocca ([^\n]*)\n.*" "\\1" told "${told}")
    expect_version("tocca --version" "${told}")
    find_one(page "mesh.md")
    find_one(licence "LICENSE")
endif()
if(MANUALS)
    find_one(page "tocca.1.gz")
    find_one(completion "share/bash-completion/completions/tocca")
    find_one(completion "_tocca")
    find_one(completion "tocca.fish")
endif()
# The Python module, where it was built, with the Python it was built for.
file(GLOB_RECURSE module "${prefix}/*/tocca/__init__.py")
if(module)
    file(STRINGS "${BUILD_DIR}/CMakeCache.txt" python REGEX "^_?Python_EXECUTABLE:")
    list(GET python 0 python)
    string(REGEX REPLACE "^[^=]*=" "" python "${python}")
    get_filename_component(package_dir "${module}" DIRECTORY)
    get_filename_component(packages_dir "${package_dir}" DIRECTORY)
    execute_process(COMMAND "${CMAKE_COMMAND}" -E env "PYTHONPATH=${packages_dir}" "LD_LIBRARY_PATH=${library_dir}"
        "${python}" -B -c "import tocca; print(tocca.__version__)"
        WORKING_DIRECTORY "${place}" OUTPUT_VARIABLE told OUTPUT_STRIP_TRAILING_WHITESPACE COMMAND_ERROR_IS_FATAL ANY)
    expect_version("the Python module" "${told}")
endif()
file(REMOVE_RECURSE "${place}")
