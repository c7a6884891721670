// SPDX-License-Identifier: Apache-2.0
#include "tocca/robot/robot.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <tuple>
#include <utility>

#include "tocca/base/error.hpp"
#include "tocca/geometry/vector_length.hpp"
#include "tocca/motion/rigid_path.hpp"
#include "tocca/robot/detail/joint_frames.hpp"

namespace tocca {

namespace {

using Eigen::Isometry3d;
using Eigen::Vector3d;
using Eigen::VectorXd;

[[noreturn]] void fail(const std::string& sentence) { throw Error(ErrorCode::malformed_robot, sentence); }

std::string quoted(const std::string& name) { return "'" + name + "'"; }
/// So that std::quoted is not a better match.
std::string quoted(std::string& name) { return quoted(std::as_const(name)); }

using Numbers = std::map<std::string, std::size_t>;

template <class Named>
Numbers numbers_of(const std::vector<Named>& named, const char* what)
{
    Numbers numbers;
    for (std::size_t i = 0; i < named.size(); ++i) {
        if (named[i].name.empty()) fail(std::string("a ") + what + " has no name");
        if (!numbers.emplace(named[i].name, i).second)
            fail(std::string("there are two ") + what + "s named " + quoted(named[i].name));
    }
    return numbers;
}

LinkId link_named(const std::string& name, const Numbers& links, const std::string& by)
{
    const auto found = links.find(name);
    if (found == links.end()) fail(by + " names the link " + quoted(name) + ", which does not exist");
    return static_cast<LinkId>(found->second);
}

Vector3d unit_axis(const Vector3d& axis, const std::string& joint)
{
    if (!axis.allFinite()) throw Error(ErrorCode::not_finite, "the axis of joint " + quoted(joint) + " is not finite");
    if (axis.isZero(0.0)) fail("the axis of joint " + quoted(joint) + " has length zero");
    // Eigen divides by the length, which has few digits where it is hardly a double any more.
    return axis.cwiseAbs().maxCoeff() < 0x1p-1000 ? unit_vector(axis) : Vector3d(axis.stableNormalized());
}

void check_joint(Joint& joint)
{
    try {
        const RigidPath::Place place = RigidPath(at_rest(joint.origin)).at(0.0);
        joint.origin.linear() = place.rotation;
        joint.origin.translation() = place.origin;
    } catch (const Error& error) {
        throw Error(error.code(), "the origin of joint " + quoted(joint.name) + ": " + error.what());
    }
    joint.axis = unit_axis(joint.axis, joint.name);
    joint.second_axis = unit_axis(joint.second_axis, joint.name);
    if (joint.mimic && value_count(joint.type) != 1)
        fail("joint " + quoted(joint.name) + " is " + std::string(to_string(joint.type)) + " and cannot mimic another");
    if (joint.mimic && !(std::isfinite(joint.mimic->multiplier) && std::isfinite(joint.mimic->offset)))
        throw Error(ErrorCode::not_finite, "the mimic of joint " + quoted(joint.name) + " is not finite");
}

/// What a mimic joint makes of the values of the joint it follows in the end.
struct Following {
    std::size_t joint;
    double multiplier;
    double offset;
};

Following followed(std::size_t joint, const std::vector<Joint>& joints, const Numbers& numbers)
{
    Following following = {joint, 1.0, 0.0};
    for (std::size_t steps = 0; joints[following.joint].mimic; ++steps) {
        const Joint::Mimic& mimic = *joints[following.joint].mimic;
        const auto other = numbers.find(mimic.joint);
        if (other == numbers.end())
            fail("joint " + quoted(joints[following.joint].name) + " mimics " + quoted(mimic.joint) +
                 ", which does not exist");
        if (steps > joints.size()) fail("joint " + quoted(joints[joint].name) + " mimics itself");
        following.offset += following.multiplier * mimic.offset;
        following.multiplier *= mimic.multiplier;
        following.joint = other->second;
    }
    if (!std::isfinite(following.multiplier) || !std::isfinite(following.offset))
        throw Error(ErrorCode::not_finite, "the mimic of joint " + quoted(joints[joint].name) + " is not finite");
    if (value_count(joints[following.joint].type) != 1 && following.joint != joint)
        fail("joint " + quoted(joints[joint].name) + " mimics " + quoted(joints[following.joint].name) +
             ", which does not have exactly one value");
    return following;
}

}  // namespace

Robot::Robot(RobotParts parts)
    : name_(std::move(parts.name)),
      links_(std::move(parts.links)),
      joints_(std::move(parts.joints)),
      states_(std::move(parts.states))
{
    if (links_.empty()) fail("a robot must have at least one link");
    const Numbers link_numbers = numbers_of(links_, "link");
    const Numbers joint_numbers = numbers_of(joints_, "joint");
    for (const Link& link : links_) {
        for (const RobotShape& shape : link.shapes) {
            require(shape.body != nullptr, "a shape of a robot must have a body");
            require(!shape.body->moved_from(), "a rigid body was moved from");
            require(shape.padding >= 0.0 && std::isfinite(shape.padding),
                    "the padding of a shape must not be negative");
        }
    }

    hang_up(link_numbers);
    number_values(joint_numbers);
    allow_pairs(parts.allowed, link_numbers);
    check_states();
}

void Robot::check_states() const
{
    for (const RobotParts::State& state : states_) {
        for (const RobotParts::State::Values& each : state.joints) {
            const auto joint = find_joint(each.joint);
            if (!joint) {
                fail("state " + quoted(state.name) + " names the joint " + quoted(each.joint) +
                     ", which does not exist");
            }
            if (each.values.size() != tocca::value_count(joints_[*joint].type)) {
                fail("state " + quoted(state.name) + " has " + std::to_string(each.values.size()) +
                     " values for joint " + quoted(each.joint) + ", not " +
                     std::to_string(tocca::value_count(joints_[*joint].type)));
            }
        }
    }
}

/// Puts the links below each other.
void Robot::hang_up(const std::map<std::string, std::size_t>& link_numbers)
{
    joint_above_.resize(links_.size());
    parent_.resize(links_.size());
    std::vector<std::vector<LinkId>> children(links_.size());
    for (std::size_t i = 0; i < joints_.size(); ++i) {
        Joint& joint = joints_[i];
        check_joint(joint);
        const LinkId parent = link_named(joint.parent, link_numbers, "joint " + quoted(joint.name));
        const LinkId child = link_named(joint.child, link_numbers, "joint " + quoted(joint.name));
        if (joint_above_[child]) {
            fail("link " + quoted(joint.child) + " has two joints above it, " +
                 quoted(joints_[*joint_above_[child]].name) + " and " + quoted(joint.name));
        }
        joint_above_[child] = i;
        parent_[child] = parent;
        children[parent].push_back(child);
    }
    std::optional<LinkId> root;
    for (LinkId link = 0; link < links_.size(); ++link) {
        if (joint_above_[link]) continue;
        if (root)
            fail("links " + quoted(links_[*root].name) + " and " + quoted(links_[link].name) +
                 " have no joint above them: a robot must have exactly one root");
        root = link;
    }
    if (!root) fail("the links form a cycle: every link has a joint above it, so there is no root");
    root_ = *root;
    parent_[root_] = root_;
    depth_.resize(links_.size());
    order_.push_back(root_);
    for (std::size_t i = 0; i < order_.size(); ++i) {
        for (const LinkId child : children[order_[i]]) {
            depth_[child] = depth_[order_[i]] + 1;
            order_.push_back(child);
        }
    }
    if (order_.size() < links_.size()) {
        std::vector<bool> reached(links_.size());
        for (const LinkId link : order_) reached[link] = true;
        const auto lost = static_cast<std::size_t>(std::find(reached.begin(), reached.end(), false) - reached.begin());
        fail("link " + quoted(links_[lost].name) + " is in a cycle of joints");
    }
}

void Robot::number_values(const std::map<std::string, std::size_t>& joint_numbers)
{
    first_value_.resize(joints_.size());
    follows_.resize(joints_.size(), {1.0, 0.0});
    for (std::size_t i = 0; i < joints_.size(); ++i) {
        if (joints_[i].mimic) continue;
        first_value_[i] = value_count_;
        value_count_ += tocca::value_count(joints_[i].type);
    }
    for (std::size_t i = 0; i < joints_.size(); ++i) {
        const Following following = followed(i, joints_, joint_numbers);
        first_value_[i] = first_value_[following.joint];
        follows_[i] = {following.multiplier, following.offset};
    }
}

void Robot::allow_pairs(std::span<const RobotParts::NamedPair> named,
                        const std::map<std::string, std::size_t>& link_numbers)
{
    const auto allow = [&](LinkId a, LinkId b, const std::string& reason) {
        if (a != b) allowed_.push_back({std::min(a, b), std::max(a, b), reason});
    };
    for (LinkId link = 0; link < links_.size(); ++link) {
        if (link != root_) allow(parent_[link], link, "adjacent");
    }
    // Links that are fixed to the same one in the end.
    std::vector<LinkId> held_by(links_.size());
    std::map<LinkId, std::vector<LinkId>> held;
    for (const LinkId link : order_) {
        const bool fixed = link != root_ && joints_[*joint_above_[link]].type == Joint::Type::fixed;
        held_by[link] = fixed ? held_by[parent_[link]] : link;
        // Mere frames touch nothing; there may be many of them.
        if (!links_[link].shapes.empty()) held[held_by[link]].push_back(link);
    }
    for (const auto& [holder, group] : held) {
        for (std::size_t i = 0; i < group.size(); ++i) {
            for (std::size_t j = 0; j < i; ++j) allow(group[i], group[j], "rigid");
        }
    }
    for (const RobotParts::NamedPair& pair : named) {
        allow(link_named(pair.a, link_numbers, "an allowed pair"), link_named(pair.b, link_numbers, "an allowed pair"),
              pair.reason);
    }
    const auto before = [](const Robot::AllowedPair& x, const Robot::AllowedPair& y) {
        return std::tie(x.a, x.b) < std::tie(y.a, y.b);
    };
    std::stable_sort(allowed_.begin(), allowed_.end(), before);
    allowed_.erase(
        std::unique(allowed_.begin(), allowed_.end(),
                    [](const Robot::AllowedPair& x, const Robot::AllowedPair& y) { return x.a == y.a && x.b == y.b; }),
        allowed_.end());
}

std::optional<LinkId> Robot::find_link(const std::string& name) const
{
    for (LinkId link = 0; link < links_.size(); ++link) {
        if (links_[link].name == name) return link;
    }
    return std::nullopt;
}

std::optional<std::size_t> Robot::find_joint(const std::string& name) const
{
    for (std::size_t joint = 0; joint < joints_.size(); ++joint) {
        if (joints_[joint].name == name) return joint;
    }
    return std::nullopt;
}

std::optional<std::size_t> Robot::joint_above(LinkId link) const { return joint_above_.at(link); }

std::optional<LinkId> Robot::parent(LinkId link) const
{
    return link == root_ ? std::nullopt : std::optional(parent_.at(link));
}

LinkId Robot::common_ancestor(LinkId a, LinkId b) const
{
    while (a != b) {
        LinkId& lower = depth_.at(a) >= depth_.at(b) ? a : b;
        lower = parent_[lower];
    }
    return a;
}

bool Robot::allowed(LinkId a, LinkId b) const
{
    const Robot::AllowedPair wanted = {std::min(a, b), std::max(a, b), {}};
    return std::binary_search(allowed_.begin(), allowed_.end(), wanted,
                              [](const Robot::AllowedPair& x, const Robot::AllowedPair& y) {
                                  return std::tie(x.a, x.b) < std::tie(y.a, y.b);
                              });
}

std::string Robot::value_name(std::size_t value) const
{
    for (std::size_t i = 0; i < joints_.size(); ++i) {
        const std::size_t count = tocca::value_count(joints_[i].type);
        if (joints_[i].mimic || value < first_value_[i] || value >= first_value_[i] + count) continue;
        const std::string_view part = tocca::value_name(joints_[i].type, value - first_value_[i]);
        return part.empty() ? joints_[i].name : joints_[i].name + "." + std::string(part);
    }
    throw std::out_of_range("the robot has no value of that number");
}

VectorXd Robot::zero() const
{
    VectorXd values = VectorXd::Zero(static_cast<Eigen::Index>(value_count_));
    for (std::size_t i = 0; i < joints_.size(); ++i) {
        const Joint::Type type = joints_[i].type;
        if (type != Joint::Type::ball && type != Joint::Type::floating) continue;
        values[static_cast<Eigen::Index>(first_value_[i] + tocca::value_count(type) - 1)] = 1.0;
    }
    return values;
}

void Robot::check(const VectorXd& configuration) const
{
    require(!moved_from(), "the robot was moved from");
    require(configuration.size() == static_cast<Eigen::Index>(value_count_),
            "a configuration must have as many values as the robot has");
    for (std::size_t i = 0; i < value_count_; ++i) {
        if (std::isfinite(configuration[static_cast<Eigen::Index>(i)])) continue;
        throw Error(ErrorCode::not_finite, "the value of " + quoted(value_name(i)) + " is not finite");
    }
}

std::array<double, max_joint_values> Robot::values_of(std::size_t joint, const VectorXd& configuration) const
{
    std::array<double, max_joint_values> values = {};
    for (std::size_t k = 0; k < tocca::value_count(joints_[joint].type); ++k)
        values[k] = configuration[static_cast<Eigen::Index>(first_value_[joint] + k)];
    if (joints_[joint].mimic) values[0] = follows_[joint].multiplier * values[0] + follows_[joint].offset;
    return values;
}

std::optional<std::string> Robot::limit_broken(const VectorXd& configuration) const
{
    check(configuration);
    for (std::size_t i = 0; i < joints_.size(); ++i) {
        const Joint& joint = joints_[i];
        if (!joint.limits || tocca::value_count(joint.type) != 1) continue;
        const double value = values_of(i, configuration)[0];
        if (value >= joint.limits->lower && value <= joint.limits->upper) continue;
        return "joint " + quoted(joint.name) + " is at " + std::to_string(value) + ", outside its limits of " +
               std::to_string(joint.limits->lower) + " to " + std::to_string(joint.limits->upper);
    }
    return std::nullopt;
}

std::vector<Isometry3d> Robot::poses(const VectorXd& configuration) const
{
    check(configuration);
    std::vector<Isometry3d> poses(links_.size(), Isometry3d::Identity());
    for (const LinkId link : order_) {
        if (link == root_) continue;
        const std::size_t joint = *joint_above_[link];
        poses[link] = poses[parent_[link]] * robot::detail::joint_pose(joints_[joint], values_of(joint, configuration));
    }
    return poses;
}

std::size_t Robot::triangle_count() const
{
    std::size_t count = 0;
    for (const Link& link : links_) {
        for (const RobotShape& shape : link.shapes) count += shape.body->mesh().faces().size();
    }
    return count;
}

}  // namespace tocca
