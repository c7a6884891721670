# SPDX-License-Identifier: Apache-2.0
# Debian packages, by `cpack -G DEB` or the target `package`: tocca, libtocca-dev and, where the module is built,
# python3-tocca. The preset `package` builds just what they need, for /usr.
if(NOT PROJECT_IS_TOP_LEVEL OR BUILD_SHARED_LIBS OR TOCCA_SANITIZE)
    return()
endif()
set(TOCCA_PACKAGE_MAINTAINER "The tocca developers <developers@tocca.invalid>"
    CACHE STRING "Who maintains the packages made here: name and address")

# The components to be packaged, of those that have install rules.
get_cmake_property(installed_components COMPONENTS)
set(CPACK_COMPONENTS_ALL "")
foreach(component IN ITEMS command development python)
    if(component IN_LIST installed_components)
        list(APPEND CPACK_COMPONENTS_ALL ${component})
    endif()
endforeach()

set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME tocca)
set(CPACK_PACKAGE_VERSION "${PROJECT_VERSION}")
set(CPACK_PACKAGE_CONTACT "${TOCCA_PACKAGE_MAINTAINER}")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "${PROJECT_DESCRIPTION}")
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_INSTALL_DEFAULT_DIRECTORY_PERMISSIONS
    OWNER_READ OWNER_WRITE OWNER_EXECUTE GROUP_READ GROUP_EXECUTE WORLD_READ WORLD_EXECUTE)
set(CPACK_STRIP_FILES ON)
# As many at a time as there are cores.
set(CPACK_THREADS 0)

set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_COMPRESSION_TYPE xz)
set(CPACK_DEBIAN_PACKAGE_PRIORITY optional)
set(CPACK_DEBIAN_ENABLE_COMPONENT_DEPENDS OFF)
# What only a Debian package has, and times that do not depend on the build.
set(CPACK_PRE_BUILD_SCRIPTS "${PROJECT_SOURCE_DIR}/packaging/debian/finish_tree.cmake")
set(CPACK_TOCCA_PACKAGING_DIR "${PROJECT_SOURCE_DIR}/packaging/debian")
set(CPACK_TOCCA_STRIP "${CMAKE_STRIP}")
file(TIMESTAMP "${PROJECT_SOURCE_DIR}/CHANGELOG.md" CPACK_TOCCA_EPOCH "%s" UTC)

set(about "Of triangle models in motion - deforming meshes, rigid bodies, robots - tocca
tells whether they touch on the way, when first, and where. Every answer is
proven: what is called free is free at every instant, not at samples only.")

set(CPACK_DEBIAN_COMMAND_PACKAGE_NAME tocca)
set(CPACK_DEBIAN_COMMAND_PACKAGE_SECTION science)
set(CPACK_DEBIAN_COMMAND_PACKAGE_SHLIBDEPS ON)
set(CPACK_COMPONENT_COMMAND_DESCRIPTION "${about}
.
This package has the command line.")

set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_NAME libtocca-dev)
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_SECTION libdevel)
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_DEPENDS
    "libeigen3-dev (>= 3.4), libboost-dev (>= 1.74), libtbb-dev, libhwy-dev, libgmp-dev, libfmt-dev, libtinyxml2-dev, libyaml-cpp-dev, zlib1g-dev, libpng-dev")
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_SUGGESTS "cmake, pkgconf")
set(CPACK_COMPONENT_DEVELOPMENT_DESCRIPTION "${about}
.
This package has the C++ library, for static linking, and its headers.")

set(CPACK_DEBIAN_PYTHON_PACKAGE_NAME python3-tocca)
set(CPACK_DEBIAN_PYTHON_PACKAGE_SECTION python)
set(CPACK_DEBIAN_PYTHON_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PYTHON_PACKAGE_CONTROL_EXTRA
    "${PROJECT_SOURCE_DIR}/packaging/debian/python/postinst;${PROJECT_SOURCE_DIR}/packaging/debian/python/prerm")
set(CPACK_DEBIAN_PYTHON_PACKAGE_CONTROL_STRICT_PERMISSION ON)
# A compiled module serves one version of Python.
if(Python_VERSION_MINOR)
    math(EXPR next_minor "${Python_VERSION_MINOR} + 1")
    set(CPACK_DEBIAN_PYTHON_PACKAGE_DEPENDS
        "python3 (>= 3.${Python_VERSION_MINOR}~), python3 (<< 3.${next_minor}), python3-numpy")
endif()
set(CPACK_COMPONENT_PYTHON_DESCRIPTION "${about}
.
This package has the module for Python.")

include(CPack)
