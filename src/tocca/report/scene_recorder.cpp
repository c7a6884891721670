// SPDX-License-Identifier: Apache-2.0
#include "tocca/report/scene_recorder.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "tocca/base/error.hpp"
#include "tocca/motion/rigid_path.hpp"
#include "tocca/report/detail/robot_poses.hpp"
#include "tocca/report/pose_recorder.hpp"
#include "tocca/robot/configuration.hpp"

namespace tocca {
namespace {

/// At every key of the recording a deforming mesh has positions of its own, so that beside meshes there are fewer keys.
constexpr PoseSampling sampling_beside_meshes = {.max_keys = 24};
/// So many contacts of a step have a key of their own.
constexpr std::size_t max_contact_keys = 8;

PoseSampling sampling_of(const Scene& scene)
{
    return scene.parts(Scene::Kind::mesh).empty() ? PoseSampling{} : sampling_beside_meshes;
}

/// The poses of all bodies and shapes of links in the order in which they are recorded.
class ScenePoses {
public:
    explicit ScenePoses(const Scene& scene) : scene_(scene)
    {
        for (PartId part = 0; part < scene.part_count(); ++part) {
            if (scene.kind(part) == Scene::Kind::body) {
                const RigidPath& path = paths_.emplace_back(scene.rigid_motion(part));
                turn_ = std::max(turn_, path.angular_velocity().norm());
            } else if (scene.kind(part) == Scene::Kind::robot) {
                turn_ =
                    std::max(turn_, report::detail::joint_turn(scene.checker(part).robot(), scene.joint_motion(part)));
            }
        }
    }

    [[nodiscard]] double turn() const { return turn_; }

    [[nodiscard]] std::vector<Eigen::Isometry3d> at(double t) const
    {
        std::vector<Eigen::Isometry3d> poses;
        auto path = paths_.begin();
        for (PartId part = 0; part < scene_.part_count(); ++part) {
            if (scene_.kind(part) == Scene::Kind::body) {
                poses.push_back((path++)->at(t).pose());
            } else if (scene_.kind(part) == Scene::Kind::robot) {
                const Robot& robot = scene_.checker(part).robot();
                report::detail::append_poses(robot, configuration_at(robot, scene_.joint_motion(part), t), poses);
            }
        }
        return poses;
    }

private:
    const Scene& scene_;
    std::vector<RigidPath> paths_;
    double turn_ = 0.0;
};

}  // namespace

SceneRecorder::SceneRecorder(std::string title, const Scene& scene)
    : poses_(std::make_unique<PoseRecorder>(std::move(title), sampling_of(scene)))
{
    first_body_.resize(scene.object_count());
    for (PartId part = 0; part < scene.part_count(); ++part) {
        const std::uint32_t object = scene.first_object(part);
        if (scene.kind(part) == Scene::Kind::body) {
            first_body_[object] = poses_->add_body(scene.name(part), *scene.body(part));
        } else if (scene.kind(part) == Scene::Kind::robot) {
            const auto links = scene.checker(part).robot().links();
            for (std::uint32_t link = 0; link < links.size(); ++link) {
                first_body_[object + link] =
                    report::detail::add_shapes(*poses_, scene.object_name(object + link), links[link].shapes);
            }
        }
    }
    meshes_.key_times = {0.0};
    mesh_parts_ = scene.parts(Scene::Kind::mesh);
    for (const PartId part : mesh_parts_) {
        first_body_[scene.first_object(part)] = poses_->body_count() + meshes_.bodies.size();
        RecordedBody& body = meshes_.bodies.emplace_back(shown_body(scene.name(part), scene.mesh(part)));
        body.positions = {scene.start(part)};
    }
    poses_->place(ScenePoses(scene).at(0.0));
}

SceneRecorder::SceneRecorder(SceneRecorder&&) noexcept = default;
SceneRecorder& SceneRecorder::operator=(SceneRecorder&&) noexcept = default;
SceneRecorder::~SceneRecorder() = default;

void SceneRecorder::add_step(const Scene& scene, const Answer& answer)
{
    Answers answers{answer};
    if (answer.contact) answers.contacts = {*answer.contact};
    add_step(scene, answers);
}

void SceneRecorder::add_step(const Scene& scene, const Answers& answers)
{
    require(!answers.only_changed, "a report needs answers about all pairs: leave `changed` out of the query");
    RecordedStep step{.name = "step " + std::to_string(steps_),
                      .outcome = answers.outcome,
                      .safe_until = answers.safe_until,
                      .contact_count = answers.contacts.size(),
                      .crossing_count = answers.start.crossing_count,
                      .checked = !answers.nothing_checked};
    const auto of_scene = [&](const std::array<std::uint32_t, 2>& objects) {
        return objects[0] < scene.object_count() && objects[1] < scene.object_count();
    };
    require((!answers.pair || of_scene(answers.pair->objects)) &&
                std::all_of(answers.contacts.begin(), answers.contacts.end(),
                            [&](const Contact& contact) { return of_scene(contact.objects); }),
            "the answers must be those of this scene");
    if (answers.pair) {
        const auto& [a, b] = answers.pair->objects;
        step.name += ": " + scene.object_name(a) + ", " + scene.object_name(b);
    }
    add_step(scene, std::move(step), answers.contacts);
}

RecordedContact SceneRecorder::recorded(const Contact& contact) const
{
    RecordedContact recorded{.step = steps_, .contact = contact};
    if (contact.proof == Proof::within) recorded.distance = contact.distance;
    for (std::size_t side = 0; side < 2; ++side) {
        recorded.contact.objects[side] =
            static_cast<std::uint32_t>(first_body_.at(contact.objects[side]) + contact.shapes[side]);
    }
    return recorded;
}

void SceneRecorder::add_step(const Scene& scene, RecordedStep step, std::span<const Contact> contacts)
{
    for (std::size_t i = 0; i < mesh_parts_.size(); ++i) {
        RecordedBody& body = meshes_.bodies[i];
        require(scene.start(mesh_parts_[i]) == body.positions.back(),
                "meshes of a recorded scene must start where the step before ended");
        body.positions.push_back(scene.end(mesh_parts_[i]));
        ++body.last_key;
    }
    // Meshes move in straight lines: they need no keys.
    std::vector<Contact> with_keys;
    for (const Contact& contact : contacts) {
        if (contact.proof == Proof::within && with_keys.size() < max_contact_keys) with_keys.push_back(contact);
        contacts_.push_back(recorded(contact));
    }
    const ScenePoses poses(scene);
    poses_->add_step(PoseRecorder::Motion{.poses = [&](double t) { return poses.at(t); }, .turn = poses.turn()},
                     std::move(step), with_keys);
    ++steps_;
    meshes_.key_times.push_back(static_cast<double>(steps_));
}

RecordedMotion SceneRecorder::motion() const
{
    RecordedMotion motion = poses_->motion();
    motion.contacts = contacts_;
    for (std::size_t i = 0; i < meshes_.bodies.size(); ++i) {
        const RecordedBody& mesh = meshes_.bodies[i];
        RecordedBody& body = motion.bodies.emplace_back();
        body.name = mesh.name;
        body.faces = mesh.faces;
        body.loose_edges = mesh.loose_edges;
        body.last_key = motion.key_times.size() - 1;
        const bool rests = std::all_of(mesh.positions.begin(), mesh.positions.end(),
                                       [&](const auto& frame) { return frame == mesh.positions.front(); });
        if (rests) {
            body.positions = {mesh.positions.front()};
            continue;
        }
        for (const double time : motion.key_times) body.positions.push_back(positions_at(meshes_, i, time));
    }
    return motion;
}

}  // namespace tocca
