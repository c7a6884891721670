// SPDX-License-Identifier: Apache-2.0
// Rigid motions, from poses of shape (4, 4).
#include <fmt/format.h>

#include "answers.hpp"
#include "arrays.hpp"
#include "options.hpp"
#include "tocca/base/error.hpp"
#include "tocca/motion/rigid_motion.hpp"
#include "tocca/motion/rigid_path.hpp"

namespace tocca::python {
namespace {

/// Checked at once, so that a wrong pose is refused where it is given.
RigidMotion checked(RigidMotion motion)
{
    static_cast<void>(RigidPath(motion));
    return motion;
}

RigidMotion make_motion(const py::object& from, const py::object& to, const py::kwargs& given)
{
    Options options(given, "RigidMotion");
    RigidMotion motion{.from = pose_of(from, "from_"), .to = pose_of(to, "to")};
    options.read("reference", motion.reference);
    const py::object rotation = options.object("rotation");
    if (!rotation.is_none()) motion.rotation = vector3_of(rotation, "rotation");
    options.finish();
    return checked(motion);
}

Eigen::Isometry3d pose_at(const RigidMotion& motion, double t)
{
    require(t >= 0.0 && t <= 1.0, "the time must be between 0 and 1");
    return RigidPath(motion).at(t).pose();
}

}  // namespace

void add_motions(py::module_& module)
{
    py::class_<RigidMotion>(module, "RigidMotion",
                            "RigidMotion(from_, to, *, reference=(0, 0, 0), rotation=None)\n\n"
                            "How a body moves during the step: it turns at constant angular velocity about its "
                            "reference point, which moves on a straight line at constant speed.\n\n"
                            "Poses are arrays of shape (4, 4) within 1e-9 of a rotation and a translation. `rotation`, "
                            "axis times angle in radians, is for turns of half a turn and more; of `to` only the place "
                            "of the reference point counts then.")
        .def(py::init(&make_motion), py::arg("from_"), py::arg("to"))
        .def_readonly("from_", &RigidMotion::from, "The pose at the start.")
        .def_readonly("to", &RigidMotion::to, "The pose at the end, as given.")
        .def_readonly("reference", &RigidMotion::reference, "The point of the body that moves on a straight line.")
        .def("at", pose_at, py::arg("t"), "at(t)\n\nThe pose at a time in [0, 1], to rounding.")
        .def("__repr__", [](const RigidMotion& self) {
            const Eigen::Vector3d by = self.to * self.reference - self.from * self.reference;
            return fmt::format("<tocca.RigidMotion by ({}, {}, {})>", text_of(by.x()), text_of(by.y()),
                               text_of(by.z()));
        });
    module.def(
        "at_rest", [](const py::object& pose) { return checked(at_rest(pose_of(pose, "the pose"))); }, py::arg("pose"),
        "at_rest(pose)\n\nThe body stays where it is.");
    module.def(
        "translation",
        [](const py::object& from, const py::object& by) {
            return checked(translation(pose_of(from, "from_"), vector3_of(by, "by")));
        },
        py::arg("from_"), py::arg("by"), "translation(from_, by)\n\nThe body moves without turning.");
    module.def(
        "turn",
        [](const py::object& from, const py::object& centre, const py::object& rotation) {
            return checked(
                turn(pose_of(from, "from_"), vector3_of(centre, "centre"), vector3_of(rotation, "rotation")));
        },
        py::arg("from_"), py::arg("centre"), py::arg("rotation"),
        "turn(from_, centre, rotation)\n\nThe body turns about a point of the world; rotation is axis times angle in "
        "radians and may be many turns.");
    module.def(
        "screw_motion",
        [](const py::object& from, const py::object& to) {
            const Eigen::Isometry3d first = pose_of(from, "from_"), last = pose_of(to, "to");
            static_cast<void>(checked({.from = first, .to = last}));
            return checked(screw_motion(first, last));
        },
        py::arg("from_"), py::arg("to"),
        "screw_motion(from_, to)\n\nThe screw motion between two poses: every point on a helix about one axis.");
}

}  // namespace tocca::python
