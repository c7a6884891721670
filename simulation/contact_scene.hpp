// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "simulation/world.hpp"
#include "tocca/scene/scene.hpp"
#include "tocca/scene/scene_query.hpp"

namespace tocca::simulation {

/// Two features that are near each other, or touch: stencil.of(positions) leads from the second to the first.
struct NearContact {
    Stencil stencil = {};
    Eigen::Vector3d difference = Eigen::Vector3d::Zero();  ///< the stencil's vector where they were found
};

/// Measures the time spent in a scope.
class TimeSpent {
public:
    explicit TimeSpent(double& seconds);
    ~TimeSpent();
    TimeSpent(const TimeSpent&) = delete;
    TimeSpent& operator=(const TimeSpent&) = delete;

private:
    double& seconds_;
    double begin_;
};

/// A world as scenes of tocca: one for the steps, one for what is near at an instant. Obstacles are not checked against
/// each other. Part i of the world is part i of the scene.
class ContactScene {
public:
    explicit ContactScene(const World& world, int threads = 0);

    /// The step of the scene: all vertices in straight lines.
    void set_step(const Positions& from, const Positions& to);
    /// Where the vertices are after a fraction of a step, as Scene::advance: rounded.
    [[nodiscard]] static Positions after(const Positions& from, const Positions& to, double step);

    /// All vertex-face and edge-edge pairs at most `distance` apart that do not belong together, of cloth with itself, with other
    /// cloth and with obstacles; in a fixed order.
    [[nodiscard]] std::vector<NearContact> near_contacts(const Positions& positions, double distance);
    /// How many edges pass through faces, or touch them: exact.
    [[nodiscard]] std::uint64_t crossings(const Positions& positions);

    [[nodiscard]] const Scene& scene() const { return step_; }
    /// Those that every question about the scene needs.
    [[nodiscard]] QueryOptions options() const;
    /// The four vertices of a pair as vertices of the world, and the weights of its closest points with signs.
    [[nodiscard]] Stencil stencil_of(const FeaturePair& pair, const std::array<double, 4>& weights) const;

    /// Time spent in tocca so far, by this class; judges add theirs.
    double seconds = 0.0;
    /// Of that, counting crossings, which is part of the judgement and not of the simulation.
    double checking_seconds = 0.0;

private:
    void set_instant(const Positions& positions);
    [[nodiscard]] std::vector<Point> points_of_part(std::size_t part, const Positions& positions) const;

    const World& world_;
    int threads_;
    Scene step_, instant_;
    std::vector<bool> moves_;  // of each part: whether it ever does
    std::vector<FeaturePair::Near> near_;
};

}  // namespace tocca::simulation
