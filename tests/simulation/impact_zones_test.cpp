// SPDX-License-Identifier: Apache-2.0
#include "simulation/impact_zones.hpp"

#include <gtest/gtest.h>

#include <Eigen/Geometry>

#include "tocca/mesh/shapes.hpp"

namespace tocca::impact_zones_test {
namespace {

using namespace simulation;
using simulation::Obstacle;

Impact impact_of(std::array<std::uint32_t, 4> vertices) { return {.stencil = {.vertices = vertices}}; }

TEST(ImpactZones, MoveAsOneAndKeepMomentum)
{
    World world;
    world.add(Cloth{.name = "cloth", .rest = sheet({.columns = 2, .rows = 2}).mesh()});
    const Positions from = world.start();
    Positions to = from + 0.01 * Positions::Random(3, from.cols());
    const Positions wanted = to;
    ImpactZones zones(world);
    const std::vector<Impact> impacts = {impact_of({0, 1, 3, 4}), impact_of({4, 4, 5, 7})};
    zones.join(impacts);
    EXPECT_EQ(zones.count(), 1U);
    zones.move_as_one(from, to, ImpactZones::Motion::rigid);
    const std::array<Eigen::Index, 6> zone = {0, 1, 3, 4, 5, 7};
    Eigen::Vector3d momentum = Eigen::Vector3d::Zero();
    for (const Eigen::Index a : zone) {
        momentum += world.masses()[static_cast<std::size_t>(a)] * (to - wanted).col(a);
        for (const Eigen::Index b : zone) {
            EXPECT_NEAR((to.col(a) - to.col(b)).norm(), (from.col(a) - from.col(b)).norm(), 1e-12);
        }
    }
    EXPECT_LT(momentum.norm(), 1e-12);
    for (const Eigen::Index other : {2, 6, 8}) EXPECT_EQ(to.col(other), wanted.col(other));
    zones.move_as_one(from, to, ImpactZones::Motion::translation);
    for (const Eigen::Index a : zone) {
        EXPECT_LT((to.col(a) - from.col(a) - (to.col(0) - from.col(0))).norm(), 1e-15);
    }
}

TEST(ImpactZones, FollowWhatIsDrivenAndStandStillWithWhatIsFixed)
{
    const Shape shape = sheet({.columns = 1, .rows = 1});
    for (const bool driven : {false, true}) {
        World world;
        world.add(Cloth{.name = "cloth", .rest = shape.mesh()});
        const Shape below = translated(shape, {0.0, 0.0, -0.1});
        world.add(Obstacle{.name = "floor",
                           .mesh = below.mesh(),
                           .schedule = driven ? Schedule([below](double) { return below.positions; }) : Schedule()});
        const Positions from = world.start();
        Positions to = from;
        to.row(2).head(4).array() -= 0.2;
        if (driven) to.row(0).tail(4).array() += 0.05;
        ImpactZones zones(world);
        const std::vector<Impact> impacts = {impact_of({0, 4, 5, 6})};
        zones.join(impacts);
        zones.move_as_one(from, to, ImpactZones::Motion::translation);
        const Eigen::Vector3d moved = to.col(0) - from.col(0);
        EXPECT_NEAR(moved[0], driven ? 0.05 : 0.0, 1e-6);
        EXPECT_NEAR(moved[2], 0.0, 1e-6);
    }
}

}  // namespace
}  // namespace tocca::impact_zones_test
