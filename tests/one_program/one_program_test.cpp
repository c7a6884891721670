// SPDX-License-Identifier: Apache-2.0
// Layers of the library that share no test program otherwise, one after the other in one: two types of one name would
// meet here. tests/one_program.cmake says how it is built.
#include <gtest/gtest.h>

#include <Eigen/Geometry>
#include <vector>

#include "study/contact_study.hpp"
#include "tocca/deformable/mesh_query.hpp"
#include "tocca/deformable/moving_scene.hpp"
#include "tocca/geometry/point.hpp"
#include "tocca/mesh/shapes.hpp"
#include "tocca/motion/rigid_motion.hpp"
#include "tocca/rigid/rigid_body.hpp"
#include "tocca/rigid/rigid_query.hpp"

namespace tocca::one_program_test {
namespace {

using Eigen::Isometry3d;
using Eigen::Vector3d;
using study::Strategy;

/// A cube of edge 1 flies by 4 to one that is 3 away, as rigid bodies.
Answer ask_bodies(const RigidBody& cube)
{
    Isometry3d beside = Isometry3d::Identity();
    beside.translation() = Vector3d(3.0, 0.1, 0.2);
    return first_contact(cube, translation(Isometry3d::Identity(), {4.0, 0.0, 0.0}), cube, at_rest(beside));
}

/// The same as meshes that deform.
deformable::MovingScene deforming_cubes()
{
    const TriangleMesh cube = box({.lengths = {1.0, 1.0, 1.0}}).mesh();
    std::vector<Point> ends(cube.positions().begin(), cube.positions().end()), beside = ends;
    for (Point& p : ends) p[0] += 4.0;
    for (Point& p : beside) p = {p[0] + 3.0, p[1] + 0.1, p[2] + 0.2};
    const TriangleMesh other(beside, {cube.faces().begin(), cube.faces().end()});
    deformable::MovingScene scene({{.mesh = cube, .options = {}}, {.mesh = other, .options = {}}}, 1);
    scene.move_to({ends, beside}, 1);
    return scene;
}

TEST(OneProgram, AsksRigidBodiesThenTheStudyThenRigidBodies)
{
    const RigidBody cube(box({.lengths = {1.0, 1.0, 1.0}}).mesh());
    for (int i = 0; i < 200; ++i) {
        const Answer answer = ask_bodies(cube);
        ASSERT_EQ(answer.outcome, Outcome::contact);
        ASSERT_NEAR(answer.safe_until, 0.5, 1e-3);
    }
    const deformable::MovingScene scene = deforming_cubes();
    const auto wanted = all_contacts(scene).contacts;
    EXPECT_FALSE(wanted.empty());
    for (const Strategy strategy :
         {Strategy::basic, Strategy::no_dupl, Strategy::adj, Strategy::r_tri, Strategy::separate_trees}) {
        EXPECT_EQ(study::study_contacts(scene, {.strategy = strategy}).contacts.size(), wanted.size());
    }
    EXPECT_EQ(ask_bodies(cube).outcome, Outcome::contact);
}

TEST(OneProgram, MeshesAndBodiesAgree)
{
    const RigidBody cube(box({.lengths = {1.0, 1.0, 1.0}}).mesh());
    const Answer mesh = first_contact(deforming_cubes());
    ASSERT_EQ(mesh.outcome, Outcome::contact);
    EXPECT_NEAR(mesh.contact->toc.lower, 0.5, 1e-9);
    EXPECT_NEAR(ask_bodies(cube).safe_until, mesh.contact->toc.lower, 1e-3);
}

}  // namespace
}  // namespace tocca::one_program_test
