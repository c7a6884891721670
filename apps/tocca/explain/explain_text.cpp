// SPDX-License-Identifier: Apache-2.0
#include "apps/tocca/explain/explain_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <iterator>
#include <span>
#include <string_view>
#include <vector>

#include "apps/tocca/terminal/human_text.hpp"
#include "tocca/io/number_text.hpp"

namespace tocca::app {
namespace {

char sign_character(int sign)
{
    if (sign == 0) return '0';
    return sign > 0 ? '+' : '-';
}

std::string sign_text(std::span<const int> signs)
{
    std::string text;
    for (const int sign : signs) {
        if (!text.empty()) text += ' ';
        text += sign_character(sign);
    }
    return text;
}

std::string number_list(std::span<const double> values)
{
    std::vector<std::string> texts;
    for (const double value : values) texts.push_back(shortest_text(value));
    return fmt::format("{}", fmt::join(texts, ", "));
}

std::string point_text(const Eigen::Vector3d& point)
{
    return "(" + number_list(std::array{point.x(), point.y(), point.z()}) + ")";
}

std::string time_text(const TimeInterval& time)
{
    if (time.lower == time.upper) return "t = " + shortest_text(time.lower);
    return fmt::format("t in [{}, {}]", shortest_text(time.lower), shortest_text(time.upper));
}

std::string question(const ExplainedQuery& query)
{
    const bool vertex_face = query.kind == PairKind::vertex_face;
    const std::array<std::string_view, 4> names =
        vertex_face ? std::array<std::string_view, 4>{"vertex", "face a", "face b", "face c"}
                    : std::array<std::string_view, 4>{"edge a", "edge b", "edge c", "edge d"};
    const std::span<const double> rows(query.rows);
    std::size_t width = 0;
    for (std::size_t i = 0; i < 4; ++i) width = std::max(width, number_list(rows.subspan(3 * i, 3)).size());

    std::string text = fmt::format("{} {}\n", full_name(query.kind), query.title);
    if (!query.about.empty()) text += "(" + query.about + ")\n";
    text += "\n";
    for (std::size_t i = 0; i < 4; ++i) {
        fmt::format_to(std::back_inserter(text), "  {:<6}  from ({:<{}}  to ({})\n", names[i],
                       number_list(rows.subspan(3 * i, 3)) + ")", width + 1, number_list(rows.subspan(12 + 3 * i, 3)));
    }
    return text + (vertex_face ? "\nDoes the vertex meet the closed face abc, and when first?\n"
                               : "\nDo the closed edges ab and cd meet, and when first?\n");
}

bool all_are(const std::array<int, 4>& signs, int sign)
{
    return std::all_of(signs.begin(), signs.end(), [&](int one) { return one == sign; });
}

std::string plane_step(const Explanation& explanation)
{
    std::string text =
        "\n1. When do the four points lie in one plane?\n"
        "   The volume they span is a cubic of t; its Bernstein coefficients are\n";
    for (std::size_t i = 0; i < 4; ++i) {
        fmt::format_to(std::back_inserter(text), "     {}  {}\n", sign_character(explanation.cubic_signs[i]),
                       shortest_text(explanation.cubic[i]));
    }
    if (explanation.coplanar_throughout) {
        return text + "   All are zero: they lie in one plane all the time.\n";
    }
    if (all_are(explanation.cubic_signs, 1) || all_are(explanation.cubic_signs, -1)) {
        return text + "   All have one sign, so the volume is never zero: never.\n";
    }
    if (explanation.roots.empty()) return text + "   It has no root in [0, 1]: never.\n";
    fmt::format_to(std::back_inserter(text), "   It has {} in [0, 1]:\n", counted(explanation.roots.size(), "root"));
    for (const Explanation::Root& root : explanation.roots) {
        const std::string_view multiplicity = root.multiplicity == 1   ? ""
                                              : root.multiplicity == 2 ? ", a double root"
                                                                       : ", a triple root";
        fmt::format_to(std::back_inserter(text), "     {}{}\n", time_text(root.time), multiplicity);
    }
    return text;
}

std::string verdict(const Explanation::Root& root)
{
    if (root.degenerate) {
        return root.contact ? "all vanish: one line; they share a point of it"
                            : "all vanish: one line; they are apart on it";
    }
    return root.contact ? "inside: contact" : "+ and - on an axis: outside";
}

std::string inside_step(const Explanation& explanation)
{
    if (explanation.coplanar_throughout) {
        return "\n2. Do they meet in that plane?\n"
               "   Contact begins at the start, or when a vertex meets an edge: each vertex is\n"
               "   followed against each edge of the other side.\n";
    }
    if (explanation.roots.empty()) return "";
    std::string text = explanation.kind == PairKind::vertex_face
                           ? "\n2. Is the vertex in the face then?\n"
                             "   Seen along each axis, the signs of the areas that the vertex spans with the\n"
                             "   sides of the face. Inside unless some axis shows + and - together.\n"
                           : "\n2. Do the edges cross then?\n"
                             "   Seen along each axis, the signs of the two parts in which each edge is cut by\n"
                             "   the line of the other. They cross unless some axis shows + and - together.\n";
    for (const Explanation::Root& root : explanation.roots) {
        fmt::format_to(std::back_inserter(text), "     {}\n       x: {}   y: {}   z: {}\n       {}\n",
                       time_text(root.time), sign_text(root.inside[0]), sign_text(root.inside[1]),
                       sign_text(root.inside[2]), verdict(root));
    }
    return text;
}

/// In the order of Stage.
constexpr std::array<std::string_view, stage_count> stage_meanings = {
    "along some axis the two sides are apart all the time",
    "the coefficients of the cubic are certain to have one sign",
    "each root of the cubic is inside or outside for certain, in doubles",
    "certified subdivision of time, in doubles with error bounds",
    "doubles could not settle the answer or the grid cell of its time;\n   exact integers did",
};

std::string stage_step(const Explanation& explanation)
{
    return fmt::format("\n{}. Which stage of the fast path settles it?\n   {}: {}.\n",
                       explanation.roots.empty() && !explanation.coplanar_throughout ? 2 : 3,
                       to_string(explanation.decided_by),
                       stage_meanings[static_cast<std::size_t>(explanation.decided_by)]);
}

std::string contact_lines(const Contact& contact)
{
    return fmt::format("  where    {}\n  normal   {}\n  weights  {}\n", point_text(contact.point),
                       point_text(contact.normal), number_list(contact.weights));
}

std::string conclusion(const Answer& answer)
{
    if (!answer.contact) {
        return answer.outcome == Outcome::free ? "\nAnswer: free. They never touch.\n"
                                               : fmt::format("\nAnswer: {}.\n", to_string(answer.outcome));
    }
    std::string text;
    if (answer.outcome == Outcome::touching_at_start) {
        text = "\nAnswer: contact at the start.\n";
    } else if (answer.contact->sooner_than_any_double) {
        text = "\nAnswer: contact after the start, not later than the least positive double.\n";
    } else {
        text = fmt::format("\nAnswer: contact. Free up to and including t = {},\ntouching by t = {}.\n",
                           shortest_text(answer.contact->toc.lower), shortest_text(answer.contact->toc.upper));
    }
    return text + contact_lines(*answer.contact);
}

}  // namespace

std::string explanation_text(const ExplainedQuery& query, const Explanation& explanation)
{
    return question(query) + plane_step(explanation) + inside_step(explanation) + stage_step(explanation) +
           conclusion(explanation.answer);
}

}  // namespace tocca::app
