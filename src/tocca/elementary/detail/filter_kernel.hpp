// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "tocca/elementary/pair.hpp"

namespace tocca::detail {

/// What a stage found out about one query.
enum class Verdict : std::uint8_t { free, contact, unknown };

/// The queries that are left after a stage, as positions in the block, and how many the stage settled.
struct CullResult {
    std::size_t left = 0;
    std::size_t by_coordinates = 0;  ///< the others were settled by the cubic's coefficients
};

/// Verdicts on the queries left, in their order; `lower` and `upper` enclose the contact time of a `contact`, strictly.
struct RootVerdicts {
    Verdict* verdict;
    double* lower;
    double* upper;
};

/// The SIMD stages for one target. Lanes never influence each other: a query's verdict does not depend on its
/// neighbours. A query that is not finite is never settled.
struct FilterKernel {
    std::string_view name;
    /// Writes the positions of the queries that comparisons of coordinates and the signs of the cubic's coefficients
    /// do not prove free.
    CullResult (*cull)(const PairRows* rows, std::size_t count, PairKind kind, std::uint32_t* left);
    /// Decides queries whose cubic has one certain root that is certainly inside or outside.
    void (*single_root)(const PairRows* rows, const std::uint32_t* which, std::size_t count, PairKind kind,
                        const RootVerdicts& out);
};

/// The kernels this machine can run, best first.
[[nodiscard]] const std::vector<FilterKernel>& filter_kernels();

/// The kernel of that name; the best one for an empty name.
///
/// Throws: std::invalid_argument for a name that is unknown or that this machine cannot run.
[[nodiscard]] const FilterKernel& filter_kernel(const std::string& name);

}  // namespace tocca::detail
