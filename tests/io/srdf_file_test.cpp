// SPDX-License-Identifier: Apache-2.0
#include "tocca/io/srdf_file.hpp"

#include <gtest/gtest.h>

#include <string>

#include "io/expect_error.hpp"
#include "io/robot_text.hpp"
#include "tocca/io/robot_file.hpp"

namespace tocca::srdf_file_test {
namespace {

using support::expect_error;

SrdfFile parse(const std::string& text) { return parse_srdf(text, "some.srdf"); }

Robot arm() { return Robot(parse_robot(support::arm_urdf, "arm.urdf").parts); }

TEST(ParseSrdf, ReadsWhatPlannersNeed)
{
    const SrdfFile srdf = parse(std::string(support::arm_srdf));
    EXPECT_EQ(srdf.name, "arm");
    EXPECT_EQ(srdf.file, "some.srdf");
    ASSERT_EQ(srdf.disabled.size(), 3U);
    EXPECT_EQ(srdf.disabled[0].link1, "base");
    EXPECT_EQ(srdf.disabled[0].link2, "lower");
    EXPECT_EQ(srdf.disabled[0].reason, "Never");
    EXPECT_EQ(srdf.disabled[0].line, 28U);
    EXPECT_EQ(srdf.disabled[1].reason, "disabled");
    ASSERT_EQ(srdf.groups.size(), 3U);
    ASSERT_EQ(srdf.groups[0].chains.size(), 1U);
    EXPECT_EQ(srdf.groups[0].chains[0].tip_link, "lower");
    EXPECT_EQ(srdf.groups[1].joints, std::vector<std::string>{"slider"});
    EXPECT_EQ(srdf.groups[1].links, std::vector<std::string>{"slide2"});
    EXPECT_EQ(srdf.groups[2].groups, (std::vector<std::string>{"arm", "hand"}));
    ASSERT_EQ(srdf.states.size(), 2U);
    EXPECT_EQ(srdf.states[0].name, "home");
    EXPECT_EQ(srdf.states[0].joints[2].values, (std::vector<double>{1, 2, 0.5}));
    EXPECT_EQ(srdf.virtual_joints, std::set<std::string>{"world_joint"});
    EXPECT_EQ(srdf.passive_joints, std::vector<std::string>{"slider2"});
}

TEST(AllowedPairs, AreThoseOfLinksThatExist)
{
    const Robot robot = arm();
    const SrdfAllowed allowed = allowed_pairs(parse(std::string(support::arm_srdf)), robot.links());
    ASSERT_EQ(allowed.pairs.size(), 2U);
    EXPECT_EQ(allowed.pairs[0].a, "base");
    EXPECT_EQ(allowed.pairs[0].b, "lower");
    EXPECT_EQ(allowed.pairs[0].reason, "Never");
    ASSERT_EQ(allowed.unknown.size(), 1U);
    EXPECT_EQ(allowed.unknown[0].link2, "camera");
}

TEST(AllowedPairs, MayBeDisabledByDefault)
{
    const SrdfFile srdf = parse(
        "<robot>\n<disable_default_collisions link='bird'/>\n<disable_default_collisions link='ghost'/>\n"
        "<enable_collisions link1='cart' link2='bird'/></robot>");
    const Robot robot = arm();
    const SrdfAllowed allowed = allowed_pairs(srdf, robot.links());
    EXPECT_EQ(allowed.pairs.size(), robot.links().size() - 2);  // all but itself and the cart
    for (const auto& pair : allowed.pairs) {
        EXPECT_EQ(pair.a, "bird");
        EXPECT_NE(pair.b, "cart");
        EXPECT_EQ(pair.reason, "disabled by default");
    }
    ASSERT_EQ(allowed.unknown.size(), 1U);
    EXPECT_EQ(allowed.unknown[0].link1, "ghost");
    EXPECT_EQ(allowed.unknown[0].line, 3U);
}

TEST(ParseSrdf, NamesTheLineOfAFault)
{
    const auto expect_fault = [](const std::string& text, std::size_t line, const std::string& says,
                                 ErrorCode code = ErrorCode::malformed_file) {
        expect_error({.code = code, .line = line, .says = "some.srdf:" + std::to_string(line) + ": " + says},
                     [&] { (void)parse(text); });
    };
    expect_fault("", 1, "there is no XML in it");
    expect_fault("\n<srdf/>", 2, "<srdf> is not <robot>");
    expect_fault("<robot>\n<group name='a'>\n</robot>", 2, "an element is not closed");
    expect_fault("<robot>\n<xacro:macro/></robot>", 2, "<xacro:macro> belongs to xacro");
    expect_fault("<robot>\n<disable_collisions link1='a'/></robot>", 2,
                 "<disable_collisions> has no attribute 'link2'");
    expect_fault("<robot>\n<disable_collisions link2='a'/></robot>", 2,
                 "<disable_collisions> has no attribute 'link1'");
    expect_fault("<robot>\n<disable_collisions link1='' link2='a'/></robot>", 2, "<disable_collisions> has an empty");
    expect_fault("<robot>\n<disable_default_collisions/></robot>", 2,
                 "<disable_default_collisions> has no attribute 'link'");
    expect_fault("<robot>\n<enable_collisions/></robot>", 2, "<enable_collisions> has no attribute 'link1'");
    expect_fault("<robot>\n<group/></robot>", 2, "<group> has no attribute 'name'");
    expect_fault("<robot><group name='g'>\n<joint/></group></robot>", 2, "group 'g': <joint> has no attribute 'name'");
    expect_fault("<robot><group name='g'>\n<chain base_link='a'/></group></robot>", 2,
                 "group 'g': <chain> has no attribute 'tip_link'");
    expect_fault("<robot>\n<group_state name='s'/></robot>", 2, "<group_state> has no attribute 'group'");
    const std::string state = "<robot><group_state name='s' group='g'>\n";
    expect_fault(state + "<joint name='j'/></group_state></robot>", 2, "group state 's': <joint> has no value");
    expect_fault(state + "<joint name='j' value=' '/></group_state></robot>", 2,
                 "group state 's': <joint> has no value");
    expect_fault(state + "<joint name='j' value='x'/></group_state></robot>", 2,
                 "group state 's': <joint> has an attribute 'value': 'x' is not a number");
    expect_fault(state + "<joint name='j' value='inf'/></group_state></robot>", 2, "group state 's': <joint> has an",
                 ErrorCode::not_finite);
    expect_fault(state + "<joint value='1'/></group_state></robot>", 2,
                 "group state 's': <joint> has no attribute 'name'");
    expect_fault("<robot>\n<virtual_joint name='v' parent_frame='w' child_link='a' type='screw'/></robot>", 2,
                 "<virtual_joint> must be of type fixed, planar or floating, not 'screw'");
    expect_fault("<robot>\n<virtual_joint name='v' type='fixed' child_link='a'/></robot>", 2,
                 "<virtual_joint> has no attribute 'parent_frame'");
    expect_fault("<robot>\n<end_effector name='v' group='g'/></robot>", 2,
                 "<end_effector> has no attribute 'parent_link'");
    expect_fault("<robot>\n<passive_joint/></robot>", 2, "<passive_joint> has no attribute 'name'");
}

TEST(GroupValues, AreThoseOfItsJoints)
{
    const Robot robot = arm();
    const SrdfFile srdf = parse(std::string(support::arm_srdf));
    const auto first = [&](const std::string& joint) { return robot.first_value(*robot.find_joint(joint)); };
    EXPECT_EQ(group_values(robot, srdf, "arm"), (std::vector<std::size_t>{first("shoulder"), first("elbow")}));
    EXPECT_EQ(group_values(robot, srdf, "hand"), (std::vector<std::size_t>{first("slider")}));
    EXPECT_EQ(group_values(robot, srdf, "all"),
              (std::vector<std::size_t>{first("shoulder"), first("elbow"), first("slider")}));

    const auto of = [&](const std::string& content) {
        return group_values(robot, parse("<robot>\n" + content + "</robot>"), "g");
    };
    EXPECT_EQ(of("<group name='g'><joint name='air'/></group>").size(), 7U);
    EXPECT_TRUE(of("<group name='g'><link name='world'/><chain base_link='lower' tip_link='lower'/></group>").empty());
    // Groups in each other are one group.
    EXPECT_EQ(of("<group name='g'><group name='h'/><joint name='elbow'/></group>"
                 "<group name='h'><group name='g'/><joint name='shoulder'/></group>")
                  .size(),
              2U);
    const auto expect_fault = [&](const std::string& content, std::optional<std::size_t> line,
                                  const std::string& says) {
        expect_error({.code = ErrorCode::malformed_robot, .line = line, .says = says}, [&] { (void)of(content); });
    };
    expect_fault("", {}, "some.srdf: there is no group 'g'");
    expect_fault("<group name='g'><group name='h'/></group>", 2, "there is no group 'h'");
    expect_fault("<group name='g'><joint name='x'/></group>", 2, "group 'g' names the joint 'x', which does not exist");
    expect_fault("<group name='g'><link name='x'/></group>", 2, "group 'g' names the link 'x', which does not exist");
    expect_fault("<group name='g'><chain base_link='x' tip_link='base'/></group>", 2, "names the link 'x'");
    expect_fault("<group name='g'><chain base_link='lower' tip_link='base'/></group>", 2,
                 "a chain whose tip 'base' is not below its base 'lower'");

    std::string nested;
    for (int i = 0; i < 20000; ++i) {
        nested += "<group name='" + (i == 0 ? "g" : std::to_string(i)) + "'><group name='" + std::to_string(i + 1) +
                  "'/></group>";
    }
    EXPECT_TRUE(of(nested + "<group name='20000'/>").empty());
}

}  // namespace
}  // namespace tocca::srdf_file_test
