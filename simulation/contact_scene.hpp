// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "simulation/world.hpp"
#include "tocca/scene/scene.hpp"
#include "tocca/scene/scene_query.hpp"

namespace tocca::simulation {

/// Two features that are near each other or touch: stencil.of(positions) is the vector from the second to the first.
struct NearContact {
    Stencil stencil = {};
    Eigen::Vector3d difference = Eigen::Vector3d::Zero();  ///< this vector when the pair was found
};

/// Adds the time spent in a scope to a number of seconds.
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

/// A world as two scenes of tocca: one for its steps, one for what is near at an instant. Obstacles are not checked
/// against each other. Part i of the world is part i of each scene.
class ContactScene {
public:
    explicit ContactScene(const World& world, int threads = 0);

    /// Sets the step of the scene: all vertices move in straight lines.
    void set_step(const Positions& from, const Positions& to);
    /// The positions of the vertices after a fraction of a step, rounded as by Scene::advance.
    [[nodiscard]] static Positions after(const Positions& from, const Positions& to, double step);

    /// All vertex-face and edge-edge pairs at most `distance` apart and without a common vertex, of cloth with itself,
    /// with other cloth and with obstacles; in a fixed order.
    [[nodiscard]] std::vector<NearContact> near_contacts(const Positions& positions, double distance);
    /// The exact number of edge-face pairs in which the edge passes through the face or touches it.
    [[nodiscard]] std::uint64_t crossings(const Positions& positions);

    [[nodiscard]] const Scene& scene() const { return step_; }
    /// The options that every query of the scene needs.
    [[nodiscard]] QueryOptions options() const;
    /// The four vertices of a pair as vertices of the world, with the weights of its closest points, those of the
    /// second feature negated.
    [[nodiscard]] Stencil stencil_of(const FeaturePair& pair, const std::array<double, 4>& weights) const;

    /// The time that this class has spent in tocca so far; judges add theirs.
    double seconds = 0.0;
    /// The time spent counting crossings, which checks the simulation and is not part of it.
    double checking_seconds = 0.0;

private:
    void set_instant(const Positions& positions);
    [[nodiscard]] std::vector<Point> points_of_part(std::size_t part, const Positions& positions) const;

    const World& world_;
    int threads_;
    Scene step_, instant_;
    std::vector<bool> moves_;  // for each part: whether it ever moves
    std::vector<FeaturePair::Near> near_;
};

}  // namespace tocca::simulation
