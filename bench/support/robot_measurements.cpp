// SPDX-License-Identifier: Apache-2.0
#include "support/robot_measurements.hpp"

#include <algorithm>
#include <limits>
#include <utility>

#include "scenes/answer_hash.hpp"
#include "support/thread_time.hpp"

namespace tocca::bench {

RobotAnswer answer_of(const Answer& found)
{
    RobotAnswer answer{.contact = found.outcome != Outcome::free,
                       .at_start = is_at_start(found.outcome),
                       .first = found,
                       .hash = scenes::hash_of(found)};
    if (answer.contact) answer.toc = found.safe_until;
    return answer;
}

RobotMethod first_contact_method(std::string name, const RobotChecker& checker, int passes)
{
    return {.name = std::move(name),
            .ask =
                [&checker](const JointMotion& motion) {
                    Statistics work;
                    RobotAnswer answer = answer_of(first_contact(checker, motion, {.statistics = &work}));
                    answer.work = work;
                    return answer;
                },
            .passes = passes};
}

RobotMethod study_method(std::string name, const RobotChecker& checker, int passes,
                         const study::RobotStudyOptions& options)
{
    return {.name = std::move(name),
            .ask =
                [&checker, options](const JointMotion& motion) {
                    Statistics work;
                    study::RobotStudyOptions counting = options;
                    counting.query.statistics = &work;
                    RobotAnswer answer = answer_of(study_first_contact(checker, motion, counting));
                    answer.work = work;
                    return answer;
                },
            .passes = passes};
}

RobotMethod collides_method(std::string name, const RobotChecker& checker, int passes)
{
    return {.name = std::move(name),
            .ask =
                [&checker](const JointMotion& motion) {
                    const bool contact = collides(checker, motion);
                    return RobotAnswer{.contact = contact, .hash = contact ? "1" : "0"};
                },
            .passes = passes};
}

std::optional<double> RobotMeasurement::mean(MotionsOf motions) const
{
    double sum = 0.0;
    std::size_t count = 0;
    for (std::size_t i = 0; i < answers.size(); ++i) {
        if (motions != MotionsOf::all && answers[i].contact != (motions == MotionsOf::colliding)) continue;
        sum += milliseconds[i];
        ++count;
    }
    if (count == 0) return std::nullopt;
    return sum / static_cast<double>(count);
}

double RobotMeasurement::worst() const { return milliseconds[slowest()]; }

std::size_t RobotMeasurement::slowest() const
{
    return static_cast<std::size_t>(std::max_element(milliseconds.begin(), milliseconds.end()) - milliseconds.begin());
}

std::size_t RobotMeasurement::contacts() const
{
    return static_cast<std::size_t>(
        std::count_if(answers.begin(), answers.end(), [](const RobotAnswer& answer) { return answer.contact; }));
}

std::size_t RobotMeasurement::contacts_at_start() const
{
    return static_cast<std::size_t>(
        std::count_if(answers.begin(), answers.end(), [](const RobotAnswer& answer) { return answer.at_start; }));
}

std::string RobotMeasurement::hash() const
{
    std::string text;
    for (const RobotAnswer& answer : answers) text += answer.hash;
    return text.empty() ? text : scenes::hash_of(text);
}

RobotMeasurement measure(const RobotMethod& method, std::span<const JointMotion> motions)
{
    RobotMeasurement measured;
    measured.answers.resize(motions.size());
    measured.milliseconds.assign(motions.size(), std::numeric_limits<double>::infinity());
    for (int pass = 0; pass < method.passes; ++pass) {
        for (std::size_t i = 0; i < motions.size(); ++i) {
            const double seconds = thread_seconds_of([&] { measured.answers[i] = method.ask(motions[i]); });
            measured.milliseconds[i] = std::min(measured.milliseconds[i], 1e3 * seconds);
        }
    }
    return measured;
}

MeanPairs mean_pairs(const RobotMeasurement& measured)
{
    MeanPairs means;
    for (const RobotAnswer& answer : measured.answers) {
        const Statistics& statistics = answer.work.value();
        means.all += static_cast<double>(statistics.object_pairs);
        means.near += static_cast<double>(statistics.near_pairs);
        means.started += static_cast<double>(statistics.searched_pairs);
        means.finished += static_cast<double>(statistics.finished_pairs);
    }
    const auto count = static_cast<double>(measured.answers.size());
    for (double* const sum : {&means.all, &means.near, &means.started, &means.finished}) *sum /= count;
    return means;
}

RobotDifference difference(const RobotMeasurement& measured, const RobotMeasurement& sound)
{
    RobotDifference result;
    for (std::size_t i = 0; i < measured.answers.size(); ++i) {
        const RobotAnswer &found = measured.answers[i], &right = sound.answers[i];
        if (right.contact && !found.contact) ++result.missed;
        if (found.contact && !right.contact) ++result.invented;
        if (found.toc && right.toc) result.latest = std::max(result.latest, *found.toc - *right.toc);
    }
    return result;
}

}  // namespace tocca::bench
