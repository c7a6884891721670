// SPDX-License-Identifier: Apache-2.0
// The verbs of deforming meshes and scenes.
#include <pybind11/stl.h>

#include <string>
#include <utility>

#include "answers.hpp"
#include "arrays.hpp"
#include "query.hpp"
#include "scenes.hpp"
#include "tocca/base/error.hpp"
#include "tocca/deformable/free_times.hpp"
#include "tocca/deformable/intersections.hpp"
#include "tocca/deformable/mesh_query.hpp"
#include "tocca/deformable/safe_step.hpp"

namespace tocca::python {
namespace {

/// Scenes up to this size are not watched for Ctrl-C, unless Python is called back.
constexpr std::size_t small_scene = 500;

/// Runs `verb(scene, options)`.
template <class Verb>
auto run_scene(SceneHandle& handle, Query& query, const Verb& verb)
{
    const InUse::Asked asked(handle.use);
    const bool is_short = handle.scene.triangle_count() <= small_scene && !query.calls_back();
    return query.run(is_short ? Duration::short_ : Duration::maybe_long,
                     [&](const QueryOptions& options) { return verb(handle.scene, options); });
}

/// Adds a verb about the step.
template <class Verb>
void add_scene_verb(py::module_& module, const char* name, const char* keyword, const Verb& verb)
{
    module.def(name, [=](SceneHandle& scene, const py::kwargs& given) {
        Query query(given, keyword);
        auto answer = run_scene(scene, query, verb);
        return held(std::move(answer), query.work());
    });
}

bool scene_intersects(SceneHandle& scene, double time, const py::kwargs& given)
{
    Query query(given, "intersects");
    return run_scene(scene, query, [&](const MovingScene& moving, const QueryOptions& options) {
        return intersects(moving, time, options);
    });
}

py::array scene_intersections(SceneHandle& scene, double time, const py::kwargs& given)
{
    Query query(given, "intersections");
    return intersection_table(run_scene(scene, query, [&](const MovingScene& moving, const QueryOptions& options) {
        return intersections(moving, time, options);
    }));
}

/// Answers about another scene may name vertices that this one lacks.
class OwnVertices {
public:
    explicit OwnVertices(const MovingScene& scene) : scene_(scene) {}

    void require_own(const Answers& answers) const
    {
        for (const Contact& contact : answers.contacts) {
            const std::size_t of_first = contact.kind == PairKind::vertex_face ? 1 : 2;
            for (std::size_t i = 0; i < 4; ++i) {
                require_vertex(contact.objects[i < of_first ? 0 : 1], contact.vertices[i]);
            }
        }
        for (const Intersection& crossing : answers.start.crossings) {
            for (const VertexId vertex : crossing.edge) require_vertex(crossing.objects[0], vertex);
            for (const VertexId vertex : crossing.face) require_vertex(crossing.objects[1], vertex);
        }
    }

private:
    void require_vertex(ObjectId object, VertexId vertex) const
    {
        require(object < scene_.object_count() && vertex < scene_.object(object).mesh.vertex_count(),
                "the contacts must be those of this scene");
    }

    const MovingScene& scene_;
};

FreeTimes scene_free_times(SceneHandle& scene, const HeldAnswers& contacts, ObjectId object)
{
    if (object >= scene.scene.object_count()) throw py::index_error("there is no such object in the scene");
    OwnVertices(scene.scene).require_own(contacts.answers());
    const InUse::Asked asked(scene.use);
    return Call().run(Duration::short_, [&] { return free_times(scene.scene, object, contacts.answers()); });
}

void add_free_times(py::module_& module)
{
    py::class_<FreeTimes>(module, "FreeTimes",
                          "How long each vertex, edge and face of an object is free: on [0, value]; 1 for one that "
                          "touches nothing.")
        .def_property_readonly(
            "vertices", [](const FreeTimes& self) { return array_of(std::span<const double>(self.vertices)); },
            "A time for each vertex.")
        .def_property_readonly(
            "edges", [](const FreeTimes& self) { return array_of(std::span<const double>(self.edges)); },
            "A time for each edge.")
        .def_property_readonly(
            "faces", [](const FreeTimes& self) { return array_of(std::span<const double>(self.faces)); },
            "A time for each face, never above those of its edges.")
        .def("__repr__", [](const FreeTimes& self) {
            return "<tocca.FreeTimes of " + std::to_string(self.vertices.size()) + " vertices, " +
                   std::to_string(self.faces.size()) + " faces>";
        });
    module.def("free_times", scene_free_times, py::arg("scene"), py::arg("contacts"), py::arg("object") = 0,
               "free_times(scene, contacts, object=0)\n\nHow long each feature of an object is free, by the Answers "
               "that all_contacts gave for this step.");
}

}  // namespace

void add_scene_verbs(py::module_& module)
{
    add_scene_verb(module, "scene_collides", "collides", [](auto&... all) { return collides(all...); });
    add_scene_verb(module, "scene_first_contact", "first_contact", [](auto&... all) { return first_contact(all...); });
    add_scene_verb(module, "scene_all_contacts", "all_contacts", [](auto&... all) { return all_contacts(all...); });
    add_scene_verb(module, "scene_safe_step", "safe_step", [](auto&... all) { return safe_step(all...); });
    module.def("scene_intersects", scene_intersects);
    module.def("intersections", scene_intersections, py::arg("scene"), py::arg("time"),
               "intersections(scene, time, *, self_contact=True, between=True, ignored_pairs=(), ignored_groups=(), "
               "max_contacts=18446744073709551615, threads=0, progress=None)\n\n"
               "Every edge and face without a common vertex that have a point in common at a time of the step, as "
               "records edge, face, objects, crosses.");
    add_free_times(module);
}

}  // namespace tocca::python
