// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tocca/answer/options.hpp"

namespace tocca {

/// The subject of a query, for check_options.
enum class Subject : unsigned char {
    pair,
    batch,
    mesh,
    mesh_step,  ///< safe_step of deforming meshes
    instant,
    near,  ///< near_pairs and what follows from them
    bodies,
    world,
    robot,
    path,
    scene,
    scene_step,  ///< safe_step of a scene
};

/// Checks that the options are in range and apply to the subject.
///
/// Throws: std::invalid_argument, naming the option.
void check_options(const QueryOptions& options, Subject subject);

/// The default fraction of its distance that a pair keeps if it starts nearer than the clearance.
inline constexpr double default_near_fraction = 0.25;
/// The same of safe_step.
inline constexpr double default_near_keep = 0.75;
/// The default part that safe_step keeps of the distance beyond the gap.
inline constexpr double default_keep = 0.1;

/// Adds the work of a call to the statistics that the caller wants, if any.
inline void add_work(const QueryOptions& options, const Statistics& work)
{
    if (options.statistics != nullptr) *options.statistics += work;
}

/// The tolerance given, or the default of elementary pairs and deforming meshes.
[[nodiscard]] inline double bracket_width(const QueryOptions& options) { return options.tolerance.value_or(1e-9); }

}  // namespace tocca
