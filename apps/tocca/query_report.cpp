// SPDX-License-Identifier: Apache-2.0
#include "apps/tocca/query_report.hpp"

#include <fmt/format.h>

#include <array>
#include <iterator>

#include "tocca/io/json_text.hpp"

namespace tocca::app {
namespace {

/// The members that the report and each of its files have in common.
std::string count_members(const QueryCounts& counts)
{
    return fmt::format(
        R"("queries":{},"contacts":{},"labelled":{},"false_negatives":{},"false_positives":{},"undecided":{})",
        counts.queries, counts.contacts, counts.labelled, counts.false_negatives, counts.false_positives,
        counts.undecided);
}

double per_second(std::uint64_t count, double seconds)
{
    return seconds > 0.0 ? static_cast<double>(count) / seconds : 0.0;
}

std::string stage_members(const Statistics::StageCounts& stages)
{
    std::string text;
    for (std::size_t i = 0; i < stage_count; ++i) {
        fmt::format_to(std::back_inserter(text), R"({}"{}":{})", i == 0 ? "" : ",", to_string(static_cast<Stage>(i)),
                       stages[i]);
    }
    return text;
}

std::string kind_stats(const KindTotals& kind, bool has_stages)
{
    return fmt::format(R"({{"queries":{},"answer_seconds":{},"queries_per_second":{},"stages":{}}})",
                       kind.counts.queries, json_number(kind.answer_seconds),
                       json_number(per_second(kind.counts.queries, kind.answer_seconds)),
                       has_stages ? "{" + stage_members(kind.stages) + "}" : "null");
}

std::string collides_text(const SetAnswers& answers, std::size_t index)
{
    if (!answers.outcome.empty() && answers.outcome[index] == Outcome::undecided) return "null";
    return answers.hit[index] == 1 ? "true" : "false";
}

/// Of a pair that only starts within the clearance there is no contact, and no time of one.
std::string toc_text(const SetAnswers& answers, std::size_t index)
{
    const bool is_near = !answers.outcome.empty() && answers.outcome[index] == Outcome::near_at_start;
    if (answers.hit[index] == 0 || is_near) return "null";
    return json_numbers(std::array{answers.toc[index].lower, answers.toc[index].upper});
}

}  // namespace

std::string query_json(const QueryTotals& totals)
{
    std::string text = fmt::format(R"({{"schema":"tocca.query/1",{},"files":[)", count_members(totals.counts()));
    const char* before = "\n";
    for (const FileCounts& file : totals.files) {
        fmt::format_to(std::back_inserter(text), R"({}{{"file":{},"kind":"{}",{}}})", before, json_string(file.file),
                       to_string(file.kind), count_members(file.counts));
        before = ",\n";
    }
    return text + "]}\n";
}

std::string each_json(const QuerySet& set, const SetAnswers& answers)
{
    const std::string file = json_string(set.file);
    std::string text;
    for (std::size_t i = 0; i < answers.hit.size(); ++i) {
        fmt::format_to(std::back_inserter(text), R"({{"file":{},"index":{},"collides":{},"toc":{})", file, i,
                       collides_text(answers, i), toc_text(answers, i));
        if (!answers.outcome.empty()) {
            fmt::format_to(std::back_inserter(text), R"(,"outcome":"{}")", to_string(answers.outcome[i]));
        }
        text += "}\n";
    }
    return text;
}

std::string stats_json(const QueryTotals& totals)
{
    const std::uint64_t queries = totals.counts().queries;
    Statistics::StageCounts stages = {};
    for (const KindTotals& kind : totals.kinds) {
        for (std::size_t i = 0; i < stage_count; ++i) stages[i] += kind.stages[i];
    }
    return fmt::format(
        R"({{"schema":"tocca.query-stats/1","queries":{},"seconds":{{"read":{},"answer":{}}},"queries_per_second":{},)"
        R"("stages":{},"threads":{},"target":{},"kinds":{{"vf":{},"ee":{}}}}})"
        "\n",
        queries, json_number(totals.read_seconds), json_number(totals.answer_seconds()),
        json_number(per_second(queries, totals.answer_seconds())),
        totals.has_stages ? "{" + stage_members(stages) + "}" : "null", totals.threads, json_string(totals.target),
        kind_stats(totals.kinds[0], totals.has_stages), kind_stats(totals.kinds[1], totals.has_stages));
}

}  // namespace tocca::app
