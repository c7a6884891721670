// SPDX-License-Identifier: Apache-2.0
// What was moved from is refused by every verb, and can be assigned to.
#include <gtest/gtest.h>

#include <memory>
#include <stdexcept>
#include <utility>

#include "tocca/deformable/mesh_query.hpp"
#include "tocca/deformable/moving_mesh.hpp"
#include "tocca/mesh/editable_mesh.hpp"
#include "tocca/mesh/shapes.hpp"
#include "tocca/rigid/placed_bodies.hpp"
#include "tocca/rigid/rigid_query.hpp"
#include "tocca/rigid/rigid_world.hpp"
#include "tocca/robot/robot_query.hpp"

// NOLINTBEGIN(bugprone-use-after-move): that is what is tested
namespace tocca::moved_from_test {
namespace {

using Eigen::Isometry3d;

const Isometry3d origin = Isometry3d::Identity();

Robot slide()
{
    RobotParts parts;
    parts.name = "slide";
    parts.links = {{.name = "rail"}, {.name = "block", .shapes = {box_shape({1, 1, 1}, origin)}}};
    Joint joint;
    joint.name = "slide";
    joint.type = Joint::Type::prismatic;
    joint.parent = "rail";
    joint.child = "block";
    joint.axis = Eigen::Vector3d::UnitX();
    parts.joints = {joint};
    return Robot(std::move(parts));
}

TEST(MovedFrom, MeshesAreEmpty)
{
    TriangleMesh mesh = box({}).mesh();
    const TriangleMesh kept = std::move(mesh);
    EXPECT_EQ(kept.faces().size(), 12U);
    EXPECT_EQ(mesh.vertex_count(), 0U);
    EXPECT_TRUE(mesh.faces().empty() && mesh.edges().empty() && mesh.isolated_vertices().empty());
    EditableMesh edited(kept);
    const EditableMesh taken = std::move(edited);
    EXPECT_EQ(taken.face_limit(), 12U);
    EXPECT_FALSE(edited.has_face(0));
    EXPECT_FALSE(edited.has_vertex(0));
    EXPECT_THROW(edited.remove_face(0), std::invalid_argument);
}

TEST(MovedFrom, ScenesAreRefused)
{
    deformable::MovingScene scene({{.mesh = box({}).mesh(), .options = {}}});
    deformable::MovingScene kept = std::move(scene);
    EXPECT_THROW((void)collides(scene), std::invalid_argument);
    EXPECT_THROW((void)first_contact(scene), std::invalid_argument);
    EXPECT_THROW((void)all_contacts(scene), std::invalid_argument);
    scene = std::move(kept);
    EXPECT_NO_THROW((void)collides(scene));
    MovingMesh mesh(box({}).mesh());
    const MovingMesh other = std::move(mesh);
    EXPECT_THROW((void)first_contact(mesh), std::invalid_argument);
    EXPECT_NO_THROW((void)first_contact(other));
}

TEST(MovedFrom, BodiesAreRefused)
{
    RigidBody body(box({}).mesh());
    RigidBody kept = std::move(body);
    const RigidMotion rest = at_rest(origin);
    EXPECT_GT(kept.memory_bytes(), 0U);
    EXPECT_LT(body.memory_bytes(), kept.memory_bytes());
    // Not even as one that touches nothing: it would be proven free of everything.
    EXPECT_THROW((void)collides(body, rest, kept, rest), std::invalid_argument);
    EXPECT_THROW((void)collides(kept, rest, body, rest), std::invalid_argument);
    EXPECT_THROW((void)first_contact(body, rest, kept, rest), std::invalid_argument);
    EXPECT_THROW((void)safe_step(kept, rest, body, rest), std::invalid_argument);
    EXPECT_THROW((void)RigidPair(body, kept).first_contact(rest, rest), std::invalid_argument);
    EXPECT_THROW((void)distance(body, origin, kept, origin), std::invalid_argument);
    EXPECT_THROW((void)intersects(kept, origin, body, origin), std::invalid_argument);
    EXPECT_THROW((void)near_features(kept, origin, body, origin, 1.0), std::invalid_argument);
    auto shared = std::make_shared<RigidBody>(std::move(kept));
    rigid::RigidWorld world;
    EXPECT_THROW((void)world.add(std::make_shared<RigidBody>(std::move(body)), rest), std::invalid_argument);
    EXPECT_NO_THROW((void)world.add(shared, rest));
    body = RigidBody(box({}).mesh());
    EXPECT_TRUE(collides(body, rest, *shared, rest));
}

TEST(MovedFrom, WorldsAreRefused)
{
    const auto body = std::make_shared<const RigidBody>(box({}).mesh());
    rigid::RigidWorld world;
    for (int i = 0; i < 2; ++i) (void)world.add(body, at_rest(origin));
    rigid::RigidWorld kept = std::move(world);
    EXPECT_THROW((void)collides(world), std::invalid_argument);
    EXPECT_THROW((void)first_contact(world), std::invalid_argument);
    EXPECT_THROW((void)all_contacts(world), std::invalid_argument);
    EXPECT_THROW((void)safe_step(world), std::invalid_argument);
    EXPECT_THROW((void)world.add(body, at_rest(origin)), std::invalid_argument);
    EXPECT_TRUE(collides(kept));
    world = std::move(kept);
    EXPECT_TRUE(collides(world));
}

TEST(MovedFrom, RobotsAndCheckersAreRefused)
{
    Robot robot = slide();
    const Eigen::VectorXd zero = robot.zero();
    const Robot kept = std::move(robot);
    EXPECT_THROW((void)robot.poses(zero), std::invalid_argument);
    EXPECT_THROW(RobotChecker(robot, {}), std::invalid_argument);
    EXPECT_EQ(kept.poses(zero).size(), 2U);

    RobotChecker checker(kept, {.objects = {{.name = "wall", .shapes = {box_shape({1, 1, 1}, origin)}}}});
    RobotChecker taken = std::move(checker);
    const JointMotion motion = {zero, zero};
    EXPECT_THROW((void)collides(checker, motion), std::invalid_argument);
    EXPECT_THROW((void)collides_at(checker, zero), std::invalid_argument);
    EXPECT_THROW((void)first_contact(checker, motion), std::invalid_argument);
    EXPECT_THROW((void)all_contacts(checker, motion), std::invalid_argument);
    EXPECT_THROW((void)safe_step(checker, motion), std::invalid_argument);
    EXPECT_THROW((void)check_path(checker, Eigen::MatrixXd::Zero(2, 1)), std::invalid_argument);
    EXPECT_THROW((void)checker.robot(), std::invalid_argument);
    EXPECT_THROW((void)checker.scene(), std::invalid_argument);
    EXPECT_THROW((void)checker.body_count(), std::invalid_argument);
    EXPECT_THROW((void)checker.body_name(0), std::invalid_argument);
    EXPECT_THROW((void)checker.pair_count(), std::invalid_argument);
    checker = std::move(taken);
    EXPECT_TRUE(collides(checker, motion));
}

}  // namespace
}  // namespace tocca::moved_from_test
// NOLINTEND(bugprone-use-after-move)
