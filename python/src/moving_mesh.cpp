// SPDX-License-Identifier: Apache-2.0
// One mesh that deforms: the short form of a scene.
#include "tocca/deformable/moving_mesh.hpp"

#include <fmt/format.h>

#include <memory>
#include <string>
#include <utility>

#include "answers.hpp"
#include "arrays.hpp"
#include "meshes.hpp"
#include "query.hpp"
#include "tocca/base/error.hpp"
#include "tocca/report/scene_recorder.hpp"

namespace tocca::python {
namespace {

/// A mesh and who uses it.
struct MeshHandle {
    MovingMesh mesh;
    InUse use = {};
};

/// Meshes up to this size are not watched for Ctrl-C, unless Python is called back.
constexpr std::size_t small_mesh = 500;

/// Runs `verb(mesh, options)`.
template <class Verb>
auto run_mesh(MeshHandle& handle, Query& query, const Verb& verb)
{
    const InUse::Asked asked(handle.use);
    const bool is_short = handle.mesh.mesh().faces().size() <= small_mesh && !query.calls_back();
    return query.run(is_short ? Duration::short_ : Duration::maybe_long,
                     [&](const QueryOptions& options) { return verb(handle.mesh, options); });
}

RecordedMotion recorded_mesh(const MovingMesh& mesh, const Answers& answers)
{
    Scene scene;
    const PartId part = scene.add(mesh.mesh(), {.name = "mesh"});
    scene.move(part, positions_at(mesh, 0.0), positions_at(mesh, 1.0));
    SceneRecorder recorder("mesh", scene);
    recorder.add_step(scene, answers);
    return recorder.motion();
}

/// The mesh stays, with its answers, as long as they are kept.
Recording mesh_recording(const py::object& self)
{
    const auto& handle = self.cast<const MeshHandle&>();
    return [self, &handle, changes = handle.use.changes()](const Answers& answers) -> std::optional<RecordedMotion> {
        if (handle.use.changes() != changes) return std::nullopt;
        return recorded_mesh(handle.mesh, answers);
    };
}

/// Adds a verb about the step.
template <class Ask>
void add_mesh_verb(py::module_& module, const Verb<Ask>& verb)
{
    add_verb(module, "mesh", verb, [=](const py::object& self, const py::kwargs& given) {
        Query query(given, verb.name);
        auto answer = run_mesh(self.cast<MeshHandle&>(), query, verb.ask);
        return held(std::move(answer), query.work(), mesh_recording(self));
    });
}

bool mesh_intersects(MeshHandle& self, double time, const py::kwargs& given)
{
    Query query(given, "intersects");
    return run_mesh(self, query, [&](const MovingMesh& mesh, const QueryOptions& options) {
        return intersects(mesh, time, options);
    });
}

py::array mesh_intersections(MeshHandle& self, double time, const py::kwargs& given)
{
    Query query(given, "intersections");
    return intersection_table(run_mesh(self, query, [&](const MovingMesh& mesh, const QueryOptions& options) {
        return intersections(mesh, time, options);
    }));
}

py::array mesh_near_pairs(MeshHandle& self, double distance, double time, const py::kwargs& given)
{
    Query query(given, "near_pairs");
    return near_table(run_mesh(self, query, [&](const MovingMesh& mesh, const QueryOptions& options) {
        return near_pairs(mesh, distance, time, options);
    }));
}

std::vector<double> mesh_free_radii(MeshHandle& self, double distance, double time, const py::kwargs& given)
{
    Query query(given, "free_radii");
    return run_mesh(self, query, [&](const MovingMesh& mesh, const QueryOptions& options) {
        return free_radii(mesh, distance, time, options);
    });
}

std::vector<double> mesh_safe_fractions(MeshHandle& self, const py::kwargs& given)
{
    Query query(given, "safe_fractions");
    return run_mesh(self, query,
                    [&](const MovingMesh& mesh, const QueryOptions& options) { return safe_fractions(mesh, options); });
}

std::vector<Point> mesh_positions_at(MeshHandle& self, const py::object& step)
{
    const InUse::Asked asked(self.use);
    if (const std::optional<double> same = number_of(step)) return positions_at(self.mesh, *same);
    const Eigen::VectorXd fractions = vector_of(step, "fractions");
    return positions_at(self.mesh, std::vector<double>(fractions.begin(), fractions.end()));
}

FreeTimes mesh_free_times(MeshHandle& self, const HeldAnswers& contacts)
{
    require_vertices(contacts.answers(),
                     [&](std::uint32_t object) { return object == 0 ? self.mesh.mesh().vertex_count() : 0; });
    const InUse::Asked asked(self.use);
    return Call().run(Duration::short_, [&] { return free_times(self.mesh, contacts.answers()); });
}

std::unique_ptr<MeshHandle> make_mesh(TriangleMesh mesh, Options options)
{
    double thickness = 0.0;
    int threads = 0;
    options.read("thickness", thickness);
    options.read("threads", threads);
    options.finish();
    return Call().run(Duration::short_, [&] {
        return std::make_unique<MeshHandle>(MeshHandle{MovingMesh(std::move(mesh), thickness, threads)});
    });
}

void move_mesh(MeshHandle& self, const py::object& first, const py::object& second, int threads)
{
    const Positions positions(first, "positions");
    std::optional<Positions> end;
    if (!second.is_none()) end.emplace(second, "positions");
    const InUse::Changed changed(self.use);
    Call().run(Duration::short_, [&] {
        const std::size_t count = self.mesh.mesh().vertex_count();
        require(positions.points().size() == count && (!end || end->points().size() == count),
                "there must be as many positions as the mesh has vertices");
        if (end)
            self.mesh.move_to(positions.points(), end->points(), threads);
        else
            self.mesh.move_to(positions.points(), threads);
        return true;
    });
}

void add_free_times(py::module_& module)
{
    py::class_<FreeTimes>(module, "FreeTimes",
                          "How long each vertex, edge and face of a mesh is free: on the closed interval [0, value]; 1 "
                          "for one that touches nothing.")
        .def_readonly("vertices", &FreeTimes::vertices, "One value per vertex.")
        .def_readonly("edges", &FreeTimes::edges, "One value per edge, in the order of TriangleMesh.edges.")
        .def_readonly("faces", &FreeTimes::faces, "One value per face.")
        .def("__repr__", [](const FreeTimes& self) {
            return fmt::format("<tocca.FreeTimes of {} vertices, {} edges, {} faces>", self.vertices.size(),
                               self.edges.size(), self.faces.size());
        });
    module.def("mesh_free_times", mesh_free_times);
}

}  // namespace

void add_moving_mesh(py::module_& module)
{
    py::class_<MeshHandle>(module, "MovingMesh",
                           "MovingMesh(positions, faces, *, thickness=0.0, threads=0)\nMovingMesh(mesh, ...)\n\n"
                           "One triangle mesh that deforms over a step: each vertex in a straight line, from its start "
                           "to its end. At rest at first. It keeps a tree from step to step.")
        .def(py::init([](const TriangleMesh& mesh, const py::kwargs& given) {
            return make_mesh(mesh, Options(given, "MovingMesh"));
        }))
        .def(py::init([](const py::object& positions, const py::object& faces, const py::kwargs& given) {
                 return make_mesh(mesh_of(positions, faces), Options(given, "MovingMesh"));
             }),
             py::arg("positions"), py::arg("faces"))
        .def_property_readonly(
            "mesh", [](const MeshHandle& self) -> const TriangleMesh& { return self.mesh.mesh(); },
            "The TriangleMesh, at the positions it was made with.")
        .def(
            "move_to",
            [](MeshHandle& self, const py::object& end, int threads) { move_mesh(self, end, py::none(), threads); },
            py::arg("end"), py::arg("threads") = 0,
            "move_to(end, threads=0)\n\nThe next step: what was the end is the start. float64 positions in C order "
            "are read where they lie.")
        .def("set_step", move_mesh, py::arg("start"), py::arg("end"), py::arg("threads") = 0,
             "set_step(start, end, threads=0)\n\nA step that does not go on from the one before.")
        .def("positions_at", mesh_positions_at, py::arg("step"),
             "positions_at(step)\n\nWhere the vertices are after a fraction of the step: the start for 0, the end for "
             "1. An array has a fraction for each vertex, as safe_fractions gives them.")
        .def("__repr__", [](const MeshHandle& self) {
            const TriangleMesh& mesh = self.mesh.mesh();
            return fmt::format("<tocca.MovingMesh {} vertices, {} triangles>", mesh.vertex_count(),
                               mesh.faces().size());
        });
    add_mesh_verb(module, collides_verb);
    add_mesh_verb(module, first_contact_verb);
    add_mesh_verb(module, all_contacts_verb);
    add_mesh_verb(module, safe_step_verb);
    module.def("mesh_intersects", mesh_intersects);
    module.def("mesh_intersections", mesh_intersections);
    module.def("mesh_near_pairs", mesh_near_pairs);
    module.def("mesh_free_radii", mesh_free_radii);
    module.def("mesh_safe_fractions", mesh_safe_fractions);
    add_free_times(module);
}

}  // namespace tocca::python
