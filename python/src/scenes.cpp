// SPDX-License-Identifier: Apache-2.0
// Scenes of deforming meshes, rigid bodies and robots.
#include <fmt/format.h>

#include <string>
#include <utility>

#include "answers.hpp"
#include "arrays.hpp"
#include "meshes.hpp"
#include "query.hpp"
#include "rigid.hpp"
#include "tocca/base/error.hpp"
#include "tocca/report/scene_recorder.hpp"
#include "tocca/report/write_report.hpp"
#include "tocca/scene/scene_query.hpp"

namespace tocca::python {
namespace {

/// A scene and who uses it.
struct SceneHandle {
    Scene scene;
    InUse use;
};

/// The scene stays, with its answers, as long as they are kept.
Recording scene_recording(const py::object& self)
{
    const auto& handle = self.cast<const SceneHandle&>();
    return [self, &handle, changes = handle.use.changes()](const Answers& answers) -> std::optional<RecordedMotion> {
        if (handle.use.changes() != changes || answers.only_changed) return std::nullopt;
        SceneRecorder recorder("scene", handle.scene);
        recorder.add_step(handle.scene, answers);
        return recorder.motion();
    };
}

/// Adds a verb of a scene.
template <class Ask>
void add_scene_verb(py::module_& module, const Verb<Ask>& verb)
{
    add_verb(module, "scene", verb, [=](const py::object& self, const py::kwargs& given) {
        Query query(given, verb.name);
        auto& handle = self.cast<SceneHandle&>();
        const InUse::Asked asked(handle.use);
        auto answer = query.run(Duration::maybe_long,
                                [&](const QueryOptions& options) { return verb.ask(handle.scene, options); });
        return held(std::move(answer), query.work(), scene_recording(self));
    });
}

bool scene_intersects(SceneHandle& self, double time, const py::kwargs& given)
{
    Query query(given, "intersects");
    const InUse::Asked asked(self.use);
    return query.run(Duration::maybe_long,
                     [&](const QueryOptions& options) { return intersects(self.scene, time, options); });
}

py::array scene_intersections(SceneHandle& self, double time, const py::kwargs& given)
{
    Query query(given, "intersections");
    const InUse::Asked asked(self.use);
    return intersection_table(query.run(
        Duration::maybe_long, [&](const QueryOptions& options) { return intersections(self.scene, time, options); }));
}

py::array scene_near_pairs(SceneHandle& self, double distance, double time, const py::kwargs& given)
{
    Query query(given, "near_pairs");
    const InUse::Asked asked(self.use);
    return near_table(query.run(Duration::maybe_long, [&](const QueryOptions& options) {
        return near_pairs(self.scene, distance, time, options);
    }));
}

std::vector<std::vector<double>> scene_free_radii(SceneHandle& self, double distance, double time,
                                                  const py::kwargs& given)
{
    Query query(given, "free_radii");
    const InUse::Asked asked(self.use);
    return query.run(Duration::maybe_long,
                     [&](const QueryOptions& options) { return free_radii(self.scene, distance, time, options); });
}

std::vector<std::vector<double>> scene_safe_fractions(SceneHandle& self, const py::kwargs& given)
{
    Query query(given, "safe_fractions");
    const InUse::Asked asked(self.use);
    return query.run(Duration::maybe_long,
                     [&](const QueryOptions& options) { return safe_fractions(self.scene, options); });
}

/// Of what Contact and FeaturePair::Near have in common.
std::vector<std::uint32_t> islands_of(const py::object& vertices, const py::object& objects,
                                      const std::vector<bool>& of_edges, const std::vector<std::uint32_t>& resting)
{
    const auto all_vertices = indices_of<4>(vertices, "vertices");
    const auto all_objects = indices_of<2>(objects, "objects");
    require(all_vertices.size() == of_edges.size() && all_objects.size() == of_edges.size(),
            "the table must have a kind, vertices and objects for every contact");
    std::vector<FeaturePair::Near> pairs(of_edges.size());
    for (std::size_t i = 0; i < pairs.size(); ++i) {
        pairs[i].kind = of_edges[i] ? PairKind::edge_edge : PairKind::vertex_face;
        pairs[i].vertices = all_vertices[i];
        pairs[i].objects = all_objects[i];
    }
    return contact_islands(pairs, resting);
}

void advance_scene(SceneHandle& self, const py::object& step)
{
    std::vector<std::vector<double>> fractions;
    const std::optional<double> same = number_of(step);
    if (!same) {
        for (const py::handle part : step) {
            const Eigen::VectorXd own = vector_of(part, "fractions");
            fractions.emplace_back(own.begin(), own.end());
        }
    }
    const InUse::Changed changed(self.use);
    if (same)
        self.scene.advance(*same);
    else
        self.scene.advance(fractions);
}

FreeTimes scene_free_times(SceneHandle& self, const HeldAnswers& contacts, PartId part)
{
    const Scene& scene = self.scene;
    require_vertices(contacts.answers(), [&](std::uint32_t object) -> std::size_t {
        if (object >= scene.object_count()) return 0;
        const PartId owner = scene.part_of(object);
        return scene.kind(owner) == Scene::Kind::mesh ? scene.mesh(owner).vertex_count() : SIZE_MAX;
    });
    const InUse::Asked asked(self.use);
    return Call().run(Duration::short_, [&] { return free_times(scene, part, contacts.answers()); });
}

void write_scene_report(SceneHandle& self, const py::object& answers, const py::object& file, const std::string& title)
{
    const Answers* all = py::isinstance<HeldAnswers>(answers) ? &answers.cast<const HeldAnswers&>().answers() : nullptr;
    const Answer& first = *answers.cast<const HeldAnswer&>().answer;
    const std::filesystem::path path = path_of(file);
    const InUse::Asked asked(self.use);
    Call().run(Duration::short_, [&] {
        if (all != nullptr)
            write_report(self.scene, *all, path, {.title = title});
        else
            write_report(self.scene, first, path, {.title = title});
        return true;
    });
}

PartId add_part(SceneHandle& self, const py::object& part, const py::args& second, const py::kwargs& given)
{
    Options options(given, "add");
    const bool is_body = py::isinstance<RigidBody>(part);
    py::object more = options.object(is_body ? "motion" : "faces");
    if (second.size() > 1 || (second.size() == 1 && !more.is_none()))
        throw py::type_error("add() takes a part, or positions and faces, or a body and its motion");
    if (second.size() == 1) more = second[0];
    PartOptions fixed;
    options.read("name", fixed.name);
    options.read("group", fixed.group);
    options.read("self_contact", fixed.self);
    options.read("thickness", fixed.thickness);
    options.read("solid", fixed.solid);
    options.finish();
    const InUse::Changed changed(self.use);
    if (is_body && !more.is_none())
        return self.scene.add(part.cast<BodyHandle>(), more.cast<const RigidMotion&>(), fixed);
    if (!more.is_none()) return self.scene.add(mesh_of(part, more), fixed);
    if (py::isinstance<TriangleMesh>(part)) return self.scene.add(part.cast<const TriangleMesh&>(), fixed);
    if (py::isinstance<RigidBody>(part)) return self.scene.add(part.cast<BodyHandle>(), fixed);
    if (py::isinstance<Robot>(part)) return self.scene.add(part.cast<const Robot&>(), fixed);
    throw py::type_error("a scene is made of TriangleMeshes, RigidBodies and Robots, not of " +
                         std::string(py::str(py::type::of(part).attr("__name__"))));
}

/// What the scene tells of itself, asked of its handle.
template <class Result, class... Arguments>
auto of_scene(Result (Scene::*tell)(Arguments...) const)
{
    return [tell](const SceneHandle& self, Arguments... arguments) -> std::decay_t<Result> {
        return (self.scene.*tell)(arguments...);
    };
}

void require_arguments(const py::args& motion, std::size_t least, std::size_t most, const char* sentence)
{
    if (motion.size() < least || motion.size() > most) throw py::type_error(sentence);
}

void move_part(SceneHandle& self, PartId part, const py::args& motion)
{
    const InUse::Changed changed(self.use);
    switch (self.scene.kind(part)) {
        case Scene::Kind::mesh: {
            require_arguments(motion, 1, 2, "move() of a mesh takes end positions, or start and end positions");
            const Positions first(motion[0], "positions");
            if (motion.size() == 1) return self.scene.move(part, first.points());
            const Positions second(motion[1], "positions");
            return self.scene.move(part, first.points(), second.points());
        }
        case Scene::Kind::body:
            require_arguments(motion, 1, 1, "move() of a rigid body takes a RigidMotion");
            return self.scene.move(part, motion[0].cast<const RigidMotion&>());
        case Scene::Kind::robot: break;
    }
    require_arguments(motion, 2, 2, "move() of a robot takes two configurations");
    self.scene.move(part, JointMotion{vector_of(motion[0], "from_"), vector_of(motion[1], "to")});
}

/// `old_vertices` has -1 in place of the number of a vertex that was not there.
void replace_part(SceneHandle& self, PartId part, const py::object& positions, const py::object& faces,
                  const py::object& old_vertices)
{
    const py::object one_more = py::module_::import("numpy").attr("asarray")(old_vertices).attr("__add__")(1);
    std::vector<VertexId> old = numbers_of(one_more, "old_vertices");
    for (VertexId& vertex : old) vertex = vertex == 0 ? new_vertex : vertex - 1;
    TriangleMesh mesh = mesh_of(positions, faces);
    const InUse::Changed changed(self.use);
    self.scene.replace(part, std::move(mesh), old);
}

}  // namespace

void add_scenes(py::module_& module)
{
    py::class_<SceneHandle>(module, "Scene",
                            "Scene()\n\nDeforming meshes, rigid bodies and robots that move together over a step. "
                            "A part rests where it is until it is moved.")
        .def(py::init<>())
        .def("add", add_part, py::arg("part"),
             "add(mesh, **options)\nadd(positions, faces, **options)\nadd(body, motion=None, **options)\nadd(robot, "
             "**options)\n\nOptions: name=\"\", group=0, self_contact=True, thickness=0.0, solid=False.\n\nAdds a "
             "TriangleMesh, "
             "which deforms, a RigidBody or a Robot, and returns its number. solid is for deforming meshes.")
        .def("move", move_part, py::arg("part"),
             "move(part, end)\nmove(part, start, end)\nmove(part, motion)\nmove(part, from_, to)\n\nThe motion of a "
             "part in this step: positions of a mesh, a RigidMotion of a body, configurations of a robot.")
        .def("replace", replace_part, py::arg("part"), py::arg("positions"), py::arg("faces"), py::arg("old_vertices"),
             "replace(part, positions, faces, old_vertices)\n\nGives a deforming mesh other vertices and faces between "
             "two "
             "steps; the part then rests there. old_vertices holds for each vertex its number in the old mesh, or -1 "
             "for a "
             "new one: it affects no answer, only the time it takes.")
        .def("advance", advance_scene, py::arg("step") = 1.0,
             "advance(step=1.0)\n\nBegins the next step where every part is after a fraction of this one, or every "
             "vertex after its own: what safe_fractions gave.")
        .def(
            "keep_front",
            [](SceneHandle& self, std::size_t most_pairs) {
                const InUse::Changed changed(self.use);
                self.scene.keep_front(most_pairs);
            },
            py::arg("most_pairs"),
            "keep_front(most_pairs)\n\nHas all_contacts start where the search of the step before ended: at most so "
            "many pairs of nodes, 15 to 40 a triangle. Answers are the same.")
        .def(
            "keep_candidates",
            [](SceneHandle& self, double slack, std::size_t most) {
                const InUse::Changed changed(self.use);
                self.scene.keep_candidates(slack, most);
            },
            py::arg("slack"), py::arg("most") = std::size_t{1} << 22U,
            "keep_candidates(slack, most=4194304)\n\nKeeps the pairs of features that come within their gap and twice "
            "the "
            "slack of each other: searches of steps that run along the one searched to within the slack, as the trials "
            "of "
            "a line search do, begin with them. Answers are the same; statistics.kept_searches counts.")
        .def_property_readonly("part_count", of_scene(&Scene::part_count), "How many parts.")
        .def_property_readonly("object_count", of_scene(&Scene::object_count),
                               "How many objects, which contacts name: a robot has one per link, other parts have one.")
        .def("kind", of_scene(&Scene::kind), py::arg("part"), "kind(part)\n\n\"mesh\", \"body\" or \"robot\".")
        .def("name", of_scene(&Scene::name), py::arg("part"), "name(part)\n\nThe name of a part, or \"part N\".")
        .def("first_object", of_scene(&Scene::first_object), py::arg("part"),
             "first_object(part)\n\nThe number of a part's first object.")
        .def("part_of", of_scene(&Scene::part_of), py::arg("object"),
             "part_of(object)\n\nThe part that an object belongs to.")
        .def("object_name", of_scene(&Scene::object_name), py::arg("object"),
             "object_name(object)\n\nThe name of an object: \"ball\", or \"arm/hand\" for a link.")
        .def("start", of_scene(&Scene::start), py::arg("part"),
             "start(part)\n\nWhere the vertices of a mesh start the step.")
        .def("end", of_scene(&Scene::end), py::arg("part"), "end(part)\n\nWhere they end it.")
        .def("motion", of_scene(&Scene::rigid_motion), py::arg("part"), "motion(part)\n\nThe RigidMotion of a body.")
        .def("__repr__",
             [](const SceneHandle& self) { return fmt::format("<tocca.Scene {} parts>", self.scene.part_count()); });
    add_scene_verb(module, collides_verb);
    add_scene_verb(module, first_contact_verb);
    add_scene_verb(module, all_contacts_verb);
    add_scene_verb(module, safe_step_verb);
    module.def("scene_intersects", scene_intersects);
    module.def("scene_intersections", scene_intersections);
    module.def("scene_near_pairs", scene_near_pairs);
    module.def("scene_free_radii", scene_free_radii);
    module.def("scene_safe_fractions", scene_safe_fractions);
    module.def("islands_of", islands_of);
    module.def("scene_free_times", scene_free_times);
    module.def("write_report", write_scene_report, py::arg("scene"), py::arg("answers"), py::arg("file"), py::kw_only(),
               py::arg("title") = "scene",
               "write_report(scene, answers, file, *, title=\"scene\")\n\nWrites a page that shows the step of a Scene "
               "with the answer of first_contact or all_contacts about it; a browser opens it.");
}

}  // namespace tocca::python
