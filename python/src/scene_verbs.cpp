// SPDX-License-Identifier: Apache-2.0
// The verbs of deforming meshes and scenes.
#include <pybind11/stl.h>

#include <algorithm>
#include <optional>
#include <string>

#include "answers.hpp"
#include "arrays.hpp"
#include "options.hpp"
#include "scenes.hpp"
#include "tocca/base/error.hpp"
#include "tocca/deformable/clearance.hpp"
#include "tocca/deformable/free_times.hpp"
#include "tocca/deformable/intersections.hpp"
#include "tocca/deformable/mesh_query.hpp"
#include "tocca/deformable/safe_step.hpp"

namespace tocca::python {
namespace {

/// Scenes up to this size are not watched for Ctrl-C, unless Python is called back.
constexpr std::size_t small_scene = 500;

py::tuple tuple_of(const std::array<VertexId, 4>& vertices)
{
    return py::make_tuple(vertices[0], vertices[1], vertices[2], vertices[3]);
}

/// One question to a scene.
class SceneQuestion {
public:
    SceneQuestion(SceneHandle& scene, const py::kwargs& given, const char* verb)
        : scene_(scene), asked_(scene.use), options_(given, verb)
    {
        MeshQueryOptions& query = gaps_.query;
        options_.read("tolerance", query.tolerance);
        options_.read("self_contact", query.filter.self);
        options_.read("between", query.filter.between);
        options_.read("skipped_objects", query.filter.skipped_objects);
        options_.read("skipped_groups", query.filter.skipped_groups);
        options_.read("threads", query.threads);
        options_.read("target", query.target);
        accept_ = options_.callback("accept");
        progress_ = options_.callback("progress");
        query.progress = call_.progress<double>(progress_);
        query.stop = call_.stop();
        if (!accept_.is_none()) query.filter.accept = [this](const FeaturePair& pair) { return accepts(pair); };
    }

    /// The options of the verbs about the step: the clearance, and what is asked about the start.
    void read_step_options()
    {
        std::optional<double> clearance;
        options_.read("clearance", clearance);
        gaps_.clearance = clearance.value_or(0.0);
        options_.read("near_fraction", gaps_.near_fraction);
        options_.read("list_near_pairs", gaps_.list_near_pairs);
        options_.read("assume_start_free", gaps_.query.assume_start_free);
        options_.read("list_crossings", gaps_.query.list_crossings);
    }

    void read_list_limit() { options_.read("max_contacts", gaps_.query.max_contacts); }

    /// Runs `work(scene, options)`.
    template <class Work>
    auto run(Work work)
    {
        options_.finish();
        const bool is_short = scene_.scene.triangle_count() <= small_scene && accept_.is_none() && progress_.is_none();
        return call_.run(is_short ? Duration::short_ : Duration::maybe_long, [&] { return work(scene_.scene, gaps_); });
    }

private:
    bool accepts(const FeaturePair& pair)
    {
        bool accepted = true;
        call_.guarded([&] {
            const py::object answer = accept_(std::string(to_string(pair.kind)), tuple_of(pair.vertices),
                                              py::make_tuple(pair.objects[0], pair.objects[1]));
            const int truth = PyObject_IsTrue(answer.ptr());
            if (truth < 0) throw py::error_already_set();
            accepted = truth > 0;
        });
        return accepted;
    }

    SceneHandle& scene_;
    InUse::Asked asked_;
    Options options_;
    Call call_;
    MeshClearanceOptions gaps_;
    py::object accept_, progress_;
};

/// Contacts, and the table of them once it was asked for.
struct Contacts : MeshApproaches {
    py::object table = {};
};

py::array table_of(std::vector<Intersection> pairs)
{
    static const std::array<Column, 4> columns{{{"edge", "(2,)u4", offsetof(Intersection, edge)},
                                                {"face", "(3,)u4", offsetof(Intersection, face)},
                                                {"objects", "(2,)u4", offsetof(Intersection, objects)},
                                                {"crosses", "?", offsetof(Intersection, crosses)}}};
    return adopt(std::move(pairs), record_type(columns, sizeof(Intersection)));
}

bool scene_collides(SceneHandle& scene, const py::kwargs& given)
{
    SceneQuestion question(scene, given, "collides");
    question.read_step_options();
    return question.run(
        [&](const MovingScene& moving, const MeshClearanceOptions& gaps) { return collides(moving, gaps); });
}

MeshFirstApproach scene_first_contact(SceneHandle& scene, const py::kwargs& given)
{
    SceneQuestion question(scene, given, "first_contact");
    question.read_step_options();
    return question.run(
        [&](const MovingScene& moving, const MeshClearanceOptions& gaps) { return first_contact(moving, gaps); });
}

Contacts scene_all_contacts(SceneHandle& scene, const py::kwargs& given)
{
    SceneQuestion question(scene, given, "all_contacts");
    question.read_step_options();
    question.read_list_limit();
    return {question.run([&](const MovingScene& moving, const MeshClearanceOptions& gaps) {
                return all_contacts(moving, gaps);
            }),
            {}};
}

SafeStep scene_safe_step(SceneHandle& scene, const py::kwargs& given)
{
    SceneQuestion question(scene, given, "safe_step");
    question.read_step_options();
    return question.run(
        [&](const MovingScene& moving, const MeshClearanceOptions& gaps) { return safe_step(moving, gaps); });
}

bool scene_intersects(SceneHandle& scene, double time, const py::kwargs& given)
{
    SceneQuestion question(scene, given, "intersects");
    return question.run([&](const MovingScene& moving, const MeshClearanceOptions& gaps) {
        return intersects(moving, time, gaps.query);
    });
}

py::array scene_intersections(SceneHandle& scene, double time, const py::kwargs& given)
{
    SceneQuestion question(scene, given, "intersections");
    return table_of(question
                        .run([&](const MovingScene& moving, const MeshClearanceOptions& gaps) {
                            return intersections(moving, time, gaps.query);
                        })
                        .pairs);
}

/// Contacts of another scene may name vertices that this one lacks.
void require_own(const MovingScene& scene, const MeshContacts& contacts)
{
    for (const Contact& contact : contacts.contacts) {
        const std::size_t of_first = contact.kind == PairKind::vertex_face ? 1 : 2;
        for (std::size_t i = 0; i < 4; ++i) {
            const ObjectId object = contact.objects[i < of_first ? 0 : 1];
            require(object < scene.object_count() && contact.vertices[i] < scene.object(object).mesh.vertex_count(),
                    "the contacts must be those of this scene");
        }
    }
}

FreeTimes scene_free_times(SceneHandle& scene, const Contacts& contacts, ObjectId object)
{
    if (object >= scene.scene.object_count()) throw py::index_error("there is no such object in the scene");
    require_own(scene.scene, contacts);
    const InUse::Asked asked(scene.use);
    return Call().run(Duration::short_, [&] { return free_times(scene.scene, object, contacts); });
}

py::dict dict_of(const MeshStatistics& statistics)
{
    py::dict counts;
    counts["node_tests"] = statistics.node_tests;
    counts["leaf_pairs"] = statistics.leaf_pairs;
    counts["feature_tests"] = statistics.feature_tests;
    counts["elementary_tests"] = statistics.elementary_tests;
    counts["stages"] = python::dict_of(statistics.stages);
    return counts;
}

/// A near pair as a row of a table.
struct NearRecord {
    std::array<std::uint32_t, 2> kind;  ///< two characters of four bytes, as NumPy has text
    std::array<std::uint32_t, 4> vertices;
    std::array<std::uint32_t, 2> objects;
    double distance;
    double gap;
};

py::array table_of(const NearPairs& near)
{
    static const std::array<Column, 5> columns{{{"kind", "U2", offsetof(NearRecord, kind)},
                                                {"vertices", "(4,)u4", offsetof(NearRecord, vertices)},
                                                {"objects", "(2,)u4", offsetof(NearRecord, objects)},
                                                {"distance", "f8", offsetof(NearRecord, distance)},
                                                {"gap", "f8", offsetof(NearRecord, gap)}}};
    std::vector<NearRecord> records;
    records.reserve(near.pairs.size());
    for (const NearPair& pair : near.pairs) {
        const std::string_view kind = to_string(pair.kind);
        records.push_back({{static_cast<unsigned char>(kind[0]), static_cast<unsigned char>(kind[1])},
                           pair.vertices,
                           pair.objects,
                           pair.distance,
                           pair.gap});
    }
    return adopt(std::move(records), record_type(columns, sizeof(NearRecord)));
}

const Contact& contact_at(const Contacts& self, py::ssize_t index)
{
    const auto count = static_cast<py::ssize_t>(self.contacts.size());
    if (index < 0) index += count;
    if (index < 0 || index >= count) throw py::index_error("there are not so many contacts");
    return self.contacts[static_cast<std::size_t>(index)];
}

constexpr const char* near_at_start_doc =
    "The pairs that start nearer than the gap demanded, as records kind, vertices, objects, distance, gap; empty "
    "without a clearance.";
constexpr const char* near_count_doc = "How many pairs start nearer than the gap demanded, listed or not.";
constexpr const char* crossing_at_start_doc =
    "The edges that pass through faces at the start, as records edge, face, objects, crosses.";
constexpr const char* crossing_count_doc = "How many edges pass through faces at the start, listed or not.";
constexpr const char* assumed_doc = "Whether crossings at the start were not looked for, as assume_start_free said.";
constexpr const char* statistics_doc = "What it took, counts by name.";

/// What every answer about a step says of its start.
template <class Answer, class... Base>
py::class_<Answer, Base...>& add_start(py::class_<Answer, Base...>& type)
{
    return type
        .def_property_readonly(
            "near_at_start", [](const Answer& self) { return table_of(self.near_at_start); }, near_at_start_doc)
        .def_property_readonly(
            "near_count", [](const Answer& self) { return self.near_at_start.count; }, near_count_doc)
        .def_property_readonly(
            "crossing_at_start", [](const Answer& self) { return table_of(self.crossing_at_start.pairs); },
            crossing_at_start_doc)
        .def_property_readonly(
            "crossing_count", [](const Answer& self) { return self.crossing_at_start.count; }, crossing_count_doc)
        .def_property_readonly(
            "start_assumed_free", [](const Answer& self) { return self.start_assumed_free; }, assumed_doc);
}

void add_scene_answers(py::module_& module)
{
    py::class_<MeshFirstApproach, FirstContact> first(module, "MeshFirstContact", "The first contact of a scene.");
    add_start(first).def_property_readonly(
        "statistics", [](const MeshFirstApproach& self) { return dict_of(self.statistics); }, statistics_doc);

    py::class_<Contacts> contacts(
        module, "MeshContacts",
        "Every pair of features that touches during the step, each with its first contact. A sequence "
        "of Contact objects; `contacts` has them as one array.");
    add_start(contacts)
        .def_property_readonly(
            "outcome", [](const Contacts& self) { return std::string(to_string(self.outcome)); },
            "\"free\", \"contact\", \"touching_at_start\", \"crossing_at_start\" or \"near_at_start\".")
        .def_readonly("safe_until", &Contacts::safe_until, "As in FirstContact.")
        .def_readonly("nothing_checked", &Contacts::nothing_checked, "As in FirstContact.")
        .def_property_readonly(
            "contacts",
            [](Contacts& self) {
                if (!self.table) self.table = contact_table(self.contacts);
                return self.table;
            },
            "An array of records with toc, kind, vertices, objects, weights, point, normal; sorted by time, then "
            "by kind and features, so that the first contact comes first.")
        .def_property_readonly(
            "statistics", [](const Contacts& self) { return dict_of(self.statistics); }, statistics_doc)
        .def("__len__", [](const Contacts& self) { return self.contacts.size(); })
        .def(
            "__getitem__", [](const Contacts& self, py::ssize_t index) { return contact_at(self, index); },
            py::arg("index"))
        .def("__repr__", [](const Contacts& self) {
            return "<tocca.MeshContacts " + std::string(to_string(self.outcome)) + ", " +
                   std::to_string(self.contacts.size()) + " contacts, safe_until=" + text_of(self.safe_until) + ">";
        });

    py::class_<SafeStep> safe(module, "SafeStep", "How far a scene may move.");
    add_start(safe)
        .def_readonly("step", &SafeStep::step,
                      "The fraction of the step that is safe: the scene may go to positions_at(step).")
        .def_readonly("nothing_checked", &SafeStep::nothing_checked, "As in FirstContact.")
        .def_property_readonly(
            "outcome", [](const SafeStep& self) { return std::string(to_string(self.outcome)); },
            "\"free\" or \"near_at_start\": the whole step; \"contact\": a part of it; \"touching_at_start\" or "
            "\"crossing_at_start\": step is 0.")
        .def_property_readonly(
            "limit", [](const SafeStep& self) { return object_of(self.limit); },
            "The Contact that stops the whole step; None where nothing does.")
        .def_readonly("tested_steps", &SafeStep::tested_steps, "How many shortened steps were tested.")
        .def_property_readonly(
            "statistics", [](const SafeStep& self) { return dict_of(self.statistics); }, statistics_doc)
        .def("__float__", [](const SafeStep& self) { return self.step; })
        .def("__repr__", [](const SafeStep& self) {
            return "<tocca.SafeStep " + text_of(self.step) + ", " + std::string(to_string(self.outcome)) + ">";
        });

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
}

}  // namespace

void add_scene_verbs(py::module_& module)
{
    add_scene_answers(module);
    module.def("scene_collides", scene_collides);
    module.def("scene_first_contact", scene_first_contact);
    module.def("scene_all_contacts", scene_all_contacts);
    module.def("scene_safe_step", scene_safe_step);
    module.def("scene_intersects", scene_intersects);
    module.def("intersections", scene_intersections, py::arg("scene"), py::arg("time"),
               "intersections(scene, time, *, self_contact=True, between=True, skipped_objects=(), skipped_groups=(), "
               "threads=0, progress=None)\n\n"
               "Every edge and face without a common vertex that have a point in common at a time of the step, as "
               "records edge, face, objects, crosses.");
    module.def("free_times", scene_free_times, py::arg("scene"), py::arg("contacts"), py::arg("object") = 0,
               "free_times(scene, contacts, object=0)\n\nHow long each feature of an object is free, by the contacts "
               "that all_contacts gave for this step.");
}

}  // namespace tocca::python
