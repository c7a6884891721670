// SPDX-License-Identifier: Apache-2.0
#include "tocca/io/joint_state.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <optional>
#include <set>
#include <stdexcept>
#include <string_view>

#include "tocca/io/detail/excerpt.hpp"
#include "tocca/io/detail/text_lines.hpp"
#include "tocca/io/joint_values.hpp"
#include "tocca/io/number_text.hpp"
#include "tocca/robot/robot_state.hpp"

namespace tocca {
namespace {

using Eigen::Index;
using Eigen::Isometry3d;
using Eigen::VectorXd;

void require_length(const VectorXd& configuration, const Robot& robot)
{
    require(configuration.size() == static_cast<Index>(robot.value_count()),
            "a configuration must have as many values as the robot has");
}

[[noreturn]] void fail(const std::string& sentence, const ErrorPlace& place,
                       ErrorCode code = ErrorCode::malformed_robot)
{
    throw Error(code, sentence, place);
}

void put(const JointState::Values& given, const Robot& robot, bool skips_unknown, VectorXd& configuration)
{
    const auto joint = robot.find_joint(given.joint);
    if (!joint && skips_unknown) return;
    if (!joint) {
        fail(fmt::format("the robot '{}' has no joint {}", robot.name(), io::detail::excerpt(given.joint)),
             given.place);
    }
    const Joint& found = robot.joints()[*joint];
    if (found.mimic || found.type == Joint::Type::fixed) return;
    const std::size_t count = value_count(found.type);
    if (given.values.size() != count) {
        fail(fmt::format("joint {} has {} values, but {} are given", io::detail::excerpt(given.joint), count,
                         given.values.size()),
             given.place);
    }
    for (std::size_t i = 0; i < count; ++i) {
        if (!std::isfinite(given.values[i])) {
            fail(fmt::format("a value of joint {} is not finite", io::detail::excerpt(given.joint)), given.place,
                 ErrorCode::not_finite);
        }
        configuration[static_cast<Index>(robot.first_value(*joint) + i)] = given.values[i];
    }
}

/// The values of a joint whose child is at a pose.
std::vector<double> values_at(const Joint& joint, const JointState::Placement& placement)
{
    const Eigen::Vector3d p = placement.pose.translation();
    const Eigen::Quaterniond q(placement.pose.linear());
    switch (joint.type) {
        case Joint::Type::floating: return {p.x(), p.y(), p.z(), q.x(), q.y(), q.z(), q.w()};
        case Joint::Type::ball: return {q.x(), q.y(), q.z(), q.w()};
        case Joint::Type::planar:
            if (joint.axis == Eigen::Vector3d::UnitZ()) return {p.x(), p.y(), 2.0 * std::atan2(q.z(), q.w())};
            [[fallthrough]];
        default:
            fail(fmt::format("joint {} is {}: its values are not read from a pose", io::detail::excerpt(joint.name),
                             to_string(joint.type)),
                 placement.place);
    }
}

std::string normalised_sentence(const OrientationReading& reading)
{
    return fmt::format("the quaternion of joint {} has length {:.6g}: normalised", io::detail::excerpt(reading.joint),
                       reading.shortest < 1.0 ? reading.shortest : reading.longest);
}

/// A text at the prompt has no file and no line.
[[noreturn]] void refuse(const std::string& sentence) { throw std::invalid_argument(sentence); }

VectorXd named_state(const Robot& robot, std::string_view name, VectorXd rest)
{
    try {
        return state_configuration(robot, name, std::move(rest));
    } catch (const Error& error) {
        refuse(error.what());
    }
}

double number_of(std::string_view word, std::string_view text)
{
    const auto number = double_of(word);
    if (!number || !std::isfinite(*number)) {
        refuse(fmt::format("{} in {} is not a finite number", io::detail::excerpt(word), io::detail::excerpt(text)));
    }
    return *number;
}

std::vector<std::string_view> words_of(std::string_view text)
{
    std::vector<std::string_view> words = io::detail::comma_separated(text);
    for (std::string_view& word : words) word = io::detail::trimmed(word);
    return words;
}

}  // namespace

VectorXd configuration_of(const JointState& state, const Robot& robot, VectorXd rest, std::vector<Note>* notes)
{
    require_length(rest, robot);
    const auto known = [&](const JointState::Values& given) { return robot.find_joint(given.joint).has_value(); };
    if (!state.joints.empty() && std::none_of(state.joints.begin(), state.joints.end(), known)) {
        const JointState::Values& first = state.joints.front();
        fail(fmt::format("the robot '{}' has no joint {}{}", robot.name(), io::detail::excerpt(first.joint),
                         state.joints.size() > 1 ? ", nor any other that the state names" : ""),
             first.place);
    }
    for (const JointState::Values& given : state.joints) put(given, robot, state.skips_unknown, rest);
    for (const JointState::Placement& placement : state.placements) {
        const auto joint = robot.find_joint(placement.joint);
        if (!joint || robot.joints()[*joint].type == Joint::Type::fixed) continue;
        put({placement.joint, values_at(robot.joints()[*joint], placement), placement.place}, robot, false, rest);
    }
    const ErrorPlace place = state.joints.empty() ? ErrorPlace{} : state.joints.front().place;
    const OrientationReading reading = normalise_orientations(rest, robot);
    if (!reading.fault.empty()) fail(reading.fault, place, ErrorCode::not_a_rotation);
    if (!reading.joint.empty() && notes != nullptr) notes->push_back({normalised_sentence(reading), place});
    return rest;
}

std::optional<Note> note_of_unknown_joints(const JointState& state, const Robot& robot)
{
    std::vector<std::string> names;
    ErrorPlace place;
    for (const JointState::Values& given : state.joints) {
        if (robot.find_joint(given.joint)) continue;
        if (names.empty()) place = given.place;
        names.push_back(io::detail::excerpt(given.joint));
    }
    if (names.empty()) return std::nullopt;
    return Note{fmt::format("the state names joints that the robot '{}' does not have, which are ignored: {}",
                            robot.name(), fmt::join(names, ", ")),
                place};
}

Isometry3d root_pose_of(const JointState& state, const Robot& robot)
{
    std::optional<Isometry3d> pose;
    for (const JointState::Placement& placement : state.placements) {
        if (robot.find_joint(placement.joint)) continue;
        if (pose) {
            fail(fmt::format("the robot '{}' has no joint {}, and one other joint places it already", robot.name(),
                             io::detail::excerpt(placement.joint)),
                 placement.place);
        }
        pose = placement.pose;
    }
    return pose.value_or(Isometry3d::Identity());
}

VectorXd configuration_of_text(std::string_view text, const Robot& robot, VectorXd rest, std::vector<Note>* notes)
{
    require_length(rest, robot);
    auto words = words_of(text);
    if (has_state(robot, words.front())) {
        rest = named_state(robot, words.front(), std::move(rest));
        words.erase(words.begin());
    } else if (!words.front().empty() && words.front().find('=') == std::string_view::npos &&
               !double_of(words.front())) {
        refuse(fmt::format("{} is neither a number nor a state of the robot '{}', which has: {}",
                           io::detail::excerpt(words.front()), robot.name(), state_names(robot)));
    }
    if (words.empty()) return rest;
    if (text.find('=') == std::string_view::npos) {
        if (words.size() != robot.value_count()) {
            refuse(fmt::format("{} has {} values, but the robot has {}: give all, or some as in {}=0.5",
                               io::detail::excerpt(text), words.size(), robot.value_count(),
                               robot.value_count() == 0 ? "joint" : robot.value_name(0)));
        }
        for (std::size_t i = 0; i < words.size(); ++i) rest[static_cast<Index>(i)] = number_of(words[i], text);
    } else {
        std::set<std::size_t> given;
        for (const std::string_view word : words) {
            const std::size_t equals = word.find('=');
            if (equals == std::string_view::npos) refuse(io::detail::excerpt(word) + " is not NAME=VALUE");
            const ValueReading reading = find_value(robot, io::detail::trimmed(word.substr(0, equals)));
            if (!reading.fault.empty()) refuse(reading.fault);
            if (!given.insert(reading.value).second) refuse(io::detail::excerpt(word) + " is given twice");
            rest[static_cast<Index>(reading.value)] = number_of(io::detail::trimmed(word.substr(equals + 1)), text);
        }
    }
    const OrientationReading reading = normalise_orientations(rest, robot);
    if (!reading.fault.empty()) refuse(reading.fault);
    if (!reading.joint.empty() && notes != nullptr) notes->push_back({normalised_sentence(reading)});
    return rest;
}

std::vector<std::size_t> values_given(std::string_view text, const Robot& robot)
{
    std::vector<std::size_t> given;
    const auto words = words_of(text);
    for (const std::string_view word : words) {
        const std::size_t equals = word.find('=');
        if (equals != std::string_view::npos) {
            given.push_back(find_value(robot, io::detail::trimmed(word.substr(0, equals))).value);
        } else if (!has_state(robot, word)) {
            given.resize(robot.value_count());
            std::iota(given.begin(), given.end(), std::size_t{0});
            return given;
        }
    }
    // A state gives what it changes in two configurations that have no value in common.
    if (!has_state(robot, words.front())) return given;
    const auto count = static_cast<Index>(robot.value_count());
    const VectorXd zero = state_configuration(robot, words.front(), VectorXd::Zero(count));
    const VectorXd one = state_configuration(robot, words.front(), VectorXd::Ones(count));
    for (Index i = 0; i < count; ++i) {
        if (zero[i] == one[i]) given.push_back(static_cast<std::size_t>(i));
    }
    return given;
}

}  // namespace tocca
