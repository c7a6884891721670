// SPDX-License-Identifier: Apache-2.0
#include "tocca/io/line_text.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <limits>
#include <vector>

namespace tocca::line_text_test {
namespace {

TEST(LineText, NumbersAsColumnsAndAsLists)
{
    const std::vector<double> doubles = {0.1, -2.0, 5e-324};
    const std::vector<std::uint32_t> integers = {0, 4294967295};
    std::string csv = "a", json = "{";
    append_csv_numbers(csv, doubles);
    append_csv_numbers(csv, integers);
    append_json_list(json, "x", doubles);
    append_json_list(json, "n", integers);
    append_json_list(json, "none", std::vector<double>{});
    EXPECT_EQ(csv, "a,0.1,-2,5e-324,0,4294967295");
    EXPECT_EQ(json, R"({,"x":[0.1,-2,5e-324],"n":[0,4294967295],"none":[])");
}

TEST(LineText, WhatIsNotFiniteIsNullInJson)
{
    constexpr double infinity = std::numeric_limits<double>::infinity();
    std::string csv, json;
    append_csv_numbers(csv, std::vector{infinity, -infinity});
    append_json_list(json, "x", std::vector{infinity, -infinity, std::numeric_limits<double>::quiet_NaN()});
    EXPECT_EQ(csv, ",inf,-inf");
    EXPECT_EQ(json, R"(,"x":[null,null,null])");
}

}  // namespace
}  // namespace tocca::line_text_test
