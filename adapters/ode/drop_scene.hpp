// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string_view>

#include "adapters/ode/contact_stepper.hpp"
#include "tocca/mesh/triangle_mesh.hpp"

namespace tocca::ode {

/// ODE made ready and, at the end, closed; one must live while anything of ODE's does.
class Engine {
public:
    Engine();
    ~Engine();
    Engine(const Engine&) = delete;
    Engine& operator=(const Engine&) = delete;
};

/// Who keeps the bodies apart.
enum class Keeper {
    tocca,      ///< ContactStepper
    ode_alone,  ///< ODE's own collision of triangle meshes, dWorldStep
};

/// Drops of a model on another one that is fixed. Models are meant to be of radius 1, centred at the origin, and closed.
struct DropOptions {
    std::uint64_t seed = 1;       ///< of the orientations and of how far from the middle the path is
    int greatest_steps = 90;      ///< a drop ends earlier when the body is away or at rest
    double step = 1.0 / 60.0;     ///< seconds
    double height = 2.5;          ///< of the falling body's centre over the fixed one's
    double speed = 15.0;          ///< downward, at the start
    double greatest_miss = 0.5;   ///< how far from the middle the path may be
    double greatest_spin = 10.0;  ///< radians per second
    ContactStepperOptions stepper = {};
};

/// What was seen of drops; of queries and sub-steps only with tocca.
struct DropTally {
    std::size_t drops = 0;
    std::size_t steps = 0;
    std::size_t steps_with_crossing = 0;  ///< after which triangles of the two bodies crossed
    std::size_t drops_with_crossing = 0;
    std::size_t drops_with_contact = 0;  ///< in which there were contact joints
    std::size_t substeps = 0;
    int most_substeps = 0;  ///< of one step
    double seconds_lost = 0.0;
    std::size_t steps_cut_short = 0;  ///< that lost time
    std::size_t queries = 0;
    double query_seconds = 0.0;
    double slowest_query_seconds = 0.0;
    double seconds = 0.0;  ///< of dynamics and queries, without the checks

    void add(const DropTally& other);
};

/// Two models ready to be dropped, in either way. Bodies have the mass of a solid of density 1, or of a
/// ball of radius 0.5 where the mesh encloses none.
class DropScene {
public:
    /// Assumes: an Engine; at least one triangle each.
    DropScene(const TriangleMesh& falling, const TriangleMesh& fixed);
    ~DropScene();

    /// One drop; after every step all triangles are tested for crossings by `intersects`.
    ///
    /// Guarantee: a function of the models, the keeper and the options, but for the times.
    [[nodiscard]] DropTally drop(Keeper keeper, const DropOptions& options) const;

private:
    struct Model;
    std::unique_ptr<Model> falling_, fixed_;
};

}  // namespace tocca::ode
