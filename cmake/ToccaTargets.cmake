# SPDX-License-Identifier: Apache-2.0

# Error bounds are proven for round-to-nearest IEEE arithmetic as written; contraction is off so that every target
# gives the same bits (docs/floating_point.md). No option here may name the machine the build runs on.
set(TOCCA_FLOATING_POINT_OPTIONS -ffp-contract=off -fno-fast-math)

set(warning_options "")
if(TOCCA_WERROR)
    set(warning_options "-Werror")
endif()
file(CONFIGURE OUTPUT "${PROJECT_BINARY_DIR}/generated/warning_options" CONTENT "${warning_options}\n")

# Warnings and the language standard for a target of this project.
function(tocca_configure target)
    target_compile_features(${target} PUBLIC cxx_std_20)
    set_target_properties(${target} PROPERTIES CXX_EXTENSIONS OFF)
    target_compile_options(${target} PRIVATE
        -Wall -Wextra -Wpedantic -Wconversion -Wshadow ${TOCCA_FLOATING_POINT_OPTIONS})
    if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
        # GCC 12 sees an overlap in "literal" + std::string that is none (GCC bug 105651).
        if(CMAKE_CXX_COMPILER_VERSION VERSION_LESS 13)
            target_compile_options(${target} PRIVATE -Wno-restrict)
        endif()
        # GCC loses track of the aliased buffers in Boost's cpp_int and sees them overrun or used unset; the sanitizers
        # do not.
        target_compile_options(${target} PRIVATE
            -Wno-array-bounds -Wno-stringop-overflow -Wno-stringop-overread -Wno-maybe-uninitialized)
        # A tenth of GCC's time goes to collecting its garbage from less than half a gigabyte.
        target_compile_options(${target} PRIVATE "SHELL:--param ggc-min-heapsize=524288")
    endif()
    if(TOCCA_PRECOMPILED_HEADERS AND TOCCA_CCACHE)
        # Without these a compiler cache takes every precompiled header for a new one.
        if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
            target_compile_options(${target} PRIVATE -fpch-preprocess)
        else()
            target_compile_options(${target} PRIVATE "SHELL:-Xclang -fno-pch-timestamp")
        endif()
    endif()
    # Named by a file, so that files which were built without it (by ./run) are not built again for it.
    target_compile_options(${target} PRIVATE "@${PROJECT_BINARY_DIR}/generated/warning_options")
endfunction()

# A program from `sources`, linked with the libraries that follow.
function(tocca_add_program target sources)
    add_executable(${target} ${sources})
    tocca_configure(${target})
    target_link_libraries(${target} PRIVATE ${ARGN})
endfunction()

# Object files shared by programs and libraries of this tree, included from `root`.
function(tocca_add_object_library target sources root)
    add_library(${target} OBJECT ${sources})
    tocca_configure(${target})
    set_target_properties(${target} PROPERTIES POSITION_INDEPENDENT_CODE ON)
    tocca_precompile(${target} library)
    target_include_directories(${target} PUBLIC "${root}")
    target_link_libraries(${target} PUBLIC ${ARGN})
endfunction()

# A library of code shared by programs of this tree; nothing in `sources` yet makes an interface library.
# It is included from `root`.
function(tocca_add_internal_library target sources root)
    if(sources)
        add_library(${target} STATIC ${sources})
        tocca_configure(${target})
        set_target_properties(${target} PROPERTIES POSITION_INDEPENDENT_CODE ON)
        tocca_precompile(${target} library)
        target_include_directories(${target} PUBLIC "${root}")
        target_link_libraries(${target} PUBLIC ${ARGN})
    else()
        add_library(${target} INTERFACE)
        target_include_directories(${target} INTERFACE "${root}")
        target_link_libraries(${target} INTERFACE ${ARGN})
    endif()
endfunction()
