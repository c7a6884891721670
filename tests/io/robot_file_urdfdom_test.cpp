// SPDX-License-Identifier: Apache-2.0
// urdfdom as a second opinion about URDF files.
#include <gtest/gtest.h>
#include <urdf_model/model.h>
#include <urdf_parser/urdf_parser.h>

#include <fstream>
#include <map>
#include <string>

#include "io/published_data.hpp"
#include "io/robot_text.hpp"
#include "io/temporary_folder.hpp"
#include "support/random.hpp"
#include "tocca/io/robot_file.hpp"

namespace tocca::robot_file_urdfdom_test {
namespace {

using Eigen::Isometry3d;
using Eigen::Vector3d;

Vector3d vector_of(const urdf::Vector3& vector) { return {vector.x, vector.y, vector.z}; }

Isometry3d pose_of(const urdf::Pose& pose)
{
    const urdf::Rotation& turn = pose.rotation;
    Isometry3d result = Isometry3d::Identity();
    result.linear() = Eigen::Quaterniond(turn.w, turn.x, turn.y, turn.z).toRotationMatrix();
    result.translation() = vector_of(pose.position);
    return result;
}

void expect_near(const Isometry3d& a, const Isometry3d& b, const std::string& what)
{
    EXPECT_LT((a.matrix() - b.matrix()).norm(), 1e-12) << what;
}

/// The joint types of urdfdom, with those of a joint that has them here.
const std::map<int, Joint::Type> joint_types = {
    {urdf::Joint::FIXED, Joint::Type::fixed},           {urdf::Joint::REVOLUTE, Joint::Type::revolute},
    {urdf::Joint::CONTINUOUS, Joint::Type::continuous}, {urdf::Joint::PRISMATIC, Joint::Type::prismatic},
    {urdf::Joint::PLANAR, Joint::Type::planar},         {urdf::Joint::FLOATING, Joint::Type::floating}};

/// What a shape of urdfdom makes here, but for meshes, whose files are looked at elsewhere.
void expect_same_shape(const urdf::Collision& theirs, const RobotShape& ours, const std::string& link)
{
    const Isometry3d pose = pose_of(theirs.origin);
    RobotShape expected;
    if (const auto* box = dynamic_cast<const urdf::Box*>(theirs.geometry.get())) {
        expected = box_shape(vector_of(box->dim), pose);
    } else if (const auto* sphere = dynamic_cast<const urdf::Sphere*>(theirs.geometry.get())) {
        expected = sphere_shape(sphere->radius, pose);
    } else if (const auto* cylinder = dynamic_cast<const urdf::Cylinder*>(theirs.geometry.get())) {
        expected = cylinder_shape(cylinder->radius, cylinder->length, pose);
    } else {
        return;
    }
    EXPECT_EQ(ours.padding, expected.padding) << link;
    const auto a = ours.body->mesh().positions(), b = expected.body->mesh().positions();
    ASSERT_EQ(a.size(), b.size()) << link;
    for (std::size_t i = 0; i < a.size(); ++i) {
        EXPECT_LT((Vector3d(a[i].data()) - Vector3d(b[i].data())).norm(), 1e-12) << link;
    }
}

void expect_same_robot(const std::string& text, const RobotParts& ours)
{
    const auto theirs = urdf::parseURDF(text);
    ASSERT_NE(theirs, nullptr);
    EXPECT_EQ(ours.name, theirs->getName());
    ASSERT_EQ(ours.links.size(), theirs->links_.size());
    ASSERT_EQ(ours.joints.size(), theirs->joints_.size());
    for (const Link& link : ours.links) {
        const auto other = theirs->getLink(link.name);
        ASSERT_NE(other, nullptr) << link.name;
        ASSERT_EQ(link.shapes.size(), other->collision_array.size()) << link.name;
        for (std::size_t i = 0; i < link.shapes.size(); ++i) {
            expect_same_shape(*other->collision_array[i], link.shapes[i], link.name);
        }
    }
    for (const Joint& joint : ours.joints) {
        const auto other = theirs->getJoint(joint.name);
        ASSERT_NE(other, nullptr) << joint.name;
        EXPECT_EQ(joint.type, joint_types.at(other->type)) << joint.name;
        EXPECT_EQ(joint.parent, other->parent_link_name) << joint.name;
        EXPECT_EQ(joint.child, other->child_link_name) << joint.name;
        expect_near(joint.origin, pose_of(other->parent_to_joint_origin_transform), joint.name);
        if (joint.type != Joint::Type::fixed && joint.type != Joint::Type::floating) {
            EXPECT_EQ(joint.axis, vector_of(other->axis)) << joint.name;
        }
        if (joint.limits) {
            ASSERT_NE(other->limits, nullptr) << joint.name;
            EXPECT_EQ(joint.limits->lower, other->limits->lower) << joint.name;
            EXPECT_EQ(joint.limits->upper, other->limits->upper) << joint.name;
        }
        if (joint.type != Joint::Type::fixed) {
            ASSERT_EQ(joint.mimic.has_value(), other->mimic != nullptr) << joint.name;
        }
        if (joint.mimic) {
            EXPECT_EQ(joint.mimic->joint, other->mimic->joint_name) << joint.name;
            EXPECT_EQ(joint.mimic->multiplier, other->mimic->multiplier) << joint.name;
            EXPECT_EQ(joint.mimic->offset, other->mimic->offset) << joint.name;
        }
    }
    const Robot robot(ours);
    EXPECT_EQ(robot.links()[robot.root()].name, theirs->getRoot()->name);
}

/// A random tree of links, written out.
std::string random_robot(support::Random& random)
{
    const auto numbers = [&](int count, double least, double greatest) {
        std::string text;
        for (int i = 0; i < count; ++i) {
            text += (i > 0 ? " " : "") + std::to_string(least + (greatest - least) * random.unit());
        }
        return text;
    };
    const auto origin = [&] {
        std::string text = "<origin";
        if (random.chance(0.8)) text += " xyz=\"" + numbers(3, -2, 2) + "\"";
        if (random.chance(0.8)) text += " rpy=\"" + numbers(3, -4, 4) + "\"";
        return random.chance(0.9) ? text + "/>" : std::string();
    };
    std::string text = "<robot name=\"random\">\n";
    for (std::size_t i = 0; i < 12; ++i) {
        text += "<link name=\"l" + std::to_string(i) + "\">";
        for (int shapes = random.between(0, 3); shapes > 0; --shapes) {
            const std::string kind = random.pick<const char*>({"box", "sphere", "cylinder"});
            text += "<collision>" + origin() + "<geometry><" + kind;
            if (kind == "box") text += " size=\"" + numbers(3, 0.1, 1) + "\"";
            if (kind != "box") text += " radius=\"" + numbers(1, 0.1, 1) + "\"";
            if (kind == "cylinder") text += " length=\"" + numbers(1, 0.1, 1) + "\"";
            text += "/></geometry></collision>";
        }
        text += "</link>\n";
        if (i == 0) continue;
        const std::string type =
            random.pick<const char*>({"fixed", "revolute", "continuous", "prismatic", "planar", "floating"});
        text += "<joint name=\"j" + std::to_string(i) + "\" type=\"" + type + "\">" + origin() + "<parent link=\"l" +
                std::to_string(random.below(i)) + "\"/><child link=\"l" + std::to_string(i) + "\"/>";
        if (random.chance(0.7)) text += "<axis xyz=\"" + numbers(3, 0.1, 1) + "\"/>";
        text += "<limit effort=\"1\" velocity=\"1\"";
        if (random.chance(0.7)) text += " lower=\"" + numbers(1, -3, 0) + "\"";
        if (random.chance(0.7)) text += " upper=\"" + numbers(1, 0, 3) + "\"";
        text += "/></joint>\n";
    }
    return text + "</robot>\n";
}

TEST(Urdfdom, AgreesOnHandmadeAndRandomRobots)
{
    std::string arm(support::arm_urdf);  // but for the shape that urdfdom does not know
    const std::string capsule = "<capsule radius=\"0.125\" length=\"1.5\"/>";
    arm.replace(arm.find(capsule), capsule.size(), "<sphere radius=\"0.125\"/>");
    const std::string mass = "<inertial><mass value=\"not read\"/></inertial>";
    arm.erase(arm.find(mass), mass.size());
    expect_same_robot(arm, parse_robot(arm, "arm.urdf").parts);
    support::Random random(8);
    for (int i = 0; i < 100; ++i) {
        const std::string text = random_robot(random);
        expect_same_robot(text, parse_robot(text, "random.urdf").parts);
    }
}

TEST(Urdfdom, AgreesOnPublishedRobots)
{
    const auto data = support::published_data("robots");
    if (!data) GTEST_SKIP() << support::without_data("robots");
    const std::string others = "example-robot-data/robots/";
    for (const std::string& name :
         {others + "pr2_description/urdf/pr2.urdf", others + "ur_description/urdf/ur5_robot.urdf",
          others + "talos_data/robots/talos_reduced.urdf", others + "talos_data/robots/talos_full_v2.urdf",
          std::string("kuka_iiwa/model.urdf"), std::string("mbm_panda/panda.urdf"),
          std::string("mbm_panda/panda_spherized.urdf")}) {
        SCOPED_TRACE(name);
        expect_same_robot(support::bytes_of(*data / name), read_robot(*data / name).parts);
    }
}

}  // namespace
}  // namespace tocca::robot_file_urdfdom_test
