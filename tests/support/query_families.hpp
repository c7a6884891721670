// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <string_view>

#include "support/random.hpp"
#include "tocca/elementary/pair.hpp"

namespace tocca::support {

/// Ways to draw queries that between them reach every branch of an elementary test.
enum class QueryFamily {
    grid_1,            ///< coordinates in {-1, 0, 1}; one, two or three dimensions
    grid_2,            ///< -2 .. 2
    grid_5,            ///< -5 .. 5
    duplicates,        ///< small grids with points copied from one another
    translations,      ///< small grids; some or all points move alike
    coplanar,          ///< four points in one plane throughout, in general position
    collapsed,         ///< a triangle or an edge that is, or becomes, a segment or a point
    parallel_edges,    ///< opposite sides parallel at a moment or throughout
    double_root,       ///< the four points touch a common plane without crossing it
    touching,          ///< contact at a dyadic time, at a corner, on an edge or inside, nudged by 0 to 3 ulps
    rounded_touching,  ///< contact but for the rounding of all coordinates under a real map
    rounded_graze,     ///< a double root but for that rounding
    ends_only,         ///< contact at time 0 or at time 1, nudged by 0 to 1 ulp
    extreme_time,      ///< contact as near to 0 or to 1 as doubles allow
    axis_scales,       ///< a small grid with each axis multiplied by its own power of two, up to 2^+-990
    mixed_scales,      ///< each coordinate of its own magnitude, 1e-300 to 1e300
    cloth_like,        ///< small, near each other, rounded to float, some points at rest
    near_miss,         ///< small, near each other, about one in a hundred in contact
    uniform,           ///< 24 coordinates uniform in [0, 1)
};

inline constexpr std::array query_families{
    QueryFamily::grid_1,       QueryFamily::grid_2,       QueryFamily::grid_5,           QueryFamily::duplicates,
    QueryFamily::translations, QueryFamily::coplanar,     QueryFamily::collapsed,        QueryFamily::parallel_edges,
    QueryFamily::double_root,  QueryFamily::touching,     QueryFamily::rounded_touching, QueryFamily::rounded_graze,
    QueryFamily::ends_only,    QueryFamily::extreme_time, QueryFamily::axis_scales,      QueryFamily::mixed_scales,
    QueryFamily::cloth_like,   QueryFamily::near_miss,    QueryFamily::uniform,
};

[[nodiscard]] std::string_view to_string(QueryFamily family);

[[nodiscard]] PairRows draw_query(Random& random, QueryFamily family, PairKind kind);

}  // namespace tocca::support
