# SPDX-License-Identifier: Apache-2.0
# The install tree, in the components `command` (the program, its manual page, completions and documentation) and
# `development` (library, headers, toccaConfig.cmake, tocca.pc); the Python module adds `python`. The adapters are used
# from the source tree.
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)

set(config_dir "${CMAKE_INSTALL_LIBDIR}/cmake/tocca")

# Where a shared library is needed to run the command, it comes with it.
install(TARGETS tocca EXPORT toccaTargets
    ARCHIVE COMPONENT development
    LIBRARY COMPONENT command NAMELINK_COMPONENT development)
install(DIRECTORY "${PROJECT_SOURCE_DIR}/src/tocca" "${PROJECT_BINARY_DIR}/generated/tocca"
    DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}" COMPONENT development
    FILES_MATCHING PATTERN "*.hpp")
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

# A static library needs its own dependencies at every link; a shared one brings them along.
set(TOCCA_PC_DEPENDENCIES "libhwy fmt gmp tinyxml2 yaml-cpp zlib")
if(NOT TOCCA_PARALLEL_STD_THREAD)
    string(APPEND TOCCA_PC_DEPENDENCIES " tbb")
endif()
if(BUILD_SHARED_LIBS)
    set(TOCCA_PC_REQUIRES "eigen3")
    set(TOCCA_PC_REQUIRES_PRIVATE "${TOCCA_PC_DEPENDENCIES}")
else()
    set(TOCCA_PC_REQUIRES "eigen3 ${TOCCA_PC_DEPENDENCIES}")
    set(TOCCA_PC_REQUIRES_PRIVATE "")
endif()
# The file finds its prefix from where it lies, so that the tree can be moved.
file(RELATIVE_PATH TOCCA_PC_UP "/prefix/${CMAKE_INSTALL_LIBDIR}/pkgconfig" "/prefix")
string(REGEX REPLACE "/$" "" TOCCA_PC_UP "${TOCCA_PC_UP}")
list(JOIN TOCCA_FLOATING_POINT_OPTIONS " " TOCCA_PC_CFLAGS)
configure_file("${PROJECT_SOURCE_DIR}/cmake/tocca.pc.in" "${PROJECT_BINARY_DIR}/tocca.pc" @ONLY)
install(FILES "${PROJECT_BINARY_DIR}/tocca.pc" DESTINATION "${CMAKE_INSTALL_LIBDIR}/pkgconfig"
    COMPONENT development)
