// SPDX-License-Identifier: Apache-2.0
#include "tocca/io/label_file.hpp"

#include <gtest/gtest.h>

#include <string>

#include "io/expect_error.hpp"

namespace tocca::label_file_test {
namespace {

using support::expect_error;

void expect_fault(const std::string& text, std::optional<std::size_t> line, const std::string& says)
{
    expect_error({.code = ErrorCode::malformed_file, .line = line, .says = says},
                 [&] { (void)parse_labels(text, "some_mma_bool.json"); });
}

TEST(ParseLabels, ReadsAnArrayOfBooleans)
{
    EXPECT_EQ(parse_labels("[true,false,true]", "some"), (std::vector<std::uint8_t>{1, 0, 1}));
    EXPECT_EQ(parse_labels(" [ true ,\r\n false ] \n", "some"), (std::vector<std::uint8_t>{1, 0}));
    EXPECT_TRUE(parse_labels("[]", "some").empty());
}

TEST(ParseLabels, RefusesAnythingElse)
{
    expect_fault("", 1, "not JSON");
    expect_fault("[true,\nfalse,\n", 3, "not JSON");
    expect_fault("[true] [false]", 1, "not JSON");
    expect_fault("{\"labels\":[true]}", {}, "not an array");
    expect_fault("true", {}, "not an array");
    expect_fault("[true,1]", {}, "query 1: a label");
    expect_fault("[\"true\"]", {}, "true or false");
    expect_fault("[5e555555]", 1, "beyond the range of doubles");
    expect_fault("[\"\xff\"]", 1, "not JSON");
}

TEST(LabelFileOf, StandsBesideTheQueries)
{
    EXPECT_EQ(label_file_of("a/3036ee.csv"), "a/3036ee_mma_bool.json");
    EXPECT_EQ(label_file_of("3036ee.csv"), "3036ee_mma_bool.json");
}

}  // namespace
}  // namespace tocca::label_file_test
