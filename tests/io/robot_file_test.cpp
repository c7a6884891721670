// SPDX-License-Identifier: Apache-2.0
#include "tocca/io/robot_file.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <string>

#include "io/expect_error.hpp"
#include "io/one_link_robot.hpp"
#include "io/robot_text.hpp"
#include "support/random.hpp"
#include "tocca/base/error.hpp"

namespace tocca::robot_file_test {
namespace {

using Eigen::Isometry3d;
using Eigen::Matrix3d;
using Eigen::Vector3d;
using support::box_of;
using support::expect_error;
using support::one_link;
using support::shape;

RobotParts parse(const std::string& text) { return parse_robot(text, "some.urdf").parts; }

const Joint& joint_of(const RobotParts& parts, const std::string& name)
{
    const auto found =
        std::find_if(parts.joints.begin(), parts.joints.end(), [&](const Joint& each) { return each.name == name; });
    if (found == parts.joints.end()) throw std::runtime_error("no joint " + name);
    return *found;
}

/// A robot of two links and a joint with that in it, on line 4.
std::string one_joint(const std::string& type, const std::string& content)
{
    return "<robot name='r'><link name='a'/><link name='b'/>\n<joint name='j' type='" + type +
           "'>\n<parent link='a'/><child link='b'/>\n" + content + "</joint></robot>";
}

TEST(ParseRobot, ReadsLinksAndJointsInOrder)
{
    const RobotParts parts = parse(std::string(support::arm_urdf));
    EXPECT_EQ(parts.name, "arm");
    std::vector<std::string> names;
    for (const Link& link : parts.links) names.push_back(link.name);
    EXPECT_EQ(names, (std::vector<std::string>{"world", "base", "upper", "lower", "slide", "slide2", "cart", "bird"}));
    names.clear();
    for (const Joint& joint : parts.joints) names.push_back(joint.name);
    EXPECT_EQ(names, (std::vector<std::string>{"fix", "shoulder", "elbow", "slider", "slider2", "plane", "air"}));

    const Joint& shoulder = joint_of(parts, "shoulder");
    EXPECT_EQ(shoulder.type, Joint::Type::revolute);
    EXPECT_EQ(shoulder.parent, "base");
    EXPECT_EQ(shoulder.child, "upper");
    EXPECT_EQ(shoulder.origin.translation(), Vector3d(0.5, -0.25, 1.5));
    EXPECT_EQ(shoulder.axis, Vector3d::UnitY());
    ASSERT_TRUE(shoulder.limits.has_value());
    EXPECT_EQ(shoulder.limits->lower, -1.5);
    EXPECT_EQ(shoulder.limits->upper, 2.5);
    EXPECT_EQ(joint_of(parts, "elbow").type, Joint::Type::continuous);
    EXPECT_EQ(joint_of(parts, "elbow").axis, Vector3d(0, 0, 3));
    EXPECT_FALSE(joint_of(parts, "elbow").limits.has_value());
    EXPECT_EQ(joint_of(parts, "slider").axis, Vector3d::UnitX());
    const Joint& follower = joint_of(parts, "slider2");
    ASSERT_TRUE(follower.mimic && follower.limits);
    EXPECT_EQ(follower.limits->lower, 0.0);
    EXPECT_EQ(follower.mimic->joint, "slider");
    EXPECT_EQ(follower.mimic->multiplier, -1.0);
    EXPECT_EQ(follower.mimic->offset, 0.125);
    EXPECT_EQ(joint_of(parts, "plane").type, Joint::Type::planar);
    EXPECT_EQ(joint_of(parts, "air").type, Joint::Type::floating);

    const Robot robot(parts);
    EXPECT_EQ(robot.value_count(), 3U + 3U + 7U);
    EXPECT_EQ(robot.links()[robot.root()].name, "world");
}

TEST(ParseRobot, ReadsTheExtensionsOfJoints)
{
    EXPECT_EQ(parse(one_joint("ball", "")).joints[0].type, Joint::Type::ball);
    EXPECT_EQ(parse(one_joint("spherical", "<axis xyz='0 0 0'/>")).joints[0].type, Joint::Type::ball);
    const Joint joint = parse(one_joint("universal", "<axis xyz='0 0 1'/><axis2 xyz='1 1 0'/>")).joints[0];
    EXPECT_EQ(joint.type, Joint::Type::universal);
    EXPECT_EQ(joint.axis, Vector3d::UnitZ());
    EXPECT_EQ(joint.second_axis, Vector3d(1, 1, 0));
    // A fixed joint cannot follow another, nor has it limits.
    const Joint fixed = parse(one_joint("fixed", "<mimic joint='nobody'/><limit lower='1' upper='0'/>")).joints[0];
    EXPECT_FALSE(fixed.mimic || fixed.limits);
}

TEST(ParseRobot, TurnsAboutFixedAxes)
{
    support::Random random(5);
    for (int i = 0; i < 200; ++i) {
        const Vector3d angles(4 * random.signed_unit(), 4 * random.signed_unit(), 4 * random.signed_unit());
        const double roll = angles[0], pitch = angles[1], yaw = angles[2];
        Matrix3d x, y, z;
        x << 1, 0, 0, 0, std::cos(roll), -std::sin(roll), 0, std::sin(roll), std::cos(roll);
        y << std::cos(pitch), 0, std::sin(pitch), 0, 1, 0, -std::sin(pitch), 0, std::cos(pitch);
        z << std::cos(yaw), -std::sin(yaw), 0, std::sin(yaw), std::cos(yaw), 0, 0, 0, 1;
        const auto text = [](double value) { return std::to_string(value); };
        const std::string origin = "<origin rpy='" + text(roll) + "\t" + text(pitch) + "\n " + text(yaw) + " '/>";
        const Matrix3d read = parse(one_joint("fixed", origin)).joints[0].origin.linear();
        EXPECT_LT((read - z * y * x).norm(), 1e-5) << origin;  // six digits were written
        EXPECT_LT((read * read.transpose() - Matrix3d::Identity()).norm(), 1e-14);
    }
    const Matrix3d quarter =
        parse(one_joint("fixed", "<origin quat_xyzw='0 0 0.7071 0.7071'/>")).joints[0].origin.linear();
    EXPECT_LT((quarter * Vector3d::UnitX() - Vector3d::UnitY()).norm(), 1e-12);
}

TEST(ParseRobot, ReadsEveryShape)
{
    const RobotParts parts = parse(std::string(support::arm_urdf));
    ASSERT_EQ(parts.links[1].shapes.size(), 2U);
    const RobotShape& box = parts.links[1].shapes[0];
    EXPECT_EQ(box.padding, 0.0);
    EXPECT_TRUE(box.body->solid());
    EXPECT_EQ(box_of(box), std::pair(Vector3d(-0.5, -1, 0), Vector3d(0.5, 1, 1)));
    const RobotShape& sphere = parts.links[1].shapes[1];
    EXPECT_EQ(sphere.padding, 0.25);
    EXPECT_EQ(box_of(sphere), std::pair(Vector3d(0, 0, 1.25), Vector3d(0, 0, 1.25)));
    const auto [least, greatest] = box_of(parts.links[2].shapes[0]);  // a cylinder, along y
    EXPECT_NEAR(greatest.y(), 1.0, 1e-12);
    EXPECT_NEAR(least.y(), -1.0, 1e-12);
    EXPECT_NEAR(greatest.x(), 0.1, 2e-4);
    EXPECT_GE(greatest.x(), 0.1 - 1e-15);
    const RobotShape& capsule = parts.links[3].shapes[0];
    EXPECT_EQ(capsule.padding, 0.125);
    EXPECT_EQ(box_of(capsule), std::pair(Vector3d(0, 0, -0.75), Vector3d(0, 0, 0.75)));
}

/// As the Atlas of Drake has them at its feet, with what Drake adds.
TEST(ParseRobot, ReadsContactPointsAndForeignNamespaces)
{
    const RobotFile file = parse_robot(
        "<robot name='r' xmlns:drake='http://drake.mit.edu'>\n<link name='foot'>\n"
        "<collision><origin xyz='1 2 3'/><geometry><sphere radius='0.0'/>\n<drake:declare_convex/></geometry>\n"
        "<drake:proximity_properties drake:mu='1'><drake:mu_dynamic value='1'/></drake:proximity_properties>\n"
        "</collision></link>\n"
        "<drake:collision_filter_group name='a'><drake:member link='foot'/></drake:collision_filter_group>\n"
        "<drake:collision_filter_group name='b'/>\n</robot>",
        "some.urdf");
    ASSERT_EQ(file.parts.links[0].shapes.size(), 1U);
    const RobotShape& point = file.parts.links[0].shapes[0];
    EXPECT_EQ(point.padding, 0.0);
    EXPECT_EQ(box_of(point), std::pair(Vector3d(1, 2, 3), Vector3d(1, 2, 3)));
    ASSERT_EQ(file.notes.size(), 3U);
    EXPECT_EQ(file.notes[0].text(),
              "some.urdf:7: <drake:collision_filter_group> is of a foreign namespace and not read, nor are 1 more");
    EXPECT_EQ(file.notes[1].place.line, 4U);
}

/// A misspelt element must not be a link that nothing touches.
TEST(ParseRobot, RefusesWhatIsMisspelt)
{
    const auto fault = [](const std::string& text, std::size_t line, const std::string& says) {
        expect_error({.line = line, .says = says}, [&] { (void)parse(text); });
    };
    fault("<robot name='r'>\n<link name='a'>\n<colision/></link></robot>", 3,
          "link 'a': <colision> is not known in <link>; known are: collision");
    fault("<robot name='r'>\n<Link name='a'/></robot>", 2, "<Link> is not known in <robot>; known are: link, joint");
    fault(one_joint("fixed", "<origin xzy='1 0 0'/>"), 4, "joint 'j': <origin> has an unknown attribute 'xzy'");
    fault(one_joint("fixed", "<orign xyz='1 0 0'/>"), 4, "joint 'j': <orign> is not known in <joint>");
}

TEST(ParseRobot, DoesNotMindHowTheTextIsWritten)
{
    const std::string plain(support::arm_urdf);
    std::string returns;
    for (const char c : plain) returns += c == '\n' ? std::string("\r\n") : std::string(1, c);
    for (const std::string& text : {"\xEF\xBB\xBF" + plain, plain + '\0', returns, plain + "<!-- end -->\n"}) {
        const RobotParts parts = parse(text);
        EXPECT_EQ(parts.links.size(), 8U);
        EXPECT_EQ(parts.joints.size(), 7U);
    }
    const RobotParts latin =
        parse("<?xml version='1.0' encoding='ISO-8859-1'?><robot name='\xE9t\xE9'><link name='a&lt;&#65;'/></robot>");
    EXPECT_EQ(latin.name, "\xE9t\xE9");
    EXPECT_EQ(latin.links[0].name, "a<A");
}

TEST(ParseRobot, NamesTheLineOfAMalformedFile)
{
    const auto expect_fault = [](const std::string& text, std::size_t line, const std::string& says,
                                 ErrorCode code = ErrorCode::malformed_file) {
        expect_error({.code = code, .line = line, .says = "some.urdf:" + std::to_string(line) + ": " + says},
                     [&] { (void)parse(text); });
    };
    // XML
    expect_fault("", 1, "there is no XML in it");
    expect_fault("  \n ", 1, "there is no XML in it");
    expect_fault("<!-- -->", 1, "there is no element in it");
    expect_fault("<robot name='r'>\n<link name='a'/>\n", 1, "is not well-formed XML, or ends too early");
    expect_fault("<robot name='r'>\n<link name='a'>\n</robot>", 2, "an element is not closed");
    expect_fault("<robot name='r'>\n<link name='a' name='b'/></robot>", 2, "an attribute is malformed, or given twice");
    expect_fault("<robot name='r'>\n<link name=a/></robot>", 2, "an attribute is malformed");
    expect_fault("<robot name='r'>\n<!-- ", 2, "a comment does not end");
    expect_fault("<robot name='r'><link name='a'/></robot>\n<robot/>", 2, "there is content outside");
    expect_fault("<robot name='r'><link name='a'/></robot>\nmore", 2, "is not well-formed XML");
    expect_fault("<robot name='r'>\n\n" + std::string(1, '\0') + "<link name='a'/></robot>", 3, "contains a zero byte");
    expect_fault(std::string("\xFF\xFE<\0r\0", 6), 1, "is written in UTF-16");
    // the robot
    expect_fault("<sdf/>", 1, "<sdf> is not <robot>");
    expect_fault("\n<robot/>", 2, "<robot> has no attribute 'name'");
    expect_fault("<robot name=''/>", 1, "<robot> has an empty attribute 'name'");
    expect_fault("<robot name='r'>\n<xacro:include filename='a'/></robot>", 2, "<xacro:include> belongs to xacro");
    expect_fault("<robot name='r'>\n<link/></robot>", 2, "<link> has no attribute 'name'");
    // joints
    expect_fault("<robot name='r'>\n<joint type='fixed'/></robot>", 2, "<joint> has no attribute 'name'");
    expect_fault("<robot name='r'>\n<joint name='j'/></robot>", 2, "joint 'j': <joint> has no attribute 'type'");
    expect_fault(one_joint("screw", ""), 2, "joint 'j': <joint> is of a type that is not known: 'screw'");
    expect_fault("<robot name='r'><link name='a'/>\n<joint name='j' type='fixed'><child link='a'/></joint></robot>", 2,
                 "joint 'j': <joint> has no <parent>");
    expect_fault("<robot name='r'><link name='a'/>\n<joint name='j' type='fixed'><parent link='a'/></joint></robot>", 2,
                 "joint 'j': <joint> has no <child>");
    expect_fault("<robot name='r'><joint name='j' type='fixed'>\n<parent/></joint></robot>", 2,
                 "joint 'j': <parent> has no attribute 'link'");
    expect_fault(one_joint("fixed", "<parent link='a'/>"), 4, "joint 'j': <parent> is there twice");
    expect_fault(one_joint("fixed", "<origin xyz='1 2'/>"), 4,
                 "joint 'j': <origin> has an attribute 'xyz' of 2 values, not 3");
    expect_fault(one_joint("fixed", "<origin xyz='1 2 3 4'/>"), 4, "joint 'j': <origin> has an attribute 'xyz' of 4");
    expect_fault(one_joint("fixed", "<origin xyz='1 2 3,'/>"), 4,
                 "joint 'j': <origin> has an attribute 'xyz': '3,' is not a number");
    expect_fault(one_joint("fixed", "<origin rpy='0 0 ${pi}'/>"), 4,
                 "joint 'j': <origin> has an attribute 'rpy': '${pi}' is not a number");
    expect_fault(one_joint("fixed", "<origin rpy='0 nan 0'/>"), 4,
                 "joint 'j': <origin> has an attribute 'rpy': 'nan' is not finite", ErrorCode::not_finite);
    expect_fault(one_joint("fixed", "<origin xyz='1e999 0 0'/>"), 4,
                 "joint 'j': <origin> has an attribute 'xyz': '1e999' is not finite", ErrorCode::not_finite);
    expect_fault(one_joint("fixed", "<origin xyz='1e16 0 0'/>"), 4, "joint 'j': <origin> is further away than 1e15");
    expect_fault(one_joint("fixed", "<origin rpy='0 0 0' quat_xyzw='0 0 0 1'/>"), 4, "joint 'j': <origin> has both");
    expect_fault(one_joint("fixed", "<origin quat_xyzw='0 0 0'/>"), 4,
                 "joint 'j': <origin> has an attribute 'quat_xyzw' of 3");
    expect_fault(one_joint("fixed", "<origin quat_xyzw='0 0 0 2'/>"), 4,
                 "joint 'j': <origin> has an attribute 'quat_xyzw' whose length is not 1", ErrorCode::not_a_rotation);
    expect_fault(one_joint("fixed", "<origin/><origin/>"), 4, "joint 'j': <origin> is there twice");
    expect_fault(one_joint("continuous", "<axis/>"), 4, "joint 'j': <axis> has no attribute 'xyz'");
    expect_fault(one_joint("continuous", "<axis xyz='0 0 0'/>"), 4, "joint 'j': <axis> has length zero",
                 ErrorCode::malformed_robot);
    expect_fault(one_joint("universal", "<axis2 xyz='0 0 0'/>"), 4, "joint 'j': <axis2> has length zero",
                 ErrorCode::malformed_robot);
    expect_fault(one_joint("revolute", ""), 2, "joint 'j': <joint> is revolute, but has no <limit>");
    expect_fault(one_joint("prismatic", ""), 2, "joint 'j': <joint> is prismatic, but has no <limit>");
    expect_fault(one_joint("revolute", "<limit lower='1' upper='-1'/>"), 4,
                 "joint 'j': <limit> has a lower limit above the upper one");
    expect_fault(one_joint("revolute", "<limit lower='1 2'/>"), 4,
                 "joint 'j': <limit> has an attribute 'lower' of 2 values, not 1");
    expect_fault(one_joint("revolute", "<limit lower=''/>"), 4,
                 "joint 'j': <limit> has an attribute 'lower' of 0 values, not 1");
    expect_fault(one_joint("continuous", "<mimic/>"), 4, "joint 'j': <mimic> has no attribute 'joint'");
    // shapes
    const auto shape_fault = [&](const std::string& geometry, const std::string& says,
                                 ErrorCode code = ErrorCode::malformed_file) {
        expect_fault(shape(geometry), 2, "link 'a': " + says, code);
    };
    expect_fault(one_link("<collision/>"), 2, "link 'a': <collision> has no <geometry>");
    shape_fault("", "<geometry> has no shape in it");
    shape_fault("<box size='1 1 1'/><sphere radius='1'/>", "<sphere> is a second shape in one <geometry>");
    shape_fault("<cone radius='1' length='1'/>",
                "<cone> is not known in <geometry>; known are: box, sphere, cylinder, capsule, mesh");
    shape_fault("<box/>", "<box> has no attribute 'size'");
    shape_fault("<box size='1 1'/>", "<box> has an attribute 'size' of 2 values, not 3");
    shape_fault("<box size='1 0 1'/>", "<box> has an attribute 'size' that is not above 0");
    shape_fault("<sphere/>", "<sphere> has no attribute 'radius'");
    shape_fault("<sphere radius='-1'/>", "<sphere> has an attribute 'radius' that is not above 0");
    shape_fault("<sphere radius='one'/>", "<sphere> has an attribute 'radius': 'one' is not a number");
    shape_fault("<cylinder radius='1'/>", "<cylinder> has no attribute 'length'");
    shape_fault("<cylinder radius='1' length='1e300'/>",
                "<cylinder> has an attribute 'length' that is not above 0 and at most 1e15");
    shape_fault("<capsule length='1'/>", "<capsule> has no attribute 'radius'");
    shape_fault("<mesh/>", "<mesh> has no attribute 'filename'");
    shape_fault("<mesh filename='m.obj'/>", "<mesh> names a mesh: 'm.obj' is not found; tried m.obj",
                ErrorCode::unreadable_file);
    shape_fault("<mesh filename='http://x/m.obj'/>", "<mesh> names a mesh: 'http://x/m.obj' must be package://",
                ErrorCode::unreadable_file);
    shape_fault("<mesh filename='package://m.obj'/>",
                "<mesh> names a mesh: 'package://m.obj' names no file in a package", ErrorCode::unreadable_file);
    shape_fault("<mesh filename='file://'/>", "<mesh> names a mesh: 'file://' names no file",
                ErrorCode::unreadable_file);
}

TEST(ParseRobot, NamesTheLineOfWhatIsNoRobot)
{
    const auto expect_fault = [](const std::string& text, std::size_t line, const std::string& says) {
        expect_error({.code = ErrorCode::malformed_robot, .line = line, .says = says}, [&] { (void)parse(text); });
    };
    const auto joint = [](const std::string& name, const std::string& parent, const std::string& child) {
        return "<joint name='" + name + "' type='fixed'><parent link='" + parent + "'/><child link='" + child +
               "'/></joint>\n";
    };
    const std::string links = "<robot name='r'>\n<link name='a'/>\n<link name='b'/>\n<link name='c'/>\n";
    expect_fault("<robot name='r'/>", 1, "<robot> has no <link>");
    expect_fault(links + "<link name='b'/></robot>", 5, "link 'b': <link> has the name of the one in line 3");
    expect_fault(links + joint("j", "a", "b") + joint("j", "a", "c") + "</robot>", 6,
                 "joint 'j': <joint> has the name of the one in line 5");
    expect_fault(links + joint("j", "z", "b") + "</robot>", 5,
                 "joint 'j': <parent> names the link 'z', which does not exist");
    expect_fault(links + joint("j", "a", "z") + "</robot>", 5,
                 "joint 'j': <child> names the link 'z', which does not exist");
    expect_fault(links + joint("j", "a", "c") + joint("k", "b", "c") + "</robot>", 6,
                 "joint 'k': <child> names the link 'c', which is below joint 'j' already");
    expect_fault(links + joint("j", "a", "b") + "</robot>", 4,
                 "link 'c': <link> has no joint above it, and neither has link 'a'");
    expect_fault(links + joint("j", "a", "b") + joint("k", "c", "c") + "</robot>", 6,
                 "joint 'k': <joint> closes a cycle: link 'c' is below itself");
    expect_fault(links + joint("j", "a", "b") + joint("k", "b", "c") + joint("l", "c", "a") + "</robot>", 7,
                 "joint 'l': <joint> closes a cycle");

    const auto follower = [](const std::string& name, const std::string& child, const std::string& mimic,
                             const std::string& type = "continuous") {
        return "<joint name='" + name + "' type='" + type + "'><parent link='a'/><child link='" + child + "'/>" +
               mimic + "</joint>\n";
    };
    expect_fault(links + follower("j", "b", "<mimic joint='z'/>") + follower("k", "c", "") + "</robot>", 5,
                 "joint 'j': <mimic> names the joint 'z', which does not exist");
    expect_fault(links + follower("j", "b", "<mimic joint='k'/>") + follower("k", "c", "", "floating") + "</robot>", 5,
                 "joint 'j': <mimic> names the joint 'k', which is floating and does not have exactly one value");
    expect_fault(links + follower("j", "b", "<mimic joint='k'/>") + follower("k", "c", "", "fixed") + "</robot>", 5,
                 "which is fixed and does not have exactly one value");
    expect_fault(links + follower("j", "b", "<mimic joint='k'/>", "planar") + follower("k", "c", "") + "</robot>", 5,
                 "joint 'j': <mimic> belongs to a joint that is planar");
    expect_fault(links + follower("j", "b", "<mimic joint='j'/>") + follower("k", "c", "") + "</robot>", 5,
                 "joint 'j': <mimic> makes the joint follow itself");
    expect_fault(
        links + follower("j", "b", "<mimic joint='k'/>") + follower("k", "c", "<mimic joint='j'/>") + "</robot>", 5,
        "makes the joint follow itself");
}

TEST(ParseRobot, IsNotTrickedByAnyXml)
{
    // deep nesting
    std::string deep = "<robot name='r'>";
    for (int i = 0; i < 200000; ++i) deep += "<a>";
    expect_error({.line = 1, .says = "elements are nested more than 100 deep"}, [&] { (void)parse(deep); });
    // an element whose attributes would be compared with each other for ever
    std::string wide = "<robot name='r'>\n<link name='a'";
    for (int i = 0; i < 200000; ++i) wide += " a" + std::to_string(i) + "='<'";
    expect_error({.line = 2, .says = "more than 1000 attributes"}, [&] { (void)parse(wide + "/></robot>"); });
    // entities are not expanded
    const std::string entities = "<!DOCTYPE r [<!ENTITY a 'aaaaaaaaaa'><!ENTITY b '&a;&a;&a;&a;'>]>\n";
    try {
        EXPECT_EQ(parse(entities + "<robot name='r'><link name='&b;'/></robot>").links[0].name, "&b;");
    } catch (const Error& error) {
        EXPECT_EQ(error.place().line, 1U) << error.what();
    }
    // long names are cut in messages
    const std::string longest(1000000, 'x');
    try {
        (void)parse("<robot name='r'><link name='" + longest + "'><collision/></link></robot>");
        ADD_FAILURE();
    } catch (const Error& error) {
        EXPECT_LT(std::string(error.what()).size(), 200U);
    }
    try {
        (void)parse(shape("<mesh filename='package://" + longest + "/" + longest + "'/>"));
        ADD_FAILURE();
    } catch (const Error& error) {
        EXPECT_LT(std::string(error.what()).size(), 200U);
    }
    // a long chain
    std::string chain = "<robot name='r'><link name='l0'/>";
    for (int i = 1; i <= 20000; ++i) {
        chain += "<link name='l" + std::to_string(i) + "'/><joint name='j" + std::to_string(i) +
                 "' type='continuous'><parent link='l" + std::to_string(i - 1) + "'/><child link='l" +
                 std::to_string(i) + "'/></joint>";
    }
    EXPECT_EQ(Robot(parse(chain + "</robot>")).value_count(), 20000U);
    // devices are no meshes
    for (const char* name : {"/dev/zero", "/dev/stdin", "/", "../"}) {
        EXPECT_THROW((void)parse(shape("<mesh filename='" + std::string(name) + "'/>")), Error) << name;
    }
}

}  // namespace
}  // namespace tocca::robot_file_test
