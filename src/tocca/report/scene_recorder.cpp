// SPDX-License-Identifier: Apache-2.0
#include "tocca/report/scene_recorder.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "tocca/base/error.hpp"
#include "tocca/motion/rigid_path.hpp"
#include "tocca/report/detail/joint_turn.hpp"
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

/// A mesh as it is shown, without positions.
RecordedBody shown_mesh(const std::string& name, const TriangleMesh& mesh)
{
    RecordedBody body{.name = name, .faces = {mesh.faces().begin(), mesh.faces().end()}};
    for (const EdgeId edge : mesh.loose_edges()) body.loose_edges.push_back(mesh.edges()[edge]);
    return body;
}

std::vector<Point> positions_between(const std::vector<Point>& from, const std::vector<Point>& to, double t)
{
    if (t == 0.0) return from;
    std::vector<Point> positions = from;
    for (std::size_t v = 0; v < positions.size(); ++v) {
        for (std::size_t axis = 0; axis < 3; ++axis) positions[v][axis] = (1.0 - t) * from[v][axis] + t * to[v][axis];
    }
    return positions;
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
                const RigidPath::Place place = (path++)->at(t);
                Eigen::Isometry3d& pose = poses.emplace_back(Eigen::Isometry3d::Identity());
                pose.linear() = place.rotation;
                pose.translation() = place.origin;
            } else if (scene_.kind(part) == Scene::Kind::robot) {
                const Robot& robot = scene_.checker(part).robot();
                const auto links = robot.poses(configuration_at(robot, scene_.joint_motion(part), t));
                for (std::size_t link = 0; link < links.size(); ++link)
                    poses.insert(poses.end(), robot.links()[link].shapes.size(), links[link]);
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
            ++posed_count_;
        } else if (scene.kind(part) == Scene::Kind::robot) {
            const auto links = scene.checker(part).robot().links();
            for (std::uint32_t link = 0; link < links.size(); ++link) {
                first_body_[object + link] = posed_count_;
                const std::vector<RobotShape>& shapes = links[link].shapes;
                for (std::size_t i = 0; i < shapes.size(); ++i) {
                    const std::string number = shapes.size() == 1 ? "" : " " + std::to_string(i);
                    poses_->add_padded_body(scene.object_name(object + link) + number, *shapes[i].body,
                                            shapes[i].padding);
                    ++posed_count_;
                }
            }
        }
    }
    for (const PartId part : scene.parts(Scene::Kind::mesh)) {
        first_body_[scene.first_object(part)] = posed_count_ + meshes_.size();
        meshes_.push_back({part, shown_mesh(scene.name(part), scene.mesh(part)), {scene.start(part)}});
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
    for (RecordedMesh& mesh : meshes_) {
        require(scene.start(mesh.part) == mesh.frames.back(),
                "meshes of a recorded scene must start where the step before ended");
        mesh.frames.push_back(scene.end(mesh.part));
    }
    // Meshes move in straight lines: they need no keys.
    std::vector<BodyContact> with_keys;
    for (const Contact& contact : contacts) {
        if (contact.proof == Proof::within && with_keys.size() < max_contact_keys)
            with_keys.push_back({contact, contact.distance});
        contacts_.push_back(recorded(contact));
    }
    const ScenePoses poses(scene);
    poses_->add_step(PoseRecorder::Motion{.poses = [&](double t) { return poses.at(t); }, .turn = poses.turn()},
                     std::move(step), with_keys);
    ++steps_;
}

RecordedMotion SceneRecorder::motion() const
{
    RecordedMotion motion = poses_->motion();
    motion.contacts = contacts_;
    for (const RecordedMesh& mesh : meshes_) {
        RecordedBody& body = motion.bodies.emplace_back(mesh.body);
        body.last_key = motion.key_times.size() - 1;
        const bool rests = std::all_of(mesh.frames.begin(), mesh.frames.end(),
                                       [&](const auto& frame) { return frame == mesh.frames.front(); });
        if (rests) {
            body.positions = {mesh.frames.front()};
            continue;
        }
        for (const double time : motion.key_times) {
            const auto frame = std::min(static_cast<std::size_t>(time), mesh.frames.size() - 1);
            const std::size_t next = std::min(frame + 1, mesh.frames.size() - 1);
            body.positions.push_back(
                positions_between(mesh.frames[frame], mesh.frames[next], time - static_cast<double>(frame)));
        }
    }
    return motion;
}

}  // namespace tocca
