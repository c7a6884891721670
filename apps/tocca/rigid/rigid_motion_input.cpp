// SPDX-License-Identifier: Apache-2.0
#include "apps/tocca/rigid/rigid_motion_input.hpp"

#include <fmt/format.h>

#include <stdexcept>
#include <system_error>

#include "tocca/io/pose_file.hpp"
#include "tocca/io/pose_text.hpp"

namespace tocca::app {
namespace {

using Eigen::Isometry3d;
using Eigen::Vector3d;

bool is_file(const std::string& text)
{
    if (pose_of_text(text).fault.empty()) return false;
    std::error_code ignored;
    return text.find(',') == std::string::npos || std::filesystem::exists(text, ignored);
}

Isometry3d pose_of(const std::string& text, const std::stop_token& stop)
{
    return is_file(text) ? read_pose_file(text, stop) : pose_of_text(text).value;
}

RigidMotion turning_motion(const MotionTexts& texts, const std::string& prefix, const Isometry3d& from,
                           const Vector3d& reference, const std::stop_token& stop)
{
    const Vector3d turn = rotation_of_text(texts.turn).value;
    Isometry3d to;
    to.linear() = rotation_matrix(turn) * from.linear();
    if (texts.to.empty()) {
        to.translation() = from * reference - to.linear() * reference;
    } else {
        const Isometry3d given = pose_of(texts.to, stop);
        if (given.linear() != Eigen::Matrix3d::Identity()) {
            throw std::invalid_argument(
                fmt::format("{0}turn says how the body turns, so {0}to is a place, x,y,z, without a rotation", prefix));
        }
        to.translation() = given.translation();
    }
    return {.from = from, .to = to, .reference = reference, .rotation = turn};
}

}  // namespace

std::string pose_fault(const std::string& text)
{
    if (text.empty()) return "the pose is empty";
    return is_file(text) ? "" : pose_of_text(text).fault;
}

std::string rotation_fault(const std::string& text) { return rotation_of_text(text).fault; }

std::string point_fault(const std::string& text) { return point_of_text(text).fault; }

std::vector<std::filesystem::path> pose_files(const MotionTexts& texts)
{
    std::vector<std::filesystem::path> files;
    for (const std::string& text : {texts.from, texts.to}) {
        if (!text.empty() && is_file(text)) files.emplace_back(text);
    }
    return files;
}

RigidMotion motion_of(const MotionTexts& texts, const std::string& prefix, const std::stop_token& stop)
{
    const Isometry3d from = texts.from.empty() ? Isometry3d::Identity() : pose_of(texts.from, stop);
    const Vector3d reference =
        texts.reference.empty() ? Vector3d(Vector3d::Zero()) : point_of_text(texts.reference).value;
    if (texts.screw && !texts.reference.empty()) {
        throw std::invalid_argument(
            fmt::format("--screw finds the point that moves in a straight line: {}reference says another", prefix));
    }
    if (!texts.turn.empty()) {
        if (texts.screw) {
            throw std::invalid_argument(fmt::format("--screw and {}turn are two ways to move: choose one", prefix));
        }
        return turning_motion(texts, prefix, from, reference, stop);
    }
    if (texts.to.empty()) return at_rest(from);
    const Isometry3d to = pose_of(texts.to, stop);
    if (texts.screw) return screw_motion(from, to);
    return {.from = from, .to = to, .reference = reference};
}

}  // namespace tocca::app
