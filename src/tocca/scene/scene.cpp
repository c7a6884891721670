// SPDX-License-Identifier: Apache-2.0
#include "tocca/scene/scene.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <mutex>
#include <optional>
#include <utility>

#include "tocca/base/error.hpp"
#include "tocca/deformable/safe_step.hpp"
#include "tocca/motion/rigid_path.hpp"
#include "tocca/robot/configuration.hpp"
#include "tocca/scene/detail/closed_by_number.hpp"
#include "tocca/scene/detail/deforming_object.hpp"

namespace tocca {

namespace {

void check_positions(std::span<const Point> positions, std::size_t count)
{
    require(positions.size() == count, "there must be a position for every vertex of the mesh");
    for (const Point& point : positions) {
        for (const double x : point) {
            if (!std::isfinite(x)) throw Error(ErrorCode::not_finite, "a position of a mesh is NaN or infinite");
        }
    }
}

Eigen::Isometry3d pose_at(const RigidMotion& motion, double t)
{
    if (t == 0.0) return motion.from;
    if (t == 1.0 && !motion.rotation) return motion.to;
    const RigidPath::Place place = RigidPath(motion).at(t);
    Eigen::Isometry3d pose = Eigen::Isometry3d::Identity();
    pose.linear() = place.rotation;
    pose.translation() = place.origin;
    return pose;
}

const char* const no_such_part = "the scene has no part with that number";

}  // namespace

std::string_view to_string(PartKind kind)
{
    switch (kind) {
        case PartKind::mesh: return "mesh";
        case PartKind::body: return "body";
        case PartKind::robot: break;
    }
    return "robot";
}

/// The deforming meshes. Their tree is made when it is asked for: parts may be added and moved one by one before.
struct Scene::Meshes {
    std::vector<SceneObject> objects = {};
    std::vector<std::vector<Point>> start = {}, end = {};
    std::vector<scene::detail::ObjectParts> parts = {};

    Meshes() = default;
    Meshes(const Meshes& other) : objects(other.objects), start(other.start), end(other.end), parts(other.parts)
    {
        const std::lock_guard lock(other.mutex);
        scene = other.scene;
        stale = other.stale;
    }
    Meshes& operator=(const Meshes&) = delete;
    ~Meshes() = default;

    void add(SceneObject object, bool solid)
    {
        start.emplace_back(object.mesh.positions().begin(), object.mesh.positions().end());
        end.push_back(start.back());
        parts.push_back(scene::detail::ObjectParts::of(object.mesh, solid));
        objects.push_back(std::move(object));
        scene.reset();
    }

    [[nodiscard]] const MovingScene& prepared(int threads) const
    {
        const std::lock_guard lock(mutex);
        if (!scene) {
            scene.emplace(objects, threads);
            stale = true;
        }
        if (stale) {
            const std::vector<std::span<const Point>> starts(start.begin(), start.end()), ends(end.begin(), end.end());
            scene->set_step(starts, ends, threads);
            stale = false;
        }
        return *scene;
    }

    mutable std::mutex mutex = {};
    mutable std::optional<MovingScene> scene = {};  ///< none: to be built
    mutable bool stale = false;                     ///< something was moved since its last step
};

Scene::Scene() : meshes_(std::make_unique<Meshes>()) {}

Scene::Scene(const Scene& other)
    : parts_(other.parts_), part_of_(other.part_of_), world_(other.world_), robots_(other.robots_)
{
    if (other.meshes_) meshes_ = std::make_unique<Meshes>(*other.meshes_);
}

Scene::Scene(Scene&& other) noexcept = default;
Scene& Scene::operator=(Scene&& other) noexcept = default;
Scene::~Scene() = default;

Scene& Scene::operator=(const Scene& other)
{
    Scene copy(other);
    *this = std::move(copy);
    return *this;
}

void Scene::check_new(const PartOptions& options, PartKind kind) const
{
    require(meshes_ != nullptr, "the scene was moved from");
    require(options.thickness >= 0.0 && std::isfinite(options.thickness),
            "the thickness of a part must be finite and not negative");
    require(kind == PartKind::mesh || !options.solid,
            "`solid` is for deforming meshes: rigid bodies and the shapes of robots have their own");
    require(kind != PartKind::body || options.self, "`self` does not apply to rigid bodies");
}

PartId Scene::add_part(PartKind kind, const PartOptions& options, std::size_t number, std::size_t objects)
{
    require(part_of_.size() + objects < std::numeric_limits<std::uint32_t>::max(),
            "a scene has fewer than 2^32 objects");
    const auto part = static_cast<PartId>(parts_.size());
    parts_.push_back({kind, options, static_cast<std::uint32_t>(part_of_.size()), static_cast<std::uint32_t>(number)});
    part_of_.insert(part_of_.end(), objects, part);
    return part;
}

PartId Scene::add(TriangleMesh mesh, const PartOptions& options)
{
    check_new(options, PartKind::mesh);
    if (options.solid) {
        scene::detail::check_closed_by_number(mesh);
        const RigidBody checked(mesh, {.solid = true});  // refuses what bounds no solid
    }
    ObjectOptions fixed = {
        .name = options.name, .group = options.group, .self = options.self, .thickness = options.thickness};
    meshes_->add({std::move(mesh), std::move(fixed)}, options.solid);
    return add_part(PartKind::mesh, options, meshes_->objects.size() - 1, 1);
}

PartId Scene::add(std::shared_ptr<const RigidBody> body, const PartOptions& options)
{
    check_new(options, PartKind::body);
    require(body != nullptr, "there must be a body to add");
    const BodyId id = world_.add(std::move(body), at_rest(Eigen::Isometry3d::Identity()),
                                 {.name = options.name, .group = options.group, .thickness = options.thickness});
    return add_part(PartKind::body, options, id, 1);
}

PartId Scene::add(RigidBody body, const PartOptions& options)
{
    return add(std::make_shared<const RigidBody>(std::move(body)), options);
}

PartId Scene::add(Robot robot, const PartOptions& options)
{
    check_new(options, PartKind::robot);
    RobotChecker checker(std::move(robot), {}, {.self = options.self});
    const Eigen::VectorXd zero = checker.robot().zero();
    const std::size_t links = checker.robot().links().size();
    robots_.push_back({std::move(checker), {zero, zero}});
    return add_part(PartKind::robot, options, robots_.size() - 1, links);
}

const Scene::Part& Scene::at(PartId part) const
{
    require(meshes_ != nullptr, "the scene was moved from");
    require(part < parts_.size(), no_such_part);
    return parts_[part];
}

const Scene::Part& Scene::at(PartId part, PartKind kind) const
{
    const Part& found = at(part);
    if (found.kind == kind) return found;
    throw std::invalid_argument("part " + std::to_string(part) + " of the scene is a " +
                                std::string(to_string(found.kind)) + ", not a " + std::string(to_string(kind)));
}

void Scene::move(PartId part, std::span<const Point> end)
{
    const Part& mesh = at(part, PartKind::mesh);
    check_positions(end, meshes_->end[mesh.number].size());
    meshes_->end[mesh.number].assign(end.begin(), end.end());
    meshes_->stale = true;
}

void Scene::move(PartId part, std::span<const Point> start, std::span<const Point> end)
{
    const Part& mesh = at(part, PartKind::mesh);
    check_positions(start, meshes_->start[mesh.number].size());
    check_positions(end, meshes_->end[mesh.number].size());
    meshes_->start[mesh.number].assign(start.begin(), start.end());
    meshes_->end[mesh.number].assign(end.begin(), end.end());
    meshes_->stale = true;
}

void Scene::move(PartId part, const RigidMotion& motion) { world_.move(at(part, PartKind::body).number, motion); }

void Scene::move(PartId part, const JointMotion& motion)
{
    RobotPart& robot = robots_[at(part, PartKind::robot).number];
    for (const Eigen::VectorXd* end : {&motion.from, &motion.to}) (void)robot.checker.robot().poses(*end);
    robot.motion = motion;
}

void Scene::advance(double step)
{
    require(meshes_ != nullptr, "the scene was moved from");
    require(step >= 0.0 && step <= 1.0, "a step must be in [0, 1]");
    for (std::size_t mesh = 0; mesh < meshes_->objects.size(); ++mesh) {
        std::vector<Point>& start = meshes_->start[mesh];
        std::vector<Point>& end = meshes_->end[mesh];
        for (std::size_t v = 0; v < end.size(); ++v) end[v] = position_at(start[v], end[v], step);
        start = end;
    }
    meshes_->stale = true;
    for (BodyId body = 0; body < world_.body_count(); ++body)
        world_.move(body, at_rest(pose_at(world_.motion(body), step)));
    for (RobotPart& robot : robots_) {
        const Eigen::VectorXd now = configuration_at(robot.checker.robot(), robot.motion, step);
        robot.motion = {now, now};
    }
}

std::string Scene::name(PartId part) const
{
    const PartOptions& options = at(part).options;
    return options.name.empty() ? "part " + std::to_string(part) : options.name;
}

PartId Scene::part_of(std::uint32_t object) const
{
    require(meshes_ != nullptr, "the scene was moved from");
    require(object < part_of_.size(), "the scene has no object with that number");
    return part_of_[object];
}

LinkId Scene::link_of(std::uint32_t object) const { return object - first_object(part_of(object)); }

std::string Scene::object_name(std::uint32_t object) const
{
    const PartId part = part_of(object);
    if (kind(part) != PartKind::robot) return name(part);
    return name(part) + "/" + checker(part).robot().links()[link_of(object)].name;
}

const TriangleMesh& Scene::mesh(PartId part) const { return meshes_->objects[at(part, PartKind::mesh).number].mesh; }
const std::vector<Point>& Scene::start(PartId part) const { return meshes_->start[at(part, PartKind::mesh).number]; }
const std::vector<Point>& Scene::end(PartId part) const { return meshes_->end[at(part, PartKind::mesh).number]; }

const std::shared_ptr<const RigidBody>& Scene::body(PartId part) const
{
    return world_.body(at(part, PartKind::body).number);
}

const RigidMotion& Scene::rigid_motion(PartId part) const { return world_.motion(at(part, PartKind::body).number); }

const RobotChecker& Scene::checker(PartId part) const { return robots_[at(part, PartKind::robot).number].checker; }

const JointMotion& Scene::joint_motion(PartId part) const { return robots_[at(part, PartKind::robot).number].motion; }

const MovingScene& Scene::meshes(int threads) const
{
    require(meshes_ != nullptr, "the scene was moved from");
    return meshes_->prepared(threads);
}

const scene::detail::ObjectParts& Scene::mesh_parts(std::size_t mesh) const { return meshes_->parts.at(mesh); }

const RigidWorld& Scene::bodies() const
{
    require(meshes_ != nullptr, "the scene was moved from");
    return world_;
}

std::vector<PartId> Scene::parts(PartKind kind) const
{
    require(meshes_ != nullptr, "the scene was moved from");
    std::vector<PartId> found;
    for (PartId part = 0; part < parts_.size(); ++part) {
        if (parts_[part].kind == kind) found.push_back(part);
    }
    return found;
}

}  // namespace tocca
