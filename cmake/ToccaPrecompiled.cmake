# SPDX-License-Identifier: Apache-2.0
# Headers of other libraries that most files include, compiled once. Files still include what they use: the preset
# `clang` builds without.
option(TOCCA_PRECOMPILED_HEADERS "Compile the headers of other libraries once" ${PROJECT_IS_TOP_LEVEL})

set(precompiled_standard
    <algorithm> <array> <bit> <charconv> <cmath> <cstddef> <cstdint> <filesystem> <functional> <limits> <map> <memory>
    <numbers> <numeric> <optional> <set> <span> <stdexcept> <stop_token> <string> <string_view> <tuple> <utility>
    <variant> <vector>)

# Test programs are built quickly; what they test is built as it is shipped.
set(TOCCA_TEST_OPTIONS $<$<CONFIG:Release>:-O1> $<$<CONFIG:Release>:-g0>)
# What reads files and draws pages is built quickly too, and so are commands: what takes time is in the core.
set(TOCCA_OUTER_OPTIONS $<$<CONFIG:Release>:-O1>)
set(TOCCA_COMMAND_DEFINITIONS
    "TOCCA_COMPILER=\"${CMAKE_CXX_COMPILER_ID} ${CMAKE_CXX_COMPILER_VERSION}\"" "TOCCA_BUILD_TYPE=\"$<CONFIG>\"")
# Reordered functions are linked in several parts at a time, and those that nobody calls not at all.
set(TOCCA_ONE_PROGRAM_OPTIONS -O0 -g0 -ftoplevel-reorder -flto -fno-fat-lto-objects)

# tocca_precompile(target kind): lets the target share the headers of its kind, which is `library` (position-independent
# code: the core), `outer_library` (io, report and the scenes), `command` (the commands), `test` (test programs), `program` (programs that are built
# along with the tests) or `one_program` (tests/one_program.cmake). Its compile options must be those of the kind.
function(tocca_precompile target kind)
    if(NOT TOCCA_PRECOMPILED_HEADERS OR (kind STREQUAL "program" AND NOT TOCCA_BUILD_TESTS))
        return()
    endif()
    set(owner tocca_precompiled_${kind})
    if(NOT TARGET ${owner})
        set(source "${PROJECT_BINARY_DIR}/generated/precompiled_${kind}.cpp")
        if(NOT EXISTS "${source}")
            file(WRITE "${source}" "")
        endif()
        add_library(${owner} OBJECT "${source}")
        tocca_configure(${owner})
        target_link_libraries(${owner} PRIVATE Eigen3::Eigen Boost::headers Threads::Threads)
        set(headers ${precompiled_standard} <Eigen/Geometry>)
        if(NOT kind STREQUAL "library")
            target_link_libraries(${owner} PRIVATE fmt::fmt)
            list(APPEND headers <fmt/format.h>)
        endif()
        if(kind STREQUAL "command")
            target_link_libraries(${owner} PRIVATE CLI11::CLI11)
            target_compile_options(${owner} PRIVATE ${TOCCA_OUTER_OPTIONS})
            list(APPEND headers <CLI/CLI.hpp>)
        elseif(kind STREQUAL "library")
            set_target_properties(${owner} PROPERTIES POSITION_INDEPENDENT_CODE ON)
            list(APPEND headers <boost/multiprecision/cpp_int.hpp>)
        elseif(kind STREQUAL "outer_library")
            set_target_properties(${owner} PROPERTIES POSITION_INDEPENDENT_CODE ON)
            target_compile_options(${owner} PRIVATE ${TOCCA_OUTER_OPTIONS})
        elseif(kind STREQUAL "one_program")
            target_link_libraries(${owner} PRIVATE CLI11::CLI11)
            target_compile_options(${owner} PRIVATE ${TOCCA_ONE_PROGRAM_OPTIONS})
            list(APPEND headers <boost/multiprecision/cpp_int.hpp> <CLI/CLI.hpp>)
        elseif(kind STREQUAL "test")
            target_link_libraries(${owner} PRIVATE GTest::gtest GMP::gmp)
            target_compile_options(${owner} PRIVATE ${TOCCA_TEST_OPTIONS})
            list(APPEND headers <boost/multiprecision/gmp.hpp> <gtest/gtest.h>)
        endif()
        target_precompile_headers(${owner} PRIVATE ${headers})
    endif()
    target_precompile_headers(${target} REUSE_FROM ${owner})
    # The macros that those headers see must be the same for all.
    target_link_libraries(${target} PRIVATE Boost::headers)
    if(NOT kind STREQUAL "library")
        target_link_libraries(${target} PRIVATE fmt::fmt)
    endif()
endfunction()

# Most files take longer over their headers than over what they say themselves: several are compiled as one. Each must
# still stand by itself: the preset `clang` builds them one by one.
option(TOCCA_UNITY "Compile several files at a time" ${TOCCA_PRECOMPILED_HEADERS})

# tocca_compile_together(target group sources): compiles these files of the target several at a time, but for kernels,
# which Highway compiles once for each instruction set. Files of another group are not among them.
set(TOCCA_UNITY_SIZE 16)
function(tocca_compile_together target group)
    if(NOT TOCCA_UNITY)
        return()
    endif()
    set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_MODE GROUP)
    list(FILTER ARGN EXCLUDE REGEX "(_kernel|/viewer_page)\\.cpp$")
    set(count 0)
    foreach(source IN LISTS ARGN)
        math(EXPR part "${count} / ${TOCCA_UNITY_SIZE}")
        set_source_files_properties("${source}" PROPERTIES UNITY_GROUP "${group}_${part}")
        math(EXPR count "${count} + 1")
    endforeach()
endfunction()
