// SPDX-License-Identifier: Apache-2.0
#include "support/scene_queries.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <optional>
#include <utility>

#include "support/rigid_queries.hpp"
#include "support/rigid_reference.hpp"
#include "support/robot_queries.hpp"
#include "tocca/base/error.hpp"

namespace tocca::support {

namespace {

using Eigen::Isometry3d;
using Eigen::Vector3d;

TriangleMesh with_positions(const TriangleMesh& mesh, std::vector<Point> positions)
{
    std::vector<EdgeVertices> loose;
    for (const EdgeId edge : mesh.loose_edges()) loose.push_back(mesh.edges()[edge]);
    return {std::move(positions), {mesh.faces().begin(), mesh.faces().end()}, std::move(loose)};
}

Vector3d random_vector(Random& random) { return {random.signed_unit(), random.signed_unit(), random.signed_unit()}; }

double magnitude(Random& random, double least, double greatest)
{
    return std::pow(10.0, least + (greatest - least) * random.unit());
}

/// Hardly any pair takes as many steps; what grazes all the way would take seconds.
constexpr std::uint64_t ample_budget = 300'000;

/// Where a part is and where it goes, about.
struct Way {
    Vector3d from, to;
};

/// Draws a scene part by part.
class SceneMaker {
public:
    explicit SceneMaker(std::uint64_t seed) : random_(seed) {}

    [[nodiscard]] SceneCase make();

private:
    void add_part();
    void add_mesh(Scene& scene, const Way& way, double size);
    void add_body(Scene& scene, const Way& way, double size);
    void add_robot(Scene& scene, const Way& way, double size);
    [[nodiscard]] PartOptions part_options(double size);
    [[nodiscard]] TriangleMesh mesh_of_size(double size);
    [[nodiscard]] QueryOptions query_options();
    void let_vertices_meet();
    void start_at_contact();
    void move_on(PartId part);

    Random random_;
    SceneCase case_;
    double size_ = 1.0;
    Vector3d world_ = Vector3d::Zero();
    bool free_start_ = true, near_start_ = false;
    std::vector<Vector3d> places_;  // of the parts
    std::vector<std::shared_ptr<const RigidBody>> bodies_;
};

Outcome outcome_at_start(Scene scene, const QueryOptions& options)
{
    scene.advance(0.0);
    QueryOptions start = options;
    start.until = 1.0;
    start.budget.reset();
    start.threads = 1;
    return first_contact(scene, start).outcome;
}

SceneCase SceneMaker::make()
{
    size_ = random_.chance(0.7) ? 1.0 : magnitude(random_, -6.0, 6.0);
    world_ = size_ * random_.pick({0.0, 0.0, 0.0, 10.0, 1e4}) * random_vector(random_);
    free_start_ = random_.chance(0.85);
    near_start_ = random_.chance(0.5);
    case_.options = query_options();
    for (std::size_t parts = 2 + random_.below(4); parts > 0; --parts) add_part();
    const auto objects = static_cast<std::uint32_t>(case_.scene.object_count());
    for (std::size_t pairs = random_.chance(0.2) ? 1 + random_.below(3) : 0; pairs > 0 && objects > 0; --pairs) {
        const auto a = static_cast<std::uint32_t>(random_.below(objects));
        const auto b = static_cast<std::uint32_t>(random_.below(objects));
        const PartId part = case_.scene.part_of(a);
        if (part != case_.scene.part_of(b) || case_.scene.kind(part) != Scene::Kind::robot)
            case_.options.ignored_pairs.push_back({a, b});
    }
    if (random_.chance(0.05)) let_vertices_meet();
    if (random_.chance(0.15)) start_at_contact();
    return std::move(case_);
}

QueryOptions SceneMaker::query_options()
{
    QueryOptions options;
    if (random_.chance(0.25)) options.clearance = size_ * magnitude(random_, -4.0, -0.7);
    if (random_.chance(0.3)) options.threshold = size_ * magnitude(random_, -9.0, -1.5);
    if (random_.chance(0.1)) options.tolerance = random_.chance(0.2) ? 0.0 : magnitude(random_, -9.0, -1.0);
    if (random_.chance(0.15)) options.until = random_.unit();
    if (random_.chance(0.1)) options.near_fraction = random_.pick({0.0, 0.5, 0.9});
    options.budget = random_.chance(0.03) ? random_.below(60) : ample_budget;
    if (random_.chance(0.1)) options.self = false;
    if (random_.chance(0.03)) options.between = false;
    for (std::size_t groups = random_.chance(0.15) ? 1 + random_.below(2) : 0; groups > 0; --groups) {
        options.ignored_groups.push_back(
            {static_cast<std::uint32_t>(random_.below(3)), static_cast<std::uint32_t>(random_.below(3))});
    }
    return options;
}

void SceneMaker::add_part()
{
    const std::size_t kind = random_.below(20);
    for (int attempt = 0; attempt < 8; ++attempt) {
        const bool within = !places_.empty() && random_.chance(0.03);  // within another part, perhaps
        const double size = size_ * (within                ? magnitude(random_, -3.0, -1.0)
                                     : random_.chance(0.7) ? 1.0
                                                           : magnitude(random_, -2.0, 1.0));
        const double reach = random_.pick({1.0, 2.0, 4.0}) * std::max(size, size_);
        Way way = {world_ + reach * random_vector(random_), {}};
        const Vector3d target = places_.empty() ? world_ : places_[random_.below(places_.size())];
        const double past = random_.chance(0.2) ? 0.0 : 2.0 * random_.unit();
        if (within) way.from = target + size * random_vector(random_);
        way.to = way.from + past * (target - way.from) + random_.pick({0.0, 0.3, 1.0}) * size_ * random_vector(random_);
        Scene next = case_.scene;
        if (kind < 8)
            add_mesh(next, way, size);
        else if (kind < 15)
            add_body(next, way, size);
        else
            add_robot(next, way, size);
        const Outcome start = outcome_at_start(next, case_.options);
        const bool wanted = start == Outcome::free || (start == Outcome::near_at_start && near_start_);
        if (free_start_ && !wanted && !within) continue;
        case_.scene = std::move(next);
        places_.push_back(way.from);
        return;
    }
}

PartOptions SceneMaker::part_options(double size)
{
    PartOptions options;
    if (random_.chance(0.4)) options.group = static_cast<std::uint32_t>(random_.below(3));
    if (random_.chance(0.2)) options.thickness = size * magnitude(random_, -4.0, -0.7);
    return options;
}

TriangleMesh SceneMaker::mesh_of_size(double size)
{
    if (random_.chance(0.15)) return mixed_body_mesh(random_, size);
    const Vector3d offset = size * random_.pick({0.0, 0.0, 0.0, 1.0, 30.0}) * random_vector(random_);
    return moved(random_body_mesh(random_, 12), size, {offset.x(), offset.y(), offset.z()});
}

void SceneMaker::add_mesh(Scene& scene, const Way& way, double size)
{
    const TriangleMesh mesh = mesh_of_size(size);
    const RigidMotion motion = random_rigid_motion(random_, mesh, way.from, way.to);
    const BendingMesh bending = bent_on_the_way(random_, mesh, motion);
    PartOptions options = part_options(size);
    options.self = random_.chance(0.2);
    options.solid = random_.chance(0.5);
    PartId part = 0;
    try {
        part = scene.add(bending.mesh, options);
    } catch (const Error&) {
        options.solid = false;
        part = scene.add(bending.mesh, options);
    }
    scene.move(part, bending.end);
}

void SceneMaker::add_body(Scene& scene, const Way& way, double size)
{
    const PartOptions options = part_options(size);
    std::shared_ptr<const RigidBody> body;
    if (!bodies_.empty() && random_.chance(0.15)) {
        body = bodies_[random_.below(bodies_.size())];
    } else {
        const TriangleMesh mesh = mesh_of_size(size);
        const auto made = [&](bool solid) {
            return std::make_shared<const RigidBody>(
                mesh, RigidBodyOptions{.solid = solid, .isolated_vertices = true, .threads = 1});
        };
        try {
            body = made(random_.chance(0.5));
        } catch (const Error&) {
            body = made(false);
        }
        bodies_.push_back(body);
    }
    const PartId part = scene.add(body, options);
    try {
        scene.move(part, random_rigid_motion(random_, body->mesh(), way.from, way.to));
    } catch (const Error&) {
        // A pose further out than bodies may be: it rests.
    }
}

void SceneMaker::add_robot(Scene& scene, const Way& way, double size)
{
    RobotParts parts =
        random_robot_parts(random_, {.links = 1 + random_.below(4), .size = size, .chain = random_.chance(0.5)});
    if (random_.chance(0.2)) {
        const auto link = [&] { return parts.links[random_.below(parts.links.size())].name; };
        parts.allowed.push_back({link(), link(), "random"});
    }
    parts.links.push_back({.name = "world"});
    Isometry3d base = random_pose(random_, 0.0);
    base.translation() = way.from;
    parts.joints.push_back({.name = "base",
                            .type = Joint::Type::fixed,
                            .parent = "world",
                            .child = parts.links.front().name,
                            .origin = base});
    PartOptions options = part_options(size);
    options.self = random_.chance(0.5);
    const Robot robot(std::move(parts));
    const RobotChecker checker(robot, {}, {.self = options.self});
    // Mostly from where it does not touch itself.
    Eigen::VectorXd from;
    for (int attempt = 0; attempt < 8; ++attempt) {
        from = random_configuration(random_, robot, size);
        if (!free_start_ || !collides_at(checker, from)) break;
    }
    const PartId part = scene.add(robot, options);
    scene.move(part, random_joint_motion(random_, robot, from, size));
}

/// A vertex of a deforming mesh starts at one of another part.
void SceneMaker::let_vertices_meet()
{
    Scene& scene = case_.scene;
    const std::vector<PartId> meshes = scene.parts(Scene::Kind::mesh);
    if (meshes.empty() || scene.part_count() < 2) return;
    const PartId mesh = meshes[random_.below(meshes.size())];
    const auto other = static_cast<PartId>(random_.below(scene.part_count()));
    if (other == mesh || scene.kind(other) == Scene::Kind::robot) return;
    std::vector<Point> start = scene.start(mesh);
    Point& vertex = start[random_.below(start.size())];
    if (scene.kind(other) == Scene::Kind::mesh) {
        vertex = scene.start(other)[random_.below(scene.start(other).size())];
    } else {
        const auto positions = scene.body(other)->mesh().positions();
        vertex = ReferenceMotion(scene.rigid_motion(other)).place(positions[random_.below(positions.size())], 0.0);
    }
    const std::vector<Point> end = scene.end(mesh);
    scene.move(mesh, start, end);
}

/// From where two nearly touch, to anywhere.
void SceneMaker::start_at_contact()
{
    QueryOptions options = case_.options;
    options.threads = 1;
    options.budget = 100'000;
    const Answer first = first_contact(case_.scene, options);
    if (first.outcome != Outcome::contact) return;
    case_.scene.advance(first.safe_until);
    for (PartId part = 0; part < case_.scene.part_count(); ++part) {
        if (random_.chance(0.8)) move_on(part);
    }
}

void SceneMaker::move_on(PartId part)
{
    Scene& scene = case_.scene;
    const Vector3d way = size_ * random_.pick({1e-6, 0.1, 1.0, 3.0}) * random_vector(random_);
    switch (scene.kind(part)) {
        case Scene::Kind::mesh: {
            const double bend = size_ * random_.pick({0.0, 0.01, 0.5});
            std::vector<Point> end = scene.start(part);
            for (Point& p : end) {
                for (std::size_t k = 0; k < 3; ++k)
                    p[k] += way[static_cast<Eigen::Index>(k)] + bend * random_.signed_unit();
            }
            scene.move(part, end);
            break;
        }
        case Scene::Kind::body: {
            RigidMotion motion = translation(scene.rigid_motion(part).from, way);
            motion.reference = scene.body(part)->middle();
            if (random_.chance(0.7))
                motion.rotation = Vector3d(random_.pick({0.01, 1.0, 7.0}) * random_vector(random_));
            scene.move(part, motion);
            break;
        }
        case Scene::Kind::robot: {
            const Robot& robot = scene.checker(part).robot();
            scene.move(part, random_joint_motion(random_, robot, scene.joint_motion(part).from, size_));
            break;
        }
    }
}

std::string text_of(const Point& p) { return fmt::format("({:a}, {:a}, {:a})", p[0], p[1], p[2]); }

std::string text_of(const Eigen::MatrixXd& values)
{
    std::string text;
    for (Eigen::Index i = 0; i < values.rows(); ++i) {
        for (Eigen::Index k = 0; k < values.cols(); ++k) text += fmt::format(" {:a}", values(i, k));
    }
    return text;
}

std::string text_of(const TriangleMesh& mesh)
{
    std::string text = "  faces";
    for (const FaceVertices& f : mesh.faces()) text += fmt::format(" {}-{}-{}", f[0], f[1], f[2]);
    for (const EdgeId edge : mesh.loose_edges())
        text += fmt::format(" {}-{}", mesh.edges()[edge][0], mesh.edges()[edge][1]);
    return text + "\n";
}

std::string text_of_mesh_part(const Scene& scene, PartId part)
{
    std::string text = text_of(scene.mesh(part));
    for (std::size_t v = 0; v < scene.start(part).size(); ++v)
        text += fmt::format("  {} -> {}\n", text_of(scene.start(part)[v]), text_of(scene.end(part)[v]));
    return text;
}

std::string text_of_body_part(const Scene& scene, PartId part)
{
    const RigidBody& body = *scene.body(part);
    std::string text = text_of(body.mesh());
    for (const Point& p : body.mesh().positions()) text += fmt::format("  {}\n", text_of(p));
    const RigidMotion& motion = scene.rigid_motion(part);
    text += fmt::format("  {}from{}\n  to{}\n  reference{}\n", body.solid() ? "solid\n  " : "",
                        text_of(Eigen::MatrixXd(motion.from.matrix())), text_of(Eigen::MatrixXd(motion.to.matrix())),
                        text_of(Eigen::MatrixXd(motion.reference)));
    if (motion.rotation) text += fmt::format("  rotation{}\n", text_of(Eigen::MatrixXd(*motion.rotation)));
    return text;
}

std::string text_of_robot_part(const Scene& scene, PartId part)
{
    const Robot& robot = scene.checker(part).robot();
    std::string text;
    for (const Joint& joint : robot.joints())
        text += fmt::format("  joint {} of type {}: {} above {}\n", joint.name, static_cast<int>(joint.type),
                            joint.parent, joint.child);
    for (const Link& link : robot.links()) {
        for (const RobotShape& shape : link.shapes)
            text += fmt::format("  {}: {} triangles, padding {:g}\n", link.name, shape.body->primitives().size(),
                                shape.padding);
    }
    const JointMotion& motion = scene.joint_motion(part);
    return text + fmt::format("  from{}\n  to{}\n", text_of(Eigen::MatrixXd(motion.from)),
                              text_of(Eigen::MatrixXd(motion.to)));
}

std::string text_of(const QueryOptions& options)
{
    std::string text = fmt::format("clearance {:a}, until {:a}, self {}, between {}", options.clearance, options.until,
                                   options.self, options.between);
    const auto add = [&](const char* name, const auto& value) {
        if (value) text += fmt::format(", {} {}", name, *value);
    };
    add("threshold", options.threshold);
    add("tolerance", options.tolerance);
    add("near_fraction", options.near_fraction);
    add("budget", options.budget);
    for (const auto& [a, b] : options.ignored_pairs) text += fmt::format(", ignored pair {} {}", a, b);
    for (const auto& [a, b] : options.ignored_groups) text += fmt::format(", ignored groups {} {}", a, b);
    return text + "\n";
}

}  // namespace

BendingMesh bent_on_the_way(Random& random, const TriangleMesh& mesh, const RigidMotion& motion)
{
    const ReferenceMotion path(motion);
    std::vector<Point> start, end;
    for (const Point& p : mesh.positions()) {
        start.push_back(path.place(p, 0.0));
        end.push_back(path.place(p, 1.0));
    }
    const double bend = widest_side(start) * random.pick({0.0, 0.01, 0.3, 2.0});
    for (Point& p : end) {
        for (double& x : p) x += bend * random.signed_unit();
    }
    return {with_positions(mesh, std::move(start)), std::move(end)};
}

double widest_side(std::span<const Point> points)
{
    double most = 0.0;
    for (std::size_t k = 0; k < 3; ++k) {
        const auto [low, high] = std::ranges::minmax(points, {}, [&](const Point& p) { return p[k]; });
        most = std::max(most, high[k] - low[k]);
    }
    return most;
}

SceneCase random_scene_case(std::uint64_t seed) { return SceneMaker(seed).make(); }

SceneCase reordered(const SceneCase& c, std::span<const PartId> order)
{
    SceneCase result;
    result.options = c.options;
    std::vector<std::uint32_t> number(c.scene.object_count());  // of each object, among the new ones
    for (const PartId part : order) {
        PartId added = 0;
        switch (c.scene.kind(part)) {
            case Scene::Kind::mesh:
                added = result.scene.add(c.scene.mesh(part), c.scene.options(part));
                result.scene.move(added, c.scene.start(part), c.scene.end(part));
                break;
            case Scene::Kind::body:
                added = result.scene.add(c.scene.body(part), c.scene.options(part));
                result.scene.move(added, c.scene.rigid_motion(part));
                break;
            case Scene::Kind::robot:
                added = result.scene.add(c.scene.checker(part).robot(), c.scene.options(part));
                result.scene.move(added, c.scene.joint_motion(part));
                break;
        }
        for (std::uint32_t object = c.scene.first_object(part);
             object < c.scene.object_count() && c.scene.part_of(object) == part; ++object)
            number[object] = result.scene.first_object(added) + c.scene.link_of(object);
    }
    for (auto& [a, b] : result.options.ignored_pairs) a = number[a], b = number[b];
    return result;
}

std::string describe(const SceneCase& c)
{
    std::string text = text_of(c.options);
    for (PartId part = 0; part < c.scene.part_count(); ++part) {
        const PartOptions& options = c.scene.options(part);
        text += fmt::format("part {}, {}, objects from {}: group {}, self {}, thickness {:a}, solid {}\n", part,
                            to_string(c.scene.kind(part)), c.scene.first_object(part), options.group, options.self,
                            options.thickness, options.solid);
        switch (c.scene.kind(part)) {
            case Scene::Kind::mesh: text += text_of_mesh_part(c.scene, part); break;
            case Scene::Kind::body: text += text_of_body_part(c.scene, part); break;
            case Scene::Kind::robot: text += text_of_robot_part(c.scene, part); break;
        }
    }
    return text;
}

}  // namespace tocca::support
