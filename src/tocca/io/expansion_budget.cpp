// SPDX-License-Identifier: Apache-2.0
#include "tocca/io/expansion_budget.hpp"

#include <algorithm>
#include <utility>

#include "tocca/base/error.hpp"
#include "tocca/io/number_text.hpp"
#include "tocca/io/read_limits.hpp"

namespace tocca {
namespace {

/// Data that is used once becomes at most half as many times as large: a byte becomes a double and a copy of it.
constexpr std::uint64_t always_allowed = 32;

}  // namespace

ExpansionBudget::ExpansionBudget(std::string file, std::uint64_t file_bytes)
    : file_(std::move(file)), file_bytes_(file_bytes)
{}

void ExpansionBudget::add_file_bytes(std::uint64_t bytes) { file_bytes_ += bytes; }

std::uint64_t ExpansionBudget::limit() const
{
    return std::max(read_limits().max_expanded_bytes, always_allowed * file_bytes_);
}

void ExpansionBudget::take(std::uint64_t count, std::uint64_t bytes_each)
{
    const std::uint64_t most = limit();
    if (taken_ <= most && (bytes_each == 0 || count <= (most - taken_) / bytes_each)) {
        taken_ += count * bytes_each;
        return;
    }
    throw Error(ErrorCode::unreadable_file,
                "it uses the same data so often that its " + with_commas(file_bytes_) + " bytes expand to more than " +
                    with_commas(most) + "; --max-read SIZE, or set_read_limits, allows more",
                {.file = file_});
}

}  // namespace tocca
