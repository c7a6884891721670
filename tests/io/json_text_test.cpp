// SPDX-License-Identifier: Apache-2.0
#include "tocca/io/json_text.hpp"

#include <gtest/gtest.h>

#include <array>
#include <bit>
#include <cmath>
#include <limits>
#include <nlohmann/json.hpp>

#include "support/random.hpp"

namespace tocca::json_text_test {
namespace {

TEST(JsonNumber, IsTheShortestThatReadsBack)
{
    EXPECT_EQ(json_number(0.1), "0.1");
    EXPECT_EQ(json_number(1.0), "1");
    EXPECT_EQ(json_number(1e-9), "1e-09");
    EXPECT_EQ(json_number(5e-324), "5e-324");
    EXPECT_EQ(json_number(std::numeric_limits<double>::infinity()), "null");
    EXPECT_EQ(json_number(std::nan("")), "null");
    support::Random random(17);
    for (int i = 0; i < 20'000; ++i) {
        const double x = std::bit_cast<double>(random.bits());
        if (!std::isfinite(x)) continue;
        EXPECT_EQ(nlohmann::json::parse(json_number(x)).get<double>(), x);
    }
}

TEST(JsonString, EscapesAndReplaces)
{
    EXPECT_EQ(json_string("plain"), "\"plain\"");
    EXPECT_EQ(nlohmann::json::parse(json_string("a\"\\\n\x01 \xc3\xa9")).get<std::string>(), "a\"\\\n\x01 \xc3\xa9");
    EXPECT_EQ(nlohmann::json::parse(json_string("\xff")).get<std::string>(), "\xEF\xBF\xBD");
    // What a terminal would obey, though JSON allows it: DEL, a C1 control, a directional override.
    EXPECT_EQ(json_string("\x7f\xC2\x9B\xE2\x80\xAE"), "\"\\u007f\\u009b\\u202e\"");
}

TEST(JsonAnswer, HasOneShape)
{
    EXPECT_EQ(json_answer({}), R"({"outcome":"free","safe_until":1,"contact":null})");
    Answer answer;
    answer.outcome = Outcome::contact;
    answer.safe_until = 0.25;
    answer.contact = Contact{.toc = {0.25, 0.5},
                             .kind = PairKind::edge_edge,
                             .weights = {0.5, 0.5, 1, 0},
                             .point = Eigen::Vector3d(1, 2, 3),
                             .normal = Eigen::Vector3d(0, 0, -1)};
    EXPECT_EQ(json_answer(answer),
              R"({"outcome":"contact","safe_until":0.25,"contact":{"toc":[0.25,0.5],"kind":"ee",)"
              R"("weights":[0.5,0.5,1,0],"point":[1,2,3],"normal":[0,0,-1],"sooner_than_any_double":false}})");
}

}  // namespace
}  // namespace tocca::json_text_test
