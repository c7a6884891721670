// SPDX-License-Identifier: Apache-2.0
#include "support/front_measurements.hpp"

#include <algorithm>
#include <ctime>
#include <limits>
#include <utility>

#include "scenes/answer_hash.hpp"
#include "tocca/base/error.hpp"
#include "tocca/deformable/mesh_query.hpp"

namespace tocca::bench {
namespace {

double processor_seconds() { return static_cast<double>(std::clock()) / static_cast<double>(CLOCKS_PER_SEC); }

/// One size of a front along the sequence.
struct Runner {
    deformable::MovingScene scene;
    std::string answers;
    std::uint64_t node_tests = 0;
};

}  // namespace

MeshSequence sequence_of(const MeshStep& step, int count)
{
    MeshSequence sequence{.name = step.name, .faces = step.faces, .frames = {step.start}};
    for (int i = 1; i <= count; ++i) {
        const double t = static_cast<double>(i) / count;
        scenes::ScenePositions frame = step.start;
        for (std::size_t object = 0; object < frame.size(); ++object) {
            for (std::size_t v = 0; v < frame[object].size(); ++v) {
                for (std::size_t axis = 0; axis < 3; ++axis)
                    frame[object][v][axis] += t * (step.end[object][v][axis] - step.start[object][v][axis]);
            }
        }
        sequence.frames.push_back(std::move(frame));
    }
    return sequence;
}

MeshSequence sequence_of(const scenes::DeformingScene& scene, int first, int count)
{
    MeshSequence sequence{.name = scene.name, .faces = {}, .frames = {}};
    for (const scenes::DeformingObject& object : scene.objects) sequence.faces.push_back(object.faces);
    for (int frame = first; frame <= std::min(first + count, scene.frames - 1); ++frame)
        sequence.frames.push_back(scene.positions(frame));
    return sequence;
}

std::vector<FrontMeasurement> measure_fronts(const MeshSequence& sequence, std::span<const std::size_t> sizes,
                                             int passes)
{
    require(sequence.frames.size() >= 3, "a front serves no step but the second");
    const std::size_t steps = sequence.frames.size() - 1;
    const deformable::MovingScene at_start =
        scene_at_start({.name = {}, .faces = sequence.faces, .start = sequence.frames[0], .end = sequence.frames[0]});
    std::vector<std::vector<double>> least(sizes.size(),
                                           std::vector<double>(steps, std::numeric_limits<double>::infinity()));
    std::vector<FrontMeasurement> results(sizes.size());
    for (int pass = 0; pass < passes; ++pass) {
        std::vector<Runner> runners;
        for (const std::size_t size : sizes) {
            runners.push_back({.scene = at_start, .answers = {}});
            runners.back().scene.keep_front(size);
        }
        for (std::size_t step = 0; step < steps; ++step) {
            const scenes::ScenePositions& next = sequence.frames[step + 1];
            for (std::size_t i = 0; i < sizes.size(); ++i) {
                Runner& runner = runners[i];
                runner.scene.move_to(std::vector<std::span<const Point>>(next.begin(), next.end()), 1);
                if (step <= 1) runner.node_tests = 0;
                Statistics work;
                const QueryOptions options = {.assume_start_free = true, .threads = 1, .statistics = &work};
                const double start = processor_seconds();
                const Answers answer = all_contacts(runner.scene, options);
                least[i][step] = std::min(least[i][step], processor_seconds() - start);
                runner.answers += scenes::hash_of(answer.contacts);
                runner.node_tests += work.node_tests;
            }
        }
        for (std::size_t i = 0; i < sizes.size(); ++i) {
            results[i].hash = scenes::hash_of(runners[i].answers);
            results[i].node_tests = runners[i].node_tests / (steps - 1);
        }
    }
    for (std::size_t i = 0; i < sizes.size(); ++i) {
        results[i].most_pairs = sizes[i];
        for (std::size_t step = 1; step < steps; ++step)
            results[i].seconds += least[i][step] / static_cast<double>(steps - 1);
    }
    return results;
}

}  // namespace tocca::bench
