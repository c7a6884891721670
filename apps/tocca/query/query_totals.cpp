// SPDX-License-Identifier: Apache-2.0
#include "apps/tocca/query/query_totals.hpp"

namespace tocca::app {
namespace {

constexpr std::size_t max_disagreements_kept = 5;

}  // namespace

void QueryTotals::add(const QuerySet& set, const SetAnswers& answers, const QueryCounts& counts, double answer_seconds)
{
    files.push_back({.file = set.file, .kind = set.kind, .counts = counts});
    KindTotals& kind = kinds[static_cast<std::size_t>(set.kind)];
    kind.counts += counts;
    kind.answer_seconds += answer_seconds;
    if (answers.stages) {
        kind.add(*answers.stages);
    } else {
        has_stages = false;
    }
    if (counts.disagreements() == 0) return;
    const auto& labels = set.content.labels;
    for (std::size_t i = 0; i < labels.size() && disagreements.size() < max_disagreements_kept; ++i) {
        if (labels[i] == answers.hit[i]) continue;
        disagreements.push_back({.file = set.file, .index = i, .labelled_contact = labels[i] == 1});
    }
}

QueryCounts QueryTotals::counts() const
{
    QueryCounts sum;
    for (const KindTotals& kind : kinds) sum += kind.counts;
    return sum;
}

double QueryTotals::answer_seconds() const { return kinds[0].answer_seconds + kinds[1].answer_seconds; }

}  // namespace tocca::app
