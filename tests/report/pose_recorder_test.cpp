// SPDX-License-Identifier: Apache-2.0
#include "tocca/report/pose_recorder.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <stdexcept>

#include "support/poses.hpp"
#include "tocca/mesh/shapes.hpp"
#include "tocca/motion/rigid_path.hpp"

namespace tocca::pose_recorder_test {
namespace {

using Eigen::Isometry3d;
using Eigen::Vector3d;
using support::at;

RigidBody cube() { return RigidBody(box({}).mesh()); }

/// The greatest distance of a corner from where the exact motion has it, as a part of the diameter.
double max_error(const RecordedMotion& motion, const RigidMotion& exact, const RigidBody& body)
{
    const RigidPath path(exact);
    double error = 0.0;
    for (int i = 0; i <= 1000; ++i) {
        const double t = i / 1000.0;
        const auto [rotation, origin] = path.at(t);
        const std::vector<Point> shown = positions_at(motion, 0, t);
        for (std::size_t v = 0; v < shown.size(); ++v) {
            const Point& given = body.mesh().positions()[v];
            const Vector3d place = rotation * Vector3d(given[0], given[1], given[2]) + origin;
            error = std::max(error, (place - Vector3d(shown[v][0], shown[v][1], shown[v][2])).norm());
        }
    }
    return error / body.diameter();
}

TEST(PoseRecorder, FollowsTurns)
{
    const RigidBody body = cube();
    std::size_t followed = 0;
    for (const double reference : {0.0, 0.3, 20.0}) {
        for (const double angle : {0.0, 0.1, 3.0, 14.0, 50.0}) {
            PoseRecorder recorder("turning");
            recorder.add_body("cube", body);
            const RigidMotion motion{.from = at(0, 0, 0),
                                     .to = at(3, 1, 0),
                                     .reference = Vector3d(reference, 0, 0),
                                     .rotation = Vector3d(0.0, 0.6 * angle, 0.8 * angle)};
            recorder.add_step(std::vector{motion}, {}, {});
            const RecordedMotion recorded = recorder.motion();
            check(recorded);
            if (!recorded.reductions.empty()) continue;
            ++followed;
            EXPECT_LE(max_error(recorded, motion, body), 2e-3) << reference << " " << angle;
            const auto& poses = recorded.bodies[0].poses;
            for (std::size_t i = 1; i < poses.size(); ++i) {
                const Eigen::AngleAxisd turn(poses[i - 1].linear().transpose() * poses[i].linear());
                EXPECT_LE(turn.angle(), 0.0525);
            }
        }
    }
    EXPECT_GE(followed, 11U) << "of 15; many turns, and turns about a far point, take more keys than a step may have";
}

TEST(PoseRecorder, StraightMotionsTakeTheirEndsAndTheirContacts)
{
    PoseRecorder recorder("straight");
    recorder.add_body("a", cube());
    recorder.add_body("b", cube());
    const Contact contact{.toc = {0.3, 0.3}, .objects = {0, 1}, .distance = 1e-4};
    const std::vector<RigidMotion> motions = {translation(at(0, 0, 0), Vector3d(5, 0, 0)), at_rest(at(4, 1, 0))};
    recorder.add_step(motions, {.name = "step", .outcome = Outcome::contact, .safe_until = 0.3, .contact_count = 1},
                      std::vector{contact});
    const RecordedMotion motion = recorder.motion();
    check(motion);
    EXPECT_EQ(motion.key_times, (std::vector<double>{0, 0.3, 1}));
    EXPECT_TRUE(motion.bodies[1].poses.empty()) << "it is at rest";
    const std::vector<Point> rest = positions_at(motion, 1, 0.5), cube_points = box({}).positions;
    ASSERT_EQ(rest.size(), cube_points.size());
    for (std::size_t i = 0; i < rest.size(); ++i) {
        EXPECT_EQ(rest[i], (Point{cube_points[i][0] + 4.0, cube_points[i][1] + 1.0, cube_points[i][2]}));
    }
    ASSERT_EQ(motion.contacts.size(), 1U);
    EXPECT_EQ(motion.contacts[0].distance, 1e-4);
    EXPECT_EQ(motion.steps[0].outcome, Outcome::contact);
}

TEST(PoseRecorder, StepsThatDoNotFollowAreCuts)
{
    PoseRecorder recorder("");
    recorder.add_body("a", cube());
    recorder.add_step(std::vector{translation(at(0, 0, 0), Vector3d(1, 0, 0))}, {}, {});
    recorder.add_step(std::vector{translation(at(1, 0, 0), Vector3d(1, 0, 0))}, {}, {});
    recorder.add_step(std::vector{translation(at(9, 0, 0), Vector3d(1, 0, 0))}, {}, {});
    EXPECT_EQ(recorder.motion().key_times, (std::vector<double>{0, 1, 2, 2, 3}));
}

TEST(PoseRecorder, WholeTurnsAreNotTakenForNone)
{
    PoseRecorder recorder("");
    recorder.add_body("a", cube());
    const RigidMotion motion{.rotation = Vector3d(0, 0, 16 * 2 * std::numbers::pi)};
    recorder.add_step(std::vector{motion}, {}, {});
    EXPECT_GT(recorder.motion().key_times.size(), 256U);
}

TEST(PoseRecorder, BodiesFarFromTheirOwnOriginAreToldFromTheirMiddle)
{
    Shape shape = box({});
    for (Point& point : shape.positions) point[0] += 1e6;
    const RigidBody body(shape.mesh());
    PoseRecorder recorder("far");
    recorder.add_body("cube", body);
    const RigidMotion exact = turn(at(-1e6, 0, 0), Vector3d(0.5, 0, 0), Vector3d(0, 0, 2));
    recorder.add_step({{exact}}, {}, {});
    const RecordedMotion motion = recorder.motion();
    for (const Point& point : motion.bodies[0].positions.front()) EXPECT_LE(std::abs(point[0]), 0.5);
    for (const Isometry3d& pose : motion.bodies[0].poses) EXPECT_LT(pose.translation().norm(), 2.0);
    EXPECT_LT(max_error(motion, exact, body), 1e-3);
}

TEST(PoseRecorder, LimitsAreSaid)
{
    const RigidMotion motion{.rotation = Vector3d(0, 0, 6)};
    PoseRecorder coarse("", {.max_keys = 16});
    coarse.add_body("a", cube());
    coarse.add_step(std::vector{motion}, {}, {});
    EXPECT_EQ(coarse.motion().reductions.size(), 1U);
    EXPECT_LE(coarse.motion().key_times.size(), 17U);

    PoseRecorder full("", {.max_poses = 200});
    full.add_body("a", cube());
    for (int i = 0; i < 10; ++i) full.add_step(std::vector{motion}, {}, {});
    EXPECT_EQ(full.motion().reductions.size(), 1U);
    EXPECT_LE(full.motion().key_times.size(), 230U);
    check(full.motion());

    // Not even one step has room, and few places are looked at.
    PoseRecorder crowded("", {.max_poses = 30});
    for (int i = 0; i < 5; ++i) crowded.add_body("a", cube());
    int asked = 0;
    const auto poses = [&](double t) {
        ++asked;
        return std::vector<Isometry3d>(5, Isometry3d(Eigen::AngleAxisd(6.0 * t, Vector3d::UnitZ())));
    };
    crowded.add_step(PoseRecorder::Motion{.poses = poses, .turn = 6.0}, {}, {});
    EXPECT_EQ(crowded.motion().key_times, (std::vector{0.0, 1.0}));
    EXPECT_EQ(crowded.motion().reductions.size(), 1U);
    EXPECT_LT(asked, 40);
}

TEST(PoseRecorder, PaddedPointsAndEdgesAreShownAsSpheresAndCapsules)
{
    PoseRecorder recorder("");
    recorder.add_padded_body("ball", RigidBody(TriangleMesh({{1, 2, 3}}, {}), {.isolated_vertices = true}), 0.5);
    recorder.add_padded_body("capsule", RigidBody(TriangleMesh({{0, 0, 0}, {2, 0, 0}}, {}, {{0, 1}})), 0.5);
    recorder.place({at(0, 0, 0), at(0, 0, 0)});
    const RecordedMotion motion = recorder.motion();
    check(motion);
    EXPECT_EQ(motion.bodies[0].positions[0][0], (Point{1, 2, 3}));
    EXPECT_GT(motion.bodies[0].faces.size(), 100U);
    EXPECT_TRUE(motion.bodies[1].loose_edges.empty());
    for (const auto& face : motion.bodies[1].faces) {
        for (const VertexId vertex : face) {
            const Point& p = motion.bodies[1].positions[0][vertex];
            const double along = std::clamp(p[0], 0.0, 2.0);
            EXPECT_NEAR(std::hypot(p[0] - along, p[1], p[2]), 0.5, 1e-9);
        }
    }
}

TEST(PoseRecorder, WithoutStepsAndBodies)
{
    PoseRecorder recorder("nothing");
    check(recorder.motion());
    recorder.add_step(std::vector<RigidMotion>{}, {}, {});
    check(recorder.motion());
    EXPECT_THROW((void)recorder.add_body("late", cube()), std::invalid_argument);
    EXPECT_THROW(recorder.add_step(std::vector<RigidMotion>(2), {}, {}), std::invalid_argument);

    PoseRecorder unplaced("");
    unplaced.add_body("a", cube());
    EXPECT_THROW((void)unplaced.motion(), std::invalid_argument);
    unplaced.place({at(1, 0, 0)});
    check(unplaced.motion());
}

}  // namespace
}  // namespace tocca::pose_recorder_test
