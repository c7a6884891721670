// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "support/mesh_step.hpp"
#include "tocca/deformable/mesh_query.hpp"

namespace tocca::bench {

enum class MeshVerb { collides, first_contact, all_contacts };
[[nodiscard]] std::string_view to_string(MeshVerb verb);

/// What a verb said about a step, in the form in which it is compared and reported.
struct MeshAnswer {
    bool touches = false;
    std::size_t vertex_face = 0;  ///< contacts of each kind, for all_contacts
    std::size_t edge_edge = 0;
    std::optional<double> first;  ///< lower end of the first contact's bracket, for first_contact
    std::string hash;
    Statistics statistics;  ///< of the last pass
};

/// A verb on a step: the time to refit the tree and to answer.
struct MeshMeasurement {
    double seconds = 0.0;  ///< the least of several passes
    MeshAnswer answer;
};

/// Refits and asks `passes` times.
///
/// Assumes: `scene` was built from this step's objects and moved once, so that nothing is done for the first time.
[[nodiscard]] MeshMeasurement measure(deformable::MovingScene& scene, const MeshStep& step, MeshVerb verb,
                                      const QueryOptions& options, int passes);

/// The least time to refit the tree alone.
[[nodiscard]] double measure_refit(deformable::MovingScene& scene, const MeshStep& step, int threads, int passes);

/// How many times faster two threads are: the median over runs that alternate between one and two.
[[nodiscard]] double two_thread_ratio(deformable::MovingScene& scene, const MeshStep& step, MeshVerb verb, int runs);

/// Heap memory beyond the two frames of a step, in bytes.
struct MeshMemory {
    std::size_t scene = 0;     ///< what the scene holds
    std::size_t building = 0;  ///< at most while it is built
    std::size_t answering =
        0;  ///< at most while a step is set and the verb answered, the scene and the answer included
};
[[nodiscard]] MeshMemory measure_memory(const MeshStep& step, MeshVerb verb, int threads);

/// The slope of log(seconds) over log(triangles), by least squares.
struct SizedTime {
    double triangles;
    double seconds;
};
[[nodiscard]] double growth(const std::vector<SizedTime>& times);

}  // namespace tocca::bench
