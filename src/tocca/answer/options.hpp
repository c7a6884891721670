// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "tocca/answer/contact.hpp"
#include "tocca/answer/statistics.hpp"

namespace tocca {

/// Options of all verbs, for all subjects. The defaults are the safest choice.
///
/// An option that cannot apply to a subject is refused (std::invalid_argument), never ignored. In a Scene, an option
/// applies to those parts to which it can apply.
struct QueryOptions {
    // ---- The question.

    /// The gap to keep, in units of length. Whatever comes that near is in contact; whatever starts nearer is
    /// `near_at_start`. If a robot's checker or an object demands a larger gap, the larger one counts.
    double clearance = 0.0;
    /// Bodies and robots: contact is at a distance of clearance + threshold. By default 1e-5 of the diameter of the
    /// smaller of the two; never less than rounding can resolve, see Contact::threshold. Deforming meshes are exact and
    /// need no threshold.
    std::optional<double> threshold = {};
    /// Elementary pairs and deforming meshes: a pair that starts nearer than the clearance must keep this fraction of
    /// its distance. In [0, 1); by default 0.25, and 0.75 in safe_step. With 0 such a pair may come arbitrarily near
    /// but must not touch.
    std::optional<double> near_fraction = {};
    /// safe_step of deforming meshes: a pair that starts at a distance d larger than the gap G demanded of it must keep
    /// G + keep * min(d - G, reach), so that the next step has room. `keep` is in [0, 1), by default 0.1. `reach` is a
    /// length, by default G; so without a gap nothing is kept unless `reach` is given.
    std::optional<double> keep = {};
    std::optional<double> reach = {};
    /// Time, as a fraction of the motion. Elementary pairs and deforming meshes: the largest width of Contact::toc, by
    /// default 1e-9; brackets lie on the dyadic grid of the largest power of two not above it, 2^-52 at the finest.
    /// Bodies and robots, by default 0: triangles proven to cross this soon after they were proven free are in contact
    /// as well, though their distance is still larger than the threshold.
    std::optional<double> tolerance = {};
    /// All but elementary pairs and paths of robots: only [0, until] is checked. For deforming meshes, a contact whose
    /// bracket contains `until` counts.
    double until = 1.0;

    // ---- What to ignore.

    /// Deforming meshes and scenes: check meshes and robots against themselves, except those whose own options say no.
    bool self = true;
    /// Deforming meshes and scenes: check objects, or parts, against each other.
    bool between = true;
    /// Deforming meshes, worlds and scenes: ignored pairs of objects, by number; and of groups: {g, g} ignores pairs
    /// within g.
    std::vector<std::array<std::uint32_t, 2>> ignored_pairs = {};
    std::vector<std::array<std::uint32_t, 2>> ignored_groups = {};
    /// Deforming meshes: called last, for single pairs of features, from any thread; false ignores the pair.
    std::function<bool(const FeaturePair&)> accept = {};
    /// Worlds and scenes: called last, from the calling thread, for two objects that may meet, the lower number first;
    /// false ignores them. Never called for two links of one robot.
    std::function<bool(std::uint32_t, std::uint32_t)> accept_objects = {};
    /// Deforming meshes, also as a Scene of nothing else: only pairs of features of which a vertex is in these lists are
    /// checked, one list of vertices per object; not set: all pairs. In rounds of trial ends (impacts, line searches)
    /// few vertices get another end, and the other pairs were answered in the round before. The answer is about the
    /// pairs checked alone, and Answer::only_changed says so. Nothing is remembered as proven for the next step.
    std::optional<std::vector<std::vector<std::uint32_t>>> changed = {};
    /// Deforming meshes: the caller guarantees that no edge passes through a face at the start. This is then not
    /// tested, and Start::assumed_free says so.
    bool assume_start_free = false;
    /// Robots: throw Error (joint_limit) if an end of the motion is outside the joints' limits.
    bool check_limits = false;
    /// Paths of robots: only check whether each edge is free.
    bool only_collides = false;
    /// Paths of robots: leave out the edges after the first that is not free.
    bool stop_at_contact = false;

    // ---- Limits and reporting.

    /// Deforming meshes: list what crosses or is too near at the start. It is counted in any case.
    bool list_start = true;
    /// The largest number of contacts to list, for every subject: if there are more, all_contacts throws Error
    /// (too_many_contacts); it never returns a list cut short. N copies of a part in one place have N^2 contacts.
    std::uint64_t max_contacts = UINT64_MAX;
    /// Bodies and robots: the largest number of steps for each pair of bodies or shapes: pairs of nodes opened and
    /// distances of triangles. Once spent, the pair is `undecided`. By default 10 million for bodies, 100 million for
    /// robots.
    std::optional<std::uint64_t> budget = {};
    int threads = 0;            ///< 0: all available; no effect on answers
    std::string target = {};    ///< SIMD target by name, one of simd_targets(); empty: the best; no effect on answers
    std::stop_token stop = {};  ///< a stop request ends the call with Error (interrupted)
    /// Called from time to time with the fraction done, from any thread, one call at a time.
    std::function<void(double fraction)> progress = {};
    Statistics* statistics = nullptr;  ///< if set, the work of the call is added to it
};

/// All defaults, built once: a query of a few nanoseconds has no time to build them.
[[nodiscard]] inline const QueryOptions& default_options()
{
    static const QueryOptions options;
    return options;
}

}  // namespace tocca
