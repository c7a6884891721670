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

TEST(JsonText, NumbersAreTheShortestThatReadBack)
{
    EXPECT_EQ(json_text(0.1), "0.1");
    EXPECT_EQ(json_text(1.0), "1");
    EXPECT_EQ(json_text(1e-9), "1e-09");
    EXPECT_EQ(json_text(5e-324), "5e-324");
    EXPECT_EQ(json_text(std::numeric_limits<double>::infinity()), "null");
    EXPECT_EQ(json_text(std::nan("")), "null");
    EXPECT_EQ(json_text(std::numeric_limits<std::uint64_t>::max()), "18446744073709551615");
    EXPECT_EQ(json_text(-7), "-7");
    support::Random random(17);
    for (int i = 0; i < 20'000; ++i) {
        const double x = std::bit_cast<double>(random.bits());
        if (!std::isfinite(x)) continue;
        EXPECT_EQ(nlohmann::json::parse(json_text(x)).get<double>(), x);
    }
}

TEST(JsonText, EscapesAndReplacesInStrings)
{
    EXPECT_EQ(json_text("plain"), "\"plain\"");
    EXPECT_EQ(json_text(""), "\"\"");
    EXPECT_EQ(nlohmann::json::parse(json_text("a\"\\\n\x01 \xc3\xa9")).get<std::string>(), "a\"\\\n\x01 \xc3\xa9");
    EXPECT_EQ(nlohmann::json::parse(json_text("\xff")).get<std::string>(), "\xEF\xBF\xBD");
    EXPECT_EQ(nlohmann::json::parse(json_text({{"a\"b", 1}})), (nlohmann::json{{"a\"b", 1}}));
    // What a terminal would obey, though JSON allows it: DEL, a C1 control, a directional override.
    EXPECT_EQ(json_text("\x7f\xC2\x9B\xE2\x80\xAE"), "\"\\u007f\\u009b\\u202e\"");
}

TEST(JsonText, KeepsTheOrderAndGivesObjectsInAListALineEach)
{
    const Json json = {
        {"z", {1, 2}}, {"a", nullptr}, {"list", {{{"x", true}}, {{"x", false}}}}, {"none", Json::array()}};
    EXPECT_EQ(json_text(json), "{\"z\":[1,2],\"a\":null,\"list\":[{\"x\":true},\n{\"x\":false}],\"none\":[]}");
}

TEST(JsonText, AnAnswerHasOneShape)
{
    EXPECT_EQ(json_text(Answer{}), R"({"outcome":"free","safe_until":1,"contact":null})");
    Answer answer;
    answer.outcome = Outcome::contact;
    answer.safe_until = 0.25;
    answer.contact = Contact{.toc = {0.25, 0.5},
                             .kind = PairKind::edge_edge,
                             .vertices = {3, 1, 4, 2},
                             .objects = {5, 6},
                             .weights = {0.5, 0.5, 1, 0},
                             .point = Eigen::Vector3d(1, 2, 3),
                             .normal = Eigen::Vector3d(0, 0, -1)};
    EXPECT_EQ(json_text(answer),
              R"({"outcome":"contact","safe_until":0.25,"contact":{"toc":[0.25,0.5],"kind":"ee","objects":[5,6],)"
              R"("vertices":[3,1,4,2],"weights":[0.5,0.5,1,0],"point":[1,2,3],"normal":[0,0,-1],)"
              R"("sooner_than_any_double":false}})");
}

}  // namespace
}  // namespace tocca::json_text_test
