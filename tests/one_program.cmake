# SPDX-License-Identifier: Apache-2.0
# All layers of the library in one program. With GCC it is built from their sources without optimisation, which inlines
# nothing and so lets types of one name meet, and linked with -flto, which finds such types: an error of the link.
file(GLOB sources CONFIGURE_DEPENDS "one_program/*.cpp")
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND CMAKE_BUILD_TYPE STREQUAL "Release" AND NOT TOCCA_SANITIZE)
    file(GLOB_RECURSE library_sources CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/src/tocca/*.cpp")
    add_executable(tests_one_program ${sources} ${library_sources})
    tocca_library_sees(tests_one_program)
    set_target_properties(tests_one_program PROPERTIES POSITION_INDEPENDENT_CODE OFF)
    target_compile_options(tests_one_program PRIVATE ${TOCCA_ONE_PROGRAM_OPTIONS})
    target_link_options(tests_one_program PRIVATE -O0 -g0 -flto=auto -Werror=odr -Werror=lto-type-mismatch)
    target_link_libraries(tests_one_program PRIVATE GTest::gtest_main)
    tocca_precompile(tests_one_program one_program)
else()
    tocca_add_program(tests_one_program "${sources}" tocca::tocca GTest::gtest_main)
endif()
gtest_discover_tests(tests_one_program
    DISCOVERY_MODE PRE_TEST
    DISCOVERY_TIMEOUT 60
    TEST_PREFIX "one_program/"
    PROPERTIES LABELS one_program TIMEOUT 900 ENVIRONMENT "${test_environment}")
