// SPDX-License-Identifier: Apache-2.0
#include "adapters/ode/contact_stepper.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <memory>
#include <numbers>
#include <stdexcept>
#include <vector>

#include "adapters/ode/drop_scene.hpp"
#include "scenes/seeded_random.hpp"
#include "tocca/mesh/shapes.hpp"

namespace tocca::ode::contact_stepper_test {
namespace {

using Eigen::Isometry3d;
using Eigen::Vector3d;

std::shared_ptr<const RigidBody> box_of(const Point& lengths)
{
    return std::make_shared<const RigidBody>(box({.lengths = lengths, .cells = {2, 2, 1}}).mesh());
}

Isometry3d at(double x, double y, double z) { return Isometry3d(Eigen::Translation3d(x, y, z)); }

Vector3d velocity(dBodyID body)
{
    const dReal* v = dBodyGetLinearVel(body);
    return {v[0], v[1], v[2]};
}

/// An ODE world with a stepper, and boxes in it.
class ContactStepperTest : public testing::Test {
protected:
    ~ContactStepperTest() override
    {
        stepper_.reset();
        dWorldDestroy(world_);
    }

    ContactStepper& start(const ContactStepperOptions& options = {})
    {
        stepper_ = std::make_unique<ContactStepper>(world_, options);
        return *stepper_;
    }

    dBodyID body(const Vector3d& place, const Vector3d& speed, double side = 1.0)
    {
        const dBodyID created = dBodyCreate(world_);
        dMass mass;
        dMassSetBox(&mass, 1.0, side, side, side);
        dBodySetMass(created, &mass);
        dBodySetPosition(created, place.x(), place.y(), place.z());
        dBodySetLinearVel(created, speed.x(), speed.y(), speed.z());
        return created;
    }

    void expect_no_crossing(const std::vector<std::shared_ptr<const RigidBody>>& meshes) const
    {
        for (PartId a = 0; a < meshes.size(); ++a)
            for (PartId b = a + 1; b < meshes.size(); ++b)
                ASSERT_FALSE(intersects(*meshes[a], stepper_->pose(a), *meshes[b], stepper_->pose(b)))
                    << a << ", " << b;
    }

    Engine engine_;
    dWorldID world_ = dWorldCreate();
    std::unique_ptr<ContactStepper> stepper_;
};

TEST_F(ContactStepperTest, RefusesWhatMakesNoSense)
{
    EXPECT_THROW(ContactStepper(nullptr), std::invalid_argument);
    EXPECT_THROW(start({.threshold = 0.0}), std::invalid_argument);
    EXPECT_THROW(start({.threshold = std::nan("")}), std::invalid_argument);
    EXPECT_THROW(start({.margin = 0.5}), std::invalid_argument);
    EXPECT_THROW(start({.margin = 10.0, .reach = 5.0}), std::invalid_argument);
    EXPECT_THROW(start({.greatest_points = 0}), std::invalid_argument);
    EXPECT_THROW(start({.greatest_substeps = 0}), std::invalid_argument);
    EXPECT_THROW(start({.friction = -1.0}), std::invalid_argument);
    EXPECT_THROW(start({.bounce = 1.5}), std::invalid_argument);
    EXPECT_THROW(start({.threads = -1}), std::invalid_argument);
    ContactStepper& stepper = start();
    EXPECT_THROW(stepper.add(nullptr, box_of({1, 1, 1})), std::invalid_argument);
    EXPECT_THROW(stepper.add(body(Vector3d::Zero(), Vector3d::Zero()), nullptr), std::invalid_argument);
    EXPECT_THROW(stepper.add_fixed(nullptr, Isometry3d::Identity()), std::invalid_argument);
    for (const double seconds : {0.0, -1.0, std::nan(""), std::numeric_limits<double>::infinity()})
        EXPECT_THROW(stepper.step(seconds), std::invalid_argument);
    EXPECT_THROW((void)stepper.pose(7), std::out_of_range);
}

TEST_F(ContactStepperTest, AWorldWithoutBodiesSteps)
{
    const StepReport report = start().step(0.1);
    EXPECT_EQ(report.substeps, 1);
    EXPECT_EQ(report.time_lost, 0.0);
}

TEST_F(ContactStepperTest, AFreeBodyMovesAsOdeMovesIt)
{
    dWorldSetGravity(world_, 0, 0, -10);
    ContactStepper& stepper = start();
    const dBodyID falling = body({0, 0, 0}, {1, 0, 0});
    stepper.add(falling, box_of({1, 1, 1}));
    dBodySetAngularVel(falling, 0, 0, 1.0);
    for (int i = 0; i < 10; ++i) {
        dBodyAddForce(falling, 0, 2, 0);  // of mass 1
        EXPECT_EQ(stepper.step(0.1).substeps, 1);
    }
    EXPECT_NEAR(velocity(falling).z(), -10.0, 1e-12);
    EXPECT_NEAR(velocity(falling).y(), 2.0, 1e-12);
    EXPECT_NEAR(stepper.pose(0).translation().x(), 1.0, 1e-12);
    EXPECT_NEAR(stepper.pose(0).translation().z(), -10.0 * 0.01 * 55, 1e-12);
    EXPECT_TRUE(stepper.pose(0).linear().isApprox(Eigen::AngleAxisd(1.0, Vector3d::UnitZ()).toRotationMatrix(), 1e-12));
}

TEST_F(ContactStepperTest, TheCentreOfMassIsThePointThatFlies)
{
    ContactStepper& stepper = start();
    const dBodyID flying = body({3, 0, 0}, {1, 0, 0});
    stepper.add(flying, box_of({1, 1, 1}), {0.5, 0, 0});
    EXPECT_TRUE(stepper.pose(0).translation().isApprox(Vector3d(2.5, 0, 0)));
    dBodySetAngularVel(flying, 0, 0, std::numbers::pi);
    EXPECT_EQ(stepper.step(1.0).time_lost, 0.0);
    EXPECT_TRUE(stepper.pose(0).translation().isApprox(Vector3d(4.5, 0, 0), 1e-12));
}

TEST_F(ContactStepperTest, ForcesActForTheTimeThatPassesThoughAStepIsCut)
{
    dWorldSetGravity(world_, 0, 0, -10);
    ContactStepper& stepper = start({.friction = 0.0});
    const dBodyID thrown = body({0, 0, 0}, {40, 0, 0});
    stepper.add(thrown, box_of({1, 1, 1}));
    stepper.add_fixed(box_of({1, 20, 20}), at(2, 0, 0));
    dBodyAddForce(thrown, 0, 3, 0);
    const StepReport report = stepper.step(0.1);
    EXPECT_GE(report.substeps, 2);
    EXPECT_EQ(report.time_lost, 0.0);
    EXPECT_NEAR(velocity(thrown).x(), 0.0, 0.01);
    EXPECT_NEAR(velocity(thrown).y(), 0.3, 1e-6);
    EXPECT_NEAR(velocity(thrown).z(), -1.0, 1e-6);
}

TEST_F(ContactStepperTest, BodiesBounceAndKeepTheirMomentum)
{
    ContactStepper& stepper = start({.friction = 0.0, .bounce = 1.0});
    const dBodyID left = body({-2, 0, 0}, {10, 0, 0}), right = body({2, 0, 0}, {-4, 0, 0});
    stepper.add(left, box_of({1, 1, 1}));
    stepper.add(right, box_of({1, 1, 1}));
    for (int i = 0; i < 30; ++i) EXPECT_EQ(stepper.step(1.0 / 60.0).time_lost, 0.0);
    EXPECT_NEAR(velocity(left).x(), -4.0, 0.05);
    EXPECT_NEAR(velocity(right).x(), 10.0, 0.05);
}

TEST_F(ContactStepperTest, ABoxComesToRestOnAFloor)
{
    dWorldSetGravity(world_, 0, 0, -10);
    ContactStepper& stepper = start();
    const auto cube = box_of({1, 1, 1}), floor = box_of({20, 20, 1});
    const dBodyID falling = body({0, 0, 1.3}, {0.2, 0, -2});
    stepper.add(falling, cube);
    stepper.add_fixed(floor, at(0, 0, 0));
    double lost = 0.0;
    for (int i = 0; i < 120; ++i) {
        lost += stepper.step(1.0 / 60.0).time_lost;
        expect_no_crossing({cube, floor});
    }
    EXPECT_EQ(lost, 0.0);
    EXPECT_LT(velocity(falling).norm(), 1e-3);
    const double gap = distance(*cube, stepper.pose(0), *floor, stepper.pose(1)).lower;
    const double threshold = 1e-5 * cube->diameter();
    EXPECT_GT(gap, 0.5 * threshold);
    EXPECT_LT(gap, 2.0 * stepper.options().margin * threshold);
}

TEST_F(ContactStepperTest, NoShotPassesThroughAPlate)
{
    const auto cube = box_of({0.1, 0.1, 0.1}), plate = box_of({4, 4, 0.01});
    for (std::uint64_t seed = 0; seed < 40; ++seed) {
        scenes::SeededRandom random(seed);
        ContactStepper& stepper = start();
        const dBodyID shot = body({random.between(-1, 1), random.between(-1, 1), 3.0},
                                  {random.between(-10, 10), random.between(-10, 10), -random.between(20, 1000)}, 0.1);
        dBodySetAngularVel(shot, random.between(-200, 200), random.between(-200, 200), random.between(-200, 200));
        stepper.add(shot, cube);
        stepper.add_fixed(plate, at(0, 0, 0));
        bool met = false;
        for (int i = 0; i < 12; ++i) {
            met = stepper.step(1.0 / 60.0).contact_joints > 0 || met;
            expect_no_crossing({cube, plate});
            ASSERT_GT(stepper.pose(0).translation().z(), 0.0) << "seed " << seed;
        }
        EXPECT_TRUE(met) << "seed " << seed;
    }
}

TEST_F(ContactStepperTest, AThinPlateThatFliesAndTurnsDoesNotPassThroughAnother)
{
    const auto small = box_of({0.5, 0.5, 0.002}), large = box_of({4, 4, 0.002});
    for (std::uint64_t seed = 0; seed < 20; ++seed) {
        scenes::SeededRandom random(seed);
        ContactStepper& stepper = start();
        const dBodyID thrown = body({0, 0, 1.0}, {0, 0, -random.between(50, 500)}, 0.5);
        dBodySetAngularVel(thrown, random.between(-100, 100), random.between(-100, 100), random.between(-100, 100));
        stepper.add(thrown, small);
        stepper.add_fixed(large, at(0, 0, 0));
        for (int i = 0; i < 6; ++i) {
            stepper.step(1.0 / 60.0);
            expect_no_crossing({small, large});
            ASSERT_GT(stepper.pose(0).translation().z(), 0.0) << "seed " << seed;
        }
    }
}

TEST_F(ContactStepperTest, HeapsOfBoxesDoNotCross)
{
    dWorldSetGravity(world_, 0, 0, -10);
    for (const double spin : {0.2, 0.5, 2.0, 5.0}) {
        ContactStepper& stepper = start();
        std::vector<std::shared_ptr<const RigidBody>> meshes;
        std::vector<dBodyID> boxes;
        for (int i = 0; i < 6; ++i) {
            boxes.push_back(body({0.3 * (i % 2), 0.2 * (i % 3), 1.5 + 1.5 * i}, {0, 0, -5}));
            dBodySetAngularVel(boxes.back(), spin * i, 2.0 * spin, 0);
            meshes.push_back(box_of({1, 1, 1}));
            stepper.add(boxes.back(), meshes.back());
        }
        meshes.push_back(box_of({20, 20, 1}));
        stepper.add_fixed(meshes.back(), at(0, 0, 0));
        double lost = 0.0;
        for (int i = 0; i < 60; ++i) {
            const StepReport report = stepper.step(1.0 / 60.0);
            EXPECT_LE(report.substeps, stepper.options().greatest_substeps);
            lost += report.time_lost;
            expect_no_crossing(meshes);
        }
        EXPECT_LT(lost, 0.1) << "of one second, spin " << spin;
        for (const dBodyID box : boxes) dBodyDestroy(box);
    }
}

TEST_F(ContactStepperTest, WhatTouchesAtTheStartStaysWhereItIs)
{
    ContactStepper& stepper = start();
    stepper.add(body({0, 0, 0}, {0, 0, -1}), box_of({1, 1, 1}));
    stepper.add_fixed(box_of({1, 1, 1}), at(0, 0, -0.5));
    const StepReport report = stepper.step(0.1);
    EXPECT_EQ(report.outcome, Outcome::touching_at_start);
    EXPECT_EQ(report.bodies, (std::array<PartId, 2>{0, 1}));
    EXPECT_EQ(report.time_lost, 0.1);
    EXPECT_EQ(stepper.pose(0).translation(), Vector3d::Zero());
}

TEST_F(ContactStepperTest, WhatNearlyTouchesAtTheStartIsPushedApart)
{
    ContactStepper& stepper = start();
    const auto cube = box_of({1, 1, 1});
    stepper.add(body({0, 0, 1.0 + 1e-9}, {0, 0, -1}), cube);
    stepper.add_fixed(cube, at(0, 0, 0));
    double gap = 1e-9;
    for (int i = 0; i < 10; ++i) {
        EXPECT_EQ(stepper.step(1.0 / 60.0).time_lost, 0.0);
        const double wider = distance(*cube, stepper.pose(0), *cube, stepper.pose(1)).lower;
        EXPECT_GT(wider, gap);
        gap = wider;
    }
}

TEST_F(ContactStepperTest, WithTooFewContactPointsTimeMayBeLostButNothingCrosses)
{
    dWorldSetGravity(world_, 0, 0, -10);
    ContactStepper& stepper = start({.greatest_points = 1, .greatest_substeps = 5});
    const auto cube = box_of({1, 1, 1}), floor = box_of({20, 20, 1});
    stepper.add(body({0, 0, 1.1}, {3, 0, -20}), cube);
    stepper.add_fixed(floor, at(0, 0, 0));
    for (int i = 0; i < 60; ++i) {
        EXPECT_LE(stepper.step(1.0 / 60.0).substeps, 5);
        expect_no_crossing({cube, floor});
    }
    EXPECT_GT(stepper.pose(0).translation().z(), 0.9);
}

TEST_F(ContactStepperTest, ABodyThatNothingStopsPushesOthers)
{
    ContactStepper& stepper = start();
    const auto cube = box_of({1, 1, 1}), piston = box_of({0.2, 3, 3});
    const dBodyID driven = body({-2, 0, 0}, {30, 0, 0});
    dBodySetKinematic(driven);
    stepper.add(driven, piston);
    stepper.add(body({0, 0, 0}, {0, 0, 0}), cube);
    for (int i = 0; i < 30; ++i) {
        EXPECT_EQ(stepper.step(1.0 / 60.0).time_lost, 0.0);
        expect_no_crossing({piston, cube});
    }
    EXPECT_NEAR(stepper.pose(0).translation().x(), 13.0, 1e-9);
    EXPECT_GT(stepper.pose(1).translation().x(), 13.6);
}

TEST_F(ContactStepperTest, WithOneSubstepTheRestOfAStepIsLost)
{
    ContactStepper& stepper = start({.greatest_substeps = 1});
    stepper.add(body({0, 0, 0}, {100, 0, 0}), box_of({1, 1, 1}));
    stepper.add_fixed(box_of({1, 1, 1}), at(5, 0, 0));
    const StepReport report = stepper.step(0.1);
    EXPECT_EQ(report.substeps, 1);
    EXPECT_EQ(report.outcome, Outcome::contact);
    EXPECT_NEAR(report.time_lost, 0.06, 1e-6);
    EXPECT_NEAR(stepper.pose(0).translation().x(), 4.0, 1e-4);
}

TEST_F(ContactStepperTest, BodiesThatShareAJointAreNotAskedAboutEachOther)
{
    ContactStepper& stepper = start();
    const dBodyID left = body({0, 0, 0}, {0, 0, 0}), right = body({0.9, 0, 0}, {0, 0, 0});
    const dJointID hinge = dJointCreateHinge(world_, nullptr);
    dJointAttach(hinge, left, right);
    dJointSetHingeAnchor(hinge, 0.45, 0, 0);
    dJointSetHingeAxis(hinge, 0, 0, 1);
    stepper.add(left, box_of({1, 1, 1}));
    stepper.add(right, box_of({1, 1, 1}));
    dBodySetLinearVel(left, 0, 0, 1);
    dBodySetLinearVel(right, 0, 0, 1);
    EXPECT_EQ(stepper.step(0.1).time_lost, 0.0);
    EXPECT_NEAR(stepper.pose(1).translation().z(), 0.1, 1e-9);
}

TEST_F(ContactStepperTest, ABodyWithoutTrianglesPassesThroughAll)
{
    ContactStepper& stepper = start();
    stepper.add(body({0, 0, 5}, {0, 0, -100}), std::make_shared<const RigidBody>(TriangleMesh()));
    stepper.add_fixed(box_of({4, 4, 1}), at(0, 0, 0));
    EXPECT_EQ(stepper.step(0.1).time_lost, 0.0);
    EXPECT_NEAR(stepper.pose(0).translation().z(), -5.0, 1e-12);
}

TEST_F(ContactStepperTest, ABodyThatIsSwitchedOffIsMetWhereItIs)
{
    ContactStepper& stepper = start();
    const dBodyID resting = body({0, 0, 0}, {0, 0, 0}), flying = body({-3, 0, 0}, {50, 0, 0});
    stepper.add(resting, box_of({1, 1, 1}));
    stepper.add(flying, box_of({1, 1, 1}));
    dBodyDisable(resting);
    for (int i = 0; i < 10; ++i) {
        stepper.step(1.0 / 60.0);
        ASSERT_LT(stepper.pose(1).translation().x(), stepper.pose(0).translation().x() - 1.0);
    }
    EXPECT_NEAR(velocity(resting).x() + velocity(flying).x(), 50.0, 1e-6);
}

TEST_F(ContactStepperTest, TheUnitOfLengthMakesNoDifference)
{
    for (const double unit : {1e-4, 1.0, 1e5}) {
        ContactStepper& stepper = start({.friction = 0.0});
        const auto cube = box_of({unit, unit, unit});
        const dBodyID thrown = body({-3 * unit, 0, 0}, {90 * unit, 0, 0}, unit);
        stepper.add(thrown, cube);
        stepper.add_fixed(cube, at(0, 0, 0));
        for (int i = 0; i < 10; ++i) EXPECT_EQ(stepper.step(1.0 / 60.0).time_lost, 0.0) << unit;
        EXPECT_LT(stepper.pose(0).translation().x(), -unit);
        EXPECT_GT(stepper.pose(0).translation().x(), -1.01 * unit);
    }
}

TEST_F(ContactStepperTest, SpeedsBeyondAllBoundsMoveNothing)
{
    ContactStepper& stepper = start();
    const dBodyID lost = body({0, 0, 0}, {std::numeric_limits<double>::infinity(), 0, 0});
    stepper.add(lost, box_of({1, 1, 1}));
    EXPECT_ANY_THROW(stepper.step(0.1));
    EXPECT_EQ(stepper.pose(0).translation(), Vector3d::Zero());
}

}  // namespace
}  // namespace tocca::ode::contact_stepper_test
