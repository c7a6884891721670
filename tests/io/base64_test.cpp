// SPDX-License-Identifier: Apache-2.0
#include "tocca/io/base64.hpp"

#include <gtest/gtest.h>

namespace tocca::base64_test {
namespace {

// Source: RFC 4648, 10.
TEST(Base64, OfTheStandard)
{
    EXPECT_EQ(base64(""), "");
    EXPECT_EQ(base64("f"), "Zg==");
    EXPECT_EQ(base64("fo"), "Zm8=");
    EXPECT_EQ(base64("foo"), "Zm9v");
    EXPECT_EQ(base64("foob"), "Zm9vYg==");
    EXPECT_EQ(base64("fooba"), "Zm9vYmE=");
    EXPECT_EQ(base64("foobar"), "Zm9vYmFy");
}

TEST(Base64, OfAnyBytes)
{
    EXPECT_EQ(base64(std::string("\x00\xff\xfe", 3)), "AP/+");
    EXPECT_EQ(base64(std::string("\xfb\xef\xbe", 3)), "++++");
}

}  // namespace
}  // namespace tocca::base64_test
