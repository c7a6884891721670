// SPDX-License-Identifier: Apache-2.0
// The verbs of robots.
#include <pybind11/stl.h>

#include <string>
#include <tuple>

#include "answers.hpp"
#include "arrays.hpp"
#include "calls.hpp"
#include "options.hpp"
#include "rigid.hpp"
#include "tocca/base/error.hpp"
#include "tocca/robot/robot_query.hpp"

namespace tocca::python {
namespace {

void read_query(Options& options, RobotQueryOptions& query)
{
    options.read("time_tolerance", query.time_tolerance);
    options.read("until", query.until);
    options.read("budget", query.budget);
    query.boxes = static_cast<LinkBoxMethod>(options.word<3>("boxes", {"taylor", "interval", "none"}));
    query.order = static_cast<RobotSearchOrder>(options.word<2>("order", {"one_heap", "pair_by_pair"}));
    options.read("check_limits", query.check_limits);
    options.read("target", query.target);
}

/// One question about a motion of a robot.
class RobotQuestion {
public:
    RobotQuestion(const RobotChecker& checker, const py::object& from, const py::object& to, const py::kwargs& given,
                  const char* verb)
        : checker_(checker)
    {
        Options options(given, verb);
        read_query(options, query_);
        options.finish();
        motion_ = {vector_of(from, "from_"), vector_of(to, "to")};
        query_.stop = call_.stop();
    }

    bool collides()
    {
        return call_.run(Duration::maybe_long, [&] { return tocca::collides(checker_, motion_, query_); });
    }

    RobotFirstContact first_contact()
    {
        const auto ask = [&](const RobotQueryOptions& query) { return tocca::first_contact(checker_, motion_, query); };
        return run_budgeted(call_, query_, ask,
                            [](RobotFirstContact& first) -> const RigidStatistics& { return first.statistics.search; });
    }

    RobotContacts all_contacts()
    {
        return call_.run(Duration::maybe_long, [&] { return tocca::all_contacts(checker_, motion_, query_); });
    }

private:
    const RobotChecker& checker_;
    RobotQueryOptions query_;
    JointMotion motion_;
    Call call_;
};

RobotPathReport path_report(const RobotChecker& checker, const py::object& path, const py::kwargs& given)
{
    Options options(given, "check_path");
    RobotPathOptions how;
    read_query(options, how.motion);
    options.read("only_collides", how.only_collides);
    options.read("stop_at_contact", how.stop_at_contact);
    options.read("threads", how.threads);
    const py::object progress = options.callback("progress");
    options.finish();
    const Doubles array = doubles_of(path, "the path");
    require(array.ndim() == 2, "the path must have the shape (waypoints, values)");
    const Eigen::MatrixXd rows =
        Eigen::Map<const Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>>(
            array.data(), array.shape(0), array.shape(1));
    Call call;
    how.motion.stop = call.stop();
    how.progress = call.progress<double>(progress);
    return call.run(Duration::maybe_long, [&] { return check_path(checker, rows, how); });
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
    options.read("hulls", check.hulls);
    options.read("threads", check.threads);
    options.finish();
    RobotChecker checker = Call().run(Duration::short_, [&] { return RobotChecker(robot, scene, check); });
    if (checker.pair_count() == 0) {
        warn("nothing is checked: robot '" + robot.name() +
             "' and its scene have no two shapes that may not touch, so that every answer will be free");
    }
    return checker;
}

py::dict dict_of(const RobotStatistics& statistics)
{
    py::dict counts = python::dict_of(statistics.search);
    counts["pairs"] = statistics.pairs;
    counts["near_pairs"] = statistics.near_pairs;
    counts["started_pairs"] = statistics.started_pairs;
    counts["finished_pairs"] = statistics.finished_pairs;
    return counts;
}

py::tuple pair_of(const std::array<RobotBodyId, 2>& bodies) { return py::make_tuple(bodies[0], bodies[1]); }

void add_robot_answers(py::module_& module)
{
    py::class_<RobotFirstContact, BodiesAnswer>(module, "RobotFirstContact",
                                                "The first contact of a robot's motion; contact.objects are body "
                                                "numbers, see RobotChecker.body_names.")
        .def_property_readonly(
            "bodies",
            [](const RobotFirstContact& self) -> py::object {
                return self.bodies ? py::object(pair_of(*self.bodies)) : py::object(py::none());
            },
            "Which two links, or link and object, the outcome is about; None when all is free.")
        .def_property_readonly(
            "shapes", [](const RobotFirstContact& self) { return pair_of(self.shapes); }, "Which of their shapes.")
        .def_property_readonly(
            "statistics", [](const RobotFirstContact& self) { return dict_of(self.statistics); },
            "What it took, counts by name.");
    py::class_<RobotPairContact>(module, "RobotPairContact", "Two bodies and their first contact.")
        .def_property_readonly(
            "bodies", [](const RobotPairContact& self) { return pair_of(self.bodies); }, "Their numbers.")
        .def_readonly("first", &RobotPairContact::first, "Their RobotFirstContact.")
        .def("__repr__", [](const RobotPairContact& self) {
            return "<tocca.RobotPairContact (" + std::to_string(self.bodies[0]) + ", " +
                   std::to_string(self.bodies[1]) + ") " + text_of(self.first) + ">";
        });
    py::class_<RobotContacts>(module, "RobotContacts", "Every pair of bodies that is not proven free.")
        .def_property_readonly(
            "outcome", [](const RobotContacts& self) { return std::string(to_string(self.outcome)); },
            "Of the first pair.")
        .def_readonly("safe_until", &RobotContacts::safe_until, "The motion is proven free up to here.")
        .def_readonly("starts_within_clearance", &RobotContacts::starts_within_clearance, "Of any pair.")
        .def_readonly("nothing_checked", &RobotContacts::nothing_checked, "As in FirstContact.")
        .def_property_readonly(
            "pairs", [](const RobotContacts& self) { return list_of(self.pairs); },
            "The RobotPairContacts, the earliest first.")
        .def_property_readonly(
            "statistics", [](const RobotContacts& self) { return dict_of(self.statistics); },
            "What it took, counts by name.")
        .def("__len__", [](const RobotContacts& self) { return self.pairs.size(); })
        .def("__repr__", [](const RobotContacts& self) {
            return "<tocca.RobotContacts " + std::string(to_string(self.outcome)) + ", " +
                   std::to_string(self.pairs.size()) + " pairs>";
        });
    py::class_<RobotPathReport>(module, "RobotPathReport", "The edges of a path in order.")
        .def_property_readonly(
            "outcome", [](const RobotPathReport& self) { return std::string(to_string(self.outcome)); },
            "Of the first edge that is not free.")
        .def_readonly("free_edges", &RobotPathReport::free_edges,
                      "So many edges, counted from the first, are proven free.")
        .def_readonly("safe_until", &RobotPathReport::safe_until, "As is this part of the next.")
        .def_property_readonly(
            "edges", [](const RobotPathReport& self) { return list_of(self.edges); },
            "A RobotFirstContact for each edge.")
        .def("__len__", [](const RobotPathReport& self) { return self.edges.size(); })
        .def("__repr__", [](const RobotPathReport& self) {
            return "<tocca.RobotPathReport " + std::string(to_string(self.outcome)) + ", the first " +
                   std::to_string(self.free_edges) + " of " + std::to_string(self.edges.size()) + " edges proven free>";
        });
}

void add_checker(py::module_& module)
{
    py::class_<RobotChecker>(module, "RobotChecker",
                             "RobotChecker(robot, scene, *, self_contact=True, clearance=0.0, pair_clearances=(), "
                             "threshold=None, hulls=False, threads=0)\n\n"
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
                    names.append(self.body_name(static_cast<RobotBodyId>(i)));
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
    add_robot_answers(module);
    add_checker(module);
    module.def("robot_collides",
               [](const RobotChecker& checker, const py::object& from, const py::object& to, const py::kwargs& given) {
                   return RobotQuestion(checker, from, to, given, "collides").collides();
               });
    module.def("robot_first_contact",
               [](const RobotChecker& checker, const py::object& from, const py::object& to, const py::kwargs& given) {
                   return RobotQuestion(checker, from, to, given, "first_contact").first_contact();
               });
    module.def("robot_all_contacts",
               [](const RobotChecker& checker, const py::object& from, const py::object& to, const py::kwargs& given) {
                   return RobotQuestion(checker, from, to, given, "all_contacts").all_contacts();
               });
    module.def("robot_safe_step",
               [](const RobotChecker& checker, const py::object& from, const py::object& to, const py::kwargs& given) {
                   return RobotQuestion(checker, from, to, given, "safe_step").first_contact().safe_until;
               });
    module.def(
        "collides_at",
        [](const RobotChecker& checker, const py::object& configuration) {
            const Eigen::VectorXd values = vector_of(configuration, "the configuration");
            return Call().run(Duration::short_, [&] { return collides_at(checker, values); });
        },
        py::arg("checker"), py::arg("configuration"),
        "collides_at(checker, configuration)\n\nWhether anything touches at a configuration, or is within its "
        "clearance. False is proven.");
    module.def("check_path", path_report, py::arg("checker"), py::arg("path"),
               "check_path(checker, path, *, only_collides=False, stop_at_contact=False, threads=0, progress=None, "
               "time_tolerance=0.0, budget=100000000, boxes=\"taylor\", order=\"one_heap\", check_limits=False, "
               "target=\"\")\n\n"
               "Checks the motions between consecutive configurations of a path, (waypoints, values).");
}

}  // namespace tocca::python
