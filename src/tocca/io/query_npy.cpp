// SPDX-License-Identifier: Apache-2.0
#include "tocca/io/query_file.hpp"

#include <cmath>
#include <cstddef>

#include "tocca/base/error.hpp"
#include "tocca/io/detail/excerpt.hpp"
#include "tocca/io/detail/npy_header.hpp"

namespace tocca {
namespace {

constexpr std::size_t values_per_query = 24;

void check_finite(const std::vector<PairRows>& queries, const std::string& file)
{
    for (std::size_t query = 0; query < queries.size(); ++query) {
        for (const double value : queries[query]) {
            if (!std::isfinite(value)) {
                throw Error(ErrorCode::not_finite, "a coordinate is NaN or infinite", {.file = file, .query = query});
            }
        }
    }
}

}  // namespace

LabelledQueries parse_query_npy(std::string_view bytes, const std::string& file)
{
    const io::detail::NpyLayout layout = io::detail::take_npy_header(bytes, file);
    if (layout.shape.size() != 3 || layout.shape[1] != 8 || layout.shape[2] != 3) {
        io::detail::fail_npy(file, "the array has shape " + io::detail::shape_text(layout.shape) + ", not (n, 8, 3)");
    }
    if (layout.shape[0] == 0) io::detail::fail_npy(file, "there are no queries in it");

    if (layout.type != "<f8" && layout.type != "<f4") {
        io::detail::fail_npy(file, "the array has values of type " + io::detail::excerpt(layout.type) +
                                       ", not little-endian float64 ('<f8') or float32 ('<f4')");
    }
    const io::detail::NpyFloats floats = io::detail::npy_floats(layout, bytes.size(), file);
    const std::size_t count = layout.shape[0];
    // In Fortran order the first index runs fastest: (query, row, axis) stands at query + count * (row + 8 * axis).
    LabelledQueries found;
    found.queries.resize(count);
    for (std::size_t query = 0; query < count; ++query) {
        for (std::size_t i = 0; i < values_per_query; ++i) {
            const std::size_t place =
                layout.fortran_order ? query + count * (i / 3 + 8 * (i % 3)) : values_per_query * query + i;
            found.queries[query][i] = floats.at(bytes.data(), place);
        }
    }
    check_finite(found.queries, file);
    return found;
}

}  // namespace tocca
