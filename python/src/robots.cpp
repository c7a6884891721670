// SPDX-License-Identifier: Apache-2.0
// Robots and what they move among.
#include <fmt/format.h>

#include <functional>
#include <numeric>
#include <string>
#include <vector>

#include "answers.hpp"
#include "arrays.hpp"
#include "calls.hpp"
#include "meshes.hpp"
#include "options.hpp"
#include "tocca/base/error.hpp"
#include "tocca/io/joint_path.hpp"
#include "tocca/io/planning_request.hpp"
#include "tocca/io/planning_scene.hpp"
#include "tocca/io/robot_file.hpp"
#include "tocca/robot/robot.hpp"
#include "tocca/robot/robot_scene.hpp"
#include "tocca/robot/robot_state.hpp"

namespace tocca::python {
namespace {

RobotFileOptions read_file_options(const py::kwargs& given, const char* verb)
{
    Options options(given, verb);
    RobotFileOptions file;
    const py::object srdf = options.object("srdf");
    if (!srdf.is_none()) file.srdf = path_of(srdf).string();
    options.read("package_paths", file.package_paths);
    options.read("solid_meshes", file.solid_meshes);
    options.read("isolated_vertices", file.isolated_vertices);
    options.finish();
    return file;
}

void warn_of(const std::vector<Note>& notes)
{
    for (const Note& note : notes) warn(note.text());
}

/// The robot of a file, with a warning for each note and for each mesh that was to be a solid and is a surface.
Robot robot_of(RobotFile file, const std::string& name)
{
    warn_of(file.notes);
    for (const SurfaceMesh& mesh : file.surfaces) warn(mesh.file + " is a surface, not a solid: " + mesh.why);
    try {
        return Robot(std::move(file.parts));
    } catch (const Error& error) {
        throw Error(error.code(), error.what(), {.file = name});
    }
}

/// Pairs of names that may touch, each (a, b) or (a, b, reason).
std::vector<RobotParts::NamedPair> named_pairs(const py::iterable& given)
{
    std::vector<RobotParts::NamedPair> pairs;
    for (const py::handle item : given) {
        const auto names = py::cast<std::vector<std::string>>(item);
        require(names.size() == 2 || names.size() == 3, "a pair must be two names, and a reason if there is one");
        pairs.push_back({names[0], names[1], names.size() == 3 ? names[2] : "allowed"});
    }
    return pairs;
}

/// The names of things in their order.
template <class Things, class NameOf>
std::vector<std::string> names_of(const Things& things, const NameOf& name_of)
{
    std::vector<std::string> names;
    for (const auto& thing : things) names.push_back(std::invoke(name_of, thing));
    return names;
}

/// A configuration that tells what is not said; by default where the robot starts.
Eigen::VectorXd rest_of(const Robot& robot, const py::object& rest)
{
    return rest.is_none() ? default_start(robot).values : vector_of(rest, "rest");
}

Eigen::Isometry3d pose_or_identity(const py::object& pose)
{
    return pose.is_none() ? Eigen::Isometry3d::Identity() : pose_of(pose, "the pose");
}

void add_robot_shapes(py::module_& module)
{
    py::class_<RobotShape>(module, "RobotShape", "A body that belongs to a link or to an object of a scene.")
        .def_readonly("padding", &RobotShape::padding,
                      "The shape is all that is within this distance of its triangles.")
        .def("__repr__", [](const RobotShape& self) {
            return fmt::format("<tocca.RobotShape {} triangles>", self.body->primitives().size());
        });
    module.def(
        "box_shape",
        [](const py::object& lengths, const py::object& pose) {
            return box_shape(vector3_of(lengths, "lengths"), pose_or_identity(pose));
        },
        py::arg("lengths"), py::arg("pose") = py::none(), "box_shape(lengths, pose=None)\n\nA solid box.");
    module.def(
        "sphere_shape",
        [](double radius, const py::object& pose) { return sphere_shape(radius, pose_or_identity(pose)); },
        py::arg("radius"), py::arg("pose") = py::none(), "sphere_shape(radius, pose=None)\n\nA sphere, exactly.");
    module.def(
        "cylinder_shape",
        [](double radius, double height, const py::object& pose) {
            return cylinder_shape(radius, height, pose_or_identity(pose));
        },
        py::arg("radius"), py::arg("height"), py::arg("pose") = py::none(),
        "cylinder_shape(radius, height, pose=None)\n\nA solid cylinder along z: a prism of 64 sides around it.");
    module.def(
        "capsule_shape",
        [](double radius, double height, const py::object& pose) {
            return capsule_shape(radius, height, pose_or_identity(pose));
        },
        py::arg("radius"), py::arg("height"), py::arg("pose") = py::none(),
        "capsule_shape(radius, height, pose=None)\n\nA capsule along z, exactly; height is that between the "
        "half-spheres.");
    module.def(
        "mesh_shape",
        [](const TriangleMesh& mesh, const py::kwargs& given) {
            Options options(given, "mesh_shape");
            const py::object pose = options.object("pose");
            Eigen::Vector3d scale = Eigen::Vector3d::Ones();
            RigidBodyOptions how;
            options.read("scale", scale);
            options.read("solid", how.solid);
            options.read("isolated_vertices", how.isolated_vertices);
            options.finish();
            return mesh_shape(mesh, pose_or_identity(pose), scale, how);
        },
        "mesh_shape(mesh, *, pose=None, scale=(1, 1, 1), solid=False, isolated_vertices=False)\n\nA mesh scaled, then "
        "placed. A closed one is a solid when solid is set; vertices that no face and no edge uses are ignored unless "
        "isolated_vertices.");
}

py::list limits_of(const Robot& robot)
{
    py::list limits;
    for (std::size_t i = 0; i < robot.value_count(); ++i) limits.append(py::none());
    for (std::size_t joint = 0; joint < robot.joints().size(); ++joint) {
        const Joint& of = robot.joints()[joint];
        if (!of.limits || of.mimic || value_count(of.type) != 1) continue;
        limits[robot.first_value(joint)] = py::make_tuple(of.limits->lower, of.limits->upper);
    }
    return limits;
}

void add_robot(py::module_& module)
{
    py::class_<Robot>(module, "Robot",
                      "Links held together by joints as a tree, from load_robot or parse_robot. A configuration is an "
                      "array of all values of all joints, in the order of value_names.")
        .def_property_readonly("name", &Robot::name, "Its name.")
        .def_property_readonly(
            "link_names", [](const Robot& self) { return names_of(self.links(), &Link::name); },
            "The names of the links, in the order of their numbers.")
        .def_property_readonly(
            "joint_names", [](const Robot& self) { return names_of(self.joints(), &Joint::name); },
            "The names of the joints.")
        .def_property_readonly("value_count", &Robot::value_count, "The length of a configuration.")
        .def_property_readonly(
            "value_names",
            [](const Robot& self) {
                std::vector<std::size_t> values(self.value_count());
                std::iota(values.begin(), values.end(), std::size_t{0});
                return names_of(values, [&](std::size_t value) { return self.value_name(value); });
            },
            "What the values of a configuration are called.")
        .def_property_readonly("limits", limits_of, "(lower, upper) of each value; None where there is no limit.")
        .def_property_readonly(
            "allowed_pairs",
            [](const Robot& self) {
                std::vector<std::tuple<std::string, std::string, std::string>> pairs;
                for (const auto& [a, b, reason] : self.allowed_pairs())
                    pairs.emplace_back(self.links()[a].name, self.links()[b].name, reason);
                return pairs;
            },
            "Links that may touch unseen: (link, link, reason).")
        .def("zero", &Robot::zero, "zero()\n\nThe configuration with all joints at zero.")
        .def_property_readonly(
            "states",
            [](const Robot& self) {
                std::vector<std::pair<std::string, std::string>> names;
                for (const RobotParts::State& state : self.states()) names.emplace_back(state.group, state.name);
                return names;
            },
            "The states of its SRDF file: (group, name).")
        .def(
            "state",
            [](const Robot& self, const std::string& name, const py::object& rest) {
                return state_configuration(self, name, rest_of(self, rest));
            },
            py::arg("name"), py::arg("rest") = py::none(),
            "state(name, rest=None)\n\nThe configuration of a state: \"ready\" of all groups that have one, or "
            "\"arm/ready\". What it does not say is as in rest, by default as in default_start().")
        .def(
            "default_start", [](const Robot& self) { return default_start(self).values; },
            "default_start()\n\nThe state home, ready or default, the first there is; what it does not say is in the "
            "middle of the joint's limits, or zero.")
        .def(
            "poses",
            [](const Robot& self, const py::object& configuration) {
                return self.poses(vector_of(configuration, "the configuration"));
            },
            py::arg("configuration"),
            "poses(configuration)\n\nThe poses of all links, (links, 4, 4), the root's being the identity.")
        .def(
            "limit_broken",
            [](const Robot& self, const py::object& configuration) {
                const Eigen::VectorXd values = vector_of(configuration, "the configuration");
                self.check(values);
                return self.limit_broken(values);
            },
            py::arg("configuration"),
            "limit_broken(configuration)\n\nA sentence about the first value outside the limits of a joint; None if "
            "there is none.")
        .def("__repr__", [](const Robot& self) {
            return fmt::format("<tocca.Robot \"{}\" {} links, {} values>", self.name(), self.links().size(),
                               self.value_count());
        });
    module.def(
        "load_robot",
        [](const py::object& path, const py::kwargs& given) {
            const RobotFileOptions options = read_file_options(given, "load_robot");
            const std::filesystem::path file = path_of(path);
            Call call;
            return robot_of(call.run(Duration::maybe_long, [&] { return read_robot(file, options, call.stop()); }),
                            file.string());
        },
        py::arg("path"),
        "load_robot(path, *, srdf=None, package_paths=(), solid_meshes=False, isolated_vertices=False)\n\nReads a "
        "robot from a URDF file, with the meshes it names. An SRDF file's disabled pairs may touch. With solid_meshes, "
        "warns "
        "of meshes that cannot be solids and stay surfaces.\n\nRaises Error with the file and the line.");
    module.def(
        "parse_robot",
        [](const std::string& text, const std::string& file, const py::kwargs& given) {
            const RobotFileOptions options = read_file_options(given, "parse_robot");
            Call call;
            return robot_of(
                call.run(Duration::maybe_long, [&] { return parse_robot(text, file, options, call.stop()); }), file);
        },
        py::arg("text"), py::arg("file") = "robot.urdf",
        "parse_robot(text, file=\"robot.urdf\", *, srdf=None, package_paths=(), solid_meshes=False, "
        "isolated_vertices=False)\n\nThe same from text; file is its name in errors, and meshes are found from its "
        "folder.");
}

void add_objects(py::module_& module)
{
    py::class_<Obstacle>(module, "Obstacle",
                         "Obstacle(name, shapes, pose=None)\n\nSomething that a robot moves among and that does not "
                         "move itself.")
        .def(py::init([](const std::string& name, const std::vector<RobotShape>& shapes, const py::object& pose) {
                 return Obstacle{name, shapes, pose_or_identity(pose)};
             }),
             py::arg("name"), py::arg("shapes"), py::arg("pose") = py::none())
        .def_readonly("name", &Obstacle::name, "Its name.")
        .def_readonly("pose", &Obstacle::pose, "Of the shapes' coordinates.")
        .def("__repr__", [](const Obstacle& self) { return "<tocca.Obstacle \"" + self.name + "\">"; });
    py::class_<RobotScene>(module, "RobotScene",
                           "RobotScene(objects=(), allowed=())\n\nWhat a robot moves among: Obstacles, and pairs of "
                           "names (a, b) or (a, b, reason) that may touch unseen.")
        .def(py::init([](const std::vector<Obstacle>& objects, const py::iterable& allowed) {
                 return RobotScene{objects, named_pairs(allowed)};
             }),
             py::arg("objects") = py::tuple(), py::arg("allowed") = py::tuple())
        .def_readonly("objects", &RobotScene::objects, "The Obstacles.")
        .def("__repr__",
             [](const RobotScene& self) { return fmt::format("<tocca.RobotScene {} objects>", self.objects.size()); });
    module.def(
        "attach",
        [](const Robot& robot, const std::string& name, const std::string& link, const std::vector<RobotShape>& shapes,
           const py::object& pose, const std::vector<std::string>& touch_links) {
            return attach(robot, {name, link, shapes, pose_or_identity(pose), touch_links});
        },
        py::arg("robot"), py::arg("name"), py::arg("link"), py::arg("shapes"), py::arg("pose") = py::none(),
        py::arg("touch_links") = py::tuple(),
        "attach(robot, name, link, shapes, pose=None, touch_links=())\n\nThe robot with an object in its hand: it "
        "moves with the link, and may touch some links unseen.");
}

void add_files(py::module_& module)
{
    py::class_<PlanningScene>(module, "PlanningScene",
                              "What a robot is to move among, as a file tells it: see place_robot.")
        .def_readonly("name", &PlanningScene::name, "Its name.")
        .def_property_readonly(
            "object_names",
            [](const PlanningScene& self) {
                return names_of(self.objects, [](const PlanningScene::Object& each) { return each.object.name; });
            },
            "The names of the objects.")
        .def("__repr__", [](const PlanningScene& self) {
            return fmt::format("<tocca.PlanningScene \"{}\" {} objects>", self.name, self.objects.size());
        });
    module.def(
        "load_scene",
        [](const py::object& path, const py::kwargs& given) {
            Options options(given, "load_scene");
            ReadOptions file_options;
            options.read("package_paths", file_options.package_paths);
            options.finish();
            const std::filesystem::path file = path_of(path);
            Call call;
            file_options.stop = call.stop();
            return call.run(Duration::maybe_long, [&] { return load_scene(file, file_options); });
        },
        py::arg("path"),
        "load_scene(path, *, package_paths=())\n\nReads a scene from JSON, or from YAML as MoveIt and MotionBenchMaker "
        "write it.");
    py::class_<RobotInScene>(module, "RobotInScene", "A robot in its scene, ready for RobotChecker.")
        .def_readonly("robot", &RobotInScene::robot, "The Robot, with the objects that it holds.")
        .def_readonly("scene", &RobotInScene::scene, "The RobotScene, in the coordinates of the robot's root.")
        .def_readonly("start", &RobotInScene::start,
                      "The configuration of the scene's state; values that it does not give are those of "
                      "default_start().")
        .def("__repr__", [](const RobotInScene& self) { return "<tocca.RobotInScene \"" + self.robot.name() + "\">"; });
    module.def(
        "place_robot",
        [](const Robot& robot, const PlanningScene& scene) {
            RobotInScene placed = place_robot(robot, scene, {}, default_start(robot).values);
            warn_of(placed.notes);
            return placed;
        },
        py::arg("robot"), py::arg("scene"), "place_robot(robot, scene)\n\nPuts a robot into a scene from a file.");
    module.def(
        "read_joint_path",
        [](const py::object& path, const Robot& robot, const py::object& rest) {
            const JointPath read = read_joint_path(path_of(path), robot, rest_of(robot, rest));
            warn_of(read.notes);
            return read.waypoints;
        },
        py::arg("path"), py::arg("robot"), py::arg("rest") = py::none(),
        "read_joint_path(path, robot, rest=None)\n\nThe waypoints (n, values) in a CSV or NumPy file; values that it "
        "does not name are as in rest, by default as in robot.default_start().");
    module.def(
        "read_planning_request",
        [](const py::object& path, const Robot& robot) {
            const PlanningRequest request = read_planning_request(path_of(path), robot, default_start(robot).values);
            warn_of(request.notes);
            return std::pair(request.start, request.goals);
        },
        py::arg("path"), py::arg("robot"),
        "read_planning_request(path, robot)\n\n(start, goals) of a request of MoveIt or MotionBenchMaker: "
        "configurations, at least one goal.");
}

}  // namespace

void add_robots(py::module_& module)
{
    add_robot_shapes(module);
    add_robot(module);
    add_objects(module);
    add_files(module);
}

}  // namespace tocca::python
