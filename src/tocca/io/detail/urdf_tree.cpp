// SPDX-License-Identifier: Apache-2.0
#include "tocca/io/detail/urdf_tree.hpp"

#include <array>
#include <cmath>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "tocca/io/detail/excerpt.hpp"
#include "tocca/rigid/rigid_body.hpp"

namespace tocca::io::detail {
namespace {

using Eigen::Isometry3d;
using Eigen::Vector3d;

constexpr ErrorCode no_robot = ErrorCode::malformed_robot;

constexpr std::array<std::pair<std::string_view, Joint::Type>, 9> joint_types = {{
    {"fixed", Joint::Type::fixed},
    {"revolute", Joint::Type::revolute},
    {"continuous", Joint::Type::continuous},
    {"prismatic", Joint::Type::prismatic},
    {"planar", Joint::Type::planar},
    {"floating", Joint::Type::floating},
    {"ball", Joint::Type::ball},
    {"spherical", Joint::Type::ball},
    {"universal", Joint::Type::universal},
}};

/// The numbers of links or joints by their names, which are all different.
using Numbers = std::map<std::string, std::size_t>;

template <class Named>
Numbers numbers_of(const std::vector<Named>& named, const std::vector<XmlPlace>& places)
{
    Numbers numbers;
    for (std::size_t i = 0; i < named.size(); ++i) {
        const auto [first, added] = numbers.emplace(named[i].name, i);
        if (!added) {
            places[i].fail("has the name of the one in line " + std::to_string(places[first->second].line()), no_robot);
        }
    }
    return numbers;
}

Vector3d read_axis(const XmlPlace& joint, const char* name, const Vector3d& otherwise)
{
    const auto element = joint.child(name);
    if (!element) return otherwise;
    const auto axis = element->vector("xyz");
    if (!axis) element->fail("has no attribute 'xyz'");
    if (axis->isZero(0.0)) element->fail("has length zero", no_robot);
    return *axis;
}

std::optional<Joint::Limits> read_limits(const XmlPlace& joint, Joint::Type type)
{
    if (type != Joint::Type::revolute && type != Joint::Type::prismatic) return std::nullopt;
    const auto element = joint.child("limit");
    if (!element) joint.fail("is " + std::string(to_string(type)) + ", but has no <limit>");
    const Joint::Limits limits = {.lower = element->number("lower").value_or(0.0),
                                  .upper = element->number("upper").value_or(0.0)};
    if (limits.lower > limits.upper) element->fail("has a lower limit above the upper one");
    return limits;
}

std::optional<Joint::Mimic> read_mimic(const XmlPlace& joint, Joint::Type type)
{
    const auto element = joint.child("mimic");
    if (!element || type == Joint::Type::fixed) return std::nullopt;
    if (value_count(type) != 1) {
        element->fail(
            "belongs to a joint that is " + std::string(to_string(type)) + " and does not have exactly one value",
            no_robot);
    }
    return Joint::Mimic{.joint = element->required_attribute("joint"),
                        .multiplier = element->number("multiplier").value_or(1.0),
                        .offset = element->number("offset").value_or(0.0)};
}

Joint::Type read_type(const XmlPlace& joint)
{
    const std::string text = joint.required_attribute("type");
    for (const auto& [name, type] : joint_types) {
        if (text == name) return type;
    }
    joint.fail("is of a type that is not known: " + excerpt(text));
}

Joint read_joint(const XmlPlace& element)
{
    Joint joint;
    joint.name = element.required_attribute("name");
    joint.type = read_type(element);
    joint.parent = element.required_child("parent").required_attribute("link");
    joint.child = element.required_child("child").required_attribute("link");
    joint.origin = read_urdf_origin(element);
    // Files of fixed joints may give an axis of length zero: it means nothing there.
    if (joint.type != Joint::Type::fixed && joint.type != Joint::Type::floating && joint.type != Joint::Type::ball) {
        joint.axis = read_axis(element, "axis", joint.axis);
    }
    if (joint.type == Joint::Type::universal) joint.second_axis = read_axis(element, "axis2", joint.second_axis);
    joint.limits = read_limits(element, joint.type);
    joint.mimic = read_mimic(element, joint.type);
    return joint;
}

/// Follows joints upwards to one that is its own ancestor and fails there. Assumes: there is one above `link`.
[[noreturn]] void fail_in_cycle(std::size_t link, const UrdfTree& tree, const Numbers& links,
                                const std::vector<std::optional<std::size_t>>& joint_above)
{
    std::vector<bool> seen(tree.links.size());
    while (!seen[link]) {
        seen[link] = true;
        link = links.at(tree.joints[*joint_above[link]].parent);
    }
    tree.joint_places[*joint_above[link]].fail(
        "closes a cycle: link " + excerpt(tree.links[link].name) + " is below itself", no_robot);
}

void check_tree(const UrdfTree& tree, const Numbers& links)
{
    std::vector<std::optional<std::size_t>> joint_above(tree.links.size());
    std::vector<std::vector<std::size_t>> below(tree.links.size());
    const auto link_of = [&](const std::string& name, std::size_t joint, const char* end) {
        const auto found = links.find(name);
        if (found == links.end()) {
            tree.joint_places[joint].required_child(end).fail(
                "names the link " + excerpt(name) + ", which does not exist", no_robot);
        }
        return found->second;
    };
    for (std::size_t i = 0; i < tree.joints.size(); ++i) {
        const std::size_t parent = link_of(tree.joints[i].parent, i, "parent");
        const std::size_t child = link_of(tree.joints[i].child, i, "child");
        if (joint_above[child]) {
            tree.joint_places[i].required_child("child").fail(
                "names the link " + excerpt(tree.links[child].name) + ", which is below joint " +
                    excerpt(tree.joints[*joint_above[child]].name) + " already",
                no_robot);
        }
        joint_above[child] = i;
        below[parent].push_back(child);
    }

    std::vector<std::size_t> reached;
    for (std::size_t link = 0; link < tree.links.size(); ++link) {
        if (joint_above[link]) continue;
        if (!reached.empty()) {
            tree.link_places[link].fail("has no joint above it, and neither has link " +
                                            excerpt(tree.links[reached.front()].name) + ": a robot has one root",
                                        no_robot);
        }
        reached.push_back(link);
    }
    if (reached.empty()) fail_in_cycle(0, tree, links, joint_above);
    std::vector<bool> is_reached(tree.links.size());
    for (std::size_t i = 0; i < reached.size(); ++i) {
        is_reached[reached[i]] = true;
        reached.insert(reached.end(), below[reached[i]].begin(), below[reached[i]].end());
    }
    for (std::size_t link = 0; link < tree.links.size(); ++link) {
        if (!is_reached[link]) fail_in_cycle(link, tree, links, joint_above);
    }
}

void check_mimics(const UrdfTree& tree, const Numbers& joints)
{
    constexpr std::size_t none = ~std::size_t{0};
    std::vector<std::size_t> follows(tree.joints.size(), none);
    const auto place = [&](std::size_t joint) { return tree.joint_places[joint].required_child("mimic"); };
    for (std::size_t i = 0; i < tree.joints.size(); ++i) {
        if (!tree.joints[i].mimic) continue;
        const std::string& name = tree.joints[i].mimic->joint;
        const auto found = joints.find(name);
        if (found == joints.end())
            place(i).fail("names the joint " + excerpt(name) + ", which does not exist", no_robot);
        const Joint::Type type = tree.joints[found->second].type;
        if (value_count(type) != 1) {
            place(i).fail("names the joint " + excerpt(name) + ", which is " + std::string(to_string(type)) +
                              " and does not have exactly one value",
                          no_robot);
        }
        follows[i] = found->second;
    }
    // Each joint is passed once: by the walk that comes to it first.
    std::vector<std::size_t> walk_of(tree.joints.size(), none);
    for (std::size_t i = 0; i < tree.joints.size(); ++i) {
        std::size_t joint = i;
        while (joint != none && walk_of[joint] == none) {
            walk_of[joint] = i;
            joint = follows[joint];
        }
        if (joint != none && walk_of[joint] == i) place(joint).fail("makes the joint follow itself", no_robot);
    }
}

}  // namespace

Isometry3d read_urdf_origin(const XmlPlace& owner)
{
    Isometry3d pose = Isometry3d::Identity();
    const auto element = owner.child("origin");
    if (!element) return pose;
    pose.translation() = element->vector("xyz").value_or(Vector3d::Zero());
    if (pose.translation().cwiseAbs().maxCoeff() > RigidBody::greatest_coordinate) {
        element->fail("is further away than 1e15");
    }
    const auto angles = element->vector("rpy");
    const auto quaternion = element->numbers("quat_xyzw");
    if (angles && quaternion) element->fail("has both 'rpy' and 'quat_xyzw'");
    if (angles) {
        const auto turn = [](double angle, const Vector3d& axis) {
            return Eigen::AngleAxisd(angle, axis).toRotationMatrix();
        };
        pose.linear() = turn((*angles)[2], Vector3d::UnitZ()) * turn((*angles)[1], Vector3d::UnitY()) *
                        turn((*angles)[0], Vector3d::UnitX());
    }
    if (quaternion) {
        if (quaternion->size() != 4) {
            element->fail("has an attribute 'quat_xyzw' of " + std::to_string(quaternion->size()) + " values, not 4");
        }
        const Eigen::Vector4d parts(quaternion->data());
        const double length = parts.norm();
        if (!(std::abs(length - 1.0) <= 0.01)) {
            element->fail("has an attribute 'quat_xyzw' whose length is not 1", ErrorCode::not_a_rotation);
        }
        pose.linear() = Eigen::Quaterniond(parts / length).toRotationMatrix();
    }
    return pose;
}

UrdfTree read_urdf_tree(const XmlPlace& robot)
{
    UrdfTree tree;
    for (const XmlPlace& element : robot.children()) {
        if (element.name() == "link") {
            tree.links.push_back({.name = element.required_attribute("name")});
            tree.link_places.push_back(element.called("link " + excerpt(tree.links.back().name)));
        } else if (element.name() == "joint") {
            const std::string name = element.required_attribute("name");
            tree.joint_places.push_back(element.called("joint " + excerpt(name)));
            tree.joints.push_back(read_joint(tree.joint_places.back()));
        }
    }
    if (tree.links.empty()) robot.fail("has no <link>", no_robot);
    const Numbers links = numbers_of(tree.links, tree.link_places);
    const Numbers joints = numbers_of(tree.joints, tree.joint_places);
    check_tree(tree, links);
    check_mimics(tree, joints);
    return tree;
}

}  // namespace tocca::io::detail
