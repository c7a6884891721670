// SPDX-License-Identifier: Apache-2.0
#include "apps/tocca/query/query_input.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>

#include "apps/tocca/query/query_text.hpp"
#include "apps/tocca/terminal/cost.hpp"
#include "apps/tocca/terminal/human_text.hpp"
#include "scenes/elementary_queries.hpp"
#include "scenes/named_queries.hpp"
#include "tocca/base/version.hpp"
#include "tocca/elementary/first_contact.hpp"

namespace tocca::app {
namespace {

constexpr std::size_t generated_count = 200'000;

std::string set_name(const char* set, PairKind kind) { return fmt::format("builtin/{}-{}", set, to_string(kind)); }

QuerySet named_set(PairKind kind)
{
    QuerySet set{.file = set_name("named", kind), .kind = kind, .content = {}};
    for (const scenes::NamedQuery& query : scenes::named_queries()) {
        if (query.kind != kind) continue;
        set.content.queries.push_back(query.rows);
        set.content.labels.push_back(query.collides ? 1 : 0);
    }
    return set;
}

QuerySet near_set(PairKind kind)
{
    return {.file = set_name("near", kind),
            .kind = kind,
            .content = {.queries = scenes::near_queries(kind, generated_count), .labels = {}}};
}

/// An answer, and the shortest of several times it took.
struct TimedAnswer {
    Answer answer;
    double microseconds = std::numeric_limits<double>::infinity();
};

TimedAnswer timed(const scenes::NamedQuery& query, double tolerance)
{
    TimedAnswer result;
    for (int run = 0; run < 3; ++run) {
        const Stopwatch watch;
        result.answer = first_contact(query.rows, query.kind, {.tolerance = tolerance});
        result.microseconds = std::min(result.microseconds, 1e6 * watch.seconds());
    }
    return result;
}

/// As many decimals as tell the ends of a bracket apart.
int decimals_for(double tolerance)
{
    return std::clamp(static_cast<int>(std::ceil(1.0 - std::log10(tolerance) - 1e-6)), 10, 17);
}

std::string bracket_cell(const Answer& answer, int decimals)
{
    if (!answer.contact) return "";
    const TimeInterval& toc = answer.contact->toc;
    if (answer.outcome == Outcome::touching_at_start) return "at the start";
    if (answer.contact->sooner_than_any_double) return "after 0, by 5e-324";
    if (toc.upper < 1e-9 && toc.upper > 0.0) return fmt::format("{:.4g} to {:.4g}", toc.lower, toc.upper);
    return fmt::format("{:.{}f} to {:.{}f}", toc.lower, decimals, toc.upper, decimals);
}

std::string exact_cell(const scenes::NamedQuery& query)
{
    if (!query.first) return "";
    if (query.first->denominator == 1) return std::to_string(query.first->numerator);
    return fmt::format("{}/{}", query.first->numerator, query.first->denominator);
}

std::string named_table(double tolerance)
{
    const int decimals = decimals_for(tolerance);
    const int width = 2 * (decimals + 2) + 4;  // two numbers with "0." before the decimals, and " to "
    std::string text = fmt::format("  {:<22} {:<4} {:<8} {:<{}} {:<5} {:>6}\n", "name", "kind", "answer",
                                   "first contact, certified", width, "exact", "us");
    for (const scenes::NamedQuery& query : scenes::named_queries()) {
        const TimedAnswer found = timed(query, tolerance);
        const bool contact = found.answer.contact.has_value();
        fmt::format_to(std::back_inserter(text), "  {:<22} {:<4} {:<8} {:<{}} {:<5} {:>6.{}f}{}\n", query.name,
                       to_string(query.kind), contact ? "contact" : "free", bracket_cell(found.answer, decimals), width,
                       exact_cell(query), found.microseconds, found.microseconds < 100.0 ? 2 : 0,
                       contact == query.collides ? "" : "  WRONG");
    }
    return text;
}

}  // namespace

std::vector<BuiltinSet> builtin_sets()
{
    std::vector<BuiltinSet> sets;
    for (const PairKind kind : {PairKind::vertex_face, PairKind::edge_edge}) {
        sets.push_back({set_name("named", kind), [kind] { return named_set(kind); }});
    }
    for (const PairKind kind : {PairKind::vertex_face, PairKind::edge_edge}) {
        sets.push_back({set_name("near", kind), [kind] { return near_set(kind); }});
    }
    return sets;
}

std::string builtin_text(const QueryTotals& totals, double tolerance)
{
    return fmt::format(
        "tocca {}: do they touch on the way, and when first?\n\n"
        "Queries made by hand, ordinary and degenerate:\n\n{}\n"
        "The same, and {} generated ones like those a broad phase leaves over:\n\n{}\n"
        "Next:  tocca explain --builtin grazes-from-above\n"
        "       tocca query --help\n",
        version, named_table(tolerance), with_commas(2 * generated_count), summary_text(totals));
}

}  // namespace tocca::app
