// SPDX-License-Identifier: Apache-2.0
// Answers as notebooks show them.
#include <string>
#include <utility>
#include <vector>

#include "answers.hpp"
#include "tocca/io/base64.hpp"
#include "tocca/report/picture.hpp"

namespace tocca::python {
namespace {

std::string escaped(const std::string& text)
{
    std::string html;
    for (const char letter : text) {
        switch (letter) {
            case '&': html += "&amp;"; break;
            case '<': html += "&lt;"; break;
            case '>': html += "&gt;"; break;
            case '"': html += "&quot;"; break;
            default: html += letter;
        }
    }
    return html;
}

using Rows = std::vector<std::pair<std::string, std::string>>;

template <std::size_t Size>
std::string list_text(const std::array<std::uint32_t, Size>& numbers)
{
    std::string text;
    for (const std::uint32_t number : numbers) text += (text.empty() ? "" : ", ") + std::to_string(number);
    return text;
}

Rows rows_of(const Answers& answers, std::optional<double> step)
{
    Rows rows = {{"outcome", std::string(to_string(answers.outcome))}, {"safe until", text_of(answers.safe_until)}};
    if (step) rows.emplace_back("safe step", text_of(*step));
    if (answers.pair) rows.emplace_back("objects", list_text(answers.pair->objects));
    if (answers.nothing_checked) rows.emplace_back("checked", "nothing: there are no two things that could touch");
    if (answers.only_changed) rows.emplace_back("checked", "only the pairs with a vertex in `changed`");
    if (answers.contact) {
        const Contact& contact = *answers.contact;
        rows.emplace_back("first contact",
                          "between " + text_of(contact.toc.lower) + " and " + text_of(contact.toc.upper));
        rows.emplace_back(contact.kind == PairKind::vertex_face ? "vertex and face" : "edge and edge",
                          list_text(contact.vertices) + " of objects " + list_text(contact.objects));
        rows.emplace_back(
            "at", text_of(contact.point.x()) + ", " + text_of(contact.point.y()) + ", " + text_of(contact.point.z()));
    }
    if (answers.contacts.size() > 1) rows.emplace_back("contacts", std::to_string(answers.contacts.size()));
    if (answers.start.crossing_count > 0)
        rows.emplace_back("edges through faces at the start", std::to_string(answers.start.crossing_count));
    return rows;
}

}  // namespace

std::string html_of(const HeldAnswer& held, const Answers& answers, std::optional<double> step)
{
    std::string html = "<div class=\"tocca-answer\"><table>";
    for (const auto& [name, value] : rows_of(answers, step))
        html += "<tr><th>" + escaped(name) + "</th><td>" + escaped(value) + "</td></tr>";
    html += "</table>";
    if (held.recording) {
        const std::optional<RecordedMotion> motion = held.recording(answers);
        if (motion) {
            html += "<img alt=\"the step, and the first contact\" width=\"800\" src=\"data:image/png;base64," +
                    base64(png_of(*motion, {.width = 1200, .height = 750})) + "\">";
        } else {
            html += "<p>No picture: what was asked about has moved on since.</p>";
        }
    }
    return html + "</div>";
}

}  // namespace tocca::python
