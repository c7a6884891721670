// SPDX-License-Identifier: Apache-2.0
// What docs/ode.md shows, built and run.
// docs: include
#include "adapters/ode/contact_stepper.hpp"
// docs: end

#include <gtest/gtest.h>

#include <memory>

#include "adapters/ode/drop_scene.hpp"
#include "tocca/mesh/shapes.hpp"

namespace tocca::ode::documentation_test {
namespace {

TEST(OdeDocumentation, ABodyFallsAndStaysAboveTheGround)
{
    const auto knot = std::make_shared<const RigidBody>(torus_knot({.segments = 60, .sides = 8}).mesh());
    const auto ground = std::make_shared<const RigidBody>(box({.lengths = {20, 20, 1}}).mesh());
    const Eigen::Isometry3d ground_pose(Eigen::Translation3d(0, 0, -3));
    const Engine engine;
    const std::unique_ptr<dxWorld, decltype(&dWorldDestroy)> owner(dWorldCreate(), dWorldDestroy);
    dWorldID world = owner.get();
    dWorldSetGravity(world, 0, 0, -9.81);

    // docs: steps
    dBodyID body = dBodyCreate(world);  // mass, place and velocity as always in ODE
    tocca::ode::ContactStepper stepper(world);
    const tocca::PartId falling = stepper.add(body, knot);  // std::shared_ptr<const tocca::RigidBody>
    stepper.add_fixed(ground, ground_pose);                 // never moves

    for (int frame = 0; frame < 90; ++frame) {
        dBodyAddForce(body, 0, 0, 1);  // acts throughout the step
        stepper.step(1.0 / 60.0);
        const Eigen::Isometry3d pose = stepper.pose(falling);  // to be drawn
        EXPECT_FALSE(intersects(*knot, pose, *ground, ground_pose));
    }
    // docs: end
    EXPECT_LT(stepper.pose(falling).translation().z(), -0.5);
}

}  // namespace
}  // namespace tocca::ode::documentation_test
