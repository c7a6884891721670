// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "scenes/deforming_scene.hpp"
#include "study/contact_study.hpp"
#include "support/mesh_measurements.hpp"
#include "support/mesh_step.hpp"

namespace tocca::bench {

/// One way to find contacts, by name: the strategy, the layers, and what else it does.
struct StudyVariant {
    std::string name;
    study::StudyOptions options;
};

/// The strategies with the culling of their paper (one swept volume per node) and with kinetic volumes, and everything else
/// that can be chosen, one choice at a time.
[[nodiscard]] std::vector<StudyVariant> contact_variants();

/// Local advancement off, as accelerator and as judge, and no temporal culling: for first contacts.
[[nodiscard]] std::vector<StudyVariant> first_contact_variants();

/// What a way took and found: refit and answer, one thread, the best of several passes.
struct StudyMeasurement {
    double seconds = 0.0;
    study::StudyCounts counts;
    std::string hash;
    std::vector<Contact> contacts;
};
[[nodiscard]] StudyMeasurement measure_study(const deformable::MovingScene& scene, const study::StudyOptions& options,
                                             MeshVerb verb, int passes);

/// The steps of a path up to the first with contact.
struct StudyPath {
    double seconds = 0.0;
    std::size_t steps = 0;
};
[[nodiscard]] StudyPath measure_study_path(const scenes::DeformingScene& path, const study::StudyOptions& options,
                                           MeshVerb verb, int passes);

}  // namespace tocca::bench
