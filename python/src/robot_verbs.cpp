// SPDX-License-Identifier: Apache-2.0
// The verbs of robots.
#include <fmt/format.h>

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
template <class Ask>
void add_robot_verb(py::module_& module, const Verb<Ask>& verb)
{
    // What ends with a first contact is answered in few steps, mostly.
    constexpr bool is_brief =
        std::is_same_v<Ask, decltype(first_contact_verb.ask)> || std::is_same_v<Ask, decltype(safe_step_verb.ask)>;
    add_verb(module, "robot", verb,
             [=](const py::object& self, const py::object& from, const py::object& to, const py::kwargs& given) {
                 Query query(given, verb.name);
                 const auto& checker = self.cast<const RobotChecker&>();
                 const JointMotion motion{vector_of(from, "from_"), vector_of(to, "to")};
                 const auto ask = [&](const QueryOptions& options) { return verb.ask(checker, motion, options); };
                 auto answer = is_brief ? query.run_budgeted(ask) : query.run(Duration::maybe_long, ask);
                 return held(std::move(answer), query.work(), robot_recording(self, motion));
             });
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

std::vector<HeldAnswer> edges_of(const HeldPath& self)
{
    std::vector<HeldAnswer> edges;
    for (const Answer& edge : self.path.edges) edges.push_back(held(edge, {}));
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
            "outcome", [](const HeldPath& self) { return self.path.outcome; }, "Of the first edge that is not free.")
        .def_property_readonly(
            "free_edges", [](const HeldPath& self) { return self.path.free_edges; },
            "So many edges, counted from the first, are proven free.")
        .def_property_readonly(
            "safe_until", [](const HeldPath& self) { return self.path.safe_until; }, "As is this part of the next.")
        .def_property_readonly("edges", edges_of, "An Answer for each edge.")
        .def_readonly("statistics", &HeldPath::statistics, "The Statistics: what all edges took.")
        .def("__len__", [](const HeldPath& self) { return self.path.edges.size(); })
        .def("__repr__", [](const HeldPath& self) {
            return fmt::format("<tocca.PathAnswer {}, the first {} of {} edges proven free>",
                               to_string(self.path.outcome), self.path.free_edges, self.path.edges.size());
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
        .def_property_readonly("robot", &RobotChecker::robot, py::return_value_policy::copy, "The Robot.")
        .def_property_readonly("scene", &RobotChecker::scene, py::return_value_policy::copy, "The RobotScene.")
        .def_property_readonly(
            "body_names",
            [](const RobotChecker& self) {
                std::vector<std::string> names;
                for (std::uint32_t i = 0; i < self.body_count(); ++i) names.emplace_back(self.body_name(i));
                return names;
            },
            "The names of the links, then of the objects.")
        .def_property_readonly("pair_count", &RobotChecker::pair_count, "How many pairs of shapes are checked.")
        .def("__repr__", [](const RobotChecker& self) {
            return fmt::format("<tocca.RobotChecker \"{}\" {} bodies, {} pairs>", self.robot().name(),
                               self.body_count(), self.pair_count());
        });
}

}  // namespace

void add_robot_verbs(py::module_& module)
{
    add_path_answer(module);
    add_checker(module);
    add_robot_verb(module, collides_verb);
    add_robot_verb(module, first_contact_verb);
    add_robot_verb(module, all_contacts_verb);
    add_robot_verb(module, safe_step_verb);
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
