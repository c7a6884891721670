// SPDX-License-Identifier: Apache-2.0
// Worlds of rigid bodies that move at the same time.
#include <pybind11/stl.h>

#include <string>
#include <utility>

#include "answers.hpp"
#include "query.hpp"
#include "rigid.hpp"
#include "tocca/rigid/rigid_world.hpp"

namespace tocca::python {
namespace {

/// A world and who uses it.
struct WorldHandle {
    RigidWorld world;
    InUse use;
};

/// Adds a verb of a world.
template <class Verb>
void add_world_verb(py::module_& module, const char* name, const char* keyword, const Verb& verb)
{
    module.def(name, [=](WorldHandle& handle, const py::kwargs& given) {
        Query query(given, keyword);
        const InUse::Asked asked(handle.use);
        auto answer =
            query.run(Duration::maybe_long, [&](const QueryOptions& options) { return verb(handle.world, options); });
        return held(std::move(answer), query.work());
    });
}

BodyId add_body(WorldHandle& self, const BodyHandle& body, const RigidMotion& motion, const py::kwargs& given)
{
    Options options(given, "add");
    WorldBodyOptions fixed;
    options.read("name", fixed.name);
    options.read("group", fixed.group);
    options.finish();
    const InUse::Changed changed(self.use);
    return self.world.add(body, motion, fixed);
}

}  // namespace

void add_world(py::module_& module)
{
    py::class_<WorldHandle>(module, "RigidWorld",
                            "RigidWorld()\n\nRigid bodies that move at the same time, each with a motion of its own. "
                            "Many may share one RigidBody.")
        .def(py::init<>())
        .def("add", add_body, py::arg("body"), py::arg("motion"),
             "add(body, motion, *, name=\"\", group=0)\n\nAdds a body and returns its number; a group is for filters.")
        .def(
            "move",
            [](WorldHandle& self, BodyId id, const RigidMotion& motion) {
                const InUse::Changed changed(self.use);
                self.world.move(id, motion);
            },
            py::arg("id"), py::arg("motion"), "move(id, motion)\n\nThe motion of a body in the next step.")
        .def_property_readonly(
            "body_count", [](const WorldHandle& self) { return self.world.body_count(); }, "How many bodies.")
        .def(
            "motion", [](const WorldHandle& self, BodyId id) { return self.world.motion(id); }, py::arg("id"),
            "motion(id)\n\nThe RigidMotion of a body.")
        .def(
            "name", [](const WorldHandle& self, BodyId id) { return self.world.options(id).name; }, py::arg("id"),
            "name(id)\n\nThe name of a body.")
        .def("__repr__", [](const WorldHandle& self) {
            return "<tocca.RigidWorld " + std::to_string(self.world.body_count()) + " bodies>";
        });
    add_world_verb(module, "world_collides", "collides", [](auto&... all) { return collides(all...); });
    add_world_verb(module, "world_first_contact", "first_contact", [](auto&... all) { return first_contact(all...); });
    add_world_verb(module, "world_all_contacts", "all_contacts", [](auto&... all) { return all_contacts(all...); });
    add_world_verb(module, "world_safe_step", "safe_step", [](auto&... all) { return safe_step(all...); });
}

}  // namespace tocca::python
