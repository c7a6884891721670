// SPDX-License-Identifier: Apache-2.0
#include "tocca/io/detail/body_members.hpp"
#include "tocca/io/detail/document.hpp"
#include "tocca/io/detail/excerpt.hpp"
#include "tocca/io/detail/scene_shapes.hpp"
#include "tocca/io/planning_scene.hpp"
#include "tocca/io/robot_shape_text.hpp"

namespace tocca {
namespace {

using Eigen::Isometry3d;
using Eigen::Vector3d;
using io::detail::Document;
using io::detail::DocumentPlace;

class SceneJsonReader {
public:
    SceneJsonReader(const Document& document, const ReadOptions& options)
        : root_(document), file_(document.file()), options_(options)
    {}

    PlanningScene read()
    {
        const DocumentPlace schema = root_.at("schema");
        if (schema.text() != "tocca.robot-scene/1") schema.fail("is not 'tocca.robot-scene/1'");
        root_.know({"schema", "name", "objects", "attached", "allowed", "start"});
        PlanningScene scene;
        if (const auto name = root_.find("name")) scene.name = name->text();
        root_.each("objects", [&](const DocumentPlace& object) { scene.objects.push_back(object_of(object)); });
        root_.each("attached", [&](const DocumentPlace& object) { scene.attached.push_back(attached_of(object)); });
        root_.each("allowed", [&](const DocumentPlace& pair) { scene.allowed.push_back(allowed_of(pair)); });
        if (const auto start = root_.find("start")) read_start(*start, scene.state);
        return scene;
    }

private:
    PlanningScene::Object object_of(const DocumentPlace& member) const
    {
        member.know({"name", "pose", "shape", "mesh", "scale", "solid", "isolated_vertices", "shapes", "frame"});
        PlanningScene::Object object{.object = {}, .place = member.place()};
        object.object.name = name_of(member);
        object.object.pose = pose_of(member);
        object.object.shapes = shapes_of(member);
        if (const auto frame = member.find("frame")) object.frame = frame->text();
        return object;
    }

    PlanningScene::Attached attached_of(const DocumentPlace& member) const
    {
        member.know(
            {"name", "link", "pose", "shape", "mesh", "scale", "solid", "isolated_vertices", "shapes", "touch_links"});
        PlanningScene::Attached attached{.object = {}, .place = member.place()};
        attached.object.name = name_of(member);
        attached.object.link = member.at("link").text();
        attached.object.pose = pose_of(member);
        attached.object.shapes = shapes_of(member);
        member.each("touch_links",
                    [&](const DocumentPlace& link) { attached.object.touch_links.push_back(link.text()); });
        return attached;
    }

    static std::string name_of(const DocumentPlace& member)
    {
        const DocumentPlace name = member.at("name");
        if (name.text().empty()) name.fail("is empty");
        return name.text();
    }

    PlanningScene::Allowed allowed_of(const DocumentPlace& pair) const
    {
        PlanningScene::Allowed allowed{.names = {}, .place = pair.place()};
        if (pair.is_list()) {
            allowed.names = {pair.at(0, 2).text(), pair.at(1, 2).text(), "scene"};
        } else {
            pair.know({"a", "b", "reason"});
            const auto reason = pair.find("reason");
            allowed.names = {pair.at("a").text(), pair.at("b").text(), reason ? reason->text() : "scene"};
        }
        return allowed;
    }

    /// One shape in the object itself, or a list of them.
    std::vector<RobotShape> shapes_of(const DocumentPlace& member) const
    {
        const auto list = member.find("shapes");
        if (!list) return {shape_of(member, Isometry3d::Identity())};
        for (const char* key : {"shape", "mesh", "scale", "solid", "isolated_vertices"}) {
            if (member.find(key)) member.fail(std::string("has both 'shapes' and '") + key + "'");
        }
        std::vector<RobotShape> shapes;
        for (std::size_t i = 0; i < list->size(); ++i) {
            const DocumentPlace shape = list->at(i);
            shape.know({"shape", "mesh", "scale", "solid", "isolated_vertices", "pose"});
            shapes.push_back(shape_of(shape, pose_of(shape)));
        }
        if (shapes.empty()) list->fail("is empty");
        return shapes;
    }

    RobotShape shape_of(const DocumentPlace& member, const Isometry3d& pose) const
    {
        const auto mesh = member.find("mesh"), text = member.find("shape");
        if (mesh.has_value() == text.has_value()) member.fail("must have either 'mesh' or 'shape'");
        if (text) {
            for (const char* key : {"scale", "solid", "isolated_vertices"}) {
                if (member.find(key)) member.fail(std::string("has '") + key + "', which goes with 'mesh'");
            }
            const auto reading = robot_shape_of_text(text->text(), pose);
            if (!reading.fault.empty()) text->fail("is wrong: " + reading.fault);
            return reading.value;
        }
        if (mesh->text().empty()) mesh->fail("is an empty file name");
        RigidBodyOptions how;
        if (const auto solid = member.find("solid")) how.solid = solid->truth();
        if (const auto isolated = member.find("isolated_vertices")) how.isolated_vertices = isolated->truth();
        const Vector3d scale = scale_of(member);
        return io::detail::made_at(
            *mesh, [&] { return mesh_shape(io::detail::scene_mesh(mesh->text(), file_, options_), pose, scale, how); });
    }

    static Vector3d scale_of(const DocumentPlace& member)
    {
        const auto scale = member.find("scale");
        if (!scale) return Vector3d::Ones();
        if (scale->is_number()) return Vector3d::Constant(scale->number());
        return {scale->at(0, 3).number(), scale->at(1, 3).number(), scale->at(2, 3).number()};
    }

    /// A text, or the four rows of a matrix; no rotation and the origin where there is none.
    static Isometry3d pose_of(const DocumentPlace& member)
    {
        const auto pose = member.find("pose");
        return pose ? io::detail::pose_at(*pose) : Isometry3d::Identity();
    }

    static void read_start(const DocumentPlace& start, JointState& state)
    {
        for (const auto& [joint, place] : start.members()) {
            JointState::Values values{.joint = joint, .place = place.place()};
            if (place.is_list()) {
                for (std::size_t i = 0; i < place.size(); ++i) values.values.push_back(place.at(i).number());
            } else {
                values.values.push_back(place.number());
            }
            state.joints.push_back(std::move(values));
        }
    }

    DocumentPlace root_;
    const std::string& file_;
    const ReadOptions& options_;
};

}  // namespace

PlanningScene parse_scene_json(std::string_view text, const std::string& file, const ReadOptions& options)
{
    const Document document = io::detail::parse_json(text, file);
    return SceneJsonReader(document, options).read();
}

}  // namespace tocca
