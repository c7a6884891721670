// SPDX-License-Identifier: Apache-2.0
#include "tocca/report/report_limits.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <span>
#include <tuple>

#include "tocca/io/number_text.hpp"

namespace tocca {
namespace {

/// Adds to `kept` the first contact of a step and others, so many in all and evenly in time.
void keep_contacts(const RecordedMotion& motion, std::size_t first, std::size_t end, std::size_t quota,
                   std::vector<std::size_t>& kept)
{
    std::vector<std::size_t> by_time(end - first);
    std::iota(by_time.begin(), by_time.end(), first);
    std::stable_sort(by_time.begin(), by_time.end(), [&](std::size_t a, std::size_t b) {
        const TimeInterval &one = motion.contacts[a].contact.toc, &other = motion.contacts[b].contact.toc;
        return std::tie(one.lower, one.upper) < std::tie(other.lower, other.upper);
    });
    for (std::size_t i = 0; i < quota; ++i) kept.push_back(by_time[i * by_time.size() / quota]);
}

std::vector<std::size_t> kept_contacts(const RecordedMotion& motion, std::size_t most)
{
    const std::size_t count = motion.contacts.size();
    std::vector<std::size_t> kept;
    if (count <= most) {
        kept.resize(count);
        std::iota(kept.begin(), kept.end(), std::size_t{0});
        return kept;
    }
    for (std::size_t first = 0; first < count;) {
        std::size_t end = first + 1;
        while (end < count && motion.contacts[end].step == motion.contacts[first].step) ++end;
        const double share = static_cast<double>(end - first) / static_cast<double>(count);
        const auto quota = static_cast<std::size_t>(share * static_cast<double>(most));
        keep_contacts(motion, first, end, std::clamp<std::size_t>(quota, 1, end - first), kept);
        first = end;
    }
    std::sort(kept.begin(), kept.end());
    return kept;
}

/// How many bytes each key takes, of all bodies together.
std::vector<std::size_t> bytes_of_keys(const RecordedMotion& motion)
{
    std::vector<std::size_t> bytes(motion.key_times.size());
    for (const RecordedBody& body : motion.bodies) {
        if (body.poses.empty() && body.positions.size() == 1) continue;
        const std::size_t each = body.poses.empty() ? 6 * body.positions.front().size() : 28;
        for (std::size_t key = body.first_key; key <= body.last_key; ++key) bytes[key] += each;
    }
    return bytes;
}

/// Keys that cannot be missed: ends of bodies, of the recording and of cuts.
std::vector<bool> fixed_keys(const RecordedMotion& motion)
{
    const auto& times = motion.key_times;
    std::vector<bool> fixed(times.size(), false);
    fixed.front() = fixed.back() = true;
    for (const RecordedBody& body : motion.bodies) fixed[body.first_key] = fixed[body.last_key] = true;
    for (std::size_t key = 1; key < times.size(); ++key) {
        if (times[key] == times[key - 1]) fixed[key] = fixed[key - 1] = true;
    }
    return fixed;
}

/// Keys within steps that have a contact, their ends too.
std::vector<bool> contact_keys(const RecordedMotion& motion)
{
    std::vector<bool> touches(motion.key_times.size(), false);
    std::size_t key = 0, last_step = motion.steps.size();
    for (const RecordedContact& contact : motion.contacts) {
        if (contact.step == last_step) continue;
        last_step = contact.step;
        const auto start = static_cast<double>(contact.step);
        while (key > 0 && motion.key_times[key - 1] >= start) --key;
        while (key < touches.size() && motion.key_times[key] < start) ++key;
        for (; key < touches.size() && motion.key_times[key] <= start + 1.0; ++key) touches[key] = true;
        key -= key > 0 ? 1 : 0;
    }
    return touches;
}

/// Drops keys that may go, evenly, until the others take no more than `most` bytes or none is left to drop.
void drop(std::span<const std::size_t> bytes, const std::vector<bool>& may_go, std::size_t most,
          std::vector<bool>& kept)
{
    std::size_t all = 0, loose = 0;
    for (std::size_t key = 0; key < bytes.size(); ++key) {
        if (!kept[key]) continue;
        all += bytes[key];
        if (may_go[key]) loose += bytes[key];
    }
    if (all <= most || loose == 0) return;
    const double room = most > all - loose ? static_cast<double>(most - (all - loose)) : 0.0;
    const double share = room / static_cast<double>(loose);
    // One more is kept each time the share of those gone by reaches the next whole number.
    double sum = 0.0;
    for (std::size_t key = 0; key < bytes.size(); ++key) {
        if (!kept[key] || !may_go[key]) continue;
        sum += share;
        kept[key] = sum >= 1.0;
        if (kept[key]) sum -= 1.0;
    }
}

}  // namespace

ReportSelection select_for_report(const RecordedMotion& motion, const ReportOptions& options)
{
    ReportSelection selection;
    selection.contacts = kept_contacts(motion, options.max_contacts);
    if (const std::size_t left_out = motion.contacts.size() - selection.contacts.size(); left_out > 0) {
        selection.sentences.push_back(
            fmt::format("{} of {} contacts are left out, evenly; the first of each step is here", with_commas(left_out),
                        with_commas(motion.contacts.size())));
    }

    const std::vector<std::size_t> bytes = bytes_of_keys(motion);
    const std::vector<bool> fixed = fixed_keys(motion), touches = contact_keys(motion);
    std::vector<bool> kept(bytes.size(), true), may_go(bytes.size());
    for (std::size_t key = 0; key < bytes.size(); ++key) may_go[key] = !fixed[key] && !touches[key];
    drop(bytes, may_go, options.max_position_bytes, kept);
    for (std::size_t key = 0; key < bytes.size(); ++key) may_go[key] = !fixed[key];
    const auto before = std::count(kept.begin(), kept.end(), true);
    drop(bytes, may_go, options.max_position_bytes, kept);
    const auto after = std::count(kept.begin(), kept.end(), true);

    for (std::size_t key = 0; key < kept.size(); ++key) {
        if (kept[key]) selection.keys.push_back(key);
    }
    if (const std::size_t left_out = kept.size() - selection.keys.size(); left_out > 0) {
        selection.sentences.push_back(
            fmt::format("{} of {} frames are left out{}; bodies move straight from each to the next that is here",
                        with_commas(left_out), with_commas(kept.size()),
                        after < before ? "" : ", all of them of motions without contact"));
    }
    return selection;
}

}  // namespace tocca
