# SPDX-License-Identifier: Apache-2.0
# The page of a report, built by npm from viewer/ and embedded in tocca::report. Without npm, or when it fails, the
# page is empty and all else builds as ever.
find_program(TOCCA_NPM npm)
mark_as_advanced(TOCCA_NPM)
# AUTO is looked at anew by every configuration: npm may have been installed since the last.
set(TOCCA_BUILD_VIEWER AUTO CACHE STRING "Build the page of reports with npm: ON, OFF, or AUTO where npm is found")
set_property(CACHE TOCCA_BUILD_VIEWER PROPERTY STRINGS AUTO ON OFF)
set(build_viewer "${TOCCA_BUILD_VIEWER}")
if(build_viewer STREQUAL "AUTO")
    set(build_viewer OFF)
    if(TOCCA_NPM AND PROJECT_IS_TOP_LEVEL)
        set(build_viewer ON)
    endif()
endif()

set(viewer_source "${PROJECT_SOURCE_DIR}/viewer")
set(viewer_binary "${PROJECT_BINARY_DIR}/viewer")
set(viewer_page "${viewer_binary}/viewer_page.html")

if(build_viewer AND NOT TOCCA_NPM)
    message(WARNING "npm was not found: reports will have no page. Install it, or set TOCCA_BUILD_VIEWER=OFF.")
    set(build_viewer OFF)
endif()
if(build_viewer)
    file(GLOB_RECURSE viewer_inputs CONFIGURE_DEPENDS "${viewer_source}/src/*" "${viewer_source}/test/*")
    list(APPEND viewer_inputs
        "${viewer_source}/build.mjs" "${viewer_source}/package.json" "${viewer_source}/package-lock.json"
        "${viewer_source}/tsconfig.json" "${viewer_source}/.npmrc")
    # The stamp is written only when all went well, so that a build that failed is tried again.
    add_custom_command(
        OUTPUT "${viewer_binary}/built.stamp"
        BYPRODUCTS "${viewer_page}"
        COMMAND "${CMAKE_COMMAND}"
            -D "NPM=${TOCCA_NPM}" -D "SOURCE=${viewer_source}" -D "BINARY=${viewer_binary}" -D "PAGE=${viewer_page}"
            -D "WITH_TESTS=${TOCCA_BUILD_TESTS}"
            -P "${PROJECT_SOURCE_DIR}/cmake/build_viewer.cmake"
        DEPENDS ${viewer_inputs} "${PROJECT_SOURCE_DIR}/cmake/build_viewer.cmake"
        COMMENT "Building the page of reports"
        VERBATIM)
    add_custom_target(tocca_viewer DEPENDS "${viewer_binary}/built.stamp")
elseif(NOT EXISTS "${viewer_page}" OR TOCCA_VIEWER_WAS_ON)
    file(WRITE "${viewer_page}" "")
endif()
set(TOCCA_VIEWER_WAS_ON "${build_viewer}" CACHE INTERNAL "Whether the page was built at the last configuration")

# tocca_embed_page(target): for what compiles the sources of the report.
function(tocca_embed_page target)
    set_source_files_properties("${PROJECT_SOURCE_DIR}/src/tocca/report/viewer_page.cpp"
        TARGET_DIRECTORY ${target}
        PROPERTIES
            COMPILE_DEFINITIONS "TOCCA_VIEWER_PAGE=\"${PROJECT_BINARY_DIR}/viewer/viewer_page.html\""
            OBJECT_DEPENDS "${PROJECT_BINARY_DIR}/viewer/viewer_page.html"
            SKIP_UNITY_BUILD_INCLUSION ON)
    if(TARGET tocca_viewer)
        add_dependencies(${target} tocca_viewer)
    endif()
endfunction()
