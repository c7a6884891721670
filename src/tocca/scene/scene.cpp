// SPDX-License-Identifier: Apache-2.0
#include "tocca/scene/scene.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <mutex>
#include <optional>
#include <utility>

#include "tocca/base/error.hpp"
#include "tocca/deformable/moving_scene.hpp"
#include "tocca/deformable/safe_fractions.hpp"
#include "tocca/deformable/safe_step.hpp"
#include "tocca/motion/rigid_path.hpp"
#include "tocca/rigid/rigid_world.hpp"
#include "tocca/robot/configuration.hpp"
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

/// Checks that every edge has as many faces that pass it in one direction as in the other, edges by the numbers of their
/// vertices: such a mesh stays closed however it deforms. Vertices that are only in one place may part.
///
/// Throws: Error (malformed_mesh), with the vertices of an edge.
void check_closed_by_number(const TriangleMesh& mesh)
{
    // By how many more faces pass an edge from the lesser vertex to the greater.
    std::map<std::array<VertexId, 2>, int> excess;
    for (const FaceVertices& face : mesh.faces()) {
        for (std::size_t k = 0; k < 3; ++k) {
            const VertexId a = face[k], b = face[(k + 1) % 3];
            excess[{std::min(a, b), std::max(a, b)}] += a < b ? 1 : -1;
        }
    }
    for (const auto& [edge, more] : excess) {
        if (more == 0) continue;
        throw Error(ErrorCode::malformed_mesh,
                    "a deforming solid must be closed by vertex numbers: its faces do not pass the edge from vertex " +
                        std::to_string(edge[0]) + " to " + std::to_string(edge[1]) +
                        " equally often in both directions (weld vertices at the same position)");
    }
}

/// Throws: also as RigidBody for what bounds no solid.
void check_solid(const TriangleMesh& mesh)
{
    check_closed_by_number(mesh);
    const RigidBody checked(mesh, {.solid = true});
}

const char* const no_such_part = "the scene has no part with that number";

}  // namespace

std::string_view to_string(Scene::Kind kind)
{
    switch (kind) {
        case Scene::Kind::mesh: return "mesh";
        case Scene::Kind::body: return "body";
        case Scene::Kind::robot: break;
    }
    return "robot";
}

namespace scene::detail {

/// The deforming meshes. Their tree is built on demand: parts may be added and moved one by one before.
struct DeformingMeshes {
    std::vector<deformable::SceneObject> objects = {};
    std::vector<std::vector<Point>> start = {}, end = {};
    std::vector<std::uint8_t> solid = {};
    mutable std::vector<std::optional<ObjectParts>> parts = {};  ///< found when they are asked for

    DeformingMeshes() = default;
    DeformingMeshes(const DeformingMeshes& other)
        : objects(other.objects), start(other.start), end(other.end), solid(other.solid)
    {
        const std::lock_guard lock(other.mutex);
        parts = other.parts;
        scene = other.scene;
        stale = other.stale;
        ends_moved = other.ends_moved;
        front_pairs = other.front_pairs;
        slack = other.slack;
        most_kept = other.most_kept;
    }
    DeformingMeshes& operator=(const DeformingMeshes&) = delete;
    ~DeformingMeshes() = default;

    void add(deformable::SceneObject object, bool is_solid)
    {
        start.emplace_back(object.mesh.positions().begin(), object.mesh.positions().end());
        end.push_back(start.back());
        solid.push_back(is_solid ? 1 : 0);
        parts.emplace_back();
        ends_moved.push_back(0);
        objects.push_back(std::move(object));
        scene.reset();
    }

    /// The part rests where the new mesh is.
    void replace(std::uint32_t mesh, TriangleMesh next, std::span<const VertexId> old_vertices)
    {
        deformable::check_old_vertices(old_vertices, next.vertex_count(), objects[mesh].mesh.vertex_count());
        if (scene) scene->replace(mesh, next, old_vertices);
        start[mesh].assign(next.positions().begin(), next.positions().end());
        end[mesh] = start[mesh];
        objects[mesh].mesh = std::move(next);
        parts[mesh].reset();
        stale = true;
    }

    [[nodiscard]] const ObjectParts& parts_of(std::size_t mesh) const
    {
        const std::lock_guard lock(mutex);
        std::optional<ObjectParts>& found = parts.at(mesh);
        if (!found) found = ObjectParts::of(objects[mesh].mesh, solid[mesh] != 0);
        return *found;
    }

    [[nodiscard]] const deformable::MovingScene& prepared(int threads) const
    {
        const std::lock_guard lock(mutex);
        if (!scene) {
            scene.emplace(objects, threads);
            scene->keep_front(front_pairs);
            scene->keep_candidates(slack, most_kept);
            stale = true;
        }
        if (stale) {
            const std::vector<std::span<const Point>> starts(start.begin(), start.end()), ends(end.begin(), end.end());
            scene->set_step(starts, ends, threads);
        } else if (std::find(ends_moved.begin(), ends_moved.end(), 1) != ends_moved.end()) {
            std::vector<std::span<const Point>> ends(end.size());
            for (std::size_t mesh = 0; mesh < end.size(); ++mesh) {
                if (ends_moved[mesh] != 0) ends[mesh] = end[mesh];
            }
            scene->set_end(ends, threads);
        }
        stale = false;
        std::fill(ends_moved.begin(), ends_moved.end(), std::uint8_t{0});
        return *scene;
    }

    std::size_t front_pairs = 0;
    double slack = 0.0;  ///< of the candidates to be kept
    std::size_t most_kept = 0;
    mutable std::mutex mutex = {};
    mutable std::optional<deformable::MovingScene> scene = {};  ///< none: to be built
    mutable bool stale = false;                                 ///< a start was moved since its last step
    mutable std::vector<std::uint8_t> ends_moved = {};          ///< by mesh: whether its end was
};

/// A part of a scene, and where its data are.
struct Part {
    Scene::Kind kind;
    PartOptions options;
    std::uint32_t first_object = 0;
    std::uint32_t number = 0;  ///< among those of its kind
};

struct RobotPart {
    RobotChecker checker;
    JointMotion motion;
};

/// The contents of a scene, each kind of part with its engine.
struct Content {
    std::vector<Part> parts = {};
    std::vector<PartId> part_of = {};  ///< of each object
    DeformingMeshes meshes = {};
    rigid::RigidWorld world = {};
    std::vector<RobotPart> robots = {};

    [[nodiscard]] const Part& at(PartId part) const
    {
        require(part < parts.size(), no_such_part);
        return parts[part];
    }

    /// The number of a part among those of its kind.
    [[nodiscard]] std::uint32_t number(PartId part, Scene::Kind kind) const
    {
        const Part& found = at(part);
        if (found.kind == kind) return found.number;
        throw std::invalid_argument("part " + std::to_string(part) + " of the scene is a " +
                                    std::string(to_string(found.kind)) + ", not a " + std::string(to_string(kind)));
    }

    PartId add(Scene::Kind kind, const PartOptions& options, std::size_t number, std::size_t objects)
    {
        require(part_of.size() + objects < std::numeric_limits<std::uint32_t>::max(),
                "too many objects: a scene can hold fewer than 2^32");
        const auto part = static_cast<PartId>(parts.size());
        parts.push_back(
            {kind, options, static_cast<std::uint32_t>(part_of.size()), static_cast<std::uint32_t>(number)});
        part_of.insert(part_of.end(), objects, part);
        return part;
    }
};

}  // namespace scene::detail

using scene::detail::Content;

namespace {

/// Positions may be given as the scene's own start or end.
std::vector<Point> copy_of(std::span<const Point> positions) { return {positions.begin(), positions.end()}; }

void check_new(const PartOptions& options, Scene::Kind kind)
{
    require(options.thickness >= 0.0 && std::isfinite(options.thickness),
            "the thickness of a part must be finite and not negative");
    require(kind == Scene::Kind::mesh || !options.solid,
            "`solid` applies to deforming meshes only: rigid bodies and robot shapes have their own");
    require(kind != Scene::Kind::body || options.self, "`self` does not apply to rigid bodies");
}

}  // namespace

Scene::Scene() : content_(std::make_unique<Content>()) {}
Scene::Scene(const Scene& other) : content_(other.content_ ? std::make_unique<Content>(*other.content_) : nullptr) {}
Scene::Scene(Scene&& other) noexcept = default;
Scene& Scene::operator=(Scene&& other) noexcept = default;
Scene::~Scene() = default;

Scene& Scene::operator=(const Scene& other)
{
    Scene copy(other);
    *this = std::move(copy);
    return *this;
}

Content& Scene::content() const
{
    require(content_ != nullptr, "the scene was moved from");
    return *content_;
}

PartId Scene::add(TriangleMesh mesh, const PartOptions& options)
{
    Content& all = content();
    check_new(options, Scene::Kind::mesh);
    if (options.solid) check_solid(mesh);
    deformable::ObjectOptions fixed = {
        .name = options.name, .group = options.group, .self = options.self, .thickness = options.thickness};
    all.meshes.add({std::move(mesh), std::move(fixed)}, options.solid);
    return all.add(Scene::Kind::mesh, options, all.meshes.objects.size() - 1, 1);
}

PartId Scene::add(std::shared_ptr<const RigidBody> body, const PartOptions& options)
{
    return add(std::move(body), at_rest(Eigen::Isometry3d::Identity()), options);
}

PartId Scene::add(std::shared_ptr<const RigidBody> body, const RigidMotion& motion, const PartOptions& options)
{
    Content& all = content();
    check_new(options, Scene::Kind::body);
    require(body != nullptr, "the body to add must not be null");
    const rigid::BodyId id = all.world.add(
        std::move(body), motion, {.name = options.name, .group = options.group, .thickness = options.thickness});
    return all.add(Scene::Kind::body, options, id, 1);
}

PartId Scene::add(RigidBody body, const PartOptions& options)
{
    return add(std::make_shared<const RigidBody>(std::move(body)), options);
}

PartId Scene::add(Robot robot, const PartOptions& options)
{
    Content& all = content();
    check_new(options, Scene::Kind::robot);
    RobotChecker checker(std::move(robot), {}, {.self = options.self});
    const Eigen::VectorXd zero = checker.robot().zero();
    const std::size_t links = checker.robot().links().size();
    all.robots.push_back({std::move(checker), {zero, zero}});
    return all.add(Scene::Kind::robot, options, all.robots.size() - 1, links);
}

void Scene::move(PartId part, std::span<const Point> end)
{
    scene::detail::DeformingMeshes& meshes = content().meshes;
    const std::uint32_t mesh = content().number(part, Scene::Kind::mesh);
    check_positions(end, meshes.end[mesh].size());
    meshes.end[mesh] = copy_of(end);
    meshes.ends_moved[mesh] = 1;
}

void Scene::move(PartId part, std::span<const Point> start, std::span<const Point> end)
{
    scene::detail::DeformingMeshes& meshes = content().meshes;
    const std::uint32_t mesh = content().number(part, Scene::Kind::mesh);
    check_positions(start, meshes.start[mesh].size());
    check_positions(end, meshes.end[mesh].size());
    std::vector<Point> from = copy_of(start), to = copy_of(end);
    meshes.start[mesh] = std::move(from);
    meshes.end[mesh] = std::move(to);
    meshes.stale = true;
}

void Scene::replace(PartId part, TriangleMesh mesh, std::span<const VertexId> old_vertices)
{
    const std::uint32_t number = content().number(part, Scene::Kind::mesh);
    if (options(part).solid) check_solid(mesh);
    content().meshes.replace(number, std::move(mesh), old_vertices);
}

void Scene::move(PartId part, const RigidMotion& motion)
{
    content().world.move(content().number(part, Scene::Kind::body), motion);
}

void Scene::move(PartId part, const JointMotion& motion)
{
    scene::detail::RobotPart& robot = content().robots[content().number(part, Scene::Kind::robot)];
    for (const Eigen::VectorXd* end : {&motion.from, &motion.to}) (void)robot.checker.robot().poses(*end);
    robot.motion = motion;
}

void Scene::advance(double step)
{
    Content& all = content();
    require(step >= 0.0 && step <= 1.0, "a step must be in [0, 1]");
    std::vector<RigidMotion> rests;
    for (rigid::BodyId body = 0; body < all.world.body_count(); ++body)
        rests.push_back(at_rest(pose_at(all.world.motion(body), step)));
    all.world.move(rests);
    for (std::size_t mesh = 0; mesh < all.meshes.objects.size(); ++mesh) {
        std::vector<Point>& start = all.meshes.start[mesh];
        std::vector<Point>& end = all.meshes.end[mesh];
        for (std::size_t v = 0; v < end.size(); ++v) end[v] = deformable::position_at(start[v], end[v], step);
        start = end;
    }
    all.meshes.stale = true;
    for (scene::detail::RobotPart& robot : all.robots) {
        const Eigen::VectorXd now = configuration_at(robot.checker.robot(), robot.motion, step);
        robot.motion = {now, now};
    }
}

void Scene::advance(const std::vector<std::vector<double>>& fractions)
{
    scene::detail::DeformingMeshes& meshes = content().meshes;
    require(meshes.objects.size() == part_count(), "every part of the scene must be a deforming mesh");
    require(fractions.size() == part_count(), "there must be fractions for every part of the scene");
    std::vector<std::vector<Point>> next;
    for (std::size_t mesh = 0; mesh < fractions.size(); ++mesh)
        next.push_back(deformable::positions_at(meshes.start[mesh], meshes.end[mesh], fractions[mesh]));
    meshes.start = meshes.end = std::move(next);
    meshes.stale = true;
}

void Scene::keep_front(std::size_t most_pairs)
{
    scene::detail::DeformingMeshes& meshes = content().meshes;
    meshes.front_pairs = most_pairs;
    if (meshes.scene) meshes.scene->keep_front(most_pairs);
}

void Scene::keep_candidates(double slack, std::size_t most)
{
    require(slack >= 0.0 && std::isfinite(slack), "the slack of kept candidates must be finite and not negative");
    scene::detail::DeformingMeshes& meshes = content().meshes;
    meshes.slack = slack;
    meshes.most_kept = most;
    if (meshes.scene) meshes.scene->keep_candidates(slack, most);
}

void Scene::positions_at(PartId part, double step, std::span<Point> out) const
{
    const std::vector<Point>&from = start(part), &to = end(part);
    require(step >= 0.0 && step <= 1.0, "a step must be in [0, 1]");
    require(out.size() == from.size(), "there must be room for a position of every vertex of the mesh, and no more");
    for (std::size_t v = 0; v < from.size(); ++v) out[v] = deformable::position_at(from[v], to[v], step);
}

std::size_t Scene::part_count() const { return content().parts.size(); }
Scene::Kind Scene::kind(PartId part) const { return content().at(part).kind; }
const PartOptions& Scene::options(PartId part) const { return content().at(part).options; }

std::string Scene::name(PartId part) const
{
    const PartOptions& named = options(part);
    return named.name.empty() ? "part " + std::to_string(part) : named.name;
}

std::size_t Scene::object_count() const { return content().part_of.size(); }
std::uint32_t Scene::first_object(PartId part) const { return content().at(part).first_object; }

PartId Scene::part_of(std::uint32_t object) const
{
    require(object < object_count(), "the scene has no object with that number");
    return content().part_of[object];
}

LinkId Scene::link_of(std::uint32_t object) const { return object - first_object(part_of(object)); }

std::string Scene::object_name(std::uint32_t object) const
{
    const PartId part = part_of(object);
    if (kind(part) != Scene::Kind::robot) return name(part);
    return name(part) + "/" + checker(part).robot().links()[link_of(object)].name;
}

const TriangleMesh& Scene::mesh(PartId part) const
{
    return content().meshes.objects[content().number(part, Scene::Kind::mesh)].mesh;
}
const std::vector<Point>& Scene::start(PartId part) const
{
    return content().meshes.start[content().number(part, Scene::Kind::mesh)];
}
const std::vector<Point>& Scene::end(PartId part) const
{
    return content().meshes.end[content().number(part, Scene::Kind::mesh)];
}
const std::shared_ptr<const RigidBody>& Scene::body(PartId part) const
{
    return content().world.body(content().number(part, Scene::Kind::body));
}
const RigidMotion& Scene::rigid_motion(PartId part) const
{
    return content().world.motion(content().number(part, Scene::Kind::body));
}
const RobotChecker& Scene::checker(PartId part) const
{
    return content().robots[content().number(part, Scene::Kind::robot)].checker;
}
const JointMotion& Scene::joint_motion(PartId part) const
{
    return content().robots[content().number(part, Scene::Kind::robot)].motion;
}

std::vector<PartId> Scene::parts(Scene::Kind kind) const
{
    std::vector<PartId> found;
    for (PartId part = 0; part < part_count(); ++part) {
        if (content().parts[part].kind == kind) found.push_back(part);
    }
    return found;
}

const deformable::MovingScene& Scene::meshes(int threads) const { return content().meshes.prepared(threads); }
const scene::detail::ObjectParts& Scene::mesh_parts(std::size_t mesh) const { return content().meshes.parts_of(mesh); }
const rigid::RigidWorld& Scene::bodies() const { return content().world; }

}  // namespace tocca
