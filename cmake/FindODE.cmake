# SPDX-License-Identifier: Apache-2.0
# Finds the Open Dynamics Engine: target ODE::ode.
find_path(ODE_INCLUDE_DIR ode/ode.h)
find_library(ODE_LIBRARY ode)
mark_as_advanced(ODE_INCLUDE_DIR ODE_LIBRARY)

include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(ODE REQUIRED_VARS ODE_LIBRARY ODE_INCLUDE_DIR)

if(ODE_FOUND AND NOT TARGET ODE::ode)
    add_library(ODE::ode UNKNOWN IMPORTED)
    set_target_properties(ODE::ode PROPERTIES
        IMPORTED_LOCATION "${ODE_LIBRARY}"
        INTERFACE_INCLUDE_DIRECTORIES "${ODE_INCLUDE_DIR}")
endif()
