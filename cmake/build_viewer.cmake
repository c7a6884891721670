# SPDX-License-Identifier: Apache-2.0
# Builds the page of reports: copies SOURCE to BINARY, installs what its lock file names (once for each lock file), and
# writes PAGE. When npm fails PAGE becomes empty and a warning says so; the C++ build goes on.
# Usage: cmake -D NPM= -D SOURCE= -D BINARY= -D PAGE= -D WITH_TESTS= -P build_viewer.cmake
function(give_up what log)
    message(WARNING
        "${what} failed: reports will have no page (everything else works).\n${log}\n"
        "Build again once it can work, or set TOCCA_BUILD_VIEWER=OFF.")
    file(WRITE "${PAGE}" "")
endfunction()

file(REMOVE "${BINARY}/built.stamp")
file(REMOVE_RECURSE "${BINARY}/src" "${BINARY}/test")
file(COPY "${SOURCE}/" DESTINATION "${BINARY}"
    PATTERN node_modules EXCLUDE PATTERN dist EXCLUDE PATTERN build EXCLUDE PATTERN page EXCLUDE)

# The tests need more packages than the page.
set(omit --omit=dev)
if(WITH_TESTS)
    set(omit)
endif()
file(SHA256 "${BINARY}/package-lock.json" lock)
set(wanted "${lock} ${omit}")
set(installed "")
if(EXISTS "${BINARY}/installed.stamp")
    file(READ "${BINARY}/installed.stamp" installed)
endif()
if(NOT installed STREQUAL wanted)
    execute_process(
        COMMAND "${NPM}" ci --ignore-scripts --prefer-offline --fetch-retries=1 ${omit}
        WORKING_DIRECTORY "${BINARY}" RESULT_VARIABLE code OUTPUT_VARIABLE log ERROR_VARIABLE log TIMEOUT 600)
    if(NOT code EQUAL 0)
        give_up("npm ci" "${log}")
        return()
    endif()
    file(WRITE "${BINARY}/installed.stamp" "${wanted}")
endif()

execute_process(
    COMMAND "${NPM}" run --silent build
    WORKING_DIRECTORY "${BINARY}" RESULT_VARIABLE code OUTPUT_VARIABLE log ERROR_VARIABLE log TIMEOUT 300)
if(NOT code EQUAL 0)
    give_up("npm run build" "${log}")
    return()
endif()
configure_file("${BINARY}/dist/viewer.html" "${PAGE}" COPYONLY)
file(TOUCH "${BINARY}/built.stamp")
