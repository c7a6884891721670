// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "tocca/answer/number_pairs.hpp"
#include "tocca/bounds/moving_box.hpp"
#include "tocca/rigid/pair_waves.hpp"
#include "tocca/robot/shapes_in_motion.hpp"
#include "tocca/scene/detail/deforming_object.hpp"
#include "tocca/scene/scene.hpp"

namespace tocca::scene::detail {

/// Which objects of a scene are checked, by the lists of the options; `accept_objects` is not called.
class SceneRule {
public:
    SceneRule(const Scene& scene, const QueryOptions& options);

    /// Of two objects of different parts, or of one mesh, twice the same.
    [[nodiscard]] bool allows(std::uint32_t a, std::uint32_t b) const;
    /// Whether a part is checked against itself.
    [[nodiscard]] bool allows_self(PartId part) const;

private:
    const Scene& scene_;
    const QueryOptions& options_;
    NumberPairs pairs_, groups_;
};

/// A moving body, or a moving shape of a link.
struct TurningShape {
    std::uint32_t object = 0;
    std::uint32_t shape = 0;
    PartId part = 0;
    bool of_robot = false;
    const RigidBody* surface = nullptr;
    const rigid::BodyMotion* motion = nullptr;
    double padding = 0.0;
    MovingBox box = {};  ///< holds all computed places, and what they may be wrong by
};

/// The pairs of a scene that neither deformable::MovingScene nor rigid::RigidWorld nor RobotChecker knows: a mesh and
/// something that turns, a body and a link, links of two robots.
///
/// Assumes: the scene, its meshes and the options outlive it; nothing is moved.
class CrossPairs {
public:
    CrossPairs(const Scene& scene, const deformable::MovingScene& meshes, const SceneRule& rule,
               const QueryOptions& options);
    CrossPairs(const CrossPairs&) = delete;
    CrossPairs& operator=(const CrossPairs&) = delete;

    /// Whether any such pair is to be checked, at any distance.
    [[nodiscard]] bool any() const { return any_; }
    /// Those that may come near each other.
    [[nodiscard]] rigid::PairWaves& waves() { return *waves_; }
    /// Pairs of meshes of which one starts inside the other, a solid; by numbers.
    [[nodiscard]] std::vector<ObjectPair> meshes_inside() const;

private:
    /// Two of the objects and shapes. Without a mesh both are shapes.
    struct Pair {
        std::optional<std::uint32_t> mesh = {};
        std::array<std::uint32_t, 2> shapes = {};  ///< with a mesh only the first counts
        double clearance = 0.0;
    };

    [[nodiscard]] bool any_solid_mesh() const;
    void add_bodies();
    void add_robots();
    void add_meshes(const deformable::MovingScene& meshes);
    [[nodiscard]] std::vector<rigid::PairCandidate> candidates();
    void consider(const Pair& pair, std::vector<rigid::PairCandidate>& candidates);
    [[nodiscard]] double clearance_of(std::uint32_t a, std::uint32_t b) const;
    /// Runs the query for a pair.
    template <class Ask>
    auto ask(const Pair& pair, double until, Statistics* work, const Ask& ask) const;
    [[nodiscard]] rigid::PairQuestions questions() const;

    const Scene& scene_;
    const SceneRule& rule_;
    const QueryOptions& options_;
    std::vector<std::unique_ptr<const rigid::BodyMotion>> motions_;
    std::vector<TurningShape> shapes_;
    std::vector<std::uint32_t> mesh_objects_;  // of each mesh, its number in the scene
    std::vector<DeformingObject> meshes_;
    std::vector<Pair> pairs_;
    bool any_ = false;
    std::optional<rigid::PairWaves> waves_;
};

}  // namespace tocca::scene::detail
