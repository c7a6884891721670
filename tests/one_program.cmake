# SPDX-License-Identifier: Apache-2.0
# The whole library, the study, the simulator, the scenes and the commands in one program. With TOCCA_FIND_TWIN_TYPES (GCC only) it is
# built from their sources without optimisation, which inlines nothing and so lets types of one name meet, and linked with
# -flto, which finds such types: an error of the link.
option(TOCCA_FIND_TWIN_TYPES "Build tests_one_program so that two types of one name do not link" OFF)
file(GLOB sources CONFIGURE_DEPENDS "one_program/*.cpp")
if(TOCCA_FIND_TWIN_TYPES)
    file(GLOB_RECURSE library_sources CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/src/tocca/*.cpp")
    file(GLOB_RECURSE study_sources CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/study/*.cpp")
    file(GLOB_RECURSE simulation_sources CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/simulation/*.cpp")
    file(GLOB scene_sources CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/scenes/*.cpp")
    set(command_sources "")
    if(TARGET tocca_commands)
        file(GLOB_RECURSE command_sources CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/apps/tocca/*.cpp")
        list(FILTER command_sources EXCLUDE REGEX "/main\\.cpp$")
    endif()
    add_executable(tests_one_program ${sources} ${library_sources} ${study_sources}
        ${simulation_sources} ${scene_sources} ${command_sources})
    tocca_library_sees(tests_one_program ${TOCCA_LIBRARIES})
    # Kernels for one instruction set: the others are the same source.
    target_compile_definitions(tests_one_program PRIVATE ${TOCCA_COMMAND_DEFINITIONS} HWY_COMPILE_ONLY_STATIC)
    target_include_directories(tests_one_program PRIVATE "${PROJECT_SOURCE_DIR}")
    set_target_properties(tests_one_program PROPERTIES POSITION_INDEPENDENT_CODE OFF)
    target_compile_options(tests_one_program PRIVATE ${TOCCA_ONE_PROGRAM_OPTIONS})
    target_link_options(tests_one_program PRIVATE -O0 -g0 -ftoplevel-reorder -flto=auto -Werror=odr -Werror=lto-type-mismatch)
    target_link_libraries(tests_one_program PRIVATE GTest::gtest_main CLI11::CLI11
        "$<LINK_ONLY:Qhull::qhull_r>")
    tocca_embed_page(tests_one_program)
    tocca_precompile(tests_one_program one_program)
    set(TOCCA_UNITY_SIZE 24)
    foreach(layer IN LISTS TOCCA_UNITY_LAYERS)
        set(together ${library_sources})
        list(FILTER together INCLUDE REGEX "/src/tocca/${layer}/")
        tocca_compile_together(tests_one_program ${layer} ${together})
    endforeach()
    tocca_compile_together(tests_one_program scenes ${scene_sources})
    tocca_compile_together(tests_one_program study ${study_sources})
    tocca_compile_together(tests_one_program commands ${command_sources})
else()
    tocca_add_program(tests_one_program "${sources}" tocca::study tocca::report GTest::gtest_main)
endif()
gtest_discover_tests(tests_one_program
    DISCOVERY_MODE PRE_TEST
    DISCOVERY_TIMEOUT 60
    TEST_PREFIX "one_program/"
    PROPERTIES LABELS one_program TIMEOUT 900 ENVIRONMENT "${test_environment}")
