// SPDX-License-Identifier: Apache-2.0
#include "tocca/base/error.hpp"

#include <gtest/gtest.h>

#include <string>

namespace tocca::error_test {
namespace {

TEST(Error, NamesFileLineAndQueryBeforeTheSentence)
{
    const Error error(ErrorCode::malformed_file, "a sentence", {.file = "q.csv", .line = 12, .query = 1});
    EXPECT_EQ(std::string(error.what()), "q.csv:12: query 1: a sentence");
    EXPECT_EQ(error.code(), ErrorCode::malformed_file);
    EXPECT_EQ(error.place().line, 12U);
}

TEST(Error, LeavesOutWhatIsNotKnown)
{
    EXPECT_EQ(std::string(Error(ErrorCode::interrupted, "stopped").what()), "stopped");
    EXPECT_EQ(std::string(Error(ErrorCode::unreadable_file, "no such file", {.file = "a"}).what()), "a: no such file");
}

TEST(Require, ThrowsTheBrokenSentence)
{
    EXPECT_NO_THROW(require(true, "never said"));
    try {
        require(false, "sizes are equal");
        FAIL() << "did not throw";
    } catch (const std::invalid_argument& broken) {
        EXPECT_EQ(std::string(broken.what()), "sizes are equal");
    }
}

}  // namespace
}  // namespace tocca::error_test
