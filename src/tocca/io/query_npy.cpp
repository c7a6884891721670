// SPDX-License-Identifier: Apache-2.0
#include "tocca/io/query_npy.hpp"

#include <bit>
#include <cmath>
#include <cstddef>
#include <cstring>

#include "tocca/base/error.hpp"
#include "tocca/io/detail/excerpt.hpp"
#include "tocca/io/detail/npy_header.hpp"

namespace tocca {
namespace {

static_assert(std::endian::native == std::endian::little, "values are copied as the file holds them");

constexpr std::size_t values_per_query = 24;

template <class Value>
std::vector<PairRows> copy_values(std::string_view bytes, std::size_t count, bool fortran_order)
{
    // In Fortran order the first index runs fastest: (query, row, axis) stands at query + count * (row + 8 * axis).
    std::vector<PairRows> queries(count);
    for (std::size_t query = 0; query < count; ++query) {
        for (std::size_t i = 0; i < values_per_query; ++i) {
            const std::size_t place =
                fortran_order ? query + count * (i / 3 + 8 * (i % 3)) : values_per_query * query + i;
            Value value;
            std::memcpy(&value, bytes.data() + place * sizeof(Value), sizeof(Value));
            queries[query][i] = static_cast<double>(value);
        }
    }
    return queries;
}

template <class Value>
std::vector<PairRows> values_of(std::string_view bytes, const io::detail::NpyLayout& layout, const std::string& file)
{
    const std::size_t count = layout.shape[0];
    constexpr std::size_t query_bytes = values_per_query * sizeof(Value);
    if (bytes.size() % query_bytes != 0 || bytes.size() / query_bytes != count) {
        io::detail::fail_npy(file, "an array of shape " + io::detail::shape_text(layout.shape) + " does not fill its " +
                                       std::to_string(bytes.size()) + " bytes");
    }
    return copy_values<Value>(bytes, count, layout.fortran_order);
}

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

    LabelledQueries found;
    if (layout.type == "<f8") {
        found.queries = values_of<double>(bytes, layout, file);
    } else if (layout.type == "<f4") {
        found.queries = values_of<float>(bytes, layout, file);
    } else {
        io::detail::fail_npy(file, "the array has values of type " + io::detail::excerpt(layout.type) +
                                       ", not little-endian float64 ('<f8') or float32 ('<f4')");
    }
    check_finite(found.queries, file);
    return found;
}

}  // namespace tocca
