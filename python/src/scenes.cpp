// SPDX-License-Identifier: Apache-2.0
// Deforming meshes and scenes of them.
#include "scenes.hpp"

#include <pybind11/stl.h>

#include <deque>
#include <memory>
#include <string>

#include "answers.hpp"
#include "arrays.hpp"
#include "meshes.hpp"
#include "options.hpp"
#include "tocca/base/error.hpp"
#include "tocca/deformable/safe_step.hpp"

namespace tocca::python {
namespace {

using Spans = std::vector<std::span<const Point>>;

ObjectOptions read_object(Options& options)
{
    ObjectOptions object;
    options.read("name", object.name);
    options.read("group", object.group);
    options.read("self_contact", object.self);
    options.read("thickness", object.thickness);
    return object;
}

/// Positions of the objects of a scene, each an array or None; held as long as this lives.
class ScenePositions {
public:
    explicit ScenePositions(const py::iterable& objects)
    {
        for (const py::handle object : objects) {
            if (object.is_none()) {
                spans_.emplace_back();
            } else {
                held_.emplace_back(object, "positions");
                spans_.push_back(held_.back().points());
            }
        }
    }

    [[nodiscard]] std::span<const std::span<const Point>> spans() const { return spans_; }

private:
    std::deque<Positions> held_;
    Spans spans_;
};

void move_scene(SceneHandle& self, const py::iterable& next, int threads)
{
    const ScenePositions positions(next);
    const InUse::Changed changed(self.use);
    Call().run(Duration::short_, [&] {
        self.scene.move_to(positions.spans(), threads);
        return true;
    });
}

void set_scene_step(SceneHandle& self, const py::iterable& start, const py::iterable& end, int threads)
{
    const ScenePositions starts(start), ends(end);
    const InUse::Changed changed(self.use);
    Call().run(Duration::short_, [&] {
        self.scene.set_step(starts.spans(), ends.spans(), threads);
        return true;
    });
}

/// For a mesh, no positions means what it says: an array with no rows, not a mesh that stays.
Positions mesh_positions(const MeshHandle& self, const py::object& array)
{
    Positions positions(array, "positions");
    require(positions.points().size() == self.scene.object(0).mesh.vertex_count(),
            "there must be as many positions as the mesh has vertices");
    return positions;
}

void move_mesh(MeshHandle& self, const py::object& next, int threads)
{
    const Positions positions = mesh_positions(self, next);
    const InUse::Changed changed(self.use);
    Call().run(Duration::short_, [&] {
        self.scene.move_to({positions.points()}, threads);
        return true;
    });
}

void set_mesh_step(MeshHandle& self, const py::object& start, const py::object& end, int threads)
{
    const Positions starts = mesh_positions(self, start), ends = mesh_positions(self, end);
    const InUse::Changed changed(self.use);
    const Spans from{starts.points()}, to{ends.points()};
    Call().run(Duration::short_, [&] {
        self.scene.set_step(from, to, threads);
        return true;
    });
}

std::unique_ptr<MeshHandle> make_mesh(TriangleMesh mesh, Options options)
{
    ObjectOptions object = read_object(options);
    int threads = 0;
    options.read("threads", threads);
    options.finish();
    std::vector<SceneObject> objects{{std::move(mesh), std::move(object)}};
    return Call().run(Duration::short_,
                      [&] { return std::make_unique<MeshHandle>(MovingScene(std::move(objects), threads)); });
}

std::unique_ptr<SceneHandle> make_scene(const py::iterable& given, int threads)
{
    std::vector<SceneObject> objects;
    for (const py::handle object : given) {
        if (py::isinstance<TriangleMesh>(object)) {
            objects.push_back({object.cast<const TriangleMesh&>(), {}});
        } else if (py::isinstance<SceneObject>(object)) {
            objects.push_back(object.cast<const SceneObject&>());
        } else {
            throw py::type_error("a scene is made of SceneObjects and TriangleMeshes, not of " +
                                 std::string(py::str(py::type::of(object).attr("__name__"))));
        }
    }
    return Call().run(Duration::short_,
                      [&] { return std::make_unique<SceneHandle>(MovingScene(std::move(objects), threads)); });
}

py::array_t<double> positions_of(SceneHandle& self, double step, ObjectId object)
{
    require(step >= 0.0 && step <= 1.0, "the step must be between 0 and 1");
    const InUse::Asked asked(self.use);
    if (object >= self.scene.object_count()) throw py::index_error("there is no such object in the scene");
    return array_of(positions_at(self.scene, object, step));
}

std::string scene_text(const SceneHandle& self, const char* name)
{
    return std::string("<tocca.") + name + " " + std::to_string(self.scene.object_count()) + " objects, " +
           std::to_string(self.scene.triangle_count()) + " triangles>";
}

}  // namespace

void add_scenes(py::module_& module)
{
    py::class_<SceneObject>(module, "SceneObject",
                            "SceneObject(mesh, *, name=\"\", group=0, self_contact=True, thickness=0.0)\n\n"
                            "An object of a scene: its mesh and what is fixed about it. A group is for filters, the "
                            "thickness that of its surface, half of it on each side.")
        .def(py::init([](const TriangleMesh& mesh, const py::kwargs& given) {
            Options options(given, "SceneObject");
            SceneObject object{mesh, read_object(options)};
            options.finish();
            return object;
        }))
        .def_property_readonly(
            "mesh", [](const SceneObject& self) -> const TriangleMesh& { return self.mesh; }, "The mesh.")
        .def_property_readonly(
            "name", [](const SceneObject& self) { return self.options.name; }, "For reports.")
        .def_property_readonly(
            "group", [](const SceneObject& self) { return self.options.group; }, "For filters.")
        .def_property_readonly(
            "self_contact", [](const SceneObject& self) { return self.options.self; }, "Whether it may touch itself.")
        .def_property_readonly(
            "thickness", [](const SceneObject& self) { return self.options.thickness; }, "Of its surface.")
        .def("__repr__", [](const SceneObject& self) { return "<tocca.SceneObject \"" + self.options.name + "\">"; });

    py::class_<SceneHandle>(module, "MovingScene",
                            "MovingScene(objects, threads=0)\n\n"
                            "Meshes that deform together over a step: each vertex in a straight line, from its start "
                            "to its end. The scene keeps a tree from step to step. Objects are SceneObjects or "
                            "TriangleMeshes, at rest at first.")
        .def(py::init(&make_scene), py::arg("objects"), py::arg("threads") = 0)
        .def_property_readonly(
            "object_count", [](const SceneHandle& self) { return self.scene.object_count(); }, "How many objects.")
        .def_property_readonly(
            "triangle_count", [](const SceneHandle& self) { return self.scene.triangle_count(); },
            "How many triangles in all.")
        .def(
            "object", [](const SceneHandle& self, ObjectId id) -> const SceneObject& { return self.scene.object(id); },
            py::arg("id"), py::return_value_policy::reference_internal,
            "The SceneObject of that number. Raises IndexError where there is none.")
        .def("move_to", move_scene, py::arg("next"), py::arg("threads") = 0,
             "move_to(next, threads=0)\n\nThe next step: what was the end is the start, next holds the end positions "
             "of each object; None for one that stays.")
        .def("set_step", set_scene_step, py::arg("start"), py::arg("end"), py::arg("threads") = 0,
             "set_step(start, end, threads=0)\n\nA step that does not go on from the one before.")
        .def(
            "keep_front",
            [](SceneHandle& self, std::size_t most_pairs) {
                const InUse::Changed changed(self.use);
                self.scene.keep_front(most_pairs);
            },
            py::arg("most_pairs"),
            "keep_front(most_pairs)\n\nHas all_contacts start where the search of the step before ended: at most so "
            "many pairs of nodes, 15 to 40 a triangle. Answers are the same.")
        .def("positions_at", positions_of, py::arg("step"), py::arg("object") = 0,
             "positions_at(step, object=0)\n\nWhere the vertices of an object are after a fraction of the step: the "
             "start for 0, the end for 1.")
        .def("__repr__", [](const SceneHandle& self) { return scene_text(self, "MovingScene"); });

    py::class_<MeshHandle, SceneHandle>(
        module, "MovingMesh",
        "MovingMesh(faces, positions, *, name=\"\", group=0, self_contact=True, thickness=0.0, threads=0)\n"
        "MovingMesh(mesh, ...)\n\n"
        "One triangle mesh that deforms, at rest at first: a scene of one object.")
        .def(py::init([](const TriangleMesh& mesh, const py::kwargs& given) {
            return make_mesh(mesh, Options(given, "MovingMesh"));
        }))
        .def(py::init([](const py::object& faces, const py::object& positions, const py::kwargs& given) {
                 return make_mesh(mesh_of(positions, faces), Options(given, "MovingMesh"));
             }),
             py::arg("faces"), py::arg("positions"))
        .def_property_readonly(
            "mesh", [](const MeshHandle& self) -> const TriangleMesh& { return self.scene.object(0).mesh; },
            "The TriangleMesh, at the positions it was made with.")
        .def("move_to", move_mesh, py::arg("next"), py::arg("threads") = 0,
             "move_to(next, threads=0)\n\nThe next step: what was the end is the start. float64 positions in C order "
             "are read where they lie.")
        .def("set_step", set_mesh_step, py::arg("start"), py::arg("end"), py::arg("threads") = 0,
             "set_step(start, end, threads=0)\n\nA step that does not go on from the one before.")
        .def("__repr__", [](const MeshHandle& self) { return scene_text(self, "MovingMesh"); });
}

}  // namespace tocca::python
