// SPDX-License-Identifier: Apache-2.0
// Worlds of rigid bodies that move at the same time.
#include <pybind11/stl.h>

#include <string>

#include "answers.hpp"
#include "arrays.hpp"
#include "calls.hpp"
#include "options.hpp"
#include "rigid.hpp"
#include "tocca/rigid/rigid_world.hpp"

namespace tocca::python {
namespace {

/// A world and who uses it.
struct WorldHandle {
    RigidWorld world;
    InUse use;
};

/// Runs a verb of a world.
template <class Verb>
auto ask(WorldHandle& handle, const py::kwargs& given, const char* name, Verb verb)
{
    Options options(given, name);
    WorldQueryOptions query;
    read_rigid(options, query.pair);
    options.read("skipped_groups", query.skipped_groups);
    options.read("skipped_pairs", query.skipped_pairs);
    options.read("threads", query.threads);
    if (std::string_view(name) == "all_contacts") options.read("max_contacts", query.max_contacts);
    const py::object accept = options.callback("accept"), progress = options.callback("progress");
    options.finish();
    Call call;
    query.stop = call.stop();
    query.progress = call.progress<double>(progress);
    if (!accept.is_none()) {
        query.accept = [&call, &accept](BodyId a, BodyId b) {
            bool accepted = true;
            call.guarded([&] { accepted = py::bool_(accept(a, b)); });
            return accepted;
        };
    }
    const InUse::Asked asked(handle.use);
    return call.run(Duration::maybe_long, [&] { return verb(handle.world, query); });
}

py::dict dict_of(const WorldStatistics& statistics)
{
    py::dict counts = python::dict_of(statistics.pairs);
    counts["candidates"] = statistics.candidates;
    counts["asked"] = statistics.asked;
    return counts;
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

void add_world_answers(py::module_& module)
{
    py::class_<WorldFirstContact, BodiesAnswer>(module, "WorldFirstContact",
                                                "The first contact of a world; contact.objects are body numbers.")
        .def_property_readonly(
            "bodies",
            [](const WorldFirstContact& self) -> py::object {
                return self.bodies ? py::object(py::make_tuple((*self.bodies)[0], (*self.bodies)[1]))
                                   : py::object(py::none());
            },
            "Which two bodies the outcome is about, the lower number first; None when all is free.")
        .def_property_readonly(
            "statistics", [](const WorldFirstContact& self) { return dict_of(self.statistics); },
            "What it took, counts by name.");
    py::class_<BodyPairContact>(module, "BodyPairContact", "Two bodies, the lower number first, and their contact.")
        .def_property_readonly(
            "bodies", [](const BodyPairContact& self) { return py::make_tuple(self.bodies[0], self.bodies[1]); },
            "Their numbers.")
        .def_readonly("first", &BodyPairContact::first, "Their RigidFirstContact.")
        .def("__repr__", [](const BodyPairContact& self) {
            return "<tocca.BodyPairContact (" + std::to_string(self.bodies[0]) + ", " + std::to_string(self.bodies[1]) +
                   ") " + text_of(self.first) + ">";
        });
    py::class_<WorldContacts>(module, "WorldContacts", "Every pair of bodies that is not proven free.")
        .def_property_readonly(
            "outcome", [](const WorldContacts& self) { return std::string(to_string(self.outcome)); },
            "Of the first pair.")
        .def_readonly("safe_until", &WorldContacts::safe_until, "No two bodies touch up to here: proven.")
        .def_readonly("starts_within_clearance", &WorldContacts::starts_within_clearance,
                      "Any two of them start nearer than the clearance.")
        .def_readonly("nothing_checked", &WorldContacts::nothing_checked, "As in FirstContact.")
        .def_property_readonly(
            "pairs", [](const WorldContacts& self) { return list_of(self.pairs); },
            "The BodyPairContacts, the earliest first.")
        .def_property_readonly(
            "statistics", [](const WorldContacts& self) { return dict_of(self.statistics); },
            "What it took, counts by name.")
        .def("__len__", [](const WorldContacts& self) { return self.pairs.size(); })
        .def("__repr__", [](const WorldContacts& self) {
            return "<tocca.WorldContacts " + std::string(to_string(self.outcome)) + ", " +
                   std::to_string(self.pairs.size()) + " pairs>";
        });
}

}  // namespace

void add_world(py::module_& module)
{
    add_world_answers(module);
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
    module.def("world_collides", [](WorldHandle& world, const py::kwargs& given) {
        return ask(world, given, "collides", [](auto&&... all) { return collides(all...); });
    });
    module.def("world_first_contact", [](WorldHandle& world, const py::kwargs& given) {
        return ask(world, given, "first_contact", [](auto&&... all) { return first_contact(all...); });
    });
    module.def("world_all_contacts", [](WorldHandle& world, const py::kwargs& given) {
        return ask(world, given, "all_contacts", [](auto&&... all) { return all_contacts(all...); });
    });
    module.def("world_safe_step", [](WorldHandle& world, const py::kwargs& given) {
        return ask(world, given, "safe_step", [](auto&&... all) { return safe_step(all...); });
    });
}

}  // namespace tocca::python
