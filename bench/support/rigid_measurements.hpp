// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <filesystem>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "scenes/rigid_shots.hpp"
#include "tocca/mesh/triangle_mesh.hpp"

namespace tocca::bench {

/// A model that is shot at a copy of itself; made when it is asked for.
struct RigidModel {
    std::string name;
    std::function<TriangleMesh()> mesh;              ///< scaled to radius 50
    std::optional<std::size_t> known_contacts = {};  ///< among the 200 long shots, where others agree on it
};

/// The generated models, and those of the files of meshes/ in the folder that are there.
[[nodiscard]] std::vector<RigidModel> rigid_models(const std::filesystem::path& data);
/// The knot with about so many triangles.
[[nodiscard]] RigidModel knot_model(std::size_t triangles);

/// What a method says about a shot.
struct RigidAnswer {
    std::optional<double> toc = {};  ///< none when there is no contact
    double free_until = 1.0;         ///< there is no contact before
    std::size_t iterations = 0;
    std::size_t triangle_distances = 0;  ///< computed, where that is known
    std::string hash = {};               ///< of the whole answer, where it is always the same
};

/// A way to find the first contact of two copies of a model.
struct RigidMethod {
    std::string name;    ///< as results are named
    bool sound = false;  ///< never misses a contact
    std::function<RigidAnswer(const scenes::RigidShot&)> first_contact;
    int passes = 1;  ///< of which the best counts, shot by shot
};

struct RigidMeasurement {
    std::vector<RigidAnswer> answers;
    std::vector<double> milliseconds;  ///< processor time of each shot

    [[nodiscard]] double mean() const;
    /// The least time that a share of the shots does not exceed: 0.95 for the 95th percentile, 1 for the worst.
    [[nodiscard]] double quantile(double share) const;
    /// The number of the slowest shot.
    [[nodiscard]] std::size_t slowest() const;
    [[nodiscard]] std::size_t contacts() const;
    [[nodiscard]] double mean_iterations() const;
    [[nodiscard]] double mean_triangle_distances() const;
    /// Of the hashes of all answers; empty where they have none.
    [[nodiscard]] std::string hash() const;
};

/// Assumes: at least one shot.
[[nodiscard]] RigidMeasurement measure(const RigidMethod& method, std::span<const scenes::RigidShot> shots);

/// How the answers to the same shots differ from those of a sound method.
struct RigidDifference {
    std::size_t missed = 0;    ///< contacts
    std::size_t invented = 0;  ///< contacts
    double latest = 0.0;       ///< the most by which a time is greater
};
[[nodiscard]] RigidDifference difference(const RigidMeasurement& measured, const RigidMeasurement& sound);

}  // namespace tocca::bench
