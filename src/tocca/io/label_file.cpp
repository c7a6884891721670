// SPDX-License-Identifier: Apache-2.0
#include "tocca/io/label_file.hpp"

#include <algorithm>
#include <cstddef>
#include <nlohmann/json.hpp>

#include "tocca/base/error.hpp"

namespace tocca {

std::vector<std::uint8_t> parse_labels(std::string_view text, const std::string& file)
{
    nlohmann::json json;
    try {
        json = nlohmann::json::parse(text);
    } catch (const nlohmann::json::parse_error& error) {
        const auto read = static_cast<std::ptrdiff_t>(std::min(error.byte, text.size()));
        const auto line = 1 + static_cast<std::size_t>(std::count(text.begin(), text.begin() + read, '\n'));
        throw Error(ErrorCode::malformed_file, "this is not JSON", {.file = file, .line = line});
    } catch (const nlohmann::json::exception&) {  // a number beyond the doubles is JSON, but not for this library
        throw Error(ErrorCode::malformed_file, "the labels are not an array of booleans", {.file = file});
    }
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
