# SPDX-License-Identifier: Apache-2.0
# Run by CPack on the staged trees of the packages, one folder per component: adds what Debian wants in each package,
# strips the static library, and sets all times of files to one: SOURCE_DATE_EPOCH, or else that of the change log.
# So the same sources and tools give the same bytes.
if(DEFINED ENV{SOURCE_DATE_EPOCH})
    set(epoch "$ENV{SOURCE_DATE_EPOCH}")
else()
    set(epoch "${CPACK_TOCCA_EPOCH}")
endif()

function(run)
    execute_process(COMMAND ${ARGN} COMMAND_ERROR_IS_FATAL ANY)
endfunction()

set(ENV{SOURCE_DATE_EPOCH} "${epoch}")
string(TIMESTAMP date "%a, %d %b %Y %H:%M:%S +0000" UTC)
foreach(component IN LISTS CPACK_COMPONENTS_ALL)
    set(tree "${CPACK_TEMPORARY_DIRECTORY}/${component}")
    string(TOUPPER "${component}" upper)
    set(documentation "${tree}/usr/share/doc/${CPACK_DEBIAN_${upper}_PACKAGE_NAME}")

    file(MAKE_DIRECTORY "${documentation}")
    # The licence is told by the file that Debian wants.
    file(REMOVE "${documentation}/LICENSE")
    configure_file("${CPACK_TOCCA_PACKAGING_DIR}/copyright" "${documentation}/copyright" COPYONLY)
    configure_file("${CPACK_TOCCA_PACKAGING_DIR}/changelog.in" "${documentation}/changelog" @ONLY)
    run(gzip -9 -n -f "${documentation}/changelog")

    set(overrides "${CPACK_TOCCA_PACKAGING_DIR}/lintian-overrides.${component}")
    if(EXISTS "${overrides}")
        configure_file("${overrides}" "${tree}/usr/share/lintian/overrides/${CPACK_DEBIAN_${upper}_PACKAGE_NAME}" COPYONLY)
    endif()

    file(GLOB_RECURSE archives "${tree}/usr/lib/*.a")
    foreach(archive IN LISTS archives)
        run("${CPACK_TOCCA_STRIP}" --strip-debug --enable-deterministic-archives "${archive}")
    endforeach()
    run(chmod -R u=rwX,go=rX "${tree}")
    run(find "${tree}" -exec touch --no-dereference "--date=@${epoch}" {} +)
endforeach()
