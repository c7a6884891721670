// SPDX-License-Identifier: Apache-2.0
#include "tocca/io/label_file.hpp"

#include "tocca/base/error.hpp"
#include "tocca/io/detail/document.hpp"

namespace tocca {

std::vector<std::uint8_t> parse_labels(std::string_view text, const std::string& file)
{
    const io::detail::Document document = io::detail::parse_json(text, file);
    const io::detail::DocumentPlace all(document);
    if (!all.is_list()) throw Error(ErrorCode::malformed_file, "the labels are not an array", {.file = file});
    std::vector<std::uint8_t> labels;
    labels.reserve(all.size());
    for (std::size_t i = 0; i < all.size(); ++i) {
        const auto label = all.at(i);
        if (!label.is_boolean()) {
            throw Error(ErrorCode::malformed_file, "a label must be true or false", {.file = file, .query = i});
        }
        labels.push_back(label.truth() ? 1 : 0);
    }
    return labels;
}

std::filesystem::path label_file_of(const std::filesystem::path& query_file)
{
    return query_file.parent_path() / (query_file.stem().string() + "_mma_bool.json");
}

}  // namespace tocca
