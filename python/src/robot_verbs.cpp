// SPDX-License-Identifier: Apache-2.0
// The verbs of robots.
#include <pybind11/stl.h>

#include <string>
#include <tuple>
#include <utility>

#include "answers.hpp"
#include "arrays.hpp"
#include "query.hpp"
#include "tocca/base/error.hpp"
#include "tocca/report/robot_recorder.hpp"
#include "tocca/robot/robot_query.hpp"

namespace tocca::python {
namespace {

JointMotion motion_of(const py::object& from, const py::object& to)
{
    return {vector_of(from, "from_"), vector_of(to, "to")};
}

/// The checker stays, with its answers, as long as they are kept.
Recording robot_recording(const py::object& checker, const JointMotion& motion)
{
    return [checker, motion](const Answers& answers) -> std::optional<RecordedMotion> {
        RobotRecorder recorder("robot", checker.cast<const RobotChecker&>());
        recorder.add_edge(motion,
                          {.name = "edge 0",
                           .outcome = answers.outcome,
                           .safe_until = answers.safe_until,
                           .contact_count = answers.contacts.size()},
                          answers.contacts);
        return recorder.motion();
    };
}

/// Adds a verb about a motion of a robot.
template <class Verb>
void add_robot_verb(py::module_& module, const char* name, const char* keyword, const Verb& verb)
{
    module.def(name,
               [=](const py::object& self, const py::object& from, const py::object& to, const py::kwargs& given) {
                   Query query(given, keyword);
                   const auto& checker = self.cast<const RobotChecker&>();
                   const JointMotion motion = motion_of(from, to);
                   auto answer = query.run(Duration::maybe_long,
                                           [&](const QueryOptions& options) { return verb(checker, motion, options); });
                   return held(std::move(answer), query.work(), robot_recording(self, motion));
               });
}

HeldAnswer robot_first_contact(const py::object& self, const py::object& from, const py::object& to,
                               const py::kwargs& given)
{
    Query query(given, "first_contact");
    const auto& checker = self.cast<const RobotChecker&>();
    const JointMotion motion = motion_of(from, to);
    Answer answer =
        query.run_budgeted([&](const QueryOptions& options) { return first_contact(checker, motion, options); });
    return held(std::move(answer), query.work(), robot_recording(self, motion));
}

HeldStep robot_safe_step(const py::object& self, const py::object& from, const py::object& to, const py::kwargs& given)
{
    Query query(given, "safe_step");
    const auto& checker = self.cast<const RobotChecker&>();
    const JointMotion motion = motion_of(from, to);
    SafeStep step =
        query.run_budgeted([&](const QueryOptions& options) { return safe_step(checker, motion, options); });
    return held(std::move(step), query.work(), robot_recording(self, motion));
}

/// The answer about a path as Python holds it.
struct HeldPath {
    PathAnswer path;
    Statistics statistics;
};

HeldPath path_answer(const RobotChecker& checker, const py::object& path, const py::kwargs& given)
{
    Query query(given, "check_path");
    const Doubles array = doubles_of(path, "the path");
    require(array.ndim() == 2, "the path must have the shape (waypoints, values)");
    const Eigen::MatrixXd rows =
        Eigen::Map<const Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>>(
            array.data(), array.shape(0), array.shape(1));
    PathAnswer answer = query.run(Duration::maybe_long,
                                  [&](const QueryOptions& options) { return check_path(checker, rows, options); });
    return {std::move(answer), query.work()};
}

py::list edges_of(const HeldPath& self)
{
    py::list edges;
    for (const Answer& edge : self.path.edges) edges.append(py::cast(held(edge, {})));
    return edges;
}

RobotChecker make_checker(const Robot& robot, const RobotScene& scene, const py::kwargs& given)
{
    Options options(given, "RobotChecker");
    RobotCheckOptions check;
    options.read("self_contact", check.self);
    options.read("clearance", check.clearance);
    const py::object clearances = options.object("pair_clearances");
    if (!clearances.is_none()) {
        for (const py::handle item : clearances) {
            const auto [a, b, clearance] = py::cast<std::tuple<std::string, std::string, double>>(item);
            check.pair_clearances.push_back({a, b, clearance});
        }
    }
    options.read("threshold", check.threshold);
    options.finish();
    RobotChecker checker = Call().run(Duration::short_, [&] { return RobotChecker(robot, scene, check); });
    if (checker.pair_count() == 0) {
        warn("nothing is checked: robot '" + robot.name() +
             "' and its scene have no two shapes that may not touch, so that every answer will be free");
    }
    return checker;
}

void add_path_answer(py::module_& module)
{
    py::class_<HeldPath>(module, "PathAnswer", "The edges of a path in order.")
        .def_property_readonly(
            "outcome", [](const HeldPath& self) { return std::string(to_string(self.path.outcome)); },
            "Of the first edge that is not free.")
        .def_property_readonly(
            "free_edges", [](const HeldPath& self) { return self.path.free_edges; },
            "So many edges, counted from the first, are proven free.")
        .def_property_readonly(
            "safe_until", [](const HeldPath& self) { return self.path.safe_until; }, "As is this part of the next.")
        .def_property_readonly("edges", edges_of, "An Answer for each edge.")
        .def_readonly("statistics", &HeldPath::statistics, "The Statistics: what all edges took.")
        .def("__len__", [](const HeldPath& self) { return self.path.edges.size(); })
        .def("__repr__", [](const HeldPath& self) {
            const PathAnswer& path = self.path;
            return "<tocca.PathAnswer " + std::string(to_string(path.outcome)) + ", the first " +
                   std::to_string(path.free_edges) + " of " + std::to_string(path.edges.size()) + " edges proven free>";
        });
}

void add_checker(py::module_& module)
{
    py::class_<RobotChecker>(module, "RobotChecker",
                             "RobotChecker(robot, scene, *, self_contact=True, clearance=0.0, pair_clearances=(), "
                             "threshold=None)\n\n"
                             "A robot among objects, made ready for many questions. It does not change: any number of "
                             "threads may ask one. pair_clearances are (name, name, clearance).")
        .def(py::init(&make_checker), py::arg("robot"), py::arg("scene"))
        .def_property_readonly(
            "robot", [](const RobotChecker& self) { return self.robot(); }, "The Robot.")
        .def_property_readonly(
            "scene", [](const RobotChecker& self) { return self.scene(); }, "The RobotScene.")
        .def_property_readonly(
            "body_names",
            [](const RobotChecker& self) {
                py::list names;
                for (std::size_t i = 0; i < self.body_count(); ++i) {
                    names.append(self.body_name(static_cast<std::uint32_t>(i)));
                }
                return names;
            },
            "The names of the links, then of the objects.")
        .def_property_readonly("pair_count", &RobotChecker::pair_count, "How many pairs of shapes are checked.")
        .def("__repr__", [](const RobotChecker& self) {
            return "<tocca.RobotChecker \"" + self.robot().name() + "\" " + std::to_string(self.body_count()) +
                   " bodies, " + std::to_string(self.pair_count()) + " pairs>";
        });
}

}  // namespace

void add_robot_verbs(py::module_& module)
{
    add_path_answer(module);
    add_checker(module);
    add_robot_verb(module, "robot_collides", "collides", [](auto&... all) { return collides(all...); });
    add_robot_verb(module, "robot_all_contacts", "all_contacts", [](auto&... all) { return all_contacts(all...); });
    module.def("robot_first_contact", robot_first_contact);
    module.def("robot_safe_step", robot_safe_step);
    module.def(
        "collides_at",
        [](const RobotChecker& checker, const py::object& configuration) {
            const Eigen::VectorXd values = vector_of(configuration, "the configuration");
            return Call().run(Duration::short_, [&] { return collides_at(checker, values); });
        },
        py::arg("checker"), py::arg("configuration"),
        "collides_at(checker, configuration)\n\nWhether anything touches at a configuration, or is within its "
        "clearance. False is proven.");
    module.def("check_path", path_answer, py::arg("checker"), py::arg("path"),
               "check_path(checker, path, *, only_collides=False, stop_at_contact=False, clearance=0.0, "
               "threshold=None, tolerance=None, check_limits=False, budget=None, threads=0, target=\"\", "
               "progress=None)\n\n"
               "Checks the motions between consecutive configurations of a path, (waypoints, values).");
}

}  // namespace tocca::python
