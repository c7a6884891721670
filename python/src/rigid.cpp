// SPDX-License-Identifier: Apache-2.0
// Rigid bodies in pairs.
#include "rigid.hpp"

#include <fmt/format.h>

#include <utility>

#include "answers.hpp"
#include "arrays.hpp"
#include "query.hpp"
#include "tocca/report/scene_recorder.hpp"
#include "tocca/rigid/placed_bodies.hpp"
#include "tocca/rigid/rigid_query.hpp"

namespace tocca::python {

namespace {

Recording bodies_recording(const BodyHandle& a, const RigidMotion& motion_a, const BodyHandle& b,
                           const RigidMotion& motion_b)
{
    return [=](const Answers& answers) -> std::optional<RecordedMotion> {
        Scene scene;
        scene.add(a, motion_a, {.name = "first body"});
        scene.add(b, motion_b, {.name = "second body"});
        SceneRecorder recorder("two bodies", scene);
        recorder.add_step(scene, answers);
        return recorder.motion();
    };
}

/// Adds a verb about two bodies that ends with a first contact.
template <class Ask>
void add_bodies_verb(py::module_& module, const Verb<Ask>& verb)
{
    add_verb(module, "rigid", verb,
             [=](const BodyHandle& a, const RigidMotion& motion_a, const BodyHandle& b, const RigidMotion& motion_b,
                 const py::kwargs& given) {
                 Query query(given, verb.name);
                 auto answer = query.run_budgeted(
                     [&](const QueryOptions& options) { return verb.ask(*a, motion_a, *b, motion_b, options); });
                 return held(std::move(answer), query.work(), bodies_recording(a, motion_a, b, motion_b));
             });
}

void add_verbs(py::module_& module)
{
    module.def("rigid_collides", [](const BodyHandle& a, const RigidMotion& motion_a, const BodyHandle& b,
                                    const RigidMotion& motion_b, const py::kwargs& given) {
        return Query(given, "collides").run(Duration::maybe_long, [&](const QueryOptions& options) {
            return collides(*a, motion_a, *b, motion_b, options);
        });
    });
    add_bodies_verb(module, first_contact_verb);
    add_bodies_verb(module, safe_step_verb);
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
            "points", [](const NearFeatures& self) { return py::make_tuple(self.points[0], self.points[1]); },
            "The nearest points, of the first body and of the second.")
        .def("__repr__", [](const NearFeatures& self) {
            return fmt::format("<tocca.NearFeatures {}, distance={}>", to_string(self.contact.kind),
                               text_of(self.distance));
        });
    py::class_<BodyDistance>(module, "BodyDistance", "The distance of two placed bodies.")
        .def_readonly("lower", &BodyDistance::lower, "Proven: the exact distance is not less.")
        .def_readonly("upper", &BodyDistance::upper, "Proven: the exact distance is not more.")
        .def_readonly("nearest", &BodyDistance::nearest,
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
            return Call().run(Duration::short_,
                              [&] { return near_features(*a, placed.pose_a, *b, placed.pose_b, distance); });
        },
        py::arg("a"), py::arg("pose_a"), py::arg("b"), py::arg("pose_b"), py::arg("distance"),
        "near_features(a, pose_a, b, pose_b, distance)\n\nThe contact manifold: every vertex-face and edge-edge pair "
        "of the two bodies within a distance.");
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
        .def_property_readonly("mesh", &RigidBody::mesh, "The mesh.")
        .def_property_readonly("solid", &RigidBody::solid, "Whether it is a solid.")
        .def_property_readonly("ignored_vertices", &RigidBody::ignored_vertices,
                               "How many vertices of the mesh do not belong to the body.")
        .def_property_readonly("diameter", &RigidBody::diameter, "The diagonal of its box.")
        .def_property_readonly("middle", &RigidBody::middle, "The middle of its box.")
        .def("__repr__", [](const RigidBody& self) {
            return fmt::format("<tocca.RigidBody {} triangles{}>", self.primitives().size(),
                               self.solid() ? ", solid" : "");
        });
    add_verbs(module);
    add_placed(module);
}

}  // namespace tocca::python
