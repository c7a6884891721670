// SPDX-License-Identifier: Apache-2.0
#include "tocca/scene/scene.hpp"

#include <gtest/gtest.h>

#include <limits>
#include <stdexcept>
#include <utility>
#include <vector>

#include "tocca/base/error.hpp"
#include "tocca/deformable/safe_step.hpp"
#include "tocca/mesh/shapes.hpp"
#include "tocca/scene/scene_query.hpp"

namespace tocca::scene_test {
namespace {

using Eigen::Isometry3d;
using Eigen::Vector3d;

RigidBody cube(bool solid = false) { return RigidBody(box({.lengths = {1, 1, 1}}).mesh(), {.solid = solid}); }

TriangleMesh cloth() { return sheet({.columns = 2, .rows = 2, .width = 1.0, .depth = 1.0}).mesh(); }

Isometry3d at(double x)
{
    Isometry3d pose = Isometry3d::Identity();
    pose.translation() = Vector3d(x, 0.0, 0.0);
    return pose;
}

/// A base and one arm that slides along x.
Robot slide()
{
    return Robot(RobotParts{
        .name = "slide",
        .links = {{.name = "base"}, {.name = "arm", .shapes = {box_shape({1.0, 1.0, 1.0}, Isometry3d::Identity())}}},
        .joints = {{.name = "x",
                    .type = Joint::Type::prismatic,
                    .parent = "base",
                    .child = "arm",
                    .axis = Vector3d::UnitX()}}});
}

TEST(Scene, NumbersObjectsPartByPart)
{
    Scene scene;
    EXPECT_EQ(scene.add(cloth(), {.name = "cloth", .group = 3}), 0U);
    EXPECT_EQ(scene.add(slide(), {.name = "arm"}), 1U);
    EXPECT_EQ(scene.add(cube()), 2U);
    EXPECT_EQ(scene.part_count(), 3U);
    ASSERT_EQ(scene.object_count(), 4U);
    EXPECT_EQ(scene.first_object(1), 1U);
    EXPECT_EQ(scene.first_object(2), 3U);
    EXPECT_EQ(scene.part_of(2), 1U);
    EXPECT_EQ(scene.link_of(2), 1U);
    EXPECT_EQ(scene.object_name(0), "cloth");
    EXPECT_EQ(scene.object_name(2), "arm/arm");
    EXPECT_EQ(scene.object_name(3), "part 2");
    EXPECT_EQ(scene.options(0).group, 3U);
    EXPECT_EQ(scene.kind(0), Scene::Kind::mesh);
    EXPECT_EQ(scene.kind(1), Scene::Kind::robot);
    EXPECT_EQ(scene.kind(2), Scene::Kind::body);
    EXPECT_EQ(scene.parts(Scene::Kind::body), std::vector<PartId>{2});
}

TEST(Scene, RestsUntilItIsMovedAndGoesOnFromThere)
{
    Scene scene;
    const PartId mesh = scene.add(cloth()), body = scene.add(cube()), robot = scene.add(slide());
    EXPECT_EQ(scene.start(mesh), scene.end(mesh));

    std::vector<Point> end = scene.start(mesh);
    for (Point& point : end) point[2] += 1.0;
    Isometry3d to = Isometry3d::Identity();
    to.translation() = Vector3d(4.0, 0.0, 0.0);
    scene.move(mesh, end);
    scene.move(body, {.to = to});
    scene.move(robot, {.from = Eigen::VectorXd::Constant(1, 1.0), .to = Eigen::VectorXd::Constant(1, 2.0)});
    // The same start, another end.
    for (Point& point : end) point[2] += 1.0;
    scene.move(mesh, end);
    EXPECT_EQ(scene.start(mesh)[0][2], 0.0);
    EXPECT_EQ(scene.meshes().end(0, 0)[2], 2.0);

    Scene half = scene;
    half.advance(0.5);
    EXPECT_EQ(half.start(mesh)[0][2], 1.0);
    EXPECT_EQ(half.end(mesh)[0][2], 1.0);
    EXPECT_EQ(half.meshes().start(0, 0)[2], 1.0);
    EXPECT_EQ(half.rigid_motion(body).from.translation(), Vector3d(2.0, 0.0, 0.0));
    EXPECT_EQ(half.rigid_motion(body).to.translation(), Vector3d(2.0, 0.0, 0.0));
    EXPECT_EQ(half.joint_motion(robot).from[0], 1.5);

    scene.advance();
    EXPECT_EQ(scene.start(mesh), end);
    EXPECT_EQ(scene.rigid_motion(body).from.matrix(), to.matrix());
    EXPECT_EQ(scene.joint_motion(robot).to[0], 2.0);
}

TEST(Scene, TakesItsOwnPositionsAsAStep)
{
    Scene scene;
    const Shape still = box({.lengths = {1, 1, 1}});
    const PartId part = scene.add(still.mesh());
    const std::vector<Point> there = translated(still, {0, 0, 2}).positions;
    scene.move(part, there);
    // The step backwards.
    scene.move(part, scene.end(part), scene.start(part));
    EXPECT_EQ(scene.start(part), there);
    EXPECT_EQ(scene.end(part), still.positions);
    scene.move(part, scene.end(part));
    EXPECT_EQ(scene.end(part), still.positions);
    const PartId other = scene.add(translated(still, {0, 0, -1.5}).mesh());
    scene.move(part, scene.start(part), scene.start(part));
    scene.move(part, scene.end(part), scene.start(other));
    EXPECT_TRUE(collides(scene));
}

TEST(Scene, AdvancesAsAWholeOrNotAtAll)
{
    Scene scene;
    const Shape still = box({.lengths = {1, 1, 1}});
    const PartId mesh = scene.add(still.mesh());
    scene.move(mesh, translated(still, {0, 0, 2}).positions);
    const PartId near = scene.add(RigidBody(still.mesh()));
    scene.move(near, translation(at(10.0), {5, 0, 0}));
    const PartId far = scene.add(RigidBody(still.mesh()));
    scene.move(far, translation(at(9e14), {9e14, 0, 0}));
    EXPECT_THROW(scene.advance(1.0), Error);
    EXPECT_EQ(scene.start(mesh), still.positions);
    EXPECT_EQ(scene.rigid_motion(near).from.translation().x(), 10.0);
    scene.advance(0.0);
    EXPECT_EQ(scene.end(mesh), still.positions);
}

TEST(Scene, TakesPositionsAndFacesAsMatrices)
{
    Eigen::MatrixXd positions(3, 3);
    positions << 0, 0, 0, 1, 0, 0, 0, 1, 0;
    Eigen::MatrixXi faces(1, 3);
    faces << 0, 1, 2;
    Scene scene;
    const PartId part = scene.add(positions, faces);
    const Eigen::MatrixXd end = positions.rowwise() + Eigen::RowVector3d(0, 0, 1);
    scene.move(part, end);
    EXPECT_EQ(scene.end(part)[2], (Point{0, 1, 1}));
    EXPECT_EQ(scene.mesh(part).faces().size(), 1U);
}

TEST(Scene, AnswersTrialsFromTheSameStartAsANewSceneDoes)
{
    const TriangleMesh flat = cloth();
    const auto lifted = [&](double height) {
        std::vector<Point> points(flat.positions().begin(), flat.positions().end());
        for (Point& point : points) point[2] += height;
        return points;
    };
    Scene scene;
    const PartId low = scene.add(cloth()), high = scene.add(cloth());
    scene.move(high, lifted(1.0), lifted(1.0));
    scene.keep_candidates(0.125);
    Statistics work;
    const QueryOptions options{.statistics = &work};
    const std::vector<std::pair<PartId, double>> trials{{high, -0.5}, {high, 0.25}, {high, 0.75},
                                                        {low, 0.5},   {low, 0.0},   {high, -0.125}};
    double low_end = 0.0, high_end = 1.0;
    for (const auto& [part, end] : trials) {
        scene.move(part, lifted(end));
        (part == low ? low_end : high_end) = end;
        Scene fresh;
        fresh.add(cloth());
        fresh.add(cloth());
        fresh.move(low, lifted(0.0), lifted(low_end));
        fresh.move(high, lifted(1.0), lifted(high_end));
        EXPECT_EQ(scene.start(high), lifted(1.0));
        const Answers found = all_contacts(scene, options), wanted = all_contacts(fresh);
        EXPECT_EQ(found.outcome, wanted.outcome);
        EXPECT_EQ(found.contacts.size(), wanted.contacts.size());
        EXPECT_EQ(found.safe_until, wanted.safe_until);
        const SafeStep safe = safe_step(scene);
        EXPECT_EQ(safe.step, safe_step(fresh).step);
        // What a copy is asked, and what is where after the step.
        EXPECT_EQ(collides(Scene(scene)), collides(fresh));
        Eigen::VectorXd column(3 * static_cast<Eigen::Index>(scene.end(high).size()));
        std::vector<Point> points(scene.end(high).size());
        scene.positions_at(high, 0.5, column);
        scene.positions_at(high, 0.5, points);
        for (std::size_t v = 0; v < points.size(); ++v) {
            EXPECT_EQ(points[v][2], 0.5 * (1.0 + high_end));
            EXPECT_EQ(column(3 * static_cast<Eigen::Index>(v) + 2), points[v][2]);
        }
    }
    EXPECT_GT(work.kept_searches, 0U);
    Eigen::VectorXd few(6);
    EXPECT_THROW(scene.positions_at(high, 0.5, few), std::invalid_argument);
    EXPECT_THROW(scene.keep_candidates(-1.0), std::invalid_argument);
    scene.move(high, Eigen::VectorXd::Zero(3 * static_cast<Eigen::Index>(scene.end(high).size())));
    EXPECT_EQ(scene.end(high).front(), (Point{0, 0, 0}));
    EXPECT_THROW(scene.move(high, Eigen::VectorXd::Zero(6)), std::invalid_argument);
}

TEST(Scene, RefusesWhatDoesNotFit)
{
    Scene scene;
    const PartId mesh = scene.add(cloth()), body = scene.add(cube()), robot = scene.add(slide());
    EXPECT_THROW(scene.move(body, scene.start(mesh)), std::invalid_argument);
    EXPECT_THROW(scene.move(mesh, RigidMotion{}), std::invalid_argument);
    EXPECT_THROW(scene.move(mesh, JointMotion{}), std::invalid_argument);
    EXPECT_THROW(scene.move(robot, {.from = Eigen::VectorXd::Zero(2), .to = Eigen::VectorXd::Zero(2)}),
                 std::invalid_argument);
    EXPECT_THROW(scene.move(7, RigidMotion{}), std::invalid_argument);
    std::vector<Point> end = scene.start(mesh);
    end.pop_back();
    EXPECT_THROW(scene.move(mesh, end), std::invalid_argument);
    end = scene.start(mesh);
    end[0][0] = std::numeric_limits<double>::quiet_NaN();
    EXPECT_THROW(scene.move(mesh, end), Error);
    EXPECT_EQ(scene.end(mesh), scene.start(mesh));

    EXPECT_THROW(scene.add(cloth(), {.thickness = -1.0}), std::invalid_argument);
    EXPECT_THROW(scene.add(cube(), {.solid = true}), std::invalid_argument);
    EXPECT_THROW(scene.add(cube(), {.self = false}), std::invalid_argument);
    EXPECT_THROW(scene.add(slide(), {.solid = true}), std::invalid_argument);
    EXPECT_THROW(scene.add(std::shared_ptr<const RigidBody>()), std::invalid_argument);
    EXPECT_THROW(scene.add(cloth(), {.solid = true}), Error);
    EXPECT_EQ(scene.part_count(), 3U);
    EXPECT_THROW(scene.advance(1.5), std::invalid_argument);
    EXPECT_THROW((void)scene.object_name(99), std::invalid_argument);
}

TEST(Scene, RefusesADeformingSolidThatIsClosedByPlacesOnly)
{
    const Shape cube = box({.lengths = {1, 1, 1}});
    // Every face has corners of its own: the surface may open.
    std::vector<Point> positions;
    std::vector<FaceVertices> faces;
    for (const FaceVertices& face : cube.faces) {
        const auto first = static_cast<VertexId>(positions.size());
        for (const VertexId v : face) positions.push_back(cube.positions[v]);
        faces.push_back({first, first + 1, first + 2});
    }
    Scene scene;
    EXPECT_EQ(scene.add(cube.mesh(), {.solid = true}), 0U);
    EXPECT_THROW(scene.add(TriangleMesh(positions, faces), {.solid = true}), Error);
}

TEST(Scene, KnowsThatAllPairsOfBodiesAreIgnored)
{
    Scene scene;
    scene.add(TriangleMesh({{0, 0, 9}, {1, 0, 9}, {0, 1, 9}}, {{0, 1, 2}}), {.self = false});
    const PartId a = scene.add(cube()), b = scene.add(cube());
    QueryOptions options{.ignored_pairs = {{a, b}, {0, a}, {b, 0}, {7, 8}}};
    EXPECT_TRUE(first_contact(scene, options).nothing_checked);
    EXPECT_EQ(first_contact(scene, options).outcome, Outcome::free);
    EXPECT_TRUE(all_contacts(scene, options).nothing_checked);
    options.ignored_pairs = {{0, a}, {b, 0}};
    EXPECT_FALSE(first_contact(scene, options).nothing_checked);
    EXPECT_EQ(first_contact(scene, options).outcome, Outcome::touching_at_start);
}

TEST(Scene, CanBeAssignedToAfterItWasMovedFrom)
{
    Scene scene;
    scene.add(cloth());
    Scene other = std::move(scene);
    EXPECT_EQ(other.part_count(), 1U);
    EXPECT_THROW(scene.add(cloth()), std::invalid_argument);    // NOLINT(bugprone-use-after-move)
    EXPECT_THROW((void)scene.meshes(), std::invalid_argument);  // NOLINT(bugprone-use-after-move)
    EXPECT_THROW(scene.advance(), std::invalid_argument);       // NOLINT(bugprone-use-after-move)
    scene = other;
    EXPECT_EQ(scene.add(cloth()), 1U);
    EXPECT_EQ(other.part_count(), 1U);
}

}  // namespace
}  // namespace tocca::scene_test
