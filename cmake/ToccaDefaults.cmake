# SPDX-License-Identifier: Apache-2.0
# What holds for the whole build tree when tocca is the top-level project.
if(NOT PROJECT_IS_TOP_LEVEL)
    return()
endif()

if(NOT CMAKE_BUILD_TYPE AND NOT CMAKE_CONFIGURATION_TYPES)
    set(CMAKE_BUILD_TYPE Release CACHE STRING "Build type" FORCE)
endif()
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)

find_program(TOCCA_CCACHE ccache)
if(TOCCA_CCACHE AND NOT CMAKE_CXX_COMPILER_LAUNCHER)
    # It keeps files that use precompiled headers only when told that macros and times in these do not matter; and hashes
    # such a large file once, not for every file that uses it. Where the tree lies does not matter either.
    set(CMAKE_CXX_COMPILER_LAUNCHER
        "${CMAKE_COMMAND}" -E env CCACHE_SLOPPINESS=pch_defines,time_macros CCACHE_INODECACHE=true
        "CCACHE_BASEDIR=${PROJECT_SOURCE_DIR}" CCACHE_NOHASHDIR=true "${TOCCA_CCACHE}")
endif()

# Sanitizers change what every object file looks like, so they are set for the tree and not per target.
if(TOCCA_SANITIZE)
    list(JOIN TOCCA_SANITIZE "," sanitizers)
    add_compile_options(-fsanitize=${sanitizers} -fno-sanitize-recover=all -fno-omit-frame-pointer)
    add_link_options(-fsanitize=${sanitizers} -fno-sanitize-recover=all)
endif()
