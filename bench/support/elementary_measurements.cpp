// SPDX-License-Identifier: Apache-2.0
#include "support/elementary_measurements.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

#include "scenes/answer_hash.hpp"
#include "support/memory_floor.hpp"
#include "support/timing.hpp"
#include "tocca/elementary/collides.hpp"

namespace tocca::bench {
namespace {

double per_query(const BestTime& time, const QuerySet& set)
{
    return 1e9 * time.seconds() / static_cast<double>(std::max<std::size_t>(1, set.queries.size()));
}

}  // namespace

BatchMeasurement measure_batches(const QuerySet& set, const QueryOptions& options, int passes)
{
    BestTime floor, collides_time, first_contact_time;
    std::vector<std::uint8_t> hits;
    std::vector<BatchContact> contacts;
    Statistics collides_work, first_contact_work;
    const auto counting = [&](Statistics& work) {
        work = {};
        QueryOptions with_work = options;
        with_work.statistics = &work;
        return with_work;
    };
    for (int pass = 0; pass < passes; ++pass) {
        floor.measure([&] { keep(sum_of_coordinates(set.queries, options.threads)); });
        const QueryOptions of_collides = counting(collides_work), of_first_contact = counting(first_contact_work);
        collides_time.measure([&] { hits = collides(set.queries, set.kind, of_collides); });
        first_contact_time.measure([&] { contacts = first_contact(set.queries, set.kind, of_first_contact); });
    }
    BatchMeasurement result;
    result.floor_nanoseconds = per_query(floor, set);
    result.collides = {.nanoseconds = per_query(collides_time, set),
                       .hash = scenes::hash_of(hits),
                       .contacts = static_cast<std::size_t>(std::count(hits.begin(), hits.end(), 1)),
                       .stages = collides_work.stages};
    result.first_contact = {.nanoseconds = per_query(first_contact_time, set),
                            .hash = scenes::hash_of(contacts),
                            .contacts = contacts.size(),
                            .stages = first_contact_work.stages};
    result.hit = std::move(hits);
    return result;
}

SlowestQuery slowest_query(const QuerySet& set, std::size_t suspects, int runs)
{
    const auto seconds = [&](std::size_t query) {
        return seconds_of([&] { keep(collides(set.queries[query], set.kind)); });
    };
    std::vector<double> once(set.queries.size());
    for (std::size_t i = 0; i < once.size(); ++i) once[i] = seconds(i);

    std::vector<std::size_t> order(once.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    suspects = std::min(suspects, order.size());
    std::partial_sort(order.begin(), order.begin() + static_cast<std::ptrdiff_t>(suspects), order.end(),
                      [&](std::size_t a, std::size_t b) { return once[a] > once[b]; });
    SlowestQuery slowest;
    for (std::size_t n = 0; n < suspects; ++n) {
        double least = once[order[n]];
        for (int run = 0; run < runs; ++run) least = std::min(least, seconds(order[n]));
        if (1e6 * least > slowest.microseconds) slowest = {.microseconds = 1e6 * least, .query = order[n]};
    }
    return slowest;
}

PeerMeasurement measure_peer(const Peer& peer, const QuerySet& set, std::span<const std::uint8_t> hit)
{
    PeerMeasurement result;
    result.queries = std::min(peer.most_queries, set.queries.size());
    std::vector<std::uint8_t> said(result.queries);
    BestTime time;
    for (int pass = 0; pass < 3; ++pass) {
        time.measure([&] {
            for (std::size_t i = 0; i < said.size(); ++i) said[i] = peer.collides(set.queries[i], set.kind) ? 1 : 0;
        });
    }
    result.nanoseconds = 1e9 * time.seconds() / static_cast<double>(std::max<std::size_t>(1, said.size()));
    for (std::size_t i = 0; i < said.size(); ++i) {
        if (hit[i] != 0 && said[i] == 0) ++result.false_negatives;
        if (hit[i] == 0 && said[i] != 0) ++result.false_positives;
    }
    return result;
}

}  // namespace tocca::bench
