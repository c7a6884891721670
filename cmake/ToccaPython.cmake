# SPDX-License-Identifier: Apache-2.0
# The Python package: target tocca_python leaves it in <build>/python, ready to import.
if(NOT Python_EXECUTABLE AND EXISTS /usr/bin/python3)
    # The distribution's own, which has the packages that tools/install-dependencies names.
    set(Python_EXECUTABLE /usr/bin/python3 CACHE FILEPATH "The Python to build the module for")
endif()
find_package(Python QUIET COMPONENTS Interpreter Development.Module NumPy)
if(Python_FOUND)
    find_package(pybind11 2.10 QUIET CONFIG)
endif()

# AUTO is looked at anew by every configuration: what was not installed at the first may be at the next.
set(TOCCA_BUILD_PYTHON AUTO CACHE STRING "Build the Python module: ON, OFF, or AUTO where it can be")
set_property(CACHE TOCCA_BUILD_PYTHON PROPERTY STRINGS AUTO ON OFF)
set(build_python "${TOCCA_BUILD_PYTHON}")
if(build_python STREQUAL "AUTO")
    set(build_python OFF)
    if(PROJECT_IS_TOP_LEVEL AND Python_FOUND AND pybind11_FOUND AND NOT TOCCA_SANITIZE)
        set(build_python ON)
    endif()
endif()
set(TOCCA_PYTHON_DESTINATION "lib/python3/dist-packages" CACHE STRING "Where the Python package is installed")
if(NOT build_python)
    return()
endif()
if(NOT (Python_FOUND AND pybind11_FOUND))
    message(FATAL_ERROR "The Python module needs the headers of Python, NumPy and pybind11: "
        "tools/install-dependencies python, or -DTOCCA_BUILD_PYTHON=OFF")
endif()

set(python_package "${PROJECT_BINARY_DIR}/python/tocca")
file(GLOB python_sources CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/python/src/*.cpp")
pybind11_add_module(tocca_python MODULE NO_EXTRAS ${python_sources})
tocca_configure(tocca_python)
target_link_libraries(tocca_python PRIVATE tocca::report fmt::fmt)
if(TOCCA_PRECOMPILED_HEADERS)
    target_precompile_headers(tocca_python PRIVATE
        ${precompiled_standard} <Eigen/Geometry> <pybind11/numpy.h> <pybind11/pybind11.h> <pybind11/stl.h>)
endif()
tocca_compile_together(tocca_python python ${python_sources})
set_target_properties(tocca_python PROPERTIES
    OUTPUT_NAME _tocca
    LIBRARY_OUTPUT_DIRECTORY "${python_package}")
# What the library is made of stays inside: another module of the process may have its own.
target_link_options(tocca_python PRIVATE -Wl,--exclude-libs,ALL)

# The rest of the package, copied when it changes.
file(GLOB python_files CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/python/tocca/*")
foreach(file IN LISTS python_files)
    get_filename_component(name "${file}" NAME)
    if(IS_DIRECTORY "${file}")
        continue()
    endif()
    add_custom_command(OUTPUT "${python_package}/${name}"
        COMMAND "${CMAKE_COMMAND}" -E copy "${file}" "${python_package}/${name}"
        DEPENDS "${file}" VERBATIM)
    list(APPEND python_copies "${python_package}/${name}")
endforeach()
add_custom_target(tocca_python_files DEPENDS ${python_copies})
add_dependencies(tocca_python tocca_python_files)

install(TARGETS tocca_python LIBRARY DESTINATION "${TOCCA_PYTHON_DESTINATION}/tocca" COMPONENT python)
install(FILES ${python_copies} DESTINATION "${TOCCA_PYTHON_DESTINATION}/tocca" COMPONENT python)

# The module that bench/batch.py compares with: the same queries, asked from C++.
if(TOCCA_BUILD_BENCH)
    pybind11_add_module(tocca_python_bench MODULE NO_EXTRAS "${PROJECT_SOURCE_DIR}/python/bench/batch_baseline.cpp")
    tocca_configure(tocca_python_bench)
    target_link_libraries(tocca_python_bench PRIVATE tocca_scenes)
    set_target_properties(tocca_python_bench PROPERTIES
        OUTPUT_NAME batch_baseline
        LIBRARY_OUTPUT_DIRECTORY "${PROJECT_BINARY_DIR}/python/bench")
endif()

if(NOT TOCCA_BUILD_TESTS)
    return()
endif()
execute_process(COMMAND "${Python_EXECUTABLE}" -c "import pytest, hypothesis"
    RESULT_VARIABLE no_pytest OUTPUT_QUIET ERROR_QUIET)
if(no_pytest)
    message(STATUS "The tests of the Python module are left out: they need pytest and hypothesis")
    return()
endif()
set(python_environment
    "PYTHONPATH=${PROJECT_BINARY_DIR}/python"
    "PYTHONDONTWRITEBYTECODE=1"
    "TOCCA_SOURCE_DIR=${PROJECT_SOURCE_DIR}"
    "TOCCA_BINARY_DIR=${PROJECT_BINARY_DIR}"
    "TOCCA_EXECUTABLE=${PROJECT_BINARY_DIR}/apps/tocca/tocca")
file(GLOB python_tests CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/python/tests/test_*.py")
foreach(script IN LISTS python_tests)
    get_filename_component(name "${script}" NAME_WE)
    string(REGEX REPLACE "^test_" "" name "${name}")
    add_test(NAME "python/${name}" COMMAND "${Python_EXECUTABLE}" -m pytest -q -p no:cacheprovider "${script}")
    set_tests_properties("python/${name}" PROPERTIES LABELS python TIMEOUT 900 ENVIRONMENT "${python_environment}")
endforeach()
