# SPDX-License-Identifier: Apache-2.0
# The install tree, in the components `command` (the program, its manual page, completions and documentation) and
# `development` (library, headers, toccaConfig.cmake, tocca.pc); the Python module adds `python`. The adapters are used
# from the source tree.
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)

set(config_dir "${CMAKE_INSTALL_LIBDIR}/cmake/tocca")

# Where a shared library is needed to run the command, it comes with it.
install(TARGETS ${TOCCA_LIBRARIES} EXPORT toccaTargets
    ARCHIVE COMPONENT development
    LIBRARY COMPONENT command NAMELINK_COMPONENT development)
foreach(header IN LISTS TOCCA_INSTALLED_HEADERS)
    get_filename_component(folder "${header}" DIRECTORY)
    install(FILES "${PROJECT_SOURCE_DIR}/src/${header}" DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}/${folder}"
        COMPONENT development)
endforeach()
install(DIRECTORY "${PROJECT_BINARY_DIR}/generated/tocca" DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}"
    COMPONENT development)
if(TARGET tocca_app)
    install(TARGETS tocca_app COMPONENT command)
    if(BUILD_SHARED_LIBS)
        set_target_properties(tocca_app PROPERTIES INSTALL_RPATH "$ORIGIN/../${CMAKE_INSTALL_LIBDIR}")
    endif()
    install(FILES "${PROJECT_SOURCE_DIR}/README.md" "${PROJECT_SOURCE_DIR}/CHANGELOG.md" "${PROJECT_SOURCE_DIR}/LICENSE"
        DESTINATION "${CMAKE_INSTALL_DOCDIR}" COMPONENT command)
    install(DIRECTORY "${PROJECT_SOURCE_DIR}/docs" DESTINATION "${CMAKE_INSTALL_DOCDIR}" COMPONENT command
        FILES_MATCHING PATTERN "*.md" PATTERN "*.json" PATTERN "pictures" EXCLUDE)
endif()

install(EXPORT toccaTargets NAMESPACE tocca:: DESTINATION "${config_dir}" COMPONENT development)
configure_package_config_file("${PROJECT_SOURCE_DIR}/cmake/toccaConfig.cmake.in"
    "${PROJECT_BINARY_DIR}/toccaConfig.cmake" INSTALL_DESTINATION "${config_dir}")
write_basic_package_version_file("${PROJECT_BINARY_DIR}/toccaConfigVersion.cmake" COMPATIBILITY SameMinorVersion)
install(FILES
    "${PROJECT_BINARY_DIR}/toccaConfig.cmake"
    "${PROJECT_BINARY_DIR}/toccaConfigVersion.cmake"
    "${PROJECT_SOURCE_DIR}/cmake/FindGMP.cmake"
    DESTINATION "${config_dir}" COMPONENT development)

# One file for pkg-config for each library. A static library needs its own dependencies at every link; a shared one brings
# them along. The files find their prefix from where they lie, so that the tree can be moved.
set(pc_needs_tocca "libhwy")
if(NOT TOCCA_PARALLEL_STD_THREAD)
    string(APPEND pc_needs_tocca " tbb")
endif()
set(pc_needs_tocca_io "fmt gmp tinyxml2 yaml-cpp")
set(pc_needs_tocca_report "fmt zlib libpng")
file(RELATIVE_PATH TOCCA_PC_UP "/prefix/${CMAKE_INSTALL_LIBDIR}/pkgconfig" "/prefix")
string(REGEX REPLACE "/$" "" TOCCA_PC_UP "${TOCCA_PC_UP}")
list(JOIN TOCCA_FLOATING_POINT_OPTIONS " " TOCCA_PC_CFLAGS)
set(TOCCA_PC_REQUIRES "eigen3")
foreach(library IN LISTS TOCCA_LIBRARIES)
    string(REPLACE "_" "-" TOCCA_PC_NAME ${library})
    set(TOCCA_PC_LIBRARY ${library})
    set(TOCCA_PC_REQUIRES_PRIVATE "")
    if(BUILD_SHARED_LIBS)
        set(TOCCA_PC_REQUIRES_PRIVATE "${pc_needs_${library}}")
    else()
        string(APPEND TOCCA_PC_REQUIRES " ${pc_needs_${library}}")
    endif()
    configure_file("${PROJECT_SOURCE_DIR}/cmake/tocca.pc.in" "${PROJECT_BINARY_DIR}/${TOCCA_PC_NAME}.pc" @ONLY)
    install(FILES "${PROJECT_BINARY_DIR}/${TOCCA_PC_NAME}.pc" DESTINATION "${CMAKE_INSTALL_LIBDIR}/pkgconfig"
        COMPONENT development)
    set(TOCCA_PC_REQUIRES "${TOCCA_PC_NAME}")
    set(TOCCA_PC_CFLAGS "")
endforeach()
