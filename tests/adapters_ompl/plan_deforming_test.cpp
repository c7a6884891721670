// SPDX-License-Identifier: Apache-2.0
#include "adapters/ompl/plan_deforming.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <stdexcept>
#include <stop_token>
#include <string>
#include <vector>

#include "adapters/ompl/deforming_problems.hpp"
#include "adapters/ompl/plan_path.hpp"
#include "adapters_ompl/deforming_blocks.hpp"
#include "support/effort.hpp"
#include "tocca/base/error.hpp"
#include "tocca/io/sequence.hpp"

namespace tocca::planning::plan_deforming_test {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;
using tests::mode_of;

/// A folder of its own, which is removed again.
class TemporaryFolder {
public:
    explicit TemporaryFolder(const std::string& name)
        : path_(std::filesystem::path(testing::TempDir()) / ("tocca_plan_deforming_" + name))
    {
        std::filesystem::remove_all(path_);
    }
    ~TemporaryFolder() { std::filesystem::remove_all(path_); }
    TemporaryFolder(const TemporaryFolder&) = delete;
    TemporaryFolder& operator=(const TemporaryFolder&) = delete;
    [[nodiscard]] const std::filesystem::path& path() const { return path_; }

private:
    std::filesystem::path path_;
};

/// A cube that passes a slot lower than itself: it must make itself flat.
DeformingProblem cube_through_slot()
{
    DeformingBody cube = {.name = "soft cube", .mesh = box({.lengths = {1, 1, 1}, .cells = {2, 2, 2}}).mesh()};
    cube.modes.push_back(mode_of(0, cube.mesh, [](const Point&) { return Point{1, 0, 0}; }));
    cube.modes.push_back(mode_of(1, cube.mesh, [](const Point&) { return Point{0, 0, 1}; }));
    cube.modes.push_back(mode_of(2, cube.mesh, [](const Point& at) { return Point{0, 0, -2 * at[2]}; }));
    const auto wall = [](double z) { return translated(box({.lengths = {0.5, 4, 4}}), {0, 0, z}).mesh(); };
    return {.name = "cube through slot",
            .world = std::make_shared<const DeformingWorld>(
                std::vector<DeformingBody>{
                    cube, {.name = "above", .mesh = wall(2.4)}, {.name = "below", .mesh = wall(-2.4)}},
                std::vector<StateValue>{{"x", -3, 3}, {"z", -1, 1}, {"flat", 0, 0.3}}),
            .start = Eigen::Vector3d(-2, 0, 0),
            .goal = Eigen::Vector3d(2, 0, 0),
            .range = 1.0};
}

void expect_proven(const DeformingProblem& problem, const DeformingPlan& plan)
{
    ASSERT_TRUE(plan.solved);
    for (const MatrixXd& path : {plan.found, plan.shortened}) {
        ASSERT_GE(path.rows(), 2);
        EXPECT_EQ(VectorXd(path.row(0).transpose()), problem.start);
        EXPECT_EQ(VectorXd(path.row(path.rows() - 1).transpose()), problem.goal);
        const DeformingPathProof proof = prove_path(*problem.world, path);
        EXPECT_TRUE(proof.proven());
        EXPECT_EQ(proof.motions, static_cast<std::size_t>(path.rows() - 1));
    }
    EXPECT_LE(plan.shortened.rows(), plan.found.rows());
    EXPECT_LE(length_of_path(plan.shortened), length_of_path(plan.found) * (1 + 1e-12));
}

TEST(PlanDeforming, CubeMakesItselfFlat)
{
    const DeformingProblem problem = cube_through_slot();
    EXPECT_TRUE(DeformingProver(problem.world).collides(problem.start, problem.goal)) << "the straight way is too easy";
    const DeformingPlan plan = plan_deforming(problem);
    expect_proven(problem, plan);
    EXPECT_GT(plan.motions.proven, 0U);
    EXPECT_GT(plan.motions.refused, 0U);
    EXPECT_GE(plan.queries.queries, plan.motions.proven);
    EXPECT_GT(plan.found.col(2).maxCoeff(), 0.1);
}

TEST(PlanDeforming, SameSeedSamePath)
{
    const DeformingProblem problem = cube_through_slot();
    const DeformingPlan first = plan_deforming(problem, {.seed = 3, .query = {.threads = 1}});
    const DeformingPlan other = plan_deforming(problem, {.seed = 4});
    const DeformingPlan again = plan_deforming(problem, {.seed = 3, .query = {.threads = 2}});
    ASSERT_TRUE(first.solved && other.solved && again.solved);
    EXPECT_TRUE(first.found.rows() == again.found.rows() && first.found == again.found);
    EXPECT_TRUE(first.shortened.rows() == again.shortened.rows() && first.shortened == again.shortened);
    EXPECT_EQ(first.motions.proven, again.motions.proven);
    EXPECT_FALSE(first.found.rows() == other.found.rows() && first.found == other.found);
}

TEST(PlanDeforming, ProofSeesAMotionThatIsNotFree)
{
    const DeformingProblem problem = cube_through_slot();
    MatrixXd path(2, 3);
    path.row(0) = problem.start.transpose();
    path.row(1) = problem.goal.transpose();
    const DeformingPathProof proof = prove_path(*problem.world, path);
    EXPECT_FALSE(proof.proven());
    EXPECT_EQ(proof.free_motions, 0U);
    EXPECT_EQ(proof.free_states, 2U);
    path(1, 0) = 0.0;  // within the walls
    EXPECT_EQ(prove_path(*problem.world, path).free_states, 1U);
    EXPECT_FALSE(prove_path(*problem.world, MatrixXd(0, 3)).proven());

    // Free both ways, but not in time.
    const DeformingProblem heart = heart_among_organs();
    MatrixXd back(2, heart.start.size());
    back.row(0) = heart.start.transpose();
    back.row(1) = heart.start.transpose();
    back(0, 7) = 0.1;
    EXPECT_FALSE(prove_path(*heart.world, back).proven());
    back(1, 7) = 0.2;
    EXPECT_TRUE(prove_path(*heart.world, back).proven());
}

TEST(PlanDeforming, BarBendsAmongSpheres)
{
    const DeformingProblem problem = bar_among_spheres();
    EXPECT_EQ(problem.world->triangle_count(), 636U);
    const DeformingPlan plan = plan_deforming(problem, {.seconds = 200.0});
    expect_proven(problem, plan);
    // The values bow_x and wave_x.
    EXPECT_GT(plan.shortened.middleCols(4, 2).cwiseAbs().maxCoeff(), 0.05) << "a straight bar cannot pass";
}

TEST(PlanDeforming, HeartLeavesWhenOrgansLetIt)
{
    const DeformingProblem problem = heart_among_organs();
    EXPECT_GT(problem.world->triangle_count(), 10000U);
    const DeformingProver prover(problem.world);
    VectorXd at_once = problem.goal, too_late = problem.start;
    at_once[7] = 0.0;
    too_late[7] = 1.0;
    EXPECT_TRUE(prover.collides(problem.start, at_once));
    EXPECT_TRUE(prover.collides(problem.start, too_late)) << "where it starts the liver arrives";
    if (support::slow_build) GTEST_SKIP() << "planning takes minutes in a slow build";
    expect_proven(problem, plan_deforming(problem, {.seconds = 600.0}));
}

TEST(PlanDeforming, NoWayIsNoPath)
{
    DeformingProblem problem = cube_through_slot();
    std::vector<StateValue> values = problem.world->values();
    values[2].upper = 0.05;
    problem.world = std::make_shared<const DeformingWorld>(problem.world->bodies(), values);
    const DeformingPlan plan = plan_deforming(problem, {.seconds = 0.2});
    EXPECT_FALSE(plan.solved);
    EXPECT_EQ(plan.found.rows(), 0);
    EXPECT_EQ(plan.shortened.rows(), 0);
}

TEST(PlanDeforming, StopEndsPlanning)
{
    std::stop_source stop;
    stop.request_stop();
    EXPECT_FALSE(plan_deforming(cube_through_slot(), {.seconds = 600.0, .query = {.stop = stop.get_token()}}).solved);
}

TEST(PlanDeforming, RefusesEndsThatAreNotFree)
{
    const auto sentence = [](const DeformingProblem& problem) -> std::string {
        try {
            (void)plan_deforming(problem, {.seconds = 0.2});
        } catch (const std::invalid_argument& error) {
            return error.what();
        }
        return {};
    };
    DeformingProblem problem = cube_through_slot();
    problem.goal[0] = 0.0;
    EXPECT_NE(sentence(problem).find("'soft cube'"), std::string::npos) << sentence(problem);
    problem = cube_through_slot();
    problem.start[2] = 0.4;
    EXPECT_NE(sentence(problem).find("flat"), std::string::npos) << sentence(problem);
    problem = cube_through_slot();
    problem.start = VectorXd::Zero(2);
    EXPECT_NE(sentence(problem), "");
    problem = cube_through_slot();
    problem.range = 0.0;
    EXPECT_NE(sentence(problem), "");
    problem.world = nullptr;
    EXPECT_NE(sentence(problem), "");
    EXPECT_THROW((void)plan_deforming(cube_through_slot(), {.seed = 0}), std::invalid_argument);
}

TEST(PlanDeforming, WrittenFramesHaveTheDoublesThatWereProven)
{
    const DeformingProblem problem = cube_through_slot();
    const DeformingPlan plan = plan_deforming(problem);
    ASSERT_TRUE(plan.solved);
    const TemporaryFolder folder("frames");
    const std::vector<std::string> objects = write_path(*problem.world, plan.shortened, folder.path());
    ASSERT_EQ(objects.size(), 3U);
    EXPECT_EQ(std::filesystem::path(objects[0]).filename(), "soft_cube_*.ply");
    EXPECT_EQ(std::filesystem::path(objects[1]).filename(), "above.ply");
    const Sequence cube = open_sequence(std::vector<std::string>{objects[0]});
    ASSERT_EQ(cube.frame_count(), static_cast<std::size_t>(plan.shortened.rows()));
    std::vector<Point> positions;
    for (std::size_t frame = 0; frame < cube.frame_count(); ++frame) {
        problem.world->positions(0, plan.shortened.row(static_cast<Index>(frame)).transpose(), positions);
        EXPECT_EQ(cube.read_frame(frame), positions);
    }
    const Sequence wall = open_sequence(std::vector<std::string>{objects[1]});
    EXPECT_EQ(wall.frame_count(), 1U);
    EXPECT_TRUE(std::ranges::equal(wall.read_frame(0), problem.world->bodies()[1].mesh.positions()));

    // Not among the frames of another path, and not in place of a file.
    EXPECT_THROW((void)write_path(*problem.world, plan.found, folder.path()), Error);
    EXPECT_THROW((void)write_path(*problem.world, plan.found, folder.path() / "above.ply"), Error);
    EXPECT_THROW((void)write_path(*problem.world, plan.found, folder.path() / "above.ply" / "in"), Error);
}

}  // namespace
}  // namespace tocca::planning::plan_deforming_test
