// SPDX-License-Identifier: Apache-2.0
#include <array>
#include <limits>
#include <map>
#include <set>
#include <span>

#include "tocca/io/detail/document.hpp"
#include "tocca/io/detail/excerpt.hpp"
#include "tocca/io/detail/moveit_message.hpp"
#include "tocca/io/detail/scene_shapes.hpp"
#include "tocca/io/planning_scene.hpp"

namespace tocca {
namespace {

using Eigen::Isometry3d;
using Eigen::Vector3d;
using io::detail::DocumentPlace;

/// A kind of solid by its name and by its number in messages.
struct Solid {
    std::string_view name;
    std::string_view number;
    std::size_t lengths;
    RobotShape (*make)(std::span<const double>, const Isometry3d&);
};

constexpr std::array<Solid, 3> solids = {{
    {"box", "1", 3,
     [](std::span<const double> l, const Isometry3d& pose) {
         return box_shape({l[0], l[1], l[2]}, pose);
     }},
    {"sphere", "2", 1, [](std::span<const double> l, const Isometry3d& pose) { return sphere_shape(l[0], pose); }},
    {"cylinder", "3", 2,
     [](std::span<const double> l, const Isometry3d& pose) { return cylinder_shape(l[1], l[0], pose); }},
}};

class SceneYamlReader {
public:
    SceneYamlReader(const std::string& file, const ReadOptions& options) : file_(file), options_(options)
    {
        scene_.names_are_free = true;
    }

    PlanningScene read(std::string_view text)
    {
        const io::detail::Document document = io::detail::parse_yaml(text, file_, scene_.notes);
        const DocumentPlace root(document);
        if (!root.is_map()) root.fail("is not a planning scene");
        if (const auto response = root.find("scene")) {  // as the service get_planning_scene answers
            root.know({"scene"});
            read_scene(*response);
        } else if (root.find("collision_objects")) {  // as the topic planning_scene_world prints it
            read_world(root);
        } else {
            read_scene(root);
        }
        return std::move(scene_);
    }

private:
    void read_scene(const DocumentPlace& scene)
    {
        // What has a message of MoveIt, whether it is read or not.
        scene.know({"name", "robot_state", "robot_model_name", "fixed_frame_transforms", "allowed_collision_matrix",
                    "link_padding", "link_scale", "object_colors", "world", "is_diff"});
        if (scene.is_empty()) scene.fail("is empty: no planning scene");
        if (const auto name = scene.find("name")) scene_.name = name->text();
        if (const auto changes = scene.find("is_diff"); changes && changes->truth()) {
            changes->fail("is true: these are changes to a scene that is not in the file; save the whole scene");
        }
        read_frames(scene);
        note_unused(scene, "link_padding", "padding", 0.0);
        note_unused(scene, "link_scale", "scale", 1.0);
        if (const auto state = scene.find("robot_state")) {
            scene_.state = io::detail::moveit_robot_state(*state);
            state->each("attached_collision_objects", [&](const DocumentPlace& object) { read_attached(object); });
        }
        if (const auto world = scene.find("world")) read_world(*world);
        if (const auto matrix = scene.find("allowed_collision_matrix")) read_matrix(*matrix);
    }

    void read_world(const DocumentPlace& world)
    {
        world.know({"collision_objects", "octomap"});
        world.each("collision_objects", [&](const DocumentPlace& object) { read_object(object); });
        refuse_octomap(world);
    }

    /// Links that MoveIt makes larger, to keep a distance, are here as they are.
    static void note_unused(const DocumentPlace& scene, std::string_view list, std::string_view member, double harmless)
    {
        std::size_t count = 0;
        scene.each(list, [&](const DocumentPlace& link) {
            link.know({"link_name", member});
            if (const auto value = link.find(member); value && value->number() != harmless) ++count;
        });
        if (count == 0) return;
        scene.at(list).note("of " + std::to_string(count) + (count == 1 ? " link" : " links") +
                            " is not applied: links are checked as they are, ask for a clearance to keep a distance");
    }

    void read_frames(const DocumentPlace& scene)
    {
        scene.each("fixed_frame_transforms", [&](const DocumentPlace& entry) {
            entry.know({"header", "child_frame_id", "transform"});
            const DocumentPlace name = entry.at("child_frame_id");
            const auto transform = entry.find("transform");
            const auto [frame, added] = frames_.emplace(
                name.text(), transform ? io::detail::moveit_transform(*transform) : Isometry3d::Identity());
            if (!added) name.fail("is " + io::detail::excerpt(name.text()) + " again");
        });
    }

    /// Pose and frame with a fixed frame taken into the pose.
    void place_in_frame(const DocumentPlace& place, Isometry3d& pose, std::string& frame) const
    {
        frame = io::detail::moveit_frame(place);
        const auto fixed = frames_.find(frame);
        if (fixed == frames_.end()) return;
        pose = fixed->second * pose;
        frame.clear();
    }

    void read_object(const DocumentPlace& place)
    {
        PlanningScene::Object object{.object = {}, .place = place.place()};
        object.object.name = name_of(place);
        object.object.shapes = shapes_of(place);
        if (const auto pose = place.find("pose")) object.object.pose = io::detail::moveit_pose(*pose);
        place_in_frame(place, object.object.pose, object.frame);
        scene_.objects.push_back(std::move(object));
    }

    void read_attached(const DocumentPlace& place)
    {
        place.know({"link_name", "object", "touch_links", "detach_posture", "weight"});
        const DocumentPlace body = place.at("object");
        PlanningScene::Attached attached{.object = {}, .place = place.place()};
        attached.object.name = name_of(body);
        attached.object.link = place.at("link_name").text();
        attached.object.shapes = shapes_of(body);
        if (const auto pose = body.find("pose")) attached.object.pose = io::detail::moveit_pose(*pose);
        attached.frame = io::detail::moveit_frame(body);
        if (frames_.contains(attached.frame)) {
            body.fail("is given in the fixed frame '" + attached.frame + "', not in that of a link");
        }
        place.each("touch_links",
                   [&](const DocumentPlace& link) { attached.object.touch_links.push_back(link.text()); });
        scene_.attached.push_back(std::move(attached));
    }

    static std::string name_of(const DocumentPlace& object)
    {
        const DocumentPlace id = object.at("id");
        if (id.text().empty()) id.fail("is empty");
        return id.text();
    }

    std::vector<RobotShape> shapes_of(const DocumentPlace& object) const
    {
        object.know({"id", "header", "type", "pose", "primitives", "primitive_poses", "meshes", "mesh_poses", "mesh",
                     "mesh_pose", "planes", "plane_poses", "subframe_names", "subframe_poses", "operation"});
        if (const auto operation = object.find("operation")) {
            // ROS 2 prints the byte 0 as the character.
            const bool adds = operation->text() == "add" || operation->text() == "0" ||
                              operation->text() == std::string_view("\0", 1);
            if (!adds) {
                operation->fail("is " + io::detail::excerpt(operation->text()) +
                                ": only objects that are added are read");
            }
        }
        if (const auto planes = object.find("planes"); planes && planes->size() > 0) {
            planes->fail("are infinite, which is not supported");
        }
        std::vector<RobotShape> shapes;
        each_with_pose(
            object, "primitives", "primitive_poses",
            [&](const DocumentPlace& solid, const Isometry3d& pose) { shapes.push_back(solid_of(solid, pose)); });
        each_with_pose(object, "meshes", "mesh_poses", [&](const DocumentPlace& mesh, const Isometry3d& pose) {
            shapes.push_back(mesh_of(mesh, pose));
        });
        if (const auto mesh = object.find("mesh")) {
            const auto pose = object.find("mesh_pose");
            shapes.push_back(mesh_of(*mesh, pose ? io::detail::moveit_pose(*pose) : Isometry3d::Identity()));
        }
        if (shapes.empty()) object.fail("has no primitives and no meshes");
        return shapes;
    }

    /// Shapes without poses are at the origin of the object; otherwise each has one.
    template <class Work>
    static void each_with_pose(const DocumentPlace& object, const char* shapes, const char* poses, const Work& work)
    {
        const auto list = object.find(shapes), places = object.find(poses);
        const std::size_t count = list ? list->size() : 0;
        const std::size_t placed = places ? places->size() : 0;
        if (placed != count && placed != 0) {
            places->fail("has " + std::to_string(placed) + " elements for " + std::to_string(count) + " " + shapes);
        }
        for (std::size_t i = 0; i < count; ++i) {
            work(list->at(i), placed == 0 ? Isometry3d::Identity() : io::detail::moveit_pose(places->at(i)));
        }
    }

    static RobotShape solid_of(const DocumentPlace& place, const Isometry3d& pose)
    {
        place.know({"type", "dimensions", "polygon"});
        const DocumentPlace type = place.at("type"), dimensions = place.at("dimensions");
        for (const Solid& solid : solids) {
            if (type.text() != solid.name && type.text() != solid.number) continue;
            std::vector<double> lengths;
            for (std::size_t i = 0; i < solid.lengths; ++i) {
                lengths.push_back(dimensions.at(i, solid.lengths).number());
            }
            return io::detail::made_at(dimensions, [&] { return solid.make(lengths, pose); });
        }
        type.fail("is " + io::detail::excerpt(type.text()) + ", not box, sphere or cylinder");
    }

    RobotShape mesh_of(const DocumentPlace& place, const Isometry3d& pose) const
    {
        place.know({"resource", "dimensions", "vertices", "triangles"});
        if (const auto resource = place.find("resource")) {
            if (resource->text().empty()) resource->fail("is an empty file name");
            const auto dimensions = place.find("dimensions");
            const Vector3d scale = dimensions ? io::detail::moveit_vector(*dimensions) : Vector3d(Vector3d::Ones());
            return io::detail::made_at(*resource, [&] {
                return mesh_shape(io::detail::scene_mesh(resource->text(), file_, options_), pose, scale);
            });
        }
        std::vector<Point> positions;
        place.each("vertices", [&](const DocumentPlace& vertex) {
            const Vector3d p = io::detail::moveit_vector(vertex);
            positions.push_back({p.x(), p.y(), p.z()});
        });
        std::vector<FaceVertices> faces;
        place.each("triangles", [&](const DocumentPlace& triangle) { faces.push_back(face_of(triangle)); });
        if (faces.empty()) place.fail("has no triangles");
        return io::detail::made_at(place, [&] { return mesh_shape(TriangleMesh(positions, faces), pose); });
    }

    static FaceVertices face_of(const DocumentPlace& triangle)
    {
        if (triangle.is_map()) triangle.know({"vertex_indices"});
        const DocumentPlace corners = triangle.is_map() ? triangle.at("vertex_indices") : triangle;
        FaceVertices face = {};
        for (std::size_t i = 0; i < 3; ++i) {
            const DocumentPlace corner = corners.at(i, 3);
            if (corner.natural_number() > std::numeric_limits<VertexId>::max()) corner.fail("does not fit in 32 bits");
            face[i] = static_cast<VertexId>(corner.natural_number());
        }
        return face;
    }

    static void refuse_octomap(const DocumentPlace& world)
    {
        const auto stamped = world.find("octomap");
        if (!stamped) return;
        stamped->know({"header", "origin", "octomap"});
        const auto octomap = stamped->find("octomap");
        if (!octomap) return;
        octomap->know({"header", "binary", "id", "resolution", "data"});
        const auto data = octomap->find("data");
        if (data && (!data->is_list() || data->size() > 0)) data->fail("belongs to an octomap, which is not supported");
    }

    void read_matrix(const DocumentPlace& matrix)
    {
        matrix.know({"entry_names", "entry_values", "default_entry_names", "default_entry_values"});
        const auto names = matrix.find("entry_names"), rows = matrix.find("entry_values");
        const std::size_t count = names ? names->size() : 0;
        const auto defaults = read_defaults(matrix);
        std::set<std::string> given;
        for (std::size_t i = 0; i < count; ++i) {
            if (!rows) matrix.fail("has names, but no entry_values");
            refuse_again(names->at(i), given);
            const DocumentPlace entry = rows->at(i, count);
            if (entry.is_map()) entry.know({"enabled"});
            const DocumentPlace row = entry.is_map() ? entry.at("enabled") : entry;
            for (std::size_t j = 0; j < count; ++j) {
                const DocumentPlace value = row.at(j, count);
                const bool may_touch = value.truth();
                if (j >= i) continue;
                const RobotParts::NamedPair pair = {names->at(i).text(), names->at(j).text(), "scene"};
                if (may_touch) {
                    scene_.allowed.push_back({pair, value.place()});
                } else if (defaults.contains(pair.a) || defaults.contains(pair.b)) {
                    scene_.not_allowed.push_back(pair);
                }
            }
        }
    }

    /// The names that may touch everything by default; where two defaults meet, both must say so.
    std::set<std::string> read_defaults(const DocumentPlace& matrix)
    {
        const auto names = matrix.find("default_entry_names"), values = matrix.find("default_entry_values");
        std::set<std::string> touching, others, given;
        for (std::size_t i = 0; names && i < names->size(); ++i) {
            if (!values) matrix.fail("has default names, but no default_entry_values");
            refuse_again(names->at(i), given);
            (values->at(i, names->size()).truth() ? touching : others).insert(names->at(i).text());
        }
        scene_.allowed_with_all.assign(touching.begin(), touching.end());
        for (const std::string& a : touching) {
            for (const std::string& b : others) scene_.not_allowed.push_back({a, b, "scene"});
        }
        return touching;
    }

    static void refuse_again(const DocumentPlace& name, std::set<std::string>& given)
    {
        if (!given.insert(name.text()).second) name.fail("is " + io::detail::excerpt(name.text()) + " again");
    }

    const std::string& file_;
    const ReadOptions& options_;
    PlanningScene scene_;
    std::map<std::string, Isometry3d> frames_;
};

}  // namespace

PlanningScene parse_scene_yaml(std::string_view text, const std::string& file, const ReadOptions& options)
{
    return SceneYamlReader(file, options).read(text);
}

}  // namespace tocca
