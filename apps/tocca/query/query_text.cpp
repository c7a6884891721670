// SPDX-License-Identifier: Apache-2.0
#include "apps/tocca/query/query_text.hpp"

#include <fmt/format.h>

#include <array>
#include <iterator>

#include "apps/tocca/terminal/human_text.hpp"
#include "tocca/base/printable_text.hpp"

namespace tocca::app {
namespace {

constexpr std::array both_kinds = {PairKind::vertex_face, PairKind::edge_edge};

const KindTotals& totals_of(const QueryTotals& totals, PairKind kind)
{
    return totals.kinds[static_cast<std::size_t>(kind)];
}

std::string label_cell(const QueryCounts& counts)
{
    if (counts.labelled == 0) return "none";
    if (counts.disagreements() == 0) return with_commas(counts.labelled) + " agree";
    return with_commas(counts.disagreements()) + " WRONG";
}

std::string speed_cell(const KindTotals& kind)
{
    if (kind.answer_seconds <= 0.0) return "-";
    return short_count(static_cast<double>(kind.counts.queries) / kind.answer_seconds);
}

std::string count_table(const QueryTotals& totals)
{
    constexpr const char* row = "  {:<11} {:>12} {:>12} {:>16} {:>9} {:>12}\n";
    std::string text = fmt::format(row, "kind", "queries", "contacts", "labels", "seconds", "queries/s");
    for (const PairKind kind : both_kinds) {
        const KindTotals& found = totals_of(totals, kind);
        if (found.counts.queries == 0) continue;
        text += fmt::format(row, full_name(kind), with_commas(found.counts.queries), with_commas(found.counts.contacts),
                            label_cell(found.counts), fmt::format("{:.3f}", found.answer_seconds), speed_cell(found));
    }
    if (const auto undecided = totals.counts().undecided; undecided > 0) {
        text += fmt::format("  {} undecided: nearer to the clearance than the arithmetic can tell\n",
                            counted(undecided, "query"));
    }
    return text;
}

std::string share_cell(std::uint64_t part, std::uint64_t whole)
{
    if (part == 0) return "0 %";
    const double percent = 100.0 * static_cast<double>(part) / static_cast<double>(whole);
    if (percent < 0.01) return "< 0.01 %";
    return fmt::format("{:.2f} %", percent);
}

std::string stage_table(const QueryTotals& totals)
{
    std::string text = fmt::format("  {:<11}", "decided by");
    for (std::size_t i = 0; i < stage_count; ++i) {
        fmt::format_to(std::back_inserter(text), " {:>12}", to_string(static_cast<Stage>(i)));
    }
    text += "\n";
    for (const PairKind kind : both_kinds) {
        const KindTotals& found = totals_of(totals, kind);
        if (found.counts.queries == 0) continue;
        fmt::format_to(std::back_inserter(text), "  {:<11}", full_name(kind));
        for (const std::uint64_t part : found.stages) {
            fmt::format_to(std::back_inserter(text), " {:>12}", share_cell(part, found.counts.queries));
        }
        text += "\n";
    }
    return text;
}

}  // namespace

std::string summary_text(const QueryTotals& totals)
{
    std::string text = count_table(totals);
    if (totals.has_stages) text += "\n" + stage_table(totals);
    return text + fmt::format("\n  queries ready in {:.3f} s, answered in {:.3f} s on {} ({})\n", totals.read_seconds,
                              totals.answer_seconds(), counted(static_cast<std::uint64_t>(totals.threads), "thread"),
                              totals.target);
}

std::string disagreement_text(const QueryTotals& totals)
{
    const QueryCounts counts = totals.counts();
    if (counts.disagreements() == 0) return "";
    std::string text = fmt::format(
        "  {} from {}, the first of them:\n",
        counts.disagreements() == 1 ? "1 answer differs" : with_commas(counts.disagreements()) + " answers differ",
        counted(counts.labelled, "label"));
    for (const Disagreement& one : totals.disagreements) {
        fmt::format_to(std::back_inserter(text), "    {}:{}: labelled {}, answered {}\n", printable(one.file),
                       one.index, one.labelled_contact ? "contact" : "free", one.labelled_contact ? "free" : "contact");
    }
    return text;
}

}  // namespace tocca::app
