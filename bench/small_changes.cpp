// SPDX-License-Identifier: Apache-2.0
// What costs less where little changes: queries about the pairs of changed vertices, and steps after edits of a mesh.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>
#include <vector>

#include "scenes/deforming_scene.hpp"
#include "support/benchmark_program.hpp"
#include "support/thread_time.hpp"
#include "tocca/mesh/editable_mesh.hpp"
#include "tocca/scene/scene.hpp"
#include "tocca/scene/scene_query.hpp"

namespace tocca::bench {
namespace {

constexpr std::size_t triangles = 100'000;
constexpr int frame = 40;
/// What a step after an edit may cost, as a multiple of one without; 1.3 is wanted.
constexpr double greatest_ratio = 3.0;

/// Every so many-th number below `count`, beginning in the middle: spread over all.
std::vector<std::uint32_t> spread(std::size_t count, std::size_t stride)
{
    std::vector<std::uint32_t> numbers;
    for (std::size_t i = stride / 2; i < count; i += stride) numbers.push_back(static_cast<std::uint32_t>(i));
    return numbers;
}

class SmallChanges {
public:
    explicit SmallChanges(Benchmark& benchmark)
        : benchmark_(benchmark),
          passes_(benchmark.options().quick ? 2 : benchmark.options().passes),
          cloth_(scenes::deforming_scene("cloth-over-ball", triangles).value())
    {
        for (TriangleMesh& mesh : scenes::meshes_at(cloth_, frame)) scene_.add(std::move(mesh));
    }

    void run()
    {
        measure_changed();
        measure_edits();
    }

private:
    [[nodiscard]] static QueryOptions query() { return {.threads = 1}; }

    void measure_changed()
    {
        Scene scene = scene_;
        const scenes::ScenePositions end = cloth_.positions(frame + 1);
        scene.move(0, end[0]);
        QueryOptions all = query(), few = query();
        all.assume_start_free = few.assume_start_free = true;
        few.changed = {spread(end[0].size(), 100)};
        double of_all = std::numeric_limits<double>::infinity(), of_few = of_all;
        std::size_t contacts = 0, of_changed = 0;
        for (int pass = 0; pass < passes_; ++pass) {
            of_all = std::min(of_all, thread_seconds_of([&] { contacts = all_contacts(scene, all).contacts.size(); }));
            of_few =
                std::min(of_few, thread_seconds_of([&] { of_changed = all_contacts(scene, few).contacts.size(); }));
        }
        report("all_contacts/all", of_all, fmt::format("{} contacts", contacts));
        report("all_contacts/changed:1%", of_few, fmt::format("{} contacts", of_changed));
        report_ratio("all_contacts/ratio", of_few / of_all, "of the time of all pairs");
    }

    /// Moves a little, asks for the first contact and goes there.
    void step(Scene& scene) const
    {
        std::vector<Point> end = scene.start(0);
        for (std::size_t v = 0; v < end.size(); ++v) end[v][2] += 1e-7 * std::sin(static_cast<double>(v));
        scene.move(0, end);
        outcome_ = first_contact(scene, query()).outcome;
        scene.advance(1.0);
    }

    void measure_edits()
    {
        Scene scene = scene_;
        step(scene);
        step(scene);
        double plain = std::numeric_limits<double>::infinity(), edited = plain, replacing = plain, making = plain,
               anew = plain;
        for (int pass = 0; pass < passes_; ++pass) {
            plain = std::min(plain, thread_seconds_of([&] { step(scene); }));
            std::vector<VertexId> old;
            EditableMesh editable = split(scene, pass);
            MeshSnapshot next = editable.snapshot();
            for (const VertexId v : next.vertices) old.push_back(v < scene.start(0).size() ? v : new_vertex);
            making = std::min(making, thread_seconds_of([&] {
                                  (void)TriangleMesh({next.mesh.positions().begin(), next.mesh.positions().end()},
                                                     {next.mesh.faces().begin(), next.mesh.faces().end()});
                              }));
            double replaced = 0.0;
            const double both = thread_seconds_of([&] {
                replaced = thread_seconds_of([&] { scene.replace(0, std::move(next.mesh), old); });
                step(scene);
            });
            replacing = std::min(replacing, replaced);
            edited = std::min(edited, both);
            Scene fresh;
            const TriangleMesh& mesh = scene.mesh(0);
            anew = std::min(anew, thread_seconds_of([&] {
                                fresh.add(TriangleMesh(scene.start(0), {mesh.faces().begin(), mesh.faces().end()}));
                                step(fresh);
                            }));
        }
        report("step/plain", plain, std::string(to_string(outcome_)));
        report("step/edited", edited, "one per cent of the faces split");
        report("step/edited/replace", replacing, "");
        report("step/edited/mesh", making, "making the mesh, not counted");
        report("step/anew", anew, "in a scene built anew");
        const double ratio = edited / plain;
        report_ratio("step/ratio", ratio, "of the time of a step without an edit");
        benchmark_.expect("step/ratio", ratio <= greatest_ratio, "an edit costs too much");
    }

    /// The mesh where it is, with half a per cent of its faces split in three.
    [[nodiscard]] static EditableMesh split(const Scene& scene, int pass)
    {
        EditableMesh editable(scene.mesh(0));
        const std::vector<Point>& at = scene.start(0);
        for (VertexId v = 0; v < at.size(); ++v) editable.move_vertex(v, at[v]);
        for (const FaceId first : spread(80'000, 160)) {
            const FaceId face = first + static_cast<FaceId>(pass);
            Point middle = {};
            for (const VertexId v : editable.face(face)) {
                for (std::size_t axis = 0; axis < 3; ++axis) middle[axis] += editable.position(v)[axis] / 3.0;
            }
            (void)editable.split_face(face, middle);
        }
        return editable;
    }

    void report(const std::string& name, double seconds, const std::string& remark)
    {
        benchmark_.add_seconds(name + "/threads:1", seconds, {{"triangles", triangles}}, remark);
    }
    void report_ratio(const std::string& name, double ratio, const std::string& remark)
    {
        benchmark_.report(name, ratio, "ratio");
        fmt::print("{:<60} {:10.3f} {}\n", name, ratio, remark);
    }

    Benchmark& benchmark_;
    int passes_;
    scenes::DeformingScene cloth_;
    Scene scene_;
    mutable Outcome outcome_ = Outcome::free;
};

}  // namespace
}  // namespace tocca::bench

int main(int argc, char** argv)
{
    using namespace tocca::bench;
    return run_program(
        {.name = "small_changes",
         .description = "Times queries about one per cent of the vertices of a cloth of 100,000 triangles, "
                        "and steps after one per cent of its triangles were replaced.\nExample: "
                        "small_changes --quick --json small_changes.json",
         .quick = "two passes",
         .data = "nothing that is read",
         .run = [](Benchmark& benchmark) { SmallChanges(benchmark).run(); }},
        argc, argv);
}
