// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "tocca/elementary/pair.hpp"

namespace tocca::elementary {

/// The verdict of a stage on one query.
enum class Verdict : std::uint8_t { free, contact, unknown };

/// The queries of a block that a stage left open, by their positions in the block, in increasing order. Each list has
/// room for one entry more than a block has queries.
struct LeftOver {
    std::uint32_t* all;
    std::uint32_t* one_root;  ///< those whose cubic certainly has exactly one root
    std::uint32_t* others;
};

struct CullCounts {
    std::size_t all = 0;
    std::size_t one_root = 0;
    std::size_t others = 0;
    std::size_t by_coordinates = 0;  ///< settled by comparisons; the rest of the settled by the cubic's coefficients
};

/// Verdicts on the queries of a block, by their positions in it; for a `contact`, `lower` and `upper` strictly enclose
/// the time of the first one.
struct Verdicts {
    Verdict* verdict;
    double* lower;
    double* upper;
};

/// The SIMD stages for one target. Lanes never influence each other: a query's verdict does not depend on its
/// neighbours. A query that is not finite is never settled.
struct FilterKernel {
    std::string_view name;
    /// Lists the queries that comparisons of coordinates and the signs of the cubic's coefficients do not prove free.
    CullCounts (*cull)(const PairRows* rows, std::size_t count, PairKind kind, const LeftOver& left);
    /// Decides queries whose cubic has one root, if it is certainly inside or certainly outside.
    void (*one_root)(const PairRows* rows, const std::uint32_t* which, std::size_t count, PairKind kind,
                     const Verdicts& out);
    /// Decides queries whose cubic dips towards zero and returns, if it certainly has no root or two roots that are
    /// certainly inside or certainly outside.
    void (*two_roots)(const PairRows* rows, const std::uint32_t* which, std::size_t count, PairKind kind,
                      const Verdicts& out);
};

/// The kernels this machine can run, best first.
[[nodiscard]] const std::vector<FilterKernel>& filter_kernels();

/// The kernel of that name; the best one for an empty name.
///
/// Throws: std::invalid_argument for a name that is unknown or that this machine cannot run.
[[nodiscard]] const FilterKernel& filter_kernel(const std::string& name);

}  // namespace tocca::elementary
