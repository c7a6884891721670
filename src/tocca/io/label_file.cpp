// SPDX-License-Identifier: Apache-2.0
#include "tocca/io/label_file.hpp"

#include <nlohmann/json.hpp>

#include "tocca/base/error.hpp"
#include "tocca/io/detail/json_place.hpp"

namespace tocca {

std::vector<std::uint8_t> parse_labels(std::string_view text, const std::string& file)
{
    const nlohmann::json json = io::detail::parse_json(text, file);
    if (!json.is_array()) throw Error(ErrorCode::malformed_file, "the labels are not an array", {.file = file});
    std::vector<std::uint8_t> labels;
    labels.reserve(json.size());
    for (const auto& value : json) {
        if (!value.is_boolean()) {
            throw Error(ErrorCode::malformed_file, "a label is true or false", {.file = file, .query = labels.size()});
        }
        labels.push_back(value.get<bool>() ? 1 : 0);
    }
    return labels;
}

std::filesystem::path label_file_of(const std::filesystem::path& query_file)
{
    return query_file.parent_path() / (query_file.stem().string() + "_mma_bool.json");
}

}  // namespace tocca
