// SPDX-License-Identifier: Apache-2.0
#include "tocca/io/planning_scene.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <utility>

#include "tocca/io/detail/excerpt.hpp"
#include "tocca/io/file_bytes.hpp"

namespace tocca {
namespace {

using Eigen::Isometry3d;

using PairOfNames = std::pair<std::string, std::string>;

PairOfNames sorted(const RobotParts::NamedPair& pair) { return {std::min(pair.a, pair.b), std::max(pair.a, pair.b)}; }

[[noreturn]] void fail_in_scene(const std::string& sentence, const ErrorPlace& place)
{
    throw Error(ErrorCode::malformed_robot, sentence, place);
}

/// The poses of frames in the coordinates of the robot's root.
class Frames {
public:
    Frames(const Robot& robot, const Eigen::VectorXd& configuration, const Isometry3d& root_pose)
        : robot_(robot), poses_(robot.poses(configuration)), scene_(root_pose.inverse())
    {
        at_root_ = root_pose.matrix() == Eigen::Matrix4d::Identity();
    }

    /// What is at `pose` in the frame; in that of the scene if it has no name.
    [[nodiscard]] Isometry3d placed(const Isometry3d& pose, const std::string& frame, const ErrorPlace& place) const
    {
        if (frame.empty()) return at_root_ ? pose : scene_ * pose;
        const LinkId link = link_named(frame, "frame", place);
        return link == robot_.root() ? pose : poses_[link] * pose;
    }

    [[nodiscard]] LinkId link_named(const std::string& name, const char* what, const ErrorPlace& place) const
    {
        const auto link = robot_.find_link(name);
        if (!link) {
            fail_in_scene(fmt::format("the {} {} is not a link of the robot '{}'", what, io::detail::excerpt(name),
                                      robot_.name()),
                          place);
        }
        return *link;
    }

    /// A pose in the root's coordinates seen from a link.
    [[nodiscard]] Isometry3d seen_from(LinkId link, const Isometry3d& pose) const
    {
        return poses_[link].inverse() * pose;
    }

private:
    const Robot& robot_;
    std::vector<Isometry3d> poses_;
    Isometry3d scene_;
    bool at_root_ = true;
};

JointState overruled(const JointState& state, const JointState& by)
{
    JointState result = state;
    result.skips_unknown = state.skips_unknown || by.skips_unknown;
    result.joints.insert(result.joints.end(), by.joints.begin(), by.joints.end());
    for (const JointState::Placement& placement : by.placements) {
        const auto same = std::find_if(result.placements.begin(), result.placements.end(),
                                       [&](const auto& other) { return other.joint == placement.joint; });
        if (same == result.placements.end()) {
            result.placements.push_back(placement);
        } else {
            *same = placement;
        }
    }
    return result;
}

AttachedObject attached_in(const Frames& frames, const PlanningScene::Attached& attached)
{
    AttachedObject object = attached.object;
    const LinkId link = frames.link_named(object.link, "link", attached.place);
    for (const std::string& touched : object.touch_links)
        (void)frames.link_named(touched, "touch link", attached.place);
    if (!attached.frame.empty() && attached.frame != object.link) {
        object.pose = frames.seen_from(link, frames.placed(object.pose, attached.frame, attached.place));
    }
    return object;
}

std::set<std::string> names_of(const Robot& robot, const RobotScene& scene)
{
    std::set<std::string> names;
    for (const Link& link : robot.links()) names.insert(link.name);
    for (const Obstacle& object : scene.objects) names.insert(object.name);
    return names;
}

void allow_pairs(const PlanningScene& scene, RobotInScene& result)
{
    const std::set<std::string> names = names_of(result.robot, result.scene);
    for (const PlanningScene::Allowed& pair : scene.allowed) {
        const bool a = names.contains(pair.names.a), b = names.contains(pair.names.b);
        if (a && b) {
            result.scene.allowed.push_back(pair.names);
        } else if (scene.names_are_free) {
            result.left_out.push_back(pair.names);
        } else {
            fail_in_scene(fmt::format("an allowed pair names {}, which is neither a link nor an object",
                                      io::detail::excerpt(a ? pair.names.b : pair.names.a)),
                          pair.place);
        }
    }
    std::set<PairOfNames> excluded;
    for (const RobotParts::NamedPair& pair : scene.not_allowed) excluded.insert(sorted(pair));
    for (const std::string& name : scene.allowed_with_all) {
        if (!names.contains(name)) continue;
        for (const std::string& other : names) {
            const RobotParts::NamedPair pair = {name, other, "scene"};
            if (name != other && !excluded.contains(sorted(pair))) result.scene.allowed.push_back(pair);
        }
    }
}

void check_names(const PlanningScene& scene, const Robot& robot)
{
    std::set<std::string> seen;
    for (const PlanningScene::Object& object : scene.objects) {
        const std::string& name = object.object.name;
        if (robot.find_link(name)) {
            fail_in_scene(fmt::format("the object {} has the name of a link of the robot", io::detail::excerpt(name)),
                          object.place);
        }
        if (!seen.insert(name).second) {
            fail_in_scene(fmt::format("there are two objects named {}", io::detail::excerpt(name)), object.place);
        }
    }
}

}  // namespace

PlanningScene load_scene(const std::filesystem::path& path, const ReadOptions& options)
{
    const std::string text = read_text_file(path, options.stop);
    const auto extension = path.extension();
    const std::size_t first = text.find_first_not_of(" \t\r\n");
    const bool brace = first != std::string::npos && text[first] == '{';
    const bool yaml = extension == ".yaml" || extension == ".yml";
    return extension == ".json" || (!yaml && brace) ? parse_scene_json(text, path.string(), options)
                                                    : parse_scene_yaml(text, path.string(), options);
}

RobotInScene place_robot(const Robot& robot, const PlanningScene& scene, const JointState& state,
                         const std::optional<Eigen::VectorXd>& rest)
{
    (void)configuration_of(scene.state, robot, robot.zero());  // each must be right by itself
    const JointState all = overruled(scene.state, state);
    std::vector<Note> notes = scene.notes;
    RobotInScene result{
        .robot = robot, .scene = {}, .start = configuration_of(all, robot, rest.value_or(robot.zero()), &notes)};
    if (auto note = note_of_unknown_joints(scene.state, robot)) notes.push_back(*std::move(note));
    result.notes = std::move(notes);
    const Frames frames(robot, result.start, root_pose_of(all, robot));
    for (const PlanningScene::Attached& attached : scene.attached) {
        const AttachedObject object = attached_in(frames, attached);
        try {
            result.robot = attach(result.robot, object);
        } catch (const Error& error) {
            throw Error(error.code(), error.what(), attached.place);
        }
    }
    for (const PlanningScene::Object& object : scene.objects) {
        Obstacle placed = object.object;
        placed.pose = frames.placed(placed.pose, object.frame, object.place);
        result.scene.objects.push_back(std::move(placed));
    }
    check_names(scene, result.robot);
    allow_pairs(scene, result);
    return result;
}

}  // namespace tocca
