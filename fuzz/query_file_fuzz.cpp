// SPDX-License-Identifier: Apache-2.0
// libFuzzer: any bytes as a query file. They are read or refused with an Error, nothing else; what is read is finite
// and has as many labels as queries, or none.
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "tocca/base/error.hpp"
#include "tocca/io/label_file.hpp"
#include "tocca/io/query_file.hpp"

namespace {

void require_sound(const tocca::LabelledQueries& found)
{
    if (found.queries.empty()) std::abort();
    if (!found.labels.empty() && found.labels.size() != found.queries.size()) std::abort();
    for (const tocca::PairRows& rows : found.queries) {
        if (!std::all_of(rows.begin(), rows.end(), [](double x) { return std::isfinite(x); })) std::abort();
    }
}

template <class Work>
void run_or_refuse(Work work)
{
    try {
        work();
    } catch (const tocca::Error&) {
        return;
    }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    const std::string_view bytes(reinterpret_cast<const char*>(data), size);
    for (const auto format : {tocca::QueryFormat::csv, tocca::QueryFormat::npy}) {
        run_or_refuse([&] { require_sound(tocca::parse_queries(bytes, format, "fuzzed")); });
    }
    run_or_refuse([&] { (void)tocca::parse_labels(bytes, "fuzzed"); });
    return 0;
}
