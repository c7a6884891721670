# SPDX-License-Identifier: Apache-2.0
# The library: every source under src/tocca, as one object library per layer, so that the tests of a layer need only
# that layer and those below it. Which layer may include which is written in tools/layers.txt.
include(GNUInstallDirs)
configure_file("${PROJECT_SOURCE_DIR}/src/tocca/base/version.hpp.in"
    "${PROJECT_BINARY_DIR}/generated/tocca/base/version.hpp" @ONLY)

# TOCCA_LAYERS: the layers of the library, from the lowest up; TOCCA_BELOW_<layer>: what it may include, itself included.
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/tools/layers.txt")
file(STRINGS "${PROJECT_SOURCE_DIR}/tools/layers.txt" layer_lines REGEX "^layer ")
set(TOCCA_LAYERS "")
foreach(line IN LISTS layer_lines)
    string(REGEX MATCH "^layer ([a-z_]+):(.*)$" matched "${line}")
    set(layer "${CMAKE_MATCH_1}")
    string(REGEX MATCHALL "[a-z_]+" direct "${CMAKE_MATCH_2}")
    if(NOT IS_DIRECTORY "${PROJECT_SOURCE_DIR}/src/tocca/${layer}")
        continue()
    endif()
    list(APPEND TOCCA_LAYERS ${layer})
    set(TOCCA_BELOW_${layer} ${layer})
    foreach(lower IN LISTS direct)
        list(APPEND TOCCA_BELOW_${layer} ${TOCCA_BELOW_${lower}})
    endforeach()
    list(REMOVE_DUPLICATES TOCCA_BELOW_${layer})
endforeach()
file(GLOB folders CONFIGURE_DEPENDS LIST_DIRECTORIES true RELATIVE "${PROJECT_SOURCE_DIR}/src/tocca"
    "${PROJECT_SOURCE_DIR}/src/tocca/*")
foreach(folder IN LISTS folders)
    if(IS_DIRECTORY "${PROJECT_SOURCE_DIR}/src/tocca/${folder}" AND NOT folder IN_LIST TOCCA_LAYERS)
        message(FATAL_ERROR "src/tocca/${folder} is no layer: name it in tools/layers.txt")
    endif()
endforeach()

# Three libraries, each of some layers, the later standing on the earlier. TOCCA_NEEDS_<library>: what its sources see and
# link; libraries of headers alone are no link dependency and stay out of the exported target.
set(TOCCA_LIBRARIES tocca)
set(TOCCA_NEEDS_tocca Threads::Threads hwy::hwy)
if(NOT TOCCA_PARALLEL_STD_THREAD)
    list(APPEND TOCCA_NEEDS_tocca TBB::tbb)
endif()
if(TOCCA_BUILD_IO)
    list(APPEND TOCCA_LIBRARIES tocca_io tocca_report)
    # The headers of the last two lie where the compiler looks anyway.
    set(TOCCA_NEEDS_tocca_io fmt::fmt GMP::gmp "$<BUILD_INTERFACE:nlohmann_json::nlohmann_json>"
        "$<BUILD_INTERFACE:FastFloat::fast_float>" "$<LINK_ONLY:tinyxml2::tinyxml2>" "$<LINK_ONLY:yaml-cpp>")
    set(TOCCA_NEEDS_tocca_report fmt::fmt "$<BUILD_INTERFACE:nlohmann_json::nlohmann_json>" ZLIB::ZLIB PNG::PNG)
endif()

# tocca_library_sees(target library...): what the sources of these libraries see and link.
function(tocca_library_sees target)
    tocca_configure(${target})
    set_target_properties(${target} PROPERTIES POSITION_INDEPENDENT_CODE ON)
    target_include_directories(${target} PUBLIC
        "$<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/src>"
        "$<BUILD_INTERFACE:${PROJECT_BINARY_DIR}/generated>"
        "$<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>")
    target_link_libraries(${target} PUBLIC Eigen3::Eigen Boost::headers)
    foreach(library IN LISTS ARGN)
        target_link_libraries(${target} PRIVATE ${TOCCA_NEEDS_${library}})
    endforeach()
    if(TOCCA_PARALLEL_STD_THREAD)
        target_compile_definitions(${target} PRIVATE TOCCA_PARALLEL_STD_THREAD)
    endif()
endfunction()

# The headers alone, for what is linked with the objects of some layers.
add_library(tocca_headers INTERFACE)
target_include_directories(tocca_headers INTERFACE "${PROJECT_SOURCE_DIR}/src" "${PROJECT_BINARY_DIR}/generated")
target_link_libraries(tocca_headers INTERFACE Eigen3::Eigen Boost::headers)

# The layers whose files are compiled together: those of elementary are worked on so often that each compiles alone.
set(TOCCA_UNITY_LAYERS ${TOCCA_LAYERS})
list(REMOVE_ITEM TOCCA_UNITY_LAYERS elementary)
foreach(layer IN LISTS TOCCA_LAYERS)
    set(library tocca)
    set(kind library)
    if(layer MATCHES "^(io|report)$")
        set(library tocca_${layer})
        set(kind outer_library)
    endif()
    file(GLOB_RECURSE sources CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/src/tocca/${layer}/*.cpp")
    if(sources AND library IN_LIST TOCCA_LIBRARIES)
        add_library(tocca_layer_${layer} OBJECT ${sources})
        tocca_library_sees(tocca_layer_${layer} ${library})
        if(kind STREQUAL "outer_library")
            target_compile_options(tocca_layer_${layer} PRIVATE ${TOCCA_OUTER_OPTIONS})
        endif()
        tocca_precompile(tocca_layer_${layer} ${kind})
        if(layer IN_LIST TOCCA_UNITY_LAYERS)
            tocca_compile_together(tocca_layer_${layer} ${layer} ${sources})
        endif()
        if(layer STREQUAL "report")
            tocca_embed_page(tocca_layer_report)
        endif()
        list(APPEND ${library}_objects "$<TARGET_OBJECTS:tocca_layer_${layer}>")
    endif()
endforeach()

set(below "")
foreach(library IN LISTS TOCCA_LIBRARIES)
    string(REGEX REPLACE "^tocca_" "" name ${library})
    add_library(${library} ${${library}_objects})
    add_library(tocca::${name} ALIAS ${library})
    set_target_properties(${library} PROPERTIES
        LINKER_LANGUAGE CXX
        EXPORT_NAME ${name}
        VERSION ${PROJECT_VERSION}
        SOVERSION ${PROJECT_VERSION_MAJOR}.${PROJECT_VERSION_MINOR})
    tocca_library_sees(${library} ${library})
    target_link_libraries(${library} PUBLIC ${below})
    list(APPEND below ${library})
endforeach()
# Inline arithmetic in public headers must mean the same in the user's program.
target_compile_options(tocca INTERFACE ${TOCCA_FLOATING_POINT_OPTIONS})

# TOCCA_INSTALLED_HEADERS: those that the umbrella headers lead to. The others are the library's own.
set(TOCCA_INSTALLED_HEADERS "")
set(unread tocca/tocca.hpp)
if(TOCCA_BUILD_IO)
    list(APPEND unread tocca/io.hpp tocca/report.hpp)
endif()
while(unread)
    list(POP_FRONT unread header)
    if(header IN_LIST TOCCA_INSTALLED_HEADERS OR NOT EXISTS "${PROJECT_SOURCE_DIR}/src/${header}")
        continue()
    endif()
    list(APPEND TOCCA_INSTALLED_HEADERS "${header}")
    set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/src/${header}")
    file(STRINGS "${PROJECT_SOURCE_DIR}/src/${header}" lines REGEX "^#include \"tocca/")
    foreach(line IN LISTS lines)
        string(REGEX REPLACE "^#include \"([^\"]+)\".*$" "\\1" name "${line}")
        list(APPEND unread "${name}")
    endforeach()
endwhile()
