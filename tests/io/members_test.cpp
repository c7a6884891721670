// SPDX-License-Identifier: Apache-2.0
// A member that is misspelt or there twice must be an error with its line, at every level of every structured format.
#include <gtest/gtest.h>

#include <functional>
#include <nlohmann/json.hpp>
#include <set>
#include <string>
#include <vector>

#include "io/small_robot.hpp"
#include "tocca/base/error.hpp"
#include "tocca/io/gltf_motion.hpp"
#include "tocca/io/planning_request.hpp"
#include "tocca/io/planning_scene.hpp"
#include "tocca/io/rigid_world_file.hpp"
#include "tocca/io/robot_file.hpp"
#include "tocca/io/srdf_file.hpp"

namespace tocca::members_test {
namespace {

using Json = nlohmann::ordered_json;

enum class Injected { nothing, unknown, repeated };

/// Writes a document with a line for each member and each element, and one member too many in one of its objects. JSON of
/// this kind is YAML too.
class Writer {
public:
    Writer(Injected kind, std::size_t object) : kind_(kind), object_(object) {}

    void write(const Json& value, const std::string& path)
    {
        if (value.is_object()) {
            const bool chosen = kind_ != Injected::nothing && objects_++ == object_;
            if (value.empty() && !chosen) {
                text_ += "{}";
                return;
            }
            begin('{');
            std::string comma;
            for (const auto& [name, member] : value.items()) {
                text_ += comma + Json(name).dump() + ": ";
                comma = ",\n";
                lines_ += 1;
                write(member, path + "." + name);
            }
            if (chosen) {
                lines_ += 1;
                line_ = lines_;
                path_ = path;
                const bool again = kind_ == Injected::repeated && !value.empty();
                text_ += comma + Json(again ? value.items().begin().key() : "frobnicate").dump() + ": 1";
            }
            end('}');
        } else if (value.is_array()) {
            if (value.empty()) {
                text_ += "[]";
                return;
            }
            begin('[');
            std::string comma;
            for (const Json& element : value) {
                text_ += comma;
                comma = ",\n";
                lines_ += 1;
                write(element, path + "[]");
            }
            end(']');
        } else {
            text_ += value.dump();
        }
    }

    [[nodiscard]] const std::string& text() const { return text_; }
    [[nodiscard]] std::size_t line() const { return line_; }
    [[nodiscard]] const std::string& path() const { return path_; }
    [[nodiscard]] bool injected() const { return line_ > 0; }

private:
    // Every member and element begins after a line feed; the one that follows the bracket is counted with it.
    void begin(char bracket)
    {
        text_ += bracket;
        text_ += '\n';
    }
    void end(char bracket)
    {
        text_ += '\n';
        text_ += bracket;
        lines_ += 1;
    }

    Injected kind_;
    std::size_t object_;
    std::size_t objects_ = 0;
    std::string text_;
    std::size_t lines_ = 1;  ///< that have begun
    std::size_t line_ = 0;
    std::string path_;
};

struct Format {
    std::string name;
    std::string document;
    std::function<void(const std::string&)> read;
    /// Where members are passed over, whatever they are: paths of objects, those below included.
    std::vector<std::string> ignored = {};
};

void PrintTo(const Format& format, std::ostream* out) { *out << format.name; }

/// The line of the Error that reading throws; 0 for none.
std::size_t line_of_fault(const Format& format, const std::string& text)
{
    try {
        format.read(text);
    } catch (const Error& error) {
        EXPECT_EQ(error.code(), ErrorCode::malformed_file) << error.what();
        EXPECT_EQ(error.place().file, "file") << error.what();
        return error.place().line.value_or(~std::size_t{0});
    }
    return 0;
}

class Members : public testing::TestWithParam<Format> {};

TEST_P(Members, UnknownOrRepeatedAreErrorsWithTheLine)
{
    const Format& format = GetParam();
    const Json document = Json::parse(format.document);
    Writer good(Injected::nothing, 0);
    good.write(document, "");
    format.read(good.text());  // throws if it is not
    std::size_t unknown = 0, repeated = 0, ignored = 0;
    for (const Injected kind : {Injected::unknown, Injected::repeated}) {
        for (std::size_t object = 0;; ++object) {
            Writer writer(kind, object);
            writer.write(document, "");
            if (!writer.injected()) break;
            bool may_be = false;
            for (const std::string& path : format.ignored) may_be = may_be || writer.path().starts_with(path);
            if (kind == Injected::repeated) may_be = false;
            (may_be ? ignored : kind == Injected::unknown ? unknown : repeated) += 1;
            EXPECT_EQ(line_of_fault(format, writer.text()), may_be ? 0 : writer.line())
                << format.name << writer.path() << (kind == Injected::unknown ? " unknown\n" : " repeated\n")
                << writer.text();
        }
    }
    EXPECT_GT(unknown, 2U);
    EXPECT_GT(repeated, 2U);
    EXPECT_EQ(ignored > 0, !format.ignored.empty());
}

const std::string world_text = R"({"schema": "tocca.world/1", "bodies": [
    {"name": "a", "shape": "box:1,1,1", "group": 1, "poses": ["0,0,0", "1,0,0"], "reference": [0, 0, 0]},
    {"name": "b", "shape": "box:1,1,1", "pose": [[1,0,0,3],[0,1,0,0],[0,0,1,0],[0,0,0,1]]}],
  "skip_groups": [[1, 1]], "skip_pairs": []})";

const std::string scene_text = R"({"schema": "tocca.robot-scene/1", "name": "kitchen",
  "objects": [{"name": "table", "pose": "1,0,0.5", "shape": "box:2,1,0.1"},
    {"name": "lamp", "shapes": [{"shape": "sphere:0.25", "pose": "0,0,1"}, {"shape": "cylinder:0.5,2"}]}],
  "attached": [{"name": "part", "link": "tool", "shape": "box:1,1,1"}],
  "allowed": [{"a": "lamp", "b": "part", "reason": "far"}]})";

/// What a scene is in the messages of MoveIt, all that has no part in the answer included.
const std::string moveit_world = R"({"collision_objects": [
    {"header": {"seq": 1, "stamp": {"sec": 0, "nanosec": 0}, "frame_id": "base"}, "id": "shelf",
     "pose": {"position": {"x": 1, "y": 0, "z": 0}, "orientation": {"x": 0, "y": 0, "z": 0, "w": 1}},
     "type": {"key": "", "db": ""},
     "primitives": [{"type": 1, "dimensions": [1, 1, 1], "polygon": {"points": []}}],
     "primitive_poses": [{"position": [0, 0, 0], "orientation": [0, 0, 0, 1]}],
     "meshes": [{"vertices": [[0, 0, 0], {"x": 1, "y": 0, "z": 0}, [0, 1, 0]],
                 "triangles": [{"vertex_indices": [0, 1, 2]}]}],
     "mesh_poses": [{"position": [0, 0, 0]}],
     "planes": [], "plane_poses": [], "subframe_names": [], "subframe_poses": [], "operation": "\u0000"}],
  "octomap": {"header": {"frame_id": ""}, "origin": {"position": [0, 0, 0]},
              "octomap": {"header": {"frame_id": ""}, "binary": false, "id": "", "resolution": 0.0, "data": []}}})";
const std::string moveit_state = R"({
  "joint_state": {"header": {"frame_id": "base"}, "name": ["shoulder", "wheel"], "position": [0.5, 1], "velocity": [],
                  "effort": []},
  "multi_dof_joint_state": {"header": {"frame_id": "base"}, "joint_names": ["virtual_joint"],
     "transforms": [{"translation": {"x": 0, "y": 0, "z": 0}, "rotation": {"x": 0, "y": 0, "z": 0, "w": 1}}],
     "twist": [], "wrench": []},
  "attached_collision_objects": [{"link_name": "tool", "touch_links": ["finger"], "weight": 1.0,
     "detach_posture": {"points": []},
     "object": {"id": "part", "primitives": [{"type": "sphere", "dimensions": [0.5]}]}}],
  "is_diff": true})";
const std::string moveit_scene = R"({"name": "(noname)+", "robot_state": )" + moveit_state + R"(,
  "robot_model_name": "small",
  "fixed_frame_transforms": [{"header": {"frame_id": "base"}, "child_frame_id": "world",
     "transform": {"translation": [0, 0, 1], "rotation": [0, 0, 0, 1]}}],
  "allowed_collision_matrix": {"entry_names": ["base", "upper"],
     "entry_values": [{"enabled": [false, true]}, {"enabled": [true, false]}],
     "default_entry_names": [], "default_entry_values": []},
  "link_padding": [{"link_name": "base", "padding": 0.0}], "link_scale": [{"link_name": "base", "scale": 1.0}],
  "object_colors": [{"id": "shelf", "color": {"r": 1.0}}],
  "world": )" + moveit_world + R"(, "is_diff": false})";
const std::string request_text = R"({
  "workspace_parameters": {"header": {"frame_id": ""}, "min_corner": [-1, -1, -1], "max_corner": [1, 1, 1]},
  "start_state": {
     "joint_state": {"header": {"frame_id": "base"}, "name": ["shoulder", "wheel"], "position": [0.5, 1]},
     "multi_dof_joint_state": {"header": {"frame_id": "base"}, "joint_names": ["virtual_joint"],
       "transforms": [{"translation": [0, 0, 0], "rotation": {"x": 0, "y": 0, "z": 0, "w": 1}}]},
     "attached_collision_objects": [], "is_diff": true},
  "goal_constraints": [{"name": "", "joint_constraints": [
      {"joint_name": "shoulder", "position": 1.0, "tolerance_above": 0.1, "tolerance_below": 0.1, "weight": 1.0}],
    "position_constraints": [], "orientation_constraints": [], "visibility_constraints": []}],
  "path_constraints": {"name": ""}, "trajectory_constraints": {"constraints": []}, "reference_trajectories": [],
  "pipeline_id": "", "planner_id": "", "group_name": "arm", "num_planning_attempts": 1, "allowed_planning_time": 1.0,
  "max_velocity_scaling_factor": 0.1, "max_acceleration_scaling_factor": 0.1,
  "cartesian_speed_limited_link": "", "max_cartesian_speed": 0.0})";

const std::string gltf_text = R"({"asset": {"version": "2.0"}, "scene": 0, "scenes": [{"nodes": [0]}],
  "nodes": [{"name": "a", "mesh": 0, "translation": [0, 0, 1], "extras": {"any": 1}}],
  "meshes": [{"primitives": [{"attributes": {"POSITION": 0}, "material": 0}]}], "materials": [{"name": "red"}],
  "accessors": [{"bufferView": 0, "componentType": 5126, "count": 3, "type": "VEC3",
     "sparse": {"count": 1, "indices": {"bufferView": 1, "componentType": 5121}, "values": {"bufferView": 0}}},
    {"bufferView": 1, "componentType": 5126, "count": 1, "type": "SCALAR"},
    {"bufferView": 0, "componentType": 5126, "count": 1, "type": "VEC3"}],
  "animations": [{"channels": [{"sampler": 0, "target": {"node": 0, "path": "translation"}}],
                  "samplers": [{"input": 1, "output": 2}]}],
  "skins": [{"joints": [0]}],
  "bufferViews": [{"buffer": 0, "byteLength": 36}, {"buffer": 0, "byteOffset": 0, "byteLength": 4}],
  "buffers": [{"byteLength": 36,
     "uri": "data:application/octet-stream;base64,AAAAAAAAAAAAAAAAAACAPwAAAAAAAAAAAAAAAAAAgD8AAAAA"}]})";

/// Where the lists of a state are passed over.
std::vector<std::string> with_prefix(const std::string& prefix, std::vector<std::string> paths)
{
    for (std::string& path : paths) path = prefix + path;
    return paths;
}

const std::vector<std::string> ignored_in_world = {".collision_objects[].header.stamp",
                                                   ".collision_objects[].type",
                                                   ".collision_objects[].primitives[].polygon",
                                                   ".octomap.header",
                                                   ".octomap.origin",
                                                   ".octomap.octomap.header"};
const std::vector<std::string> ignored_in_state = {".joint_state.header", ".multi_dof_joint_state.header",
                                                   ".attached_collision_objects[].detach_posture"};

std::vector<std::string> ignored_in_scene(const std::string& prefix)
{
    std::vector<std::string> paths = with_prefix(prefix + ".world", ignored_in_world);
    for (const std::string& path : with_prefix(prefix + ".robot_state", ignored_in_state)) paths.push_back(path);
    paths.push_back(prefix + ".fixed_frame_transforms[].header");
    paths.push_back(prefix + ".object_colors");
    return paths;
}

std::vector<std::string> ignored_in_request(const std::string& prefix)
{
    std::vector<std::string> paths = with_prefix(prefix + ".start_state", ignored_in_state);
    for (const char* member : {".workspace_parameters", ".path_constraints", ".trajectory_constraints"}) {
        paths.push_back(prefix + member);
    }
    return paths;
}

void read_request(const std::string& text)
{
    const Robot robot = support::small_robot();
    (void)parse_planning_request(text, "file", robot, robot.zero());
}

std::vector<Format> formats()
{
    const auto yaml_scene = [](const std::string& text) { (void)parse_scene_yaml(text, "file"); };
    return {
        {"world", world_text, [](const std::string& text) { (void)parse_rigid_world(text, "file"); }},
        {"scene_json", scene_text, [](const std::string& text) { (void)parse_scene_json(text, "file"); }},
        {"scene_yaml", moveit_scene, yaml_scene, ignored_in_scene("")},
        {"scene_of_service", R"({"scene": )" + moveit_scene + "}", yaml_scene, ignored_in_scene(".scene")},
        {"world_of_topic", moveit_world, yaml_scene, ignored_in_world},
        {"request", request_text, read_request, ignored_in_request("")},
        {"request_of_service", R"({"motion_plan_request": )" + request_text + "}", read_request,
         ignored_in_request(".motion_plan_request")},
        {"gltf",
         gltf_text,
         [](const std::string& text) { (void)GltfMotion(text, "file"); },
         {".asset", ".materials", ".nodes[].extras", ".meshes[].primitives[].attributes"}},
    };
}

INSTANTIATE_TEST_SUITE_P(AllFormats, Members, testing::ValuesIn(formats()),
                         [](const auto& tested) { return tested.param.name; });

/// An element of a file, for writing it with something too much.
struct Element {
    std::string name;
    std::string attributes = {};
    std::vector<Element> children = {};
};

enum class Extra { nothing, element, attribute, again };

/// Writes a line for each element, and one thing too much at one of them.
class XmlWriter {
public:
    XmlWriter(Extra kind, std::size_t chosen) : kind_(kind), chosen_(chosen) {}

    void write(const Element& element, const std::string& path)
    {
        const bool here = kind_ != Extra::nothing && count_++ == chosen_;
        const std::string here_path = path + "/" + element.name;
        put("<" + element.name + " " + element.attributes +
            (here && kind_ == Extra::attribute ? " frobnicate='1'" : "") + ">");
        if (here && kind_ == Extra::attribute) line_ = lines_;
        for (const Element& child : element.children) write(child, here_path);
        if (here && kind_ == Extra::element) {
            put("<frobnicate/>");
            line_ = lines_;
        }
        put("</" + element.name + ">");
        if (here) path_ = here_path;
        if (here && kind_ == Extra::again) {
            put("<" + element.name + " " + element.attributes + "/>");
            line_ = lines_;
        }
    }

    [[nodiscard]] const std::string& text() const { return text_; }
    [[nodiscard]] std::size_t line() const { return line_; }
    [[nodiscard]] const std::string& path() const { return path_; }

private:
    void put(const std::string& line)
    {
        text_ += line + "\n";
        lines_ += 1;
    }

    Extra kind_;
    std::size_t chosen_;
    std::size_t count_ = 0;
    std::string text_;
    std::size_t lines_ = 0;
    std::size_t line_ = 0;
    std::string path_;
};

struct XmlFormat {
    std::string name;
    Element document;
    std::function<void(const std::string&)> read;
    std::vector<std::string> ignored;     ///< paths below which anything may be
    std::set<std::string> any_attribute;  ///< paths where attributes that are not known are passed over
    std::set<std::string> many;           ///< paths of elements that may be there again, or whose names are refused
};

void PrintTo(const XmlFormat& format, std::ostream* out) { *out << format.name; }

class XmlMembers : public testing::TestWithParam<XmlFormat> {};

TEST_P(XmlMembers, UnknownOrRepeatedAreErrorsWithTheLine)
{
    const XmlFormat& format = GetParam();
    XmlWriter good(Extra::nothing, 0);
    good.write(format.document, "");
    format.read(good.text());
    std::size_t refused = 0;
    for (const Extra kind : {Extra::element, Extra::attribute, Extra::again}) {
        for (std::size_t chosen = 0;; ++chosen) {
            XmlWriter writer(kind, chosen);
            writer.write(format.document, "");
            if (writer.line() == 0) break;
            const std::string& path = writer.path();
            bool may_be = kind == Extra::again ? format.many.contains(path)
                                               : kind == Extra::attribute && format.any_attribute.contains(path);
            for (const std::string& each : format.ignored) may_be = may_be || path.starts_with(each);
            std::size_t line = 0;
            try {
                format.read(writer.text());
            } catch (const Error& error) {
                line = error.place().line.value_or(0);
                EXPECT_EQ(error.place().file, "file");
            }
            if (may_be && kind == Extra::again) continue;  // read, or refused for its name
            EXPECT_EQ(line, may_be ? 0 : writer.line()) << path << "\n" << writer.text();
            refused += may_be ? 0 : 1;
        }
    }
    EXPECT_GT(refused, 20U);
}

std::vector<XmlFormat> xml_formats()
{
    const Element origin = {"origin", "xyz='0 0 0' rpy='0 0 0'"};
    const auto collision = [&](const Element& shape) {
        return Element{"collision", "name='c'", {origin, {"geometry", "", {shape}}, {"verbose", "value='yes'"}}};
    };
    const Element urdf = {
        "robot",
        "name='r'",
        {{"link",
          "name='a'",
          {{"visual", "", {{"geometry", "", {{"mesh", "filename='absent.dae'"}}}}},
           {"inertial", "", {{"mass", "value='1'"}}},
           collision({"box", "size='1 1 1'"}),
           collision({"sphere", "radius='1'"}),
           collision({"cylinder", "radius='1' length='1'"}),
           collision({"capsule", "radius='1' length='1'"})}},
         {"link", "name='b'"},
         {"link", "name='c'"},
         {"joint",
          "name='j' type='revolute'",
          {origin,
           {"parent", "link='a'"},
           {"child", "link='b'"},
           {"axis", "xyz='0 0 1'"},
           {"limit", "lower='-1' upper='1' effort='1' velocity='1'"},
           {"dynamics", "damping='1'"}}},
         {"joint",
          "name='k' type='continuous'",
          {{"parent", "link='b'"}, {"child", "link='c'"}, {"mimic", "joint='j' multiplier='1' offset='0'"}}},
         {"gazebo", "reference='a'", {{"material", "name='x'"}}},
         {"transmission", "name='t'", {{"joint", "name='j'"}}}}};
    const Element srdf = {"robot",
                          "name='r'",
                          {{"group",
                            "name='arm'",
                            {{"joint", "name='j'"},
                             {"link", "name='b'"},
                             {"chain", "base_link='a' tip_link='b'"},
                             {"group", "name='x'"}}},
                           {"group_state", "name='home' group='arm'", {{"joint", "name='j' value='1'"}}},
                           {"disable_collisions", "link1='a' link2='b' reason='Never'"},
                           {"enable_collisions", "link1='a' link2='b'"},
                           {"disable_default_collisions", "link='a'"},
                           {"virtual_joint", "name='v' type='fixed' parent_frame='world' child_link='a'"},
                           {"end_effector", "name='e' parent_link='b' group='arm'"},
                           {"passive_joint", "name='j'"},
                           {"rotor_params", "", {{"joint", "name='j' mass='1'"}}}}};
    return {
        {"urdf",
         urdf,
         [](const std::string& text) { (void)parse_robot(text, "file"); },
         {"/robot/link/visual", "/robot/link/inertial", "/robot/link/collision/verbose", "/robot/joint/dynamics",
          "/robot/gazebo", "/robot/transmission"},
         {"/robot", "/robot/link", "/robot/link/collision", "/robot/link/collision/geometry", "/robot/joint"},
         {"/robot", "/robot/link", "/robot/joint", "/robot/link/collision"}},
        {"srdf",
         srdf,
         [](const std::string& text) { (void)parse_srdf(text, "file"); },
         {"/robot/rotor_params"},
         {"/robot", "/robot/group", "/robot/group/group", "/robot/group_state"},
         {"/robot", "/robot/group/joint", "/robot/group/link", "/robot/group/chain", "/robot/group/group",
          "/robot/disable_collisions", "/robot/enable_collisions", "/robot/disable_default_collisions",
          "/robot/passive_joint"}},
    };
}

INSTANTIATE_TEST_SUITE_P(AllFormats, XmlMembers, testing::ValuesIn(xml_formats()),
                         [](const auto& tested) { return tested.param.name; });

}  // namespace
}  // namespace tocca::members_test
