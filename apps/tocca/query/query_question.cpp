// SPDX-License-Identifier: Apache-2.0
#include "apps/tocca/query/query_question.hpp"

#include <algorithm>
#include <mutex>

#include "apps/tocca/terminal/interrupt.hpp"
#include "tocca/base/parallel.hpp"
#include "tocca/elementary/first_contact.hpp"

namespace tocca::app {
namespace {

constexpr std::size_t queries_per_piece = 256;

SetAnswers answer_contacts(const QuerySet& set, const AnswerOptions& options)
{
    Statistics work;
    QueryOptions batch = options.batch;
    batch.statistics = &work;
    SetAnswers answers;
    if (options.times) {
        const std::size_t count = set.content.queries.size();
        answers.hit.resize(count);
        answers.toc.resize(count);
        for (const BatchContact& contact : first_contact(set.content.queries, set.kind, batch)) {
            answers.hit[contact.query] = 1;
            answers.toc[contact.query] = contact.toc;
        }
    } else {
        answers.hit = collides(set.content.queries, set.kind, batch);
    }
    answers.stages = work.stages;
    return answers;
}

SetAnswers answer_clearance(const QuerySet& set, const AnswerOptions& options)
{
    const auto& queries = set.content.queries;
    const QueryOptions wanted{.clearance = *options.clearance, .tolerance = options.batch.tolerance};
    SetAnswers answers{.hit = std::vector<std::uint8_t>(queries.size()),
                       .toc = std::vector<TimeInterval>(queries.size()),
                       .outcome = std::vector<Outcome>(queries.size()),
                       .stages = {}};
    std::mutex mutex;
    std::size_t done = 0;
    const std::size_t pieces = (queries.size() + queries_per_piece - 1) / queries_per_piece;
    for_each_piece(pieces, options.batch.threads, [&](std::size_t piece) {
        const std::size_t begin = piece * queries_per_piece;
        const std::size_t end = std::min(begin + queries_per_piece, queries.size());
        for (std::size_t i = begin; i < end; ++i) {
            throw_if_stopped(options.batch.stop);
            const Answer answer = first_contact(queries[i], set.kind, wanted);
            answers.outcome[i] = answer.outcome;
            answers.hit[i] = answer.outcome == Outcome::free || answer.outcome == Outcome::undecided ? 0 : 1;
            if (answer.contact) answers.toc[i] = answer.contact->toc;
        }
        const std::lock_guard lock(mutex);
        done += end - begin;
        if (options.batch.progress) {
            options.batch.progress(static_cast<double>(done) / static_cast<double>(queries.size()));
        }
    });
    return answers;
}

}  // namespace

SetAnswers answer_set(const QuerySet& set, const AnswerOptions& options)
{
    return options.clearance ? answer_clearance(set, options) : answer_contacts(set, options);
}

QueryCounts& QueryCounts::operator+=(const QueryCounts& other)
{
    queries += other.queries;
    contacts += other.contacts;
    labelled += other.labelled;
    false_negatives += other.false_negatives;
    false_positives += other.false_positives;
    undecided += other.undecided;
    return *this;
}

bool labels_apply(const AnswerOptions& options) { return !options.clearance || *options.clearance == 0.0; }

QueryCounts count(const QuerySet& set, const SetAnswers& answers, bool against_labels)
{
    QueryCounts counts{.queries = answers.hit.size()};
    for (const std::uint8_t hit : answers.hit) counts.contacts += hit;
    counts.undecided =
        static_cast<std::uint64_t>(std::count(answers.outcome.begin(), answers.outcome.end(), Outcome::undecided));
    const auto& labels = set.content.labels;
    if (!against_labels || labels.empty()) return counts;
    counts.labelled = labels.size();
    for (std::size_t i = 0; i < labels.size(); ++i) {
        if (labels[i] == 1 && answers.hit[i] == 0) ++counts.false_negatives;
        if (labels[i] == 0 && answers.hit[i] == 1) ++counts.false_positives;
    }
    return counts;
}

}  // namespace tocca::app
