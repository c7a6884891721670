// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "tocca/elementary/pair.hpp"

namespace tocca::bench {

/// Queries of one kind that are measured together.
struct QuerySet {
    std::string name;  ///< "near", "uniform", "grid" or "cloth"
    PairKind kind = PairKind::vertex_face;
    std::vector<PairRows> queries;
    /// How many are in contact, where exact arithmetic has counted them.
    std::optional<std::size_t> exact_contacts = {};
};

/// What is known of the whole cloth step: its pairs and, from the ground truth published with it, its contacts.
struct ClothTruth {
    std::size_t pairs;
    std::size_t contacts;
};
[[nodiscard]] ClothTruth cloth_truth(PairKind kind);

/// Which pairs of the cloth step to take, in order.
enum class ClothShare {
    every_pair,
    sample,  ///< every 2nd vertex-face, every 6th edge-edge pair
};

[[nodiscard]] QuerySet near_set(PairKind kind, std::size_t count);
[[nodiscard]] QuerySet uniform_set(PairKind kind, std::size_t count);
/// Coordinates that are small multiples of 250: full of points on planes, edges and one another.
[[nodiscard]] QuerySet grid_set(PairKind kind, std::size_t count);

/// All pairs of the step 92 -> 93 of the cloth-ball sequence whose swept boxes overlap; nothing when `data` does not
/// hold it.
///
/// Throws: Error for files that are there but cannot be read.
[[nodiscard]] std::optional<QuerySet> cloth_set(PairKind kind, ClothShare share, const std::filesystem::path& data);

}  // namespace tocca::bench
