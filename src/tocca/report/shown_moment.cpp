// SPDX-License-Identifier: Apache-2.0
#include "tocca/report/shown_moment.hpp"

#include <algorithm>
#include <cmath>

namespace tocca {
namespace {

/// A time of a step, in the recording. Where a cut ends the step, the end of the step is the moment before the cut.
double time_in_step(const RecordedMotion& motion, std::size_t step, double time)
{
    const double start = static_cast<double>(step), end = start + 1.0;
    if (start + time < end) return start + time;
    const auto [first, last] = std::equal_range(motion.key_times.begin(), motion.key_times.end(), end);
    return last - first > 1 ? std::nextafter(end, start) : end;
}

}  // namespace

ShownMoment shown_moment(const RecordedMotion& motion)
{
    const auto step = std::find_if(motion.steps.begin(), motion.steps.end(),
                                   [](const RecordedStep& each) { return each.outcome != Outcome::free; });
    const auto number = static_cast<std::size_t>(step - motion.steps.begin());
    const RecordedContact* first = first_contact(motion);
    // What crosses or is inside at the start is no contact, and comes before one that follows.
    const bool starts_so = step != motion.steps.end() && is_at_start(step->outcome) &&
                           (first == nullptr || number < first->step ||
                            (number == first->step && step->outcome != Outcome::touching_at_start));
    if (starts_so) return {.time = time_in_step(motion, number, 0.0), .step = number};
    if (first != nullptr) {
        return {
            .time = time_in_step(motion, first->step, first->contact.toc.lower), .step = first->step, .contact = first};
    }
    if (step == motion.steps.end()) return {};
    return {.time = time_in_step(motion, number, step->safe_until), .step = number};
}

}  // namespace tocca
