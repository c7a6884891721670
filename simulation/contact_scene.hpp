// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "simulation/world.hpp"
#include "tocca/geometry/closest_points.hpp"
#include "tocca/scene/scene.hpp"
#include "tocca/scene/scene_query.hpp"

namespace tocca::simulation {

/// Two features that are near each other or touch: stencil.of(positions) is the vector from the second to the first.
struct NearContact {
    Stencil stencil = {};
    Eigen::Vector3d difference = Eigen::Vector3d::Zero();  ///< this vector when the pair was found
};

/// The closest points of a vertex and a face, or of two edges, given by their four points.
[[nodiscard]] ClosestPoints closest_points_of(PairKind kind, const std::array<Eigen::Vector3d, 4>& points);

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

    /// As Scene::keep_candidates: for trials and iterations that stay near a step that was searched.
    void keep_candidates(double slack) { step_.keep_candidates(slack); }
    /// As Scene::keep_front, with what a scene of this size needs: for steps that resemble each other.
    void keep_front();

    /// Sets the step of the scene: all vertices move in straight lines. A step with the same start as the previous one
    /// takes less time.
    void set_step(const Positions& from, const Positions& to);
    /// The positions of the vertices after a fraction of a step, rounded as by Scene::advance.
    [[nodiscard]] static Positions after(const Positions& from, const Positions& to, double step);

    /// All vertex-face and edge-edge pairs at most `distance` apart and without a common vertex, of cloth with itself,
    /// with other cloth and with obstacles; in a fixed order. Positions at an end of the step take less time than others.
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
    /// A scene and the time in its step at which the vertices are somewhere.
    struct Instant {
        const Scene& scene;
        double time;
    };

    [[nodiscard]] Instant instant_at(const Positions& positions);

    const World& world_;
    int threads_;
    Scene step_, instant_;
    Positions from_, to_;      // of the step
    std::vector<bool> moves_;  // for each part: whether it ever moves
    std::vector<FeaturePair::Near> near_;
};

}  // namespace tocca::simulation
