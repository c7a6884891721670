// SPDX-License-Identifier: Apache-2.0
// What can be asked of checkers and motions beside the plain question, and what is refused.
#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <stdexcept>
#include <stop_token>
#include <thread>
#include <vector>

#include "support/effort.hpp"
#include "support/poses.hpp"
#include "support/robot_agreement.hpp"
#include "tocca/base/error.hpp"
#include "tocca/mesh/shapes.hpp"
#include "tocca/robot/robot_query.hpp"

namespace tocca::query_options_test {
namespace {

using Eigen::Isometry3d;
using Eigen::Vector2d;
using Eigen::VectorXd;
using support::at;

constexpr double nan = std::numeric_limits<double>::quiet_NaN();
constexpr double infinity = std::numeric_limits<double>::infinity();

VectorXd one(double value) { return VectorXd::Constant(1, value); }

RobotShape cube(const Isometry3d& pose) { return box_shape({1, 1, 1}, pose); }

/// A carriage on a rail along x, within limits.
Robot carriage()
{
    return Robot({.links = {{"rail"}, {"carriage", {cube(at(0, 0, 0))}}},
                  .joints = {{.name = "slide",
                              .type = Joint::Type::prismatic,
                              .parent = "rail",
                              .child = "carriage",
                              .limits = Joint::Limits{-1.0, 10.0}}}});
}

RobotScene two_cubes()
{
    return {.objects = {{.name = "beside", .shapes = {cube(at(3, 1.3, 0))}},
                        {.name = "ahead", .shapes = {cube(at(6, 0, 0))}}}};
}

const JointMotion ahead = {one(0.0), one(10.0)};

template <class Call>
std::optional<ErrorCode> code_of(const Call& call)
{
    try {
        call();
    } catch (const Error& error) {
        return error.code();
    }
    return std::nullopt;
}

TEST(RobotCheckOptions, ClearancesOfPairs)
{
    const auto until = [](const RobotCheckOptions& check) {
        return first_contact(carriage(), ahead, two_cubes(), check).safe_until;
    };
    EXPECT_NEAR(until({}), 0.5, 1e-4);
    EXPECT_NEAR(until({.clearance = 0.2}), 0.48, 1e-4);
    EXPECT_NEAR(until({.clearance = 0.5}), 0.16, 1e-4);  // (0.4, 0.3) from the cube beside
    EXPECT_NEAR(until({.clearance = 0.5, .pair_clearances = {{"beside", "carriage", 0.0}}}), 0.45, 1e-4);
    EXPECT_NEAR(until({.pair_clearances = {{"carriage", "beside", 0.5}}}), 0.16, 1e-4);
    EXPECT_NEAR(until({.clearance = 0.5, .pair_clearances = {{"carriage", "beside", 0.1}, {"ahead", "carriage", 1.0}}}),
                0.4, 1e-4);
    const RobotChecker checker(carriage(), two_cubes(), {.clearance = 0.5});
    const Answers all = all_contacts(checker, ahead);
    const std::vector<Answer> pairs = support::answers_of_pairs(all, 1.0);
    ASSERT_EQ(pairs.size(), 2U);
    ASSERT_EQ(all.contacts.size(), 2U);
    EXPECT_EQ(checker.body_name(pairs[0].pair->objects[1]), "beside");
    EXPECT_NEAR(all.contacts[0].distance, 0.5, 1e-4);
    EXPECT_NEAR(all.contacts[1].toc.lower, 0.45, 1e-4);
}

TEST(RobotCheckOptions, WhatIsRefused)
{
    const auto make = [](const RobotCheckOptions& check, const RobotScene& scene = {}) {
        return RobotChecker(carriage(), scene, check);
    };
    for (const double wrong : {-1.0, nan, infinity}) {
        EXPECT_THROW(make({.clearance = wrong}), std::invalid_argument);
        EXPECT_THROW(make({.threshold = wrong}), std::invalid_argument);
        EXPECT_THROW(make({.pair_clearances = {{"rail", "carriage", wrong}}}), std::invalid_argument);
        RobotScene padded = two_cubes();
        padded.objects[0].shapes[0].padding = wrong;
        EXPECT_THROW(make({}, padded), std::invalid_argument);
    }
    EXPECT_THROW(make({.threshold = 0.0}), std::invalid_argument);
    EXPECT_THROW(make({}, {.objects = {{.name = "empty", .shapes = {{}}}}}), std::invalid_argument);
    const auto code = [&](const RobotCheckOptions& check, const RobotScene& scene) {
        return code_of([&] { (void)make(check, scene); });
    };
    EXPECT_EQ(code({.pair_clearances = {{"rail", "nobody", 0.0}}}, {}), ErrorCode::malformed_robot);
    EXPECT_EQ(code({}, {.allowed = {{"nobody", "rail", ""}}}), ErrorCode::malformed_robot);
    EXPECT_EQ(code({}, {.objects = {{.name = "rail"}}}), ErrorCode::malformed_robot);
    EXPECT_EQ(code({}, {.objects = {{.name = "x"}, {.name = "x"}}}), ErrorCode::malformed_robot);
    RobotScene sheared = two_cubes();
    sheared.objects[0].pose.linear()(0, 1) = 0.5;
    EXPECT_EQ(code({}, sheared), ErrorCode::not_a_rotation);
    sheared.objects[0].pose = at(nan, 0, 0);
    EXPECT_EQ(code({}, sheared), ErrorCode::not_finite);
}

TEST(RobotQueryOptions, WhatIsRefused)
{
    const RobotChecker checker(carriage(), two_cubes());
    const auto ask = [&](const QueryOptions& options) { (void)first_contact(checker, ahead, options); };
    for (const double wrong : {-0.1, 1.1, nan, infinity}) EXPECT_THROW(ask({.until = wrong}), std::invalid_argument);
    for (const double wrong : {-0.1, nan}) EXPECT_THROW(ask({.tolerance = wrong}), std::invalid_argument);
    EXPECT_THROW(ask({.target = "abacus"}), std::invalid_argument);
    EXPECT_THROW((void)first_contact(checker, {one(0.0), Vector2d(0, 0)}), std::invalid_argument);
    EXPECT_THROW((void)collides(checker, {VectorXd(), one(0.0)}), std::invalid_argument);
    EXPECT_EQ(code_of([&] { (void)first_contact(checker, {one(nan), one(0.0)}); }), ErrorCode::not_finite);
    EXPECT_EQ(code_of([&] { (void)all_contacts(checker, {one(0.0), one(infinity)}); }), ErrorCode::not_finite);
    EXPECT_EQ(code_of([&] { (void)collides(checker, {one(0.0), one(1e300)}); }), ErrorCode::not_finite);
    const Robot wheel(
        {.links = {{"base"}, {"wheel"}},
         .joints = {{.name = "turn", .type = Joint::Type::continuous, .parent = "base", .child = "wheel"}}});
    EXPECT_EQ(code_of([&] { (void)first_contact(wheel, {one(0.0), one(1e7)}, {}); }), ErrorCode::not_a_rotation);
}

TEST(RobotQueryOptions, WhatDoesNotApplyIsRefused)
{
    const RobotChecker checker(carriage(), two_cubes());
    const Eigen::MatrixXd path = Eigen::MatrixXd::Zero(2, 1);
    const auto refused = [&](const QueryOptions& options) {
        EXPECT_THROW((void)first_contact(checker, ahead, options), std::invalid_argument);
        EXPECT_THROW((void)all_contacts(checker, ahead, options), std::invalid_argument);
        EXPECT_THROW((void)collides(checker, ahead, options), std::invalid_argument);
        EXPECT_THROW((void)check_path(checker, path, options), std::invalid_argument);
    };
    refused({.near_fraction = 0.5});
    refused({.self = false});
    refused({.between = false});
    refused({.ignored_pairs = {{0, 1}}});
    refused({.ignored_groups = {{0, 1}}});
    refused({.accept = [](const FeaturePair&) { return true; }});
    refused({.accept_objects = [](std::uint32_t, std::uint32_t) { return true; }});
    refused({.assume_start_free = true});
}

TEST(RobotQueryOptions, ClearanceOfAQueryIsTheLeastOfEveryPair)
{
    const Robot robot = carriage();
    const RobotScene scene = two_cubes();
    for (const bool own : {false, true}) {
        RobotCheckOptions made = {.clearance = 0.2, .threshold = 1e-6};
        if (own) made.pair_clearances = {{"carriage", "beside", 0.1}};
        const RobotChecker checker(robot, scene, made);
        for (const double clearance : {0.0, 0.05, 0.15, 0.3, 0.5}) {
            for (const std::optional<double> threshold : {std::optional<double>(), std::optional(1e-3)}) {
                const QueryOptions asked = {.clearance = clearance, .threshold = threshold};
                RobotCheckOptions for_them = made;
                for_them.clearance = std::max(for_them.clearance, clearance);
                for (auto& pair : for_them.pair_clearances) pair.clearance = std::max(pair.clearance, clearance);
                if (threshold) for_them.threshold = threshold;
                const RobotChecker other(robot, scene, for_them);
                const Answer answer = first_contact(checker, ahead, asked);
                EXPECT_EQ(support::find_robot_difference(answer, first_contact(other, ahead)).value_or(""), "");
                EXPECT_EQ(answer.threshold, threshold.value_or(1e-6));
                const support::RobotQuestion question = {robot, scene, made, ahead, asked};
                EXPECT_EQ(support::find_fault(question, answer, 50).value_or(""), "");
                EXPECT_EQ(support::find_disagreement(question, answer).value_or(""), "");
            }
        }
    }
}

TEST(RobotQueryOptions, LimitsAreCheckedOnRequest)
{
    const RobotChecker checker(carriage(), {});
    const JointMotion too_far = {one(0.0), one(10.5)}, from_outside = {one(-1.5), one(0.0)};
    EXPECT_EQ(first_contact(checker, too_far).outcome, Outcome::free);
    EXPECT_EQ(code_of([&] { (void)first_contact(checker, too_far, {.check_limits = true}); }), ErrorCode::joint_limit);
    EXPECT_EQ(code_of([&] { (void)collides(checker, from_outside, {.check_limits = true}); }), ErrorCode::joint_limit);
    EXPECT_EQ(code_of([&] { (void)first_contact(checker, ahead, {.check_limits = true}); }), std::nullopt);
}

TEST(RobotQueryOptions, TheAnswerEndsWhereAsked)
{
    const RobotChecker checker(carriage(), two_cubes());
    for (const double until : {0.0, 0.1, 0.4999}) {
        const Answer answer = first_contact(checker, ahead, {.until = until});
        EXPECT_EQ(answer.outcome, Outcome::free);
        EXPECT_EQ(answer.safe_until, until);
        EXPECT_EQ(safe_step(checker, ahead, {.until = until}).step, until);
        EXPECT_FALSE(collides(checker, ahead, {.until = until}));
        EXPECT_EQ(all_contacts(checker, ahead, {.until = until}).safe_until, until);
        EXPECT_EQ(all_contacts(checker, ahead, {.until = until}).until, until);
    }
    EXPECT_TRUE(collides(checker, ahead, {.until = 0.51}));
}

TEST(RobotQueryOptions, ATimeToleranceBracketsTheCrossing)
{
    const RobotChecker checker(carriage(), two_cubes(), {.threshold = 1e-9});
    for (const double tolerance : {0.05, 1e-3, 1e-6}) {
        const Answer answer = first_contact(checker, ahead, {.tolerance = tolerance});
        ASSERT_EQ(answer.outcome, Outcome::contact);
        const TimeInterval toc = answer.contact->toc;
        EXPECT_LT(toc.lower, 0.5);
        EXPECT_LE(toc.upper - toc.lower, tolerance * (1.0 + 1e-9));
        if (toc.lower < toc.upper) {
            EXPECT_GE(toc.upper, 0.5);
        }
    }
    // What crosses soon after the end is in contact before it, whatever boxes say.
    const QueryOptions early = {.tolerance = 0.1, .until = 0.45};
    const RobotCheckOptions check = {.threshold = 1e-9};
    const Answer answer = first_contact(carriage(), ahead, two_cubes(), check, early);
    const Robot robot = carriage();
    const RobotScene scene = two_cubes();
    const support::RobotQuestion question = {robot, scene, check, ahead, early};
    EXPECT_EQ(support::find_fault(question, answer, 50).value_or(""), "");
    EXPECT_EQ(support::find_disagreement(question, answer).value_or(""), "");
}

TEST(RobotQueryOptions, ASpentBudgetLeavesAProvenPart)
{
    const RobotShape ball = mesh_shape(ico_sphere({.radius = 1.0, .subdivisions = 3}).mesh(), at(0, 0, 0));
    const Robot robot(
        {.links = {{"rail"}, {"ball", {ball}}},
         .joints = {{.name = "slide", .type = Joint::Type::prismatic, .parent = "rail", .child = "ball"}}});
    const RobotScene scene = {.objects = {{.name = "other", .shapes = {ball}, .pose = at(5, 0.3, 0.2)}}};
    const RobotChecker checker(robot, scene);
    const Answer whole = first_contact(checker, ahead);
    ASSERT_EQ(whole.outcome, Outcome::contact);
    std::size_t undecided = 0;
    for (std::uint64_t budget = 0; budget < 200; budget += 7) {
        const Answer answer = first_contact(checker, ahead, {.budget = budget});
        if (answer.outcome == Outcome::undecided) {
            ++undecided;
            EXPECT_LE(answer.safe_until, whole.safe_until);
            EXPECT_FALSE(answer.contact);
        } else {
            EXPECT_EQ(support::find_robot_difference(answer, whole).value_or(""), "");
        }
        EXPECT_TRUE(collides(checker, ahead, {.budget = budget}));
        const Answers all = all_contacts(checker, ahead, {.budget = budget});
        EXPECT_LE(all.safe_until, whole.safe_until);
        EXPECT_NE(all.outcome, Outcome::free);
    }
    EXPECT_GT(undecided, 0U);
}

TEST(RobotQueryOptions, AStopRequestEndsTheCall)
{
    std::stop_source stop;
    stop.request_stop();
    const RobotChecker checker(carriage(), two_cubes());
    const QueryOptions options = {.stop = stop.get_token()};
    EXPECT_EQ(code_of([&] { (void)first_contact(checker, ahead, options); }), ErrorCode::interrupted);
    EXPECT_EQ(code_of([&] { (void)all_contacts(checker, ahead, options); }), ErrorCode::interrupted);
}

TEST(RobotStatistics, PairsAreCounted)
{
    const RobotChecker checker(carriage(), two_cubes());
    EXPECT_EQ(checker.body_count(), 4U);
    EXPECT_EQ(checker.pair_count(), 2U);
    Statistics statistics;
    (void)first_contact(checker, ahead, {.statistics = &statistics});
    EXPECT_EQ(statistics.object_pairs, 2U);
    EXPECT_LE(statistics.near_pairs, 2U);
    EXPECT_GE(statistics.near_pairs, 1U);
    EXPECT_LE(statistics.searched_pairs, statistics.near_pairs);
    EXPECT_LE(statistics.finished_pairs, statistics.searched_pairs);
}

Eigen::MatrixXd path_of(std::initializer_list<double> values)
{
    Eigen::MatrixXd path(static_cast<Eigen::Index>(values.size()), 1);
    Eigen::Index row = 0;
    for (const double value : values) path(row++, 0) = value;
    return path;
}

TEST(RobotPath, EdgesAreAsMotionsByThemselves)
{
    const RobotChecker checker(carriage(), two_cubes());
    const Eigen::MatrixXd path = path_of({0.0, 1.0, 4.0, 9.0, 4.0, 0.0});
    for (const int threads : {1, 2, 5}) {
        const PathAnswer report = check_path(checker, path, {.threads = threads});
        ASSERT_EQ(report.edges.size(), 5U);
        for (Eigen::Index i = 0; i < 5; ++i) {
            const Answer alone = first_contact(checker, {path.row(i), path.row(i + 1)});
            EXPECT_EQ(support::find_robot_difference(report.edges[static_cast<std::size_t>(i)], alone).value_or(""),
                      "");
        }
        EXPECT_EQ(report.outcome, Outcome::contact);
        EXPECT_EQ(report.free_edges, 2U);
        EXPECT_NEAR(report.safe_until, 0.2, 1e-4);
        const PathAnswer stopped = check_path(checker, path, {.stop_at_contact = true, .threads = threads});
        ASSERT_EQ(stopped.edges.size(), 3U);
        EXPECT_EQ(stopped.safe_until, report.safe_until);
        const PathAnswer quick = check_path(checker, path, {.only_collides = true, .threads = threads});
        EXPECT_EQ(quick.free_edges, 2U);
        EXPECT_EQ(quick.outcome, Outcome::contact);
        const PathAnswer free = check_path(checker, path_of({0.0, 1.0, 4.0}), {.threads = threads});
        EXPECT_EQ(free.outcome, Outcome::free);
        EXPECT_EQ(free.free_edges, 2U);
        EXPECT_EQ(free.safe_until, 1.0);
    }
}

TEST(RobotPath, ProgressComesFromTheCallingThread)
{
    const RobotChecker checker(carriage(), two_cubes());
    const auto rows = static_cast<Eigen::Index>(support::effort(2000) + 2);
    Eigen::MatrixXd path(rows, 1);
    for (Eigen::Index i = 0; i < rows; ++i) path(i, 0) = i % 2 == 0 ? 0.0 : 10.0;
    double last = 0.0;
    std::size_t elsewhere = 0;
    const auto here = std::this_thread::get_id();
    (void)check_path(checker, path, {.threads = 2, .progress = [&](double fraction) {
                                         EXPECT_GT(fraction, last);
                                         EXPECT_LE(fraction, 1.0);
                                         last = fraction;
                                         elsewhere += std::this_thread::get_id() == here ? 0 : 1;
                                     }});
    EXPECT_EQ(elsewhere, 0U);
    EXPECT_EQ(last, 1.0);
}

TEST(RobotPath, WhatIsRefused)
{
    const RobotChecker checker(carriage(), {});
    EXPECT_THROW((void)check_path(checker, Eigen::MatrixXd(1, 1)), std::invalid_argument);
    EXPECT_THROW((void)check_path(checker, Eigen::MatrixXd(0, 1)), std::invalid_argument);
    EXPECT_THROW((void)check_path(checker, Eigen::MatrixXd::Zero(3, 2)), std::invalid_argument);
    EXPECT_THROW((void)check_path(checker, path_of({0.0, 1.0}), {.threads = -1}), std::invalid_argument);
    EXPECT_EQ(code_of([&] { (void)check_path(checker, path_of({0.0, nan, 1.0})); }), ErrorCode::not_finite);
    EXPECT_EQ(code_of([&] {
                  (void)check_path(checker, path_of({0.0, 20.0}), {.check_limits = true});
              }),
              ErrorCode::joint_limit);
}

}  // namespace
}  // namespace tocca::query_options_test
