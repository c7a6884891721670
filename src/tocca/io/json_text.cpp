// SPDX-License-Identifier: Apache-2.0
#include "tocca/io/json_text.hpp"

#include <fmt/core.h>

#include <array>
#include <cmath>
#include <nlohmann/json.hpp>

#include "tocca/base/printable_text.hpp"
#include "tocca/io/number_text.hpp"

namespace tocca {
namespace {

std::string json_vector(const Eigen::Vector3d& vector)
{
    return json_numbers(std::array{vector.x(), vector.y(), vector.z()});
}

std::string json_contact(const Contact& contact)
{
    return fmt::format(R"({{"toc":{},"kind":"{}","weights":{},"point":{},"normal":{},"sooner_than_any_double":{}}})",
                       json_numbers(std::array{contact.toc.lower, contact.toc.upper}), to_string(contact.kind),
                       json_numbers(contact.weights), json_vector(contact.point), json_vector(contact.normal),
                       contact.sooner_than_any_double);
}

}  // namespace

std::string json_number(double value) { return std::isfinite(value) ? shortest_text(value) : "null"; }

std::string json_string(std::string_view text)
{
    // JSON may hold DEL, C1 controls and directional overrides as they are, but a terminal would obey them.
    const bool ascii_only = printable(text) != text;
    return nlohmann::json(text).dump(-1, ' ', ascii_only, nlohmann::json::error_handler_t::replace);
}

std::string json_numbers(std::span<const double> values)
{
    std::string text = "[";
    for (const double value : values) {
        if (text.size() > 1) text += ',';
        text += json_number(value);
    }
    return text + "]";
}

std::string json_answer(const Answer& answer)
{
    return fmt::format(R"({{"outcome":"{}","safe_until":{},"contact":{}}})", to_string(answer.outcome),
                       json_number(answer.safe_until), answer.contact ? json_contact(*answer.contact) : "null");
}

}  // namespace tocca
