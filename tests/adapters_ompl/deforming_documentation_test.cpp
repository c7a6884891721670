// SPDX-License-Identifier: Apache-2.0
// What docs/ompl.md shows about bodies that deform, built and run.
#include <gtest/gtest.h>
#include <ompl/base/SpaceInformation.h>

#include <memory>

#include "adapters/ompl/plan_deforming.hpp"
#include "adapters_ompl/deforming_blocks.hpp"

namespace tocca::planning::deforming_documentation_test {
namespace {

TEST(DeformingDocumentation, AWorldIsPlannedIn)
{
    const TriangleMesh plate_mesh = tests::cube_and_plate(0.1)[1].mesh;
    const TriangleMesh cube_mesh = tests::cube_and_plate(0.1)[0].mesh;

    // docs: deforming
    tocca::planning::Mode slides{.value = 0}, grows{.value = 1}, arrives{.value = 2};
    for (const tocca::Point& at : cube_mesh.positions()) {
        slides.directions.push_back({1, 0, 0});
        grows.directions.push_back({0.2 * at[0], 0.2 * at[1], 0.2 * at[2]});
    }
    for (std::size_t i = 0; i < plate_mesh.vertex_count(); ++i) arrives.directions.push_back({-4, 0, 0});
    const auto world = std::make_shared<const tocca::planning::DeformingWorld>(
        std::vector<tocca::planning::DeformingBody>{{.name = "cube", .mesh = cube_mesh, .modes = {slides, grows}},
                                                    {.name = "plate", .mesh = plate_mesh, .modes = {arrives}}},
        std::vector<tocca::planning::StateValue>{
            {"x", -10, 10}, {"size", -1, 1}, {.name = "time", .upper = 1, .only_increases = true}});

    const auto prover = std::make_shared<const tocca::planning::DeformingProver>(world);
    const auto information =
        std::make_shared<ompl::base::SpaceInformation>(tocca::planning::deforming_state_space(*world));
    tocca::planning::prove_motions(information, prover);  // sets both validators
    information->setup();
    // docs: end

    EXPECT_TRUE(prover->collides(Eigen::Vector3d(2, 0, 0), Eigen::Vector3d(2, 0, 1)));
    EXPECT_FALSE(prover->collides(Eigen::Vector3d(2, 0, 0), Eigen::Vector3d(0, 0, 1)));

    // docs: deforming-plan
    const auto plan = tocca::planning::plan_deforming({.name = "make room",
                                                       .world = world,
                                                       .start = Eigen::Vector3d(2, 0, 0),
                                                       .goal = Eigen::Vector3d(0, 0.5, 1),
                                                       .range = 2.0});
    if (plan.solved) {
        const auto proof = tocca::planning::prove_path(*world, plan.found);  // all of it anew
        EXPECT_TRUE(proof.proven());
    }
    // docs: end
    EXPECT_TRUE(plan.solved);
}

}  // namespace
}  // namespace tocca::planning::deforming_documentation_test
