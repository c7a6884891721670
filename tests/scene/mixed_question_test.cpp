// SPDX-License-Identifier: Apache-2.0
#include "tocca/scene/detail/mixed_question.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <stdexcept>
#include <stop_token>
#include <vector>

#include "scene/mixed_case.hpp"
#include "scene/mixed_judge.hpp"
#include "support/poses.hpp"
#include "tocca/base/error.hpp"
#include "tocca/deformable/mesh_query.hpp"
#include "tocca/mesh/shapes.hpp"
#include "tocca/rigid/rigid_query.hpp"

namespace tocca::mixed_question_test {
namespace {

using Eigen::Isometry3d;
using Eigen::Vector3d;
using support::at;
using support::first_contact_of;
using support::MixedCase;
using support::MixedSetup;

std::vector<Point> moved(const TriangleMesh& mesh, const Point& by)
{
    std::vector<Point> points(mesh.positions().begin(), mesh.positions().end());
    for (Point& p : points) {
        for (std::size_t k = 0; k < 3; ++k) p[k] += by[k];
    }
    return points;
}

/// A sheet in a plane of constant z, about a point.
TriangleMesh level_sheet(double width, std::size_t cells, const Point& middle)
{
    const Shape shape = sheet({.columns = cells, .rows = cells, .width = width, .depth = width});
    return translated(shape, {middle[0] - 0.5 * width, middle[1] - 0.5 * width, middle[2]}).mesh();
}

/// The answer, after it was checked by brute force.
Answer checked(const MixedCase& c, std::size_t times = 500)
{
    Answer answer = first_contact_of(c);
    EXPECT_EQ(support::find_fault(c, answer, times).value_or(""), "");
    return answer;
}

/// A bar of 1 m that turns by 10 degrees about one of its ends, and a sheet 2 mm within the arc of the other one.
MixedCase bar_over_sheet()
{
    constexpr double degree = std::numbers::pi / 180.0;
    MixedCase c;
    c.body_mesh = translated(box({.lengths = {1.0, 0.01, 0.01}}), {0.5, 0.0, 0.0}).mesh();
    c.motion = turn(Isometry3d::Identity(), Vector3d::Zero(), {0.0, 0.0, 10.0 * degree});
    const Vector3d out(std::cos(5.0 * degree), std::sin(5.0 * degree), 0.0), along(-out.y(), out.x(), 0.0);
    std::vector<Point> corners;
    for (const auto& [x, z] : {std::pair{-0.02, -0.02}, {0.02, -0.02}, {0.02, 0.02}, {-0.02, 0.02}}) {
        const Vector3d corner = 0.998 * out + x * along + z * Vector3d::UnitZ();
        corners.push_back({corner.x(), corner.y(), corner.z()});
    }
    c.mesh = TriangleMesh(corners, {{0, 1, 2}, {0, 2, 3}});
    c.end = corners;
    return c;
}

TEST(MixedQuestion, ABarThatTurnsDoesNotPassThroughASheetWithinItsArc)
{
    const MixedCase c = bar_over_sheet();
    const Answer answer = checked(c);
    ASSERT_EQ(answer.outcome, Outcome::contact);
    const Answer of_bodies =
        first_contact(RigidBody(c.mesh), at_rest(Isometry3d::Identity()), RigidBody(c.body_mesh), c.motion);
    ASSERT_EQ(of_bodies.outcome, Outcome::contact);
    EXPECT_NEAR(answer.safe_until, of_bodies.safe_until, 1e-6);
    EXPECT_TRUE(answer.contact->crosses_at.has_value());

    // Vertices of the bar in straight lines miss it.
    std::vector<Point> end;
    const RigidPath path(c.motion);
    for (const Point& p : c.body_mesh.positions()) {
        const Vector3d there = path.at(1.0).rotation * Vector3d(p[0], p[1], p[2]) + path.at(1.0).origin;
        end.push_back({there.x(), there.y(), there.z()});
    }
    deformable::MovingScene chords(std::vector<deformable::SceneObject>{{c.mesh, {}}, {c.body_mesh, {}}}, 1);
    chords.move_to({std::span(c.end), std::span(end)}, 1);
    EXPECT_EQ(first_contact(chords).outcome, Outcome::free);
}

TEST(MixedQuestion, APlateThatTurnsMeetsAMovingVertexAtAKnownTime)
{
    for (const double fall : {0.0, 0.2, -0.1}) {
        // The plate is the plane y = 0, x > 0 at first, and turns about the z axis; the vertex goes along y.
        MixedCase c;
        c.body_mesh = TriangleMesh({{0.0, 0.0, -1.0}, {1.0, 0.0, -1.0}, {1.0, 0.0, 1.0}, {0.0, 0.0, 1.0}},
                                   {{0, 1, 2}, {0, 2, 3}});
        c.motion = turn(Isometry3d::Identity(), Vector3d::Zero(), {0.0, 0.0, 1.0});
        c.mesh = TriangleMesh({{0.5, 0.3, 0.1}}, {});
        c.end = {{0.5, 0.3 - fall, 0.1}};
        c.options.query.threshold = 1e-9;
        double low = 0.0, high = 1.0;
        while (high - low > 1e-15) {
            const double middle = 0.5 * (low + high);
            (std::atan2(0.3 - fall * middle, 0.5) > middle ? low : high) = middle;
        }
        const Answer answer = checked(c);
        ASSERT_EQ(answer.outcome, Outcome::contact);
        EXPECT_NEAR(answer.safe_until, low, 1e-8);
        EXPECT_LT(answer.safe_until, low);
        EXPECT_EQ(answer.contact->kind, PairKind::vertex_face);
        EXPECT_EQ(answer.contact->objects, (std::array<std::uint32_t, 2>{0, 1}));
        EXPECT_EQ(answer.contact->vertices[0], 0U);
        EXPECT_NEAR(answer.contact->point.x(), 0.5, 1e-6);
        // From the face to the side that the vertex came from.
        EXPECT_NEAR(answer.contact->normal.y(), std::cos(low), 1e-6);
    }
}

TEST(MixedQuestion, ASheetThatFallsOnASpinningBallMeetsItsPoleAtAKnownTime)
{
    MixedCase c;
    c.body_mesh = uv_sphere({.radius = 1.0, .segments = 24, .rings = 12}).mesh();
    c.motion = turn(Isometry3d::Identity(), Vector3d::Zero(), {0.0, 0.0, 30.0});
    c.mesh = level_sheet(3.0, 7, {0.05, 0.02, 2.0});
    c.end = moved(c.mesh, {0.3, 0.1, -1.5});
    c.options.query.threshold = 1e-8;
    const Answer answer = checked(c);
    ASSERT_EQ(answer.outcome, Outcome::contact);
    EXPECT_NEAR(answer.safe_until, 2.0 / 3.0, 1e-7);
    EXPECT_NEAR(answer.contact->point.z(), 1.0, 1e-7);
    EXPECT_NEAR(std::abs(answer.contact->normal.z()), 1.0, 1e-6);
    ASSERT_TRUE(answer.contact->crosses_at.has_value());
    EXPECT_GT(*answer.contact->crosses_at, 2.0 / 3.0);
    EXPECT_EQ(support::judged_distance(c, *answer.contact->crosses_at), 0.0);
}

TEST(MixedQuestion, LooseEdgesAndIsolatedVerticesTouch)
{
    MixedCase c;
    c.body_mesh = box({}).mesh();
    c.motion = turn(at(0, 0, 0), Vector3d::Zero(), {0.0, 0.0, 0.5});
    c.mesh = TriangleMesh({{-2.0, 0.1, 2.0}, {2.0, 0.1, 2.0}}, {}, {{0, 1}});
    c.end = moved(c.mesh, {0.0, 0.0, -3.0});
    const Answer edge = checked(c);
    ASSERT_EQ(edge.outcome, Outcome::contact);
    EXPECT_NEAR(edge.safe_until, 0.5, 1e-4);
    c.mesh = TriangleMesh({{0.1, 0.1, 2.0}}, {});
    c.end = moved(c.mesh, {0.0, 0.0, -3.0});
    const Answer vertex = checked(c);
    ASSERT_EQ(vertex.outcome, Outcome::contact);
    EXPECT_NEAR(vertex.safe_until, 0.5, 1e-4);
    EXPECT_EQ(vertex.contact->vertices[0], 0U);
}

TEST(MixedQuestion, WhatStartsTouchingOrCrossingIsTold)
{
    MixedCase c;
    c.body_mesh = box({}).mesh();
    c.motion = turn(at(0, 0, 0), Vector3d::Zero(), {0.3, 0.0, 0.5});
    for (const double z : {0.5, 0.2}) {
        c.mesh = level_sheet(4.0, 3, {0.1, 0.2, z});
        c.end = moved(c.mesh, {0.0, 0.0, 1.0});
        const Answer answer = checked(c);
        EXPECT_EQ(answer.outcome, Outcome::touching_at_start);
        EXPECT_EQ(answer.safe_until, 0.0);
        EXPECT_TRUE(answer.contact.has_value());
    }
}

TEST(MixedQuestion, WhatStartsWithinTheClearanceIsTold)
{
    MixedCase c;
    c.body_mesh = box({}).mesh();
    c.motion = turn(at(0, 0, 0), Vector3d::Zero(), {0.0, 0.0, 0.5});
    c.mesh = TriangleMesh({{-4.0, -3.0, 0.51}, {4.0, -3.0, 0.51}, {0.0, 5.0, 0.51}}, {{0, 1, 2}});
    c.end = moved(c.mesh, {0.0, 0.0, 1.0});
    c.options.query.clearance = 0.02;
    const Answer away = checked(c);
    EXPECT_EQ(away.outcome, Outcome::near_at_start);
    EXPECT_TRUE(away.start.near);
    EXPECT_EQ(away.safe_until, 1.0);
    c.end = moved(c.mesh, {0.0, 0.0, -0.008});
    const Answer nearer = checked(c);
    EXPECT_EQ(nearer.outcome, Outcome::contact);
    EXPECT_NEAR(nearer.safe_until, 0.005 / 0.008, 0.2);
    c.options.query.clearance = 0.005;
    const Answer later = checked(c);
    EXPECT_EQ(later.outcome, Outcome::contact);
    EXPECT_NEAR(later.safe_until, 0.005 / 0.008, 1e-2);
}

TEST(MixedQuestion, PaddedThingsTouchAtTheSumOfTheirPaddings)
{
    MixedCase c;
    c.body_mesh = box({}).mesh();
    c.motion = turn(at(0, 0, 0), Vector3d::Zero(), {0.0, 0.0, 0.5});
    c.mesh = level_sheet(3.0, 3, {0.1, 0.2, 1.5});
    c.end = moved(c.mesh, {0.0, 0.0, -1.0});
    c.options = {.query = {.threshold = 1e-7}, .object_padding = 0.05, .body_padding = 0.15};
    const Answer answer = checked(c);
    ASSERT_EQ(answer.outcome, Outcome::contact);
    EXPECT_NEAR(answer.safe_until, 0.8, 1e-6);
    EXPECT_LE(answer.contact->distance, 1e-7 + 1e-12);
    // On the surface of both.
    EXPECT_NEAR(answer.contact->point.z(), 0.65, 1e-6);
    c.options.body_padding = 1.0;
    EXPECT_EQ(checked(c).outcome, Outcome::touching_at_start);
}

TEST(MixedQuestion, APartThatStartsInsideASolidIsTold)
{
    MixedCase c;
    c.body_mesh = ico_sphere({.radius = 2.0}).mesh();
    c.motion = turn(at(0.3, 0, 0), Vector3d::Zero(), {0.0, 1.0, 0.0});
    // Two sheets, one of them within.
    const TriangleMesh outside = level_sheet(0.5, 2, {0.0, 0.0, 4.0}), inside = level_sheet(0.5, 2, {0.0, 0.0, 0.5});
    std::vector<Point> points(outside.positions().begin(), outside.positions().end());
    std::vector<FaceVertices> faces(outside.faces().begin(), outside.faces().end());
    const auto count = static_cast<VertexId>(points.size());
    for (const Point& p : inside.positions()) points.push_back(p);
    for (const FaceVertices& f : inside.faces()) faces.push_back({f[0] + count, f[1] + count, f[2] + count});
    c.mesh = TriangleMesh(points, faces);
    c.end = points;
    EXPECT_EQ(first_contact_of(c).outcome, Outcome::free);
    c.solid_body = true;
    const Answer answer = first_contact_of(c);
    EXPECT_EQ(answer.outcome, Outcome::inside);
    EXPECT_EQ(answer.safe_until, 0.0);
    EXPECT_EQ(MixedSetup(c).question().collision_outcome(), Outcome::contact);
    c.mesh = outside;
    c.end.assign(outside.positions().begin(), outside.positions().end());
    EXPECT_EQ(first_contact_of(c).outcome, Outcome::free);
}

TEST(MixedQuestion, ABodyThatStartsInsideASolidMeshIsTold)
{
    MixedCase c;
    c.mesh =
        translated(torus({.radius = 2.0, .tube_radius = 0.8, .segments = 24, .sides = 12}), {1.0, 2.0, 3.0}).mesh();
    c.end = moved(c.mesh, {0.1, 0.0, 0.0});
    c.body_mesh = box({.lengths = {0.2, 0.2, 0.2}}).mesh();
    c.motion = turn(at(3, 2, 3), {3, 2, 3}, {0.5, 0.0, 1.0});
    EXPECT_EQ(first_contact_of(c).outcome, Outcome::free);
    c.solid_object = true;
    EXPECT_EQ(first_contact_of(c).outcome, Outcome::inside);
    // In the hole.
    c.motion = turn(at(1, 2, 3), {1, 2, 3}, {0.5, 0.0, 1.0});
    EXPECT_EQ(first_contact_of(c).outcome, Outcome::free);
}

TEST(MixedQuestion, ASpentBudgetLeavesAFreeTimeThatHolds)
{
    const MixedCase c = bar_over_sheet();
    std::size_t undecided = 0;
    for (std::uint64_t budget = 0; budget < 60; ++budget) {
        MixedCase limited = c;
        limited.options.query.budget = budget;
        const Answer answer = checked(limited, 100);
        undecided += answer.outcome == Outcome::undecided ? 1 : 0;
        if (answer.outcome != Outcome::undecided) {
            EXPECT_EQ(answer.safe_until, first_contact_of(c).safe_until);
        }
        EXPECT_LE(answer.safe_until, first_contact_of(c).safe_until);
    }
    EXPECT_GT(undecided, 1U);
}

TEST(MixedQuestion, ContactsLaterThanUntilAreNotLookedFor)
{
    MixedCase c = bar_over_sheet();
    c.options.query.until = 0.1;
    const Answer answer = checked(c);
    EXPECT_EQ(answer.outcome, Outcome::free);
    EXPECT_EQ(answer.safe_until, 0.1);
}

TEST(MixedQuestion, AQuestionAboutNothingSaysSo)
{
    MixedCase c = bar_over_sheet();
    c.mesh = TriangleMesh();
    c.end.clear();
    const Answer no_mesh = first_contact_of(c);
    EXPECT_EQ(no_mesh.outcome, Outcome::free);
    EXPECT_TRUE(no_mesh.nothing_checked);
    c = bar_over_sheet();
    c.body_mesh = TriangleMesh();
    EXPECT_TRUE(first_contact_of(c).nothing_checked);
    EXPECT_EQ(MixedSetup(c).question().collision_outcome(), Outcome::free);
}

TEST(MixedQuestion, RefusesWhatCannotBeAsked)
{
    const auto asked = [](const auto& change) {
        MixedCase c = bar_over_sheet();
        change(c);
        return first_contact_of(c).outcome;
    };
    EXPECT_THROW((void)asked([](MixedCase& c) { c.options.query.threshold = 0.0; }), std::invalid_argument);
    EXPECT_THROW((void)asked([](MixedCase& c) { c.options.query.clearance = -1.0; }), std::invalid_argument);
    EXPECT_THROW((void)asked([](MixedCase& c) { c.options.object_padding = -1.0; }), std::invalid_argument);
    EXPECT_THROW((void)asked([](MixedCase& c) { c.options.query.until = 2.0; }), std::invalid_argument);
    EXPECT_THROW((void)asked([](MixedCase& c) { c.options.query.target = "none"; }), std::invalid_argument);
    EXPECT_THROW((void)asked([](MixedCase& c) { c.end[0][0] = 1e16; }), Error);
    std::stop_source stop;
    stop.request_stop();
    EXPECT_THROW((void)asked([&](MixedCase& c) { c.options.query.stop = stop.get_token(); }), Error);
}

}  // namespace
}  // namespace tocca::mixed_question_test
