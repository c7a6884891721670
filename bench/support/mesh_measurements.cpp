// SPDX-License-Identifier: Apache-2.0
#include "support/mesh_measurements.hpp"

#include <algorithm>
#include <cmath>

#include "scenes/answer_hash.hpp"
#include "support/heap_memory.hpp"
#include "support/timing.hpp"

namespace tocca::bench {
namespace {

/// An answer as the verb gave it: what is timed. Counting and hashing come after.
struct RawAnswer {
    bool touches = false;
    Answer first;
    Answers all;
};

RawAnswer ask(const deformable::MovingScene& scene, MeshVerb verb, const QueryOptions& options)
{
    RawAnswer answer;
    switch (verb) {
        case MeshVerb::collides: answer.touches = collides(scene, options); break;
        case MeshVerb::first_contact: answer.first = first_contact(scene, options); break;
        case MeshVerb::all_contacts: answer.all = all_contacts(scene, options); break;
    }
    return answer;
}

MeshAnswer summary(const RawAnswer& raw, MeshVerb verb)
{
    MeshAnswer answer;
    switch (verb) {
        case MeshVerb::collides:
            answer.touches = raw.touches;
            answer.hash = raw.touches ? "touches" : "free";
            break;
        case MeshVerb::first_contact:
            answer.touches = raw.first.contact.has_value();
            if (raw.first.contact) answer.first = raw.first.contact->toc.lower;
            answer.hash = scenes::hash_of(raw.first);
            break;
        case MeshVerb::all_contacts:
            answer.touches = !raw.all.contacts.empty();
            answer.vertex_face = static_cast<std::size_t>(
                std::count_if(raw.all.contacts.begin(), raw.all.contacts.end(),
                              [](const Contact& contact) { return contact.kind == PairKind::vertex_face; }));
            answer.edge_edge = raw.all.contacts.size() - answer.vertex_face;
            answer.hash = scenes::hash_of(raw.all.contacts);
            break;
    }
    return answer;
}

}  // namespace

std::string_view to_string(MeshVerb verb)
{
    switch (verb) {
        case MeshVerb::collides: return "collides";
        case MeshVerb::first_contact: return "first_contact";
        case MeshVerb::all_contacts: return "all_contacts";
    }
    return "";
}

MeshMeasurement measure(deformable::MovingScene& scene, const MeshStep& step, MeshVerb verb,
                        const QueryOptions& options, int passes)
{
    BestTime time;
    RawAnswer answer;
    Statistics work;
    QueryOptions counting = options;
    counting.statistics = &work;
    for (int pass = 0; pass < passes; ++pass) {
        answer = {};
        work = {};
        time.measure([&] {
            set_step(scene, step, options.threads);
            answer = ask(scene, verb, counting);
        });
    }
    MeshMeasurement measured = {.seconds = time.seconds(), .answer = summary(answer, verb)};
    measured.answer.statistics = work;
    return measured;
}

double measure_refit(deformable::MovingScene& scene, const MeshStep& step, int threads, int passes)
{
    BestTime time;
    for (int pass = 0; pass < passes; ++pass) time.measure([&] { set_step(scene, step, threads); });
    return time.seconds();
}

double two_thread_ratio(deformable::MovingScene& scene, const MeshStep& step, MeshVerb verb, int runs)
{
    const auto seconds = [&](int threads) {
        return seconds_of([&] {
            set_step(scene, step, threads);
            keep(ask(scene, verb, {.assume_start_free = true, .threads = threads}));
        });
    };
    std::vector<double> ratios;
    for (int run = 0; run < runs; ++run) {
        const double one = seconds(1);
        ratios.push_back(one / seconds(2));
    }
    std::nth_element(ratios.begin(), ratios.begin() + runs / 2, ratios.end());
    return ratios[static_cast<std::size_t>(runs / 2)];
}

MeshMemory measure_memory(const MeshStep& step, MeshVerb verb, int threads)
{
    MeshMemory memory;
    const HeapMemory building;
    deformable::MovingScene scene = scene_at_start(step);
    memory.building = building.peak();
    memory.scene = building.held();
    const HeapMemory answering;
    set_step(scene, step, threads);
    keep(ask(scene, verb, {.threads = threads}));
    memory.answering = memory.scene + answering.peak();
    return memory;
}

double growth(const std::vector<SizedTime>& times)
{
    double n = 0, sum_x = 0, sum_y = 0, sum_xx = 0, sum_xy = 0;
    for (const SizedTime& time : times) {
        const double x = std::log(time.triangles), y = std::log(time.seconds);
        n += 1;
        sum_x += x;
        sum_y += y;
        sum_xx += x * x;
        sum_xy += x * y;
    }
    return (n * sum_xy - sum_x * sum_y) / (n * sum_xx - sum_x * sum_x);
}

}  // namespace tocca::bench
