// SPDX-License-Identifier: Apache-2.0
#include "tocca/io/shape_text.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "tocca/rigid/rigid_body.hpp"

namespace tocca::shape_text_test {
namespace {

TEST(ShapeOfText, MakesClosedShapesOfTheSizesItSays)
{
    const std::vector<std::pair<std::string, std::size_t>> shapes = {
        {"box:1,2,3", 12},       {"sphere:0.5", 5120},  {"cylinder:0.5,2", 256},
        {"capsule:0.5,2", 1024}, {"torus:1,0.3", 3072}, {"knot:1,0.15", 24000},
    };
    for (const auto& [text, triangles] : shapes) {
        EXPECT_TRUE(names_a_shape(text));
        const auto reading = shape_of_text(text);
        ASSERT_EQ(reading.fault, "");
        EXPECT_EQ(reading.value.faces.size(), triangles) << text;
        EXPECT_NO_THROW((void)RigidBody(reading.value.mesh(), {.solid = true})) << text;
    }
    const auto box = shape_of_text("box:1,2,3").value;
    for (const Point& p : box.positions) {
        EXPECT_EQ(std::abs(p[0]), 0.5);
        EXPECT_EQ(std::abs(p[1]), 1.0);
        EXPECT_EQ(std::abs(p[2]), 1.5);
    }
}

TEST(ShapeOfText, SaysWhatIsWrong)
{
    const std::vector<std::pair<std::string, std::string>> wrong = {
        {"", "is not a shape"},
        {"box", "is not a shape"},
        {"cone:1,2", "is not a shape"},
        {"box:", "length 1"},
        {"box:1,2", "has 2 lengths; a box has 3"},
        {"box:1,2,3,4", "has 4 lengths"},
        {"box:1,2,3,4,5", "has 5 lengths"},
        {"box:1,x,3", "length 2"},
        {"sphere:0", "above 0"},
        {"sphere:-1", "above 0"},
        {"sphere:nan", "above 0"},
        {"sphere:inf", "above 0"},
        {"torus:1,2", "'torus:1,2': "},
    };
    for (const auto& [text, says] : wrong) {
        const std::string fault = shape_of_text(text).fault;
        EXPECT_NE(fault.find(says), std::string::npos) << text << ": " << fault;
        EXPECT_FALSE(fault.empty()) << text;
    }
    EXPECT_FALSE(names_a_shape("box.obj"));
    EXPECT_FALSE(names_a_shape("folder/box:1,2,3.obj"));
}

}  // namespace
}  // namespace tocca::shape_text_test
