// SPDX-License-Identifier: Apache-2.0
#include "apps/tocca/query/query_json.hpp"

#include <array>

#include "apps/tocca/output/answer_json.hpp"
#include "tocca/io/line_text.hpp"

namespace tocca::app {
namespace {

/// The counts of a run, and of each of its files.
Json counts_json(const QueryCounts& counts)
{
    return {{"queries", counts.queries},
            {"contacts", counts.contacts},
            {"labelled", counts.labelled},
            {"false_negatives", counts.false_negatives},
            {"false_positives", counts.false_positives},
            {"undecided", counts.undecided}};
}

double per_second(std::uint64_t count, double seconds)
{
    return seconds > 0.0 ? static_cast<double>(count) / seconds : 0.0;
}

Json kind_json(const KindTotals& kind, bool has_stages)
{
    return {{"queries", kind.counts.queries},
            {"answer_seconds", kind.answer_seconds},
            {"queries_per_second", per_second(kind.counts.queries, kind.answer_seconds)},
            {"stages", has_stages ? stages_json(kind.stages) : Json()}};
}

const char* collides_text(const SetAnswers& answers, std::size_t index)
{
    if (!answers.outcome.empty() && answers.outcome[index] == Outcome::undecided) return "null";
    return answers.hit[index] == 1 ? "true" : "false";
}

/// A pair that only starts within the clearance has no contact, and no time of one.
bool has_toc(const SetAnswers& answers, std::size_t index)
{
    const bool is_near = !answers.outcome.empty() && answers.outcome[index] == Outcome::near_at_start;
    return answers.hit[index] == 1 && !is_near;
}

}  // namespace

std::string query_json(const QueryTotals& totals)
{
    const Json head = joined({{{"schema", "tocca.query/1"}}, counts_json(totals.counts())});
    return json_document(head, "files", totals.files, [](std::size_t, const FileCounts& file) {
        return joined({{{"file", file.file}, {"kind", to_string(file.kind)}}, counts_json(file.counts)});
    });
}

std::string each_json(const QuerySet& set, const SetAnswers& answers)
{
    // Millions of lines: without a Json for each they take a fifth of the time.
    const std::string begin = "{\"file\":" + json_text(set.file) + ",\"index\":";
    std::string text;
    for (std::size_t i = 0; i < answers.hit.size(); ++i) {
        text += begin;
        append_number(text, i);
        text += ",\"collides\":";
        text += collides_text(answers, i);
        if (has_toc(answers, i)) {
            append_json_list(text, "toc", std::array{answers.toc[i].lower, answers.toc[i].upper});
        } else {
            text += ",\"toc\":null";
        }
        if (!answers.outcome.empty()) {
            text += ",\"outcome\":\"";
            text += to_string(answers.outcome[i]);
            text += '"';
        }
        text += "}\n";
    }
    return text;
}

std::string stats_json(const QueryTotals& totals)
{
    const std::uint64_t queries = totals.counts().queries;
    KindTotals all;
    for (const KindTotals& kind : totals.kinds) all.add(kind.stages);
    return json_text({{"schema", "tocca.query-stats/1"},
                      {"queries", queries},
                      {"seconds", {{"read", totals.read_seconds}, {"answer", totals.answer_seconds()}}},
                      {"queries_per_second", per_second(queries, totals.answer_seconds())},
                      {"stages", totals.has_stages ? stages_json(all.stages) : Json()},
                      {"threads", totals.threads},
                      {"target", totals.target},
                      {"kinds",
                       {{"vf", kind_json(totals.kinds[0], totals.has_stages)},
                        {"ee", kind_json(totals.kinds[1], totals.has_stages)}}}}) +
           "\n";
}

}  // namespace tocca::app
