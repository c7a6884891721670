// SPDX-License-Identifier: Apache-2.0
#include "tocca/io/robot_file.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <set>
#include <utility>

#include "tocca/base/error.hpp"
#include "tocca/io/detail/excerpt.hpp"
#include "tocca/io/detail/mesh_reference.hpp"
#include "tocca/io/detail/text_lines.hpp"
#include "tocca/io/detail/urdf_tree.hpp"
#include "tocca/io/detail/xml_members.hpp"
#include "tocca/io/expansion_budget.hpp"
#include "tocca/io/file_bytes.hpp"
#include "tocca/io/load_mesh.hpp"

namespace tocca {
namespace {

using Eigen::Isometry3d;
using Eigen::Vector3d;
using io::detail::XmlPlace;

/// What URDF files may hold. Listed as ignored is what the format has beside shapes and joints, and what simulators and
/// other programs add to it.
const std::vector<io::detail::XmlRule>& urdf_rules()
{
    static const std::vector<io::detail::XmlRule> rules = {
        {.element = "robot",
         .many = {"link", "joint"},
         .ignored = {"material",     "transmission",      "gazebo",        "sensor",    "ros2_control", "actuator",
                     "frame",        "loop_joint",        "force_element", "mujoco",    "plugin",       "model",
                     "group",        "self_collide",      "static",        "author",    "license",      "verbose",
                     "end_effector", "safety_controller", "compiler",      "constraint"}},
        {.element = "link",
         .many = {"collision"},
         .ignored = {"visual",
                     "inertial",
                     "inertia",
                     "mass",
                     "origin",
                     "material",
                     "contact",
                     "contact_coefficients",
                     "self_collision_checking",
                     "self_collide",
                     "selfCollide",
                     "gravity",
                     "turnGravityOff",
                     "velocity_decay",
                     "sensor",
                     "gazebo",
                     "audio_source",
                     "audio_sink",
                     "projector",
                     "light",
                     "verbose",
                     "kinematic"}},
        {.element = "collision",
         .once = {"origin", "geometry"},
         .ignored = {"material", "verbose", "contact", "contact_coefficients", "surface", "friction", "max_contacts",
                     "laser_retro", "gazebo"}},
        {.element = "geometry",
         .once = {"box", "sphere", "cylinder", "capsule", "mesh"},
         .ignored = {"material", "texture", "color"}},
        {.element = "box", .attributes = {"size", "name"}},
        {.element = "sphere", .attributes = {"radius", "name"}},
        {.element = "cylinder", .attributes = {"radius", "length", "name"}},
        {.element = "capsule", .attributes = {"radius", "length", "name"}},
        {.element = "mesh", .attributes = {"filename", "scale", "name"}},
        {.element = "joint",
         .once = {"origin", "parent", "child", "axis", "axis2", "limit", "mimic"},
         .ignored = {"calibration", "dynamics", "safety_controller", "physics", "damping", "friction", "ode",
                     "hardwareInterface", "transmission", "actuator", "sensor", "gazebo", "material", "inertial",
                     "visual", "verbose", "disable_implicit_spring_damper"}},
        {.element = "parent", .attributes = {"link"}},
        {.element = "child", .attributes = {"link"}},
        {.element = "origin", .attributes = {"xyz", "rpy", "quat_xyzw"}},
        {.element = "axis", .attributes = {"xyz"}},
        {.element = "axis2", .attributes = {"xyz"}},
        {.element = "limit",
         .attributes = {"lower", "upper", "effort", "velocity", "acceleration", "deceleration", "jerk"}},
        {.element = "mimic", .attributes = {"joint", "multiplier", "offset"}},
    };
    return rules;
}

/// Reads collision shapes. A mesh file is read once, and a mesh at the same place in several links is one body.
class ShapeReader {
public:
    ShapeReader(const std::string& file, std::size_t text_bytes, const RobotFileOptions& options,
                const std::stop_token& stop)
        : naming_{.file = file, .package_paths = options.package_paths},
          budget_(file, text_bytes),
          solid_meshes_(options.solid_meshes),
          isolated_vertices_(options.isolated_vertices),
          stop_(stop)
    {}

    std::vector<RobotShape> shapes_of(const XmlPlace& link)
    {
        std::vector<RobotShape> shapes;
        for (const XmlPlace& collision : link.children("collision")) shapes.push_back(shape(collision));
        return shapes;
    }

    /// Meshes that were to be solids.
    std::vector<SurfaceMesh> take_surfaces() { return std::move(surfaces_); }

private:
    RobotShape shape(const XmlPlace& collision)
    {
        io::detail::throw_if_stopped(stop_, collision.file());
        const Isometry3d pose = io::detail::read_urdf_origin(collision);
        const XmlPlace geometry = collision.required_child("geometry");
        const XmlPlace element = shape_in(geometry);
        try {
            RobotShape made = shape(element, pose);
            count(made);
            return made;
        } catch (const Error& error) {  // of what a body as a whole must be
            if (!error.place().file.empty() || error.code() == ErrorCode::interrupted) throw;
            element.fail(std::string("cannot be made into a body: ") + error.what(), error.code());
        }
    }

    static XmlPlace shape_in(const XmlPlace& geometry)
    {
        std::vector<XmlPlace> found;
        for (const char* name : {"box", "sphere", "cylinder", "capsule", "mesh"}) {
            for (const XmlPlace& each : geometry.children(name)) found.push_back(each);
        }
        if (found.empty()) geometry.fail("has no shape in it");
        if (found.size() > 1) {
            const bool ordered = found[0].line() <= found[1].line();
            found[ordered ? 1 : 0].fail("is a second shape in one <geometry>");
        }
        return found.front();
    }

    RobotShape shape(const XmlPlace& element, const Isometry3d& pose)
    {
        if (element.name() == "box") {
            const auto lengths = element.vector("size");
            if (!lengths) element.fail("has no attribute 'size'");
            for (const double each : *lengths) check_length(element, "size", each);
            return box_shape(*lengths, pose);
        }
        if (element.name() == "sphere") return sphere(element, pose);
        if (element.name() == "cylinder") {
            return cylinder_shape(length(element, "radius"), length(element, "length"), pose);
        }
        if (element.name() == "capsule") {
            return capsule_shape(length(element, "radius"), length(element, "length"), pose);
        }
        return mesh(element, pose);
    }

    /// A sphere of radius 0 is a point: files of walking robots mark where feet touch the ground so.
    static RobotShape sphere(const XmlPlace& element, const Isometry3d& pose)
    {
        if (element.required_number("radius") == 0.0) return point_shape(pose);
        return sphere_shape(length(element, "radius"), pose);
    }

    /// A mesh that is placed many times is as many bodies.
    void count(const RobotShape& made)
    {
        if (counted_.insert(made.body.get()).second) budget_.take(made.body->memory_bytes() / 8, 1);
    }

    static void check_length(const XmlPlace& element, const char* name, double length)
    {
        if (length > 0.0 && length <= RigidBody::greatest_coordinate) return;
        element.fail("has an attribute '" + std::string(name) + "' that is not above 0 and at most 1e15");
    }

    static double length(const XmlPlace& element, const char* name)
    {
        const double value = element.required_number(name);
        check_length(element, name, value);
        return value;
    }

    RobotShape mesh(const XmlPlace& element, const Isometry3d& pose)
    {
        const auto found = io::detail::find_mesh(element.required_attribute("filename"), naming_);
        if (!found.fault.empty()) element.fail("names a mesh: " + found.fault, ErrorCode::unreadable_file);
        const Vector3d scale = element.vector("scale").value_or(Vector3d::Ones());
        if ((scale.array() == 0.0).any()) element.fail("has an attribute 'scale' with a value of 0");

        const std::string file = found.file.string();
        MeshPlace place = {file, {}};
        Eigen::Map<Vector3d>(place.second.data()) = scale;
        Eigen::Map<Vector3d>(place.second.data() + 3) = pose.translation();
        Eigen::Map<Eigen::Matrix3d>(place.second.data() + 6) = pose.linear();
        if (const auto same = placed_.find(place); same != placed_.end()) return same->second;

        auto read = meshes_.find(file);
        if (read == meshes_.end()) {
            read = meshes_.emplace(file, load_mesh(found.file, stop_)).first;
            std::error_code error;
            const auto size = std::filesystem::file_size(found.file, error);
            if (!error) budget_.add_file_bytes(size);
        }
        RobotShape made = body(file, read->second, pose, scale);
        placed_.emplace(std::move(place), made);
        return made;
    }

    [[nodiscard]] RobotShape body(const std::string& file, const TriangleMesh& mesh, const Isometry3d& pose,
                                  const Vector3d& scale)
    {
        const auto surface = [&] { return mesh_shape(mesh, pose, scale, {.isolated_vertices = isolated_vertices_}); };
        if (!solid_meshes_) return surface();
        try {
            return mesh_shape(mesh, pose, scale, {.solid = true, .isolated_vertices = isolated_vertices_});
        } catch (const Error& error) {
            if (error.code() != ErrorCode::malformed_mesh) throw;
            RobotShape made = surface();
            const auto same = [&](const SurfaceMesh& known) { return known.file == file; };
            if (std::ranges::none_of(surfaces_, same)) surfaces_.push_back({file, error.what()});
            return made;
        }
    }

    /// A file, scale, translation and rotation.
    using MeshPlace = std::pair<std::string, std::array<double, 15>>;

    io::detail::NamingFile naming_;
    ExpansionBudget budget_;
    std::set<const RigidBody*> counted_;
    bool solid_meshes_;
    bool isolated_vertices_;
    const std::stop_token& stop_;
    std::vector<SurfaceMesh> surfaces_;
    std::map<std::string, TriangleMesh> meshes_;
    std::map<MeshPlace, RobotShape> placed_;
};

}  // namespace

RobotFile parse_robot(std::string_view text, const std::string& file, const RobotFileOptions& options,
                      const std::stop_token& stop)
{
    const io::detail::XmlDocument document(text, file);
    const XmlPlace root = document.root();
    if (root.name() != "robot") root.fail("is not <robot>: this is not a URDF file");
    RobotFile robot;
    robot.parts.name = root.required_attribute("name");
    io::detail::check_members(root, urdf_rules(), robot.notes);
    io::detail::UrdfTree tree = io::detail::read_urdf_tree(root);
    if (!options.srdf.empty()) {
        robot.srdf = read_srdf(options.srdf, stop);
        SrdfAllowed allowed = allowed_pairs(robot.srdf, tree.links);
        robot.parts.allowed = std::move(allowed.pairs);
        robot.unknown_pairs = std::move(allowed.unknown);
        robot.parts.states = named_states(robot.srdf, tree.joints, robot.notes);
        robot.notes.insert(robot.notes.end(), robot.srdf.notes.begin(), robot.srdf.notes.end());
    }
    ShapeReader shapes(file, text.size(), options, stop);
    for (std::size_t i = 0; i < tree.links.size(); ++i) tree.links[i].shapes = shapes.shapes_of(tree.link_places[i]);
    robot.surfaces = shapes.take_surfaces();
    robot.parts.links = std::move(tree.links);
    robot.parts.joints = std::move(tree.joints);
    return robot;
}

RobotFile read_robot(const std::filesystem::path& path, const RobotFileOptions& options, const std::stop_token& stop)
{
    return parse_robot(read_text_file(path, stop), path.string(), options, stop);
}

Robot load_robot(const std::filesystem::path& path, const RobotFileOptions& options, const std::stop_token& stop)
{
    RobotFile file = read_robot(path, options, stop);
    try {
        return Robot(std::move(file.parts));
    } catch (const Error& error) {  // what only a robot as a whole can break
        throw Error(error.code(), error.what(), {.file = path.string()});
    }
}

}  // namespace tocca
