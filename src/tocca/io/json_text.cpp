// SPDX-License-Identifier: Apache-2.0
#include "tocca/io/json_text.hpp"

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>

#include "tocca/base/printable_text.hpp"
#include "tocca/io/line_text.hpp"

namespace tocca {
namespace {

bool is_plain(unsigned char letter) { return letter >= ' ' && letter < 0x7F && letter != '"' && letter != '\\'; }

void append_string(std::string& text, const std::string& value)
{
    if (std::all_of(value.begin(), value.end(), is_plain)) {
        text += '"' + value + '"';
        return;
    }
    // JSON may hold DEL, C1 controls and directional overrides as they are, but a terminal would obey them.
    const bool ascii_only = printable(value) != value;
    text += Json(value).dump(-1, ' ', ascii_only, Json::error_handler_t::replace);
}

void append_object(std::string& text, const Json& json)
{
    text += '{';
    const char* before = "";
    for (const auto& [name, value] : json.items()) {
        text += before;
        append_string(text, name);
        text += ':';
        append_json(text, value);
        before = ",";
    }
    text += '}';
}

void append_array(std::string& text, const Json& json)
{
    text += '[';
    const char* before = "";
    for (const Json& value : json) {
        text += before;
        append_json(text, value);
        before = value.is_object() ? ",\n" : ",";
    }
    text += ']';
}

std::array<double, 3> coordinates(const Eigen::Vector3d& vector) { return {vector.x(), vector.y(), vector.z()}; }

}  // namespace

void to_json(Json& json, const Contact& contact)
{
    json = {{"toc", {contact.toc.lower, contact.toc.upper}},
            {"kind", to_string(contact.kind)},
            {"objects", contact.objects},
            {"vertices", contact.vertices},
            {"weights", contact.weights},
            {"point", coordinates(contact.point)},
            {"normal", coordinates(contact.normal)},
            {"sooner_than_any_double", contact.sooner_than_any_double}};
}

void to_json(Json& json, const Answer& answer)
{
    json = {{"outcome", to_string(answer.outcome)}, {"safe_until", answer.safe_until}, {"contact", nullptr}};
    if (answer.contact) json["contact"] = *answer.contact;
}

void append_json(std::string& text, const Json& json)
{
    switch (json.type()) {
        case Json::value_t::object: append_object(text, json); break;
        case Json::value_t::array: append_array(text, json); break;
        case Json::value_t::string: append_string(text, json.get_ref<const std::string&>()); break;
        case Json::value_t::number_float: append_json_number(text, json.get<double>()); break;
        default: text += json.dump();
    }
}

std::string json_text(const Json& json)
{
    std::string text;
    append_json(text, json);
    return text;
}

}  // namespace tocca
