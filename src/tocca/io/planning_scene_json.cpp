// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <initializer_list>
#include <nlohmann/json.hpp>

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

/// A value, and where it stands.
struct Member {
    const json& value;
    JsonPlace place;

    [[nodiscard]] std::optional<Member> find(const char* key) const
    {
        const auto found = place.find(key);
        if (!found) return std::nullopt;
        return Member{value[key], *found};
    }
    [[nodiscard]] Member at(const char* key) const { return {*value.find(key), place.at(key)}; }
    [[nodiscard]] Member at(std::size_t index) const
    {
        const JsonPlace element = place.at(index);
        return {value[index], element};
    }
    /// An element of an array that must have that many.
    [[nodiscard]] Member at(std::size_t index, std::size_t count) const
    {
        if (place.size() != count) {
            place.fail("has " + std::to_string(place.size()) + " elements, not " + std::to_string(count));
        }
        return at(index);
    }
    /// A member that is misspelt must not be passed over in silence.
    void know(std::initializer_list<std::string_view> known) const
    {
        if (!value.is_object()) place.fail("is not an object");
        for (const auto& [name, ignored] : value.items()) {
            if (std::find(known.begin(), known.end(), name) == known.end()) {
                place.fail("has a member " + io::detail::excerpt(name) + " that means nothing");
            }
        }
    }
};

class Reader {
public:
    Reader(const json& document, const std::string& file, const SceneFileOptions& options)
        : root_{document, JsonPlace(document, file)}, file_(file), options_(options)
    {}

    PlanningScene read()
    {
        const JsonPlace schema = root_.place.at("schema");
        if (schema.text() != "tocca.robot-scene/1") schema.fail("is not 'tocca.robot-scene/1'");
        root_.know({"schema", "name", "objects", "attached", "allowed", "start"});
        PlanningScene scene;
        if (const auto name = root_.find("name")) scene.name = name->place.text();
        each("objects", [&](const Member& object) { scene.objects.push_back(object_of(object)); });
        each("attached", [&](const Member& object) { scene.attached.push_back(attached_of(object)); });
        each("allowed", [&](const Member& pair) { scene.allowed.push_back(allowed_of(pair)); });
        if (const auto start = root_.find("start")) read_start(*start, scene.state);
        return scene;
    }

private:
    template <class Work>
    void each(const char* key, const Work& work) const
    {
        const auto list = root_.find(key);
        if (!list) return;
        for (std::size_t i = 0; i < list->place.size(); ++i) work(list->at(i));
    }

    [[nodiscard]] ErrorPlace here() const { return {.file = file_}; }

    PlanningScene::Object object_of(const Member& member) const
    {
        member.know({"name", "pose", "shape", "mesh", "scale", "solid", "isolated_vertices", "shapes", "frame"});
        PlanningScene::Object object{.object = {}, .place = here()};
        object.object.name = name_of(member);
        object.object.pose = pose_of(member);
        object.object.shapes = shapes_of(member);
        if (const auto frame = member.find("frame")) object.frame = frame->place.text();
        return object;
    }

    PlanningScene::Attached attached_of(const Member& member) const
    {
        member.know(
            {"name", "link", "pose", "shape", "mesh", "scale", "solid", "isolated_vertices", "shapes", "touch_links"});
        PlanningScene::Attached attached{.object = {}, .place = here()};
        attached.object.name = name_of(member);
        attached.object.link = member.place.at("link").text();
        attached.object.pose = pose_of(member);
        attached.object.shapes = shapes_of(member);
        if (const auto links = member.find("touch_links")) {
            for (std::size_t i = 0; i < links->place.size(); ++i) {
                attached.object.touch_links.push_back(links->place.at(i).text());
            }
        }
        return attached;
    }

    static std::string name_of(const Member& member)
    {
        const JsonPlace name = member.place.at("name");
        if (name.text().empty()) name.fail("is empty");
        return name.text();
    }

    PlanningScene::Allowed allowed_of(const Member& pair) const
    {
        PlanningScene::Allowed allowed{.names = {}, .place = here()};
        if (pair.value.is_array()) {
            allowed.names = {pair.at(0, 2).place.text(), pair.at(1, 2).place.text(), "scene"};
        } else {
            pair.know({"a", "b", "reason"});
            const auto reason = pair.find("reason");
            allowed.names = {pair.place.at("a").text(), pair.place.at("b").text(),
                             reason ? reason->place.text() : "scene"};
        }
        return allowed;
    }

    /// One shape in the object itself, or a list of them.
    std::vector<RobotShape> shapes_of(const Member& member) const
    {
        const auto list = member.find("shapes");
        if (!list) return {shape_of(member, Isometry3d::Identity())};
        for (const char* key : {"shape", "mesh", "scale", "solid", "isolated_vertices"}) {
            if (member.find(key)) member.place.fail(std::string("has both 'shapes' and '") + key + "'");
        }
        std::vector<RobotShape> shapes;
        for (std::size_t i = 0; i < list->place.size(); ++i) {
            const Member shape = list->at(i);
            shape.know({"shape", "mesh", "scale", "solid", "isolated_vertices", "pose"});
            shapes.push_back(shape_of(shape, pose_of(shape)));
        }
        if (shapes.empty()) list->place.fail("is empty");
        return shapes;
    }

    RobotShape shape_of(const Member& member, const Isometry3d& pose) const
    {
        const auto mesh = member.find("mesh"), text = member.find("shape");
        if (mesh.has_value() == text.has_value()) member.place.fail("has not one of 'mesh' and 'shape'");
        if (text) {
            for (const char* key : {"scale", "solid", "isolated_vertices"}) {
                if (member.find(key)) member.place.fail(std::string("has '") + key + "', which goes with 'mesh'");
            }
            const auto reading = robot_shape_of_text(text->place.text(), pose);
            if (!reading.fault.empty()) text->place.fail("is wrong: " + reading.fault);
            return reading.value;
        }
        if (mesh->place.text().empty()) mesh->place.fail("is the name of no file");
        MeshShapeOptions how;
        if (const auto solid = member.find("solid")) how.solid = solid->place.truth();
        if (const auto isolated = member.find("isolated_vertices")) how.isolated_vertices = isolated->place.truth();
        const Vector3d scale = scale_of(member);
        return io::detail::made_at(mesh->place, [&] {
            return mesh_shape(io::detail::scene_mesh(mesh->place.text(), file_, options_), pose, scale, how);
        });
    }

    static Vector3d scale_of(const Member& member)
    {
        const auto scale = member.find("scale");
        if (!scale) return Vector3d::Ones();
        if (scale->value.is_number()) return Vector3d::Constant(scale->place.number());
        return {scale->at(0, 3).place.number(), scale->at(1, 3).place.number(), scale->at(2, 3).place.number()};
    }

    /// A text, or the four rows of a matrix; no rotation and the origin where there is none.
    static Isometry3d pose_of(const Member& member)
    {
        const auto pose = member.find("pose");
        if (!pose) return Isometry3d::Identity();
        if (pose->value.is_string()) {
            const auto reading = pose_of_text(pose->place.text());
            if (!reading.fault.empty()) pose->place.fail("is no pose: " + reading.fault);
            return reading.value;
        }
        if (!pose->value.is_array()) pose->place.fail("is neither a text nor the four rows of a matrix");
        Eigen::Matrix4d matrix;
        for (std::size_t row = 0; row < 4; ++row) {
            const Member numbers = pose->at(row, 4);
            for (std::size_t column = 0; column < 4; ++column) {
                matrix(static_cast<Index>(row), static_cast<Index>(column)) = numbers.at(column, 4).place.number();
            }
        }
        return io::detail::made_at(pose->place, [&] { return pose_of_matrix(matrix); });
    }

    void read_start(const Member& start, JointState& state) const
    {
        if (!start.value.is_object()) start.place.fail("is not an object");
        for (const auto& [joint, value] : start.value.items()) {
            JointState::Values values{.joint = joint, .place = here()};
            const JsonPlace place = start.place.at(joint.c_str());
            if (value.is_array()) {
                for (std::size_t i = 0; i < place.size(); ++i) values.values.push_back(place.at(i).number());
            } else {
                values.values.push_back(place.number());
            }
            state.joints.push_back(std::move(values));
        }
    }

    Member root_;
    const std::string& file_;
    const SceneFileOptions& options_;
};

}  // namespace

PlanningScene parse_scene_json(std::string_view text, const std::string& file, const SceneFileOptions& options)
{
    const json document = io::detail::parse_json(io::detail::without_byte_order_mark(text), file);
    return Reader(document, file, options).read();
}

}  // namespace tocca
