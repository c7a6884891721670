// SPDX-License-Identifier: Apache-2.0
#include <nlohmann/json.hpp>
#include <unordered_map>

#include "tocca/io/detail/excerpt.hpp"
#include "tocca/io/detail/json_place.hpp"
#include "tocca/io/detail/scene_shapes.hpp"
#include "tocca/io/detail/text_lines.hpp"
#include "tocca/io/planning_scene.hpp"
#include "tocca/io/pose_file.hpp"
#include "tocca/io/pose_text.hpp"
#include "tocca/io/robot_shape_text.hpp"

namespace tocca {
namespace {

using Eigen::Index;
using Eigen::Isometry3d;
using Eigen::Vector3d;
using io::detail::JsonPlace;
using nlohmann::json;

class SceneJsonReader {
public:
    SceneJsonReader(const json& document, std::string_view text, const std::string& file, const ReadOptions& options)
        : root_(document, file, text), lines_(io::detail::json_lines(text, 2)), file_(file), options_(options)
    {}

    PlanningScene read()
    {
        const JsonPlace schema = root_.at("schema");
        if (schema.text() != "tocca.robot-scene/1") schema.fail("is not 'tocca.robot-scene/1'");
        root_.know({"schema", "name", "objects", "attached", "allowed", "start"});
        PlanningScene scene;
        if (const auto name = root_.find("name")) scene.name = name->text();
        each("objects", [&](const JsonPlace& object) { scene.objects.push_back(object_of(object)); });
        each("attached", [&](const JsonPlace& object) { scene.attached.push_back(attached_of(object)); });
        each("allowed", [&](const JsonPlace& pair) { scene.allowed.push_back(allowed_of(pair)); });
        if (const auto start = root_.find("start")) read_start(*start, scene.state);
        return scene;
    }

private:
    template <class Work>
    void each(const char* key, const Work& work) const
    {
        const auto list = root_.find(key);
        if (!list) return;
        for (std::size_t i = 0; i < list->size(); ++i) work(list->at(i));
    }

    [[nodiscard]] ErrorPlace place_of(const JsonPlace& member) const
    {
        const auto found = lines_.find(member.way());
        return {.file = file_, .line = found == lines_.end() ? std::nullopt : std::optional(found->second)};
    }

    PlanningScene::Object object_of(const JsonPlace& member) const
    {
        member.know({"name", "pose", "shape", "mesh", "scale", "solid", "isolated_vertices", "shapes", "frame"});
        PlanningScene::Object object{.object = {}, .place = place_of(member)};
        object.object.name = name_of(member);
        object.object.pose = pose_of(member);
        object.object.shapes = shapes_of(member);
        if (const auto frame = member.find("frame")) object.frame = frame->text();
        return object;
    }

    PlanningScene::Attached attached_of(const JsonPlace& member) const
    {
        member.know(
            {"name", "link", "pose", "shape", "mesh", "scale", "solid", "isolated_vertices", "shapes", "touch_links"});
        PlanningScene::Attached attached{.object = {}, .place = place_of(member)};
        attached.object.name = name_of(member);
        attached.object.link = member.at("link").text();
        attached.object.pose = pose_of(member);
        attached.object.shapes = shapes_of(member);
        if (const auto links = member.find("touch_links")) {
            for (std::size_t i = 0; i < links->size(); ++i) {
                attached.object.touch_links.push_back(links->at(i).text());
            }
        }
        return attached;
    }

    static std::string name_of(const JsonPlace& member)
    {
        const JsonPlace name = member.at("name");
        if (name.text().empty()) name.fail("is empty");
        return name.text();
    }

    PlanningScene::Allowed allowed_of(const JsonPlace& pair) const
    {
        PlanningScene::Allowed allowed{.names = {}, .place = place_of(pair)};
        if (pair.is_array()) {
            allowed.names = {pair.at(0, 2).text(), pair.at(1, 2).text(), "scene"};
        } else {
            pair.know({"a", "b", "reason"});
            const auto reason = pair.find("reason");
            allowed.names = {pair.at("a").text(), pair.at("b").text(), reason ? reason->text() : "scene"};
        }
        return allowed;
    }

    /// One shape in the object itself, or a list of them.
    std::vector<RobotShape> shapes_of(const JsonPlace& member) const
    {
        const auto list = member.find("shapes");
        if (!list) return {shape_of(member, Isometry3d::Identity())};
        for (const char* key : {"shape", "mesh", "scale", "solid", "isolated_vertices"}) {
            if (member.find(key)) member.fail(std::string("has both 'shapes' and '") + key + "'");
        }
        std::vector<RobotShape> shapes;
        for (std::size_t i = 0; i < list->size(); ++i) {
            const JsonPlace shape = list->at(i);
            shape.know({"shape", "mesh", "scale", "solid", "isolated_vertices", "pose"});
            shapes.push_back(shape_of(shape, pose_of(shape)));
        }
        if (shapes.empty()) list->fail("is empty");
        return shapes;
    }

    RobotShape shape_of(const JsonPlace& member, const Isometry3d& pose) const
    {
        const auto mesh = member.find("mesh"), text = member.find("shape");
        if (mesh.has_value() == text.has_value()) member.fail("has not one of 'mesh' and 'shape'");
        if (text) {
            for (const char* key : {"scale", "solid", "isolated_vertices"}) {
                if (member.find(key)) member.fail(std::string("has '") + key + "', which goes with 'mesh'");
            }
            const auto reading = robot_shape_of_text(text->text(), pose);
            if (!reading.fault.empty()) text->fail("is wrong: " + reading.fault);
            return reading.value;
        }
        if (mesh->text().empty()) mesh->fail("is the name of no file");
        RigidBodyOptions how;
        if (const auto solid = member.find("solid")) how.solid = solid->truth();
        if (const auto isolated = member.find("isolated_vertices")) how.isolated_vertices = isolated->truth();
        const Vector3d scale = scale_of(member);
        return io::detail::made_at(
            *mesh, [&] { return mesh_shape(io::detail::scene_mesh(mesh->text(), file_, options_), pose, scale, how); });
    }

    static Vector3d scale_of(const JsonPlace& member)
    {
        const auto scale = member.find("scale");
        if (!scale) return Vector3d::Ones();
        if (scale->value().is_number()) return Vector3d::Constant(scale->number());
        return {scale->at(0, 3).number(), scale->at(1, 3).number(), scale->at(2, 3).number()};
    }

    /// A text, or the four rows of a matrix; no rotation and the origin where there is none.
    static Isometry3d pose_of(const JsonPlace& member)
    {
        const auto pose = member.find("pose");
        if (!pose) return Isometry3d::Identity();
        if (pose->is_string()) {
            const auto reading = pose_of_text(pose->text());
            if (!reading.fault.empty()) pose->fail("is no pose: " + reading.fault);
            return reading.value;
        }
        if (!pose->is_array()) pose->fail("is neither a text nor the four rows of a matrix");
        Eigen::Matrix4d matrix;
        for (std::size_t row = 0; row < 4; ++row) {
            const JsonPlace numbers = pose->at(row, 4);
            for (std::size_t column = 0; column < 4; ++column) {
                matrix(static_cast<Index>(row), static_cast<Index>(column)) = numbers.at(column, 4).number();
            }
        }
        return io::detail::made_at(*pose, [&] { return pose_of_matrix(matrix); });
    }

    void read_start(const JsonPlace& start, JointState& state) const
    {
        if (!start.is_object()) start.fail("is not an object");
        for (const auto& [joint, value] : start.value().items()) {
            const JsonPlace place = start.at(joint.c_str());
            JointState::Values values{.joint = joint, .place = place_of(place)};
            if (value.is_array()) {
                for (std::size_t i = 0; i < place.size(); ++i) values.values.push_back(place.at(i).number());
            } else {
                values.values.push_back(place.number());
            }
            state.joints.push_back(std::move(values));
        }
    }

    JsonPlace root_;
    std::unordered_map<std::string, std::size_t> lines_;  ///< of objects, pairs and values of joints
    const std::string& file_;
    const ReadOptions& options_;
};

}  // namespace

PlanningScene parse_scene_json(std::string_view text, const std::string& file, const ReadOptions& options)
{
    text = io::detail::without_byte_order_mark(text);
    const json document = io::detail::parse_json(text, file);
    return SceneJsonReader(document, text, file, options).read();
}

}  // namespace tocca
