# SPDX-License-Identifier: Apache-2.0
# The library: every source under src/tocca. Which folder may include which is checked by tools/check-layers.
file(GLOB_RECURSE sources CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/src/tocca/*.cpp")
configure_file("${PROJECT_SOURCE_DIR}/src/tocca/base/version.hpp.in"
    "${PROJECT_BINARY_DIR}/generated/tocca/base/version.hpp" @ONLY)

add_library(tocca ${sources})
add_library(tocca::tocca ALIAS tocca)
set_target_properties(tocca PROPERTIES
    LINKER_LANGUAGE CXX
    POSITION_INDEPENDENT_CODE ON
    VERSION ${PROJECT_VERSION}
    SOVERSION ${PROJECT_VERSION_MAJOR}.${PROJECT_VERSION_MINOR})
tocca_configure(tocca)

include(GNUInstallDirs)
target_include_directories(tocca PUBLIC
    "$<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/src>"
    "$<BUILD_INTERFACE:${PROJECT_BINARY_DIR}/generated>"
    "$<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>")
# Inline arithmetic in public headers must mean the same in the user's program.
target_compile_options(tocca INTERFACE ${TOCCA_FLOATING_POINT_OPTIONS})

# Libraries of headers alone are no link dependency and stay out of the exported target.
target_link_libraries(tocca
    PUBLIC Eigen3::Eigen Boost::headers
    PRIVATE
        Threads::Threads hwy::hwy fmt::fmt GMP::gmp
        "$<BUILD_INTERFACE:nlohmann_json::nlohmann_json>"
        "$<BUILD_INTERFACE:FastFloat::fast_float>"
        # Their headers lie where the compiler looks anyway.
        "$<LINK_ONLY:tinyxml2::tinyxml2>" "$<LINK_ONLY:yaml-cpp>" "$<LINK_ONLY:Qhull::qhull_r>"
        ZLIB::ZLIB)
if(TOCCA_PARALLEL_STD_THREAD)
    target_compile_definitions(tocca PRIVATE TOCCA_PARALLEL_STD_THREAD)
else()
    target_link_libraries(tocca PRIVATE TBB::tbb)
endif()
