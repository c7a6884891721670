# SPDX-License-Identifier: Apache-2.0
# Checks of the tree itself, which need no build.
foreach(check IN ITEMS layers face format tree)
    if(EXISTS "${PROJECT_SOURCE_DIR}/tools/check-${check}")
        add_test(NAME ${check} COMMAND "${PROJECT_SOURCE_DIR}/tools/check-${check}")
        set_tests_properties(${check} PROPERTIES LABELS structure SKIP_RETURN_CODE 77)
    endif()
endforeach()

# The install tree, used from outside by find_package and by pkg-config.
if(NOT TOCCA_SANITIZE)
    set(installed_manuals OFF)
    if(TARGET tocca_manuals)
        set(installed_manuals ON)
    endif()
    add_test(NAME install_tree COMMAND "${CMAKE_COMMAND}"
        -DVERSION=${PROJECT_VERSION}
        -DMANUALS=${installed_manuals}
        -DPAGE=$<TARGET_EXISTS:tocca_viewer>
        -DBUILD_DIR=${PROJECT_BINARY_DIR}
        -DEXAMPLE_DIR=${PROJECT_SOURCE_DIR}/examples/installed
        -DCXX=${CMAKE_CXX_COMPILER}
        -DGENERATOR=${CMAKE_GENERATOR}
        -DBUILD_TYPE=${CMAKE_BUILD_TYPE}
        -P "${CMAKE_CURRENT_SOURCE_DIR}/structure/install_tree.cmake")
    set_tests_properties(install_tree PROPERTIES LABELS structure TIMEOUT 600)
endif()
