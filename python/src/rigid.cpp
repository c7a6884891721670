// SPDX-License-Identifier: Apache-2.0
// Rigid bodies in pairs.
#include "rigid.hpp"

#include <pybind11/stl.h>

#include <string>

#include "answers.hpp"
#include "arrays.hpp"
#include "tocca/rigid/placed_bodies.hpp"
#include "tocca/rigid/rigid_query.hpp"

namespace tocca::python {

void read_rigid(Options& options, RigidQueryOptions& query)
{
    options.read("threshold", query.threshold);
    options.read("clearance", query.clearance);
    options.read("time_tolerance", query.time_tolerance);
    options.read("until", query.until);
    options.read("budget", query.budget);
    options.read("target", query.target);
}

namespace {

/// Two bodies and their motions, and how they are asked about.
struct BodiesQuestion {
    BodiesQuestion(const py::kwargs& given, const char* verb, Call& call)
    {
        Options options(given, verb);
        read_rigid(options, query);
        options.finish();
        query.stop = call.stop();
    }

    RigidQueryOptions query;
};

RigidFirstContact rigid_first_contact(const BodyHandle& a, const RigidMotion& motion_a, const BodyHandle& b,
                                      const RigidMotion& motion_b, const py::kwargs& given, const char* verb)
{
    Call call;
    const auto ask = [&](const RigidQueryOptions& query) { return first_contact(*a, motion_a, *b, motion_b, query); };
    return run_budgeted(call, BodiesQuestion(given, verb, call).query, ask,
                        [](RigidFirstContact& first) -> const RigidStatistics& { return first.statistics; });
}

void add_verbs(py::module_& module)
{
    module.def("rigid_collides", [](const BodyHandle& a, const RigidMotion& motion_a, const BodyHandle& b,
                                    const RigidMotion& motion_b, const py::kwargs& given) {
        Call call;
        const BodiesQuestion question(given, "collides", call);
        return call.run(Duration::maybe_long, [&] { return collides(*a, motion_a, *b, motion_b, question.query); });
    });
    module.def("rigid_first_contact", [](const BodyHandle& a, const RigidMotion& motion_a, const BodyHandle& b,
                                         const RigidMotion& motion_b, const py::kwargs& given) {
        return rigid_first_contact(a, motion_a, b, motion_b, given, "first_contact");
    });
    module.def("rigid_safe_step", [](const BodyHandle& a, const RigidMotion& motion_a, const BodyHandle& b,
                                     const RigidMotion& motion_b, const py::kwargs& given) {
        return rigid_first_contact(a, motion_a, b, motion_b, given, "safe_step").safe_until;
    });
}

/// Two placed bodies.
struct Placed {
    Placed(const BodyHandle& body_a, const py::object& array_a, const BodyHandle& body_b, const py::object& array_b)
        : a(body_a), b(body_b), pose_a(pose_of(array_a, "the first pose")), pose_b(pose_of(array_b, "the second pose"))
    {}

    const BodyHandle& a;
    const BodyHandle& b;
    Eigen::Isometry3d pose_a, pose_b;
};

void add_placed(py::module_& module)
{
    py::class_<NearFeatures>(module, "NearFeatures", "Two features of two placed bodies that are near each other.")
        .def_readonly("distance", &NearFeatures::distance, "Between the nearest points.")
        .def_readonly("contact", &NearFeatures::contact, "The Contact: which features, where; its toc is (0, 0).")
        .def_property_readonly(
            "points",
            [](const NearFeatures& self) { return py::make_tuple(array_of(self.points[0]), array_of(self.points[1])); },
            "The nearest points, of the first body and of the second.")
        .def("__repr__", [](const NearFeatures& self) {
            return "<tocca.NearFeatures " + std::string(to_string(self.contact.kind)) +
                   ", distance=" + text_of(self.distance) + ">";
        });
    py::class_<BodyDistance>(module, "BodyDistance", "The distance of two placed bodies.")
        .def_readonly("lower", &BodyDistance::lower, "Proven: the exact distance is not less.")
        .def_readonly("upper", &BodyDistance::upper, "Proven: the exact distance is not more.")
        .def_property_readonly(
            "nearest", [](const BodyDistance& self) { return object_of(self.nearest); },
            "The NearFeatures of the nearest triangles; None when a body is empty.")
        .def("__repr__", [](const BodyDistance& self) {
            return "<tocca.BodyDistance [" + text_of(self.lower) + ", " + text_of(self.upper) + "]>";
        });
    module.def(
        "distance",
        [](const BodyHandle& a, const py::object& pose_a, const BodyHandle& b, const py::object& pose_b) {
            const Placed placed(a, pose_a, b, pose_b);
            return Call().run(Duration::short_, [&] { return distance(*a, placed.pose_a, *b, placed.pose_b); });
        },
        py::arg("a"), py::arg("pose_a"), py::arg("b"), py::arg("pose_b"),
        "distance(a, pose_a, b, pose_b)\n\nHow far two placed bodies are from each other; 0 when they touch or cross.");
    module.def("rigid_intersects", [](const BodyHandle& a, const py::object& pose_a, const BodyHandle& b,
                                      const py::object& pose_b) {
        const Placed placed(a, pose_a, b, pose_b);
        return Call().run(Duration::short_, [&] { return intersects(*a, placed.pose_a, *b, placed.pose_b); });
    });
    module.def(
        "near_features",
        [](const BodyHandle& a, const py::object& pose_a, const BodyHandle& b, const py::object& pose_b,
           double distance) {
            const Placed placed(a, pose_a, b, pose_b);
            return list_of(Call().run(Duration::short_,
                                      [&] { return near_features(*a, placed.pose_a, *b, placed.pose_b, distance); }));
        },
        py::arg("a"), py::arg("pose_a"), py::arg("b"), py::arg("pose_b"), py::arg("distance"),
        "near_features(a, pose_a, b, pose_b, distance)\n\nThe contact manifold: every vertex-face and edge-edge pair "
        "of "
        "the two bodies within a distance.");
}

}  // namespace

void add_rigid(py::module_& module)
{
    py::class_<RigidBody, std::shared_ptr<RigidBody>>(
        module, "RigidBody",
        "RigidBody(mesh, *, solid=False, isolated_vertices=False, threads=0)\n\n"
        "A mesh made ready for rigid motion, once; it does not change. A solid must be closed: a body that starts "
        "inside it is reported as such. Vertices that no face and no edge uses are ignored unless isolated_vertices.")
        .def(py::init([](const TriangleMesh& mesh, const py::kwargs& given) {
            Options options(given, "RigidBody");
            RigidBodyOptions how;
            options.read("solid", how.solid);
            options.read("isolated_vertices", how.isolated_vertices);
            options.read("threads", how.threads);
            options.finish();
            return Call().run(Duration::short_, [&] { return std::make_shared<RigidBody>(mesh, how); });
        }))
        .def_property_readonly(
            "mesh", [](const RigidBody& self) -> const TriangleMesh& { return self.mesh(); }, "The mesh.")
        .def_property_readonly("solid", &RigidBody::solid, "Whether it is a solid.")
        .def_property_readonly("ignored_vertices", &RigidBody::ignored_vertices,
                               "How many vertices of the mesh do not belong to the body.")
        .def_property_readonly("diameter", &RigidBody::diameter, "The diagonal of its box.")
        .def_property_readonly(
            "middle", [](const RigidBody& self) { return array_of(self.middle()); }, "The middle of its box.")
        .def("__repr__", [](const RigidBody& self) {
            return "<tocca.RigidBody " + std::to_string(self.primitives().size()) + " triangles" +
                   (self.solid() ? ", solid>" : ">");
        });
    py::class_<BodiesAnswer, FirstContact>(module, "BodiesAnswer",
                                           "What answers about two bodies, a world and a robot have in common.")
        .def_readonly("distance", &BodiesAnswer::distance, "Of the two triangles in contact at toc[0], to rounding.")
        .def_readonly("threshold_used", &BodiesAnswer::threshold_used,
                      "How near counted as contact: as asked for or by default, or more where rounding hides less.")
        .def_property_readonly(
            "penetrates_at", [](const BodiesAnswer& self) { return object_of(self.penetrates_at); },
            "A time at which triangles are proven to cross, if one was found.")
        .def_readonly("starts_within_clearance", &BodiesAnswer::starts_within_clearance,
                      "Something starts nearer than the clearance.");
    py::class_<RigidFirstContact, BodiesAnswer>(module, "RigidFirstContact", "The first contact of two bodies.")
        .def_property_readonly(
            "statistics", [](const RigidFirstContact& self) { return dict_of(self.statistics); },
            "What it took, counts by name.");
    add_verbs(module);
    add_placed(module);
}

}  // namespace tocca::python
