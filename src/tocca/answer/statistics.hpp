// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace tocca {

/// The stages of an elementary query, in the order in which they are tried.
enum class Stage : unsigned char {
    coordinates,   ///< comparisons of coordinates: apart along an axis throughout, or a common vertex at the start
    coefficients,  ///< the cubic's Bernstein coefficients: never coplanar
    roots,         ///< one or two certain roots of the cubic, each inside or outside for certain
    subdivision,   ///< certified subdivision of time, with the inside quadratics
    exact,         ///< exact integers
};
inline constexpr std::size_t stage_count = 5;

[[nodiscard]] constexpr std::string_view to_string(Stage stage)
{
    switch (stage) {
        case Stage::coordinates: return "coordinates";
        case Stage::coefficients: return "coefficients";
        case Stage::roots: return "roots";
        case Stage::subdivision: return "subdivision";
        case Stage::exact: break;
    }
    return "exact";
}

/// The work that queries did; counts that do not apply to a subject stay 0. Not part of the answer: with several threads
/// the counts may vary from call to call.
struct Statistics {
    /// How many queries each stage decided, indexed by Stage.
    using StageCounts = std::array<std::uint64_t, stage_count>;

    std::uint64_t object_pairs = 0;      ///< pairs of bodies or shapes to be checked (robots)
    std::uint64_t near_pairs = 0;        ///< of those, the ones whose boxes may meet
    std::uint64_t searched_pairs = 0;    ///< searches of two bodies or shapes; a pair may be searched more than once
    std::uint64_t finished_pairs = 0;    ///< shapes followed to a contact, or down to their triangles and to the end
    std::uint64_t node_pairs = 0;        ///< pairs of tree nodes opened
    std::uint64_t node_tests = 0;        ///< pairs of bounding volumes compared
    std::uint64_t leaf_pairs = 0;        ///< pairs of leaves whose boxes may meet
    std::uint64_t feature_tests = 0;     ///< pairs of features compared by their boxes
    std::uint64_t elementary_tests = 0;  ///< pairs of features given to the elementary core
    std::uint64_t triangle_tests = 0;    ///< distances of two triangles computed
    std::uint64_t kept_searches = 0;     ///< searches among deforming meshes that kept candidates answered
    /// Conservative advancement: the largest number of bounds and distances, one after the other, that led to one pair.
    std::uint64_t iterations = 0;
    StageCounts stages = {};  ///< which stage decided the elementary tests

    Statistics& operator+=(const Statistics& other)
    {
        object_pairs += other.object_pairs;
        near_pairs += other.near_pairs;
        searched_pairs += other.searched_pairs;
        finished_pairs += other.finished_pairs;
        node_pairs += other.node_pairs;
        node_tests += other.node_tests;
        leaf_pairs += other.leaf_pairs;
        feature_tests += other.feature_tests;
        elementary_tests += other.elementary_tests;
        triangle_tests += other.triangle_tests;
        kept_searches += other.kept_searches;
        iterations = std::max(iterations, other.iterations);
        for (std::size_t i = 0; i < stage_count; ++i) stages[i] += other.stages[i];
        return *this;
    }
};

}  // namespace tocca
