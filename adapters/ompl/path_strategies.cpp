// SPDX-License-Identifier: Apache-2.0
#include "adapters/ompl/path_strategies.hpp"

#include <ctime>
#include <span>

#include "study/contact_study.hpp"
#include "tocca/base/error.hpp"
#include "tocca/deformable/mesh_query.hpp"
#include "tocca/deformable/moving_scene.hpp"

namespace tocca::planning {

namespace {

using deformable::MovingScene;
using study::ContactStudy;
using study::Strategy;

MovingScene moving_scene(const DeformingWorld& world)
{
    std::vector<deformable::SceneObject> objects;
    for (const DeformingBody& body : world.bodies())
        objects.push_back({body.mesh, {.name = body.name, .self = body.self}});
    return MovingScene(std::move(objects), 1);
}

/// Moves the scene along every motion of a path and asks about each; returns the seconds of processor time.
template <class Ask>
double follow(MovingScene& scene, const std::vector<WorldPositions>& path, const Ask& ask)
{
    const std::clock_t start = std::clock();
    for (std::size_t i = 0; i + 1 < path.size(); ++i) {
        const std::vector<std::span<const Point>> from(path[i].begin(), path[i].end());
        const std::vector<std::span<const Point>> to(path[i + 1].begin(), path[i + 1].end());
        scene.set_step(from, to, 1);
        ask();
    }
    return static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC;
}

}  // namespace

std::vector<StrategyCost> compare_strategies(const DeformingWorld& world, const Eigen::MatrixXd& path)
{
    require(path.rows() > 1, "a path without motions proves nothing about strategies");
    std::vector<WorldPositions> positions;
    for (Eigen::Index row = 0; row < path.rows(); ++row)
        positions.push_back(world.positions(Eigen::VectorXd(path.row(row).transpose())));
    std::vector<StrategyCost> costs;
    for (const Strategy strategy :
         {Strategy::basic, Strategy::no_dupl, Strategy::adj, Strategy::r_tri, Strategy::separate_trees}) {
        MovingScene scene = moving_scene(world);
        ContactStudy study(scene, {.strategy = strategy});
        StrategyCost cost = {.name = study::to_string(strategy)};
        cost.seconds = follow(scene, positions, [&] {
            study.refit(scene);
            const study::StudyCollides answer = study.collides();
            cost.elementary_tests += answer.counts.elementary_tests();
            cost.free = cost.free && !answer.collides;
        });
        costs.push_back(cost);
    }
    MovingScene scene = moving_scene(world);
    StrategyCost own = {.name = "tocca"};
    own.seconds =
        follow(scene, positions, [&] { own.free = !deformable::collides(scene, {.threads = 1}) && own.free; });
    costs.push_back(own);
    return costs;
}

}  // namespace tocca::planning
