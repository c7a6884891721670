// SPDX-License-Identifier: Apache-2.0
// Scenes of deforming meshes, rigid bodies and robots.
#include <pybind11/stl.h>

#include <string>
#include <utility>

#include "answers.hpp"
#include "arrays.hpp"
#include "query.hpp"
#include "rigid.hpp"
#include "tocca/base/error.hpp"
#include "tocca/scene/scene_query.hpp"

namespace tocca::python {
namespace {

/// A scene and who uses it.
struct WholeSceneHandle {
    Scene scene;
    InUse use;
};

/// Adds a verb of a scene.
template <class Verb>
void add_whole_scene_verb(py::module_& module, const char* name, const char* keyword, const Verb& verb)
{
    module.def(name, [=](WholeSceneHandle& handle, const py::kwargs& given) {
        Query query(given, keyword);
        const InUse::Asked asked(handle.use);
        auto answer =
            query.run(Duration::maybe_long, [&](const QueryOptions& options) { return verb(handle.scene, options); });
        return held(std::move(answer), query.work());
    });
}

PartId add_part(WholeSceneHandle& self, const py::object& part, const py::kwargs& given)
{
    Options options(given, "add");
    PartOptions fixed;
    options.read("name", fixed.name);
    options.read("group", fixed.group);
    options.read("self_contact", fixed.self);
    options.read("thickness", fixed.thickness);
    options.read("solid", fixed.solid);
    options.finish();
    const InUse::Changed changed(self.use);
    if (py::isinstance<TriangleMesh>(part)) return self.scene.add(part.cast<const TriangleMesh&>(), fixed);
    if (py::isinstance<RigidBody>(part)) return self.scene.add(part.cast<BodyHandle>(), fixed);
    if (py::isinstance<Robot>(part)) return self.scene.add(part.cast<const Robot&>(), fixed);
    throw py::type_error("a scene is made of TriangleMeshes, RigidBodies and Robots, not of " +
                         std::string(py::str(py::type::of(part).attr("__name__"))));
}

void require_arguments(const py::args& motion, std::size_t least, std::size_t most, const char* sentence)
{
    if (motion.size() < least || motion.size() > most) throw py::type_error(sentence);
}

void move_part(WholeSceneHandle& self, PartId part, const py::args& motion)
{
    const InUse::Changed changed(self.use);
    switch (self.scene.kind(part)) {
        case PartKind::mesh: {
            require_arguments(motion, 1, 2, "move() of a mesh takes end positions, or start and end positions");
            const Positions first(motion[0], "positions");
            if (motion.size() == 1) return self.scene.move(part, first.points());
            const Positions second(motion[1], "positions");
            return self.scene.move(part, first.points(), second.points());
        }
        case PartKind::body:
            require_arguments(motion, 1, 1, "move() of a rigid body takes a RigidMotion");
            return self.scene.move(part, motion[0].cast<const RigidMotion&>());
        case PartKind::robot: break;
    }
    require_arguments(motion, 2, 2, "move() of a robot takes two configurations");
    self.scene.move(part, JointMotion{vector_of(motion[0], "from_"), vector_of(motion[1], "to")});
}

}  // namespace

void add_whole_scene(py::module_& module)
{
    py::class_<WholeSceneHandle>(module, "Scene",
                                 "Scene()\n\nDeforming meshes, rigid bodies and robots that move together over a step. "
                                 "A part rests where it is until it is moved.")
        .def(py::init<>())
        .def("add", add_part, py::arg("part"),
             "add(part, *, name=\"\", group=0, self_contact=True, thickness=0.0, solid=False)\n\nAdds a TriangleMesh, "
             "which deforms, a RigidBody or a Robot, and returns its number. solid is for deforming meshes.")
        .def("move", move_part, py::arg("part"),
             "move(part, end)\nmove(part, start, end)\nmove(part, motion)\nmove(part, from_, to)\n\nThe motion of a "
             "part in this step: positions of a mesh, a RigidMotion of a body, configurations of a robot.")
        .def(
            "advance",
            [](WholeSceneHandle& self, double step) {
                const InUse::Changed changed(self.use);
                self.scene.advance(step);
            },
            py::arg("step") = 1.0,
            "advance(step=1.0)\n\nBegins the next step where every part is after a fraction of this one.")
        .def_property_readonly(
            "part_count", [](const WholeSceneHandle& self) { return self.scene.part_count(); }, "How many parts.")
        .def_property_readonly(
            "object_count", [](const WholeSceneHandle& self) { return self.scene.object_count(); },
            "How many objects, which contacts name: a robot has one per link, other parts have one.")
        .def(
            "kind",
            [](const WholeSceneHandle& self, PartId part) { return std::string(to_string(self.scene.kind(part))); },
            py::arg("part"), "kind(part)\n\n\"mesh\", \"body\" or \"robot\".")
        .def(
            "name", [](const WholeSceneHandle& self, PartId part) { return self.scene.name(part); }, py::arg("part"),
            "name(part)\n\nThe name of a part, or \"part N\".")
        .def(
            "first_object", [](const WholeSceneHandle& self, PartId part) { return self.scene.first_object(part); },
            py::arg("part"), "first_object(part)\n\nThe number of a part's first object.")
        .def(
            "part_of", [](const WholeSceneHandle& self, std::uint32_t object) { return self.scene.part_of(object); },
            py::arg("object"), "part_of(object)\n\nThe part that an object belongs to.")
        .def(
            "object_name",
            [](const WholeSceneHandle& self, std::uint32_t object) { return self.scene.object_name(object); },
            py::arg("object"), "object_name(object)\n\nThe name of an object: \"ball\", or \"arm/hand\" for a link.")
        .def(
            "start",
            [](const WholeSceneHandle& self, PartId part) {
                return array_of(std::span<const Point>(self.scene.start(part)));
            },
            py::arg("part"), "start(part)\n\nWhere the vertices of a mesh start the step.")
        .def(
            "end",
            [](const WholeSceneHandle& self, PartId part) {
                return array_of(std::span<const Point>(self.scene.end(part)));
            },
            py::arg("part"), "end(part)\n\nWhere they end it.")
        .def(
            "motion", [](const WholeSceneHandle& self, PartId part) { return self.scene.rigid_motion(part); },
            py::arg("part"), "motion(part)\n\nThe RigidMotion of a body.")
        .def("__repr__", [](const WholeSceneHandle& self) {
            return "<tocca.Scene " + std::to_string(self.scene.part_count()) + " parts>";
        });
    add_whole_scene_verb(module, "whole_collides", "collides", [](auto&... all) { return collides(all...); });
    add_whole_scene_verb(module, "whole_first_contact", "first_contact",
                         [](auto&... all) { return first_contact(all...); });
    add_whole_scene_verb(module, "whole_all_contacts", "all_contacts",
                         [](auto&... all) { return all_contacts(all...); });
    add_whole_scene_verb(module, "whole_safe_step", "safe_step", [](auto&... all) { return safe_step(all...); });
}

}  // namespace tocca::python
