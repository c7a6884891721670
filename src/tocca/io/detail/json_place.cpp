// SPDX-License-Identifier: Apache-2.0
#include "tocca/io/detail/json_place.hpp"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "tocca/io/detail/excerpt.hpp"

namespace tocca::io::detail {

JsonPlace JsonPlace::at(const char* key) const
{
    if (auto member = find(key)) return *member;
    fail("has no member '" + std::string(key) + "'");
}

std::optional<JsonPlace> JsonPlace::find(const char* key) const
{
    if (!value_->is_object()) fail("is not an object");
    const auto member = value_->find(key);
    if (member == value_->end()) return std::nullopt;
    return JsonPlace(*member, *file_, way_.empty() ? key : way_ + "." + key);
}

JsonPlace JsonPlace::at(std::size_t index) const
{
    if (index >= size()) fail("has no element " + std::to_string(index));
    return {(*value_)[index], *file_, way_ + "[" + std::to_string(index) + "]"};
}

std::size_t JsonPlace::size_of(const char* key) const
{
    const auto member = find(key);
    return member ? member->size() : 0;
}

bool JsonPlace::is_object() const { return value_->is_object(); }

std::size_t JsonPlace::size() const
{
    if (!value_->is_array()) fail("is not an array");
    return value_->size();
}

std::size_t JsonPlace::natural_number() const
{
    if (value_->is_number_unsigned()) return value_->get<std::size_t>();
    // Some programs write 3.0 for 3.
    constexpr double below_this_all_integers_are_doubles = 0x1p53;
    const double value = value_->is_number_float() ? value_->get<double>() : -1.0;
    if (!(value >= 0.0) || value >= below_this_all_integers_are_doubles || std::floor(value) != value) {
        fail("is not a natural number");
    }
    return static_cast<std::size_t>(value);
}

std::size_t JsonPlace::index_below(std::size_t count) const
{
    const std::size_t index = natural_number();
    if (index >= count) {
        fail("is " + std::to_string(index) + ", but there are only " + std::to_string(count) + ", counted from 0",
             ErrorCode::index_out_of_range);
    }
    return index;
}

double JsonPlace::number() const
{
    if (!value_->is_number()) fail("is not a number");
    return value_->get<double>();
}

bool JsonPlace::truth() const
{
    if (!value_->is_boolean()) fail("is neither true nor false");
    return value_->get<bool>();
}

const std::string& JsonPlace::text() const
{
    if (!value_->is_string()) fail("is not a text");
    return value_->get_ref<const std::string&>();
}

void JsonPlace::fail(const std::string& is_wrong, ErrorCode code) const
{
    throw Error(code, (way_.empty() ? "the document" : way_) + " " + is_wrong, {.file = *file_});
}

nlohmann::json parse_json(std::string_view text, const std::string& file)
{
    try {
        return nlohmann::json::parse(text);
    } catch (const nlohmann::json::parse_error& error) {
        const auto read = static_cast<std::ptrdiff_t>(std::min(error.byte, text.size()));
        const auto line = 1 + static_cast<std::size_t>(std::count(text.begin(), text.begin() + read, '\n'));
        throw Error(ErrorCode::malformed_file, "this is not JSON", {.file = file, .line = line});
    } catch (const nlohmann::json::exception&) {  // it is JSON, but not for this library
        throw Error(ErrorCode::malformed_file, "there is a number beyond the doubles in it", {.file = file});
    }
}

}  // namespace tocca::io::detail
