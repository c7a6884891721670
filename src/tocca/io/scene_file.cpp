// SPDX-License-Identifier: Apache-2.0
#include "tocca/io/scene_file.hpp"

#include <algorithm>
#include <cmath>
#include <set>
#include <utility>

#include "tocca/io/detail/body_members.hpp"
#include "tocca/io/detail/document.hpp"
#include "tocca/io/detail/excerpt.hpp"
#include "tocca/io/detail/named_file.hpp"
#include "tocca/io/file_bytes.hpp"
#include "tocca/io/frame_files.hpp"
#include "tocca/io/shape_text.hpp"

namespace tocca {
namespace {

using io::detail::Document;
using io::detail::DocumentPlace;
using io::detail::group_at;

constexpr const char* scene_format = "tocca.scene/1";

class SceneFileReader {
public:
    SceneFileReader(const Document& document, const ReadOptions& options)
        : file_(document.file()), package_paths_(options.package_paths), root_(document)
    {}

    SceneFile read()
    {
        const DocumentPlace schema = root_.at("schema");
        if (schema.text() != scene_format) schema.fail(std::string("is not '") + scene_format + "'");
        root_.know({"schema", "parts", "ignored_pairs", "ignored_groups", "clearance", "threshold"});
        (void)root_.at("parts");
        root_.each("parts", [&](const DocumentPlace& place) { scene_.parts.push_back(part(place)); });
        read_ignored_pairs();
        root_.each("ignored_groups", [&](const DocumentPlace& pair) {
            scene_.ignored_groups.push_back({group_at(pair.at(0, 2)), group_at(pair.at(1, 2))});
        });
        if (const auto clearance = root_.find("clearance")) scene_.clearance = length_at(*clearance);
        if (const auto threshold = root_.find("threshold")) {
            scene_.threshold = length_at(*threshold);
            if (*scene_.threshold == 0.0) threshold->fail("is 0, but a threshold must be above 0");
        }
        return std::move(scene_);
    }

private:
    SceneFile::Part part(const DocumentPlace& place)
    {
        const auto mesh = place.find("mesh"), body = place.find("body"), robot = place.find("robot");
        if (int{mesh.has_value()} + int{body.has_value()} + int{robot.has_value()} != 1) {
            place.fail("must have exactly one of 'mesh' (deforming), 'body' (rigid) and 'robot'");
        }
        SceneFile::Part part{.place = place.place()};
        if (mesh) part.what = mesh_part(place, *mesh);
        if (body) part.what = body_part(place, *body);
        if (robot) part.what = robot_part(place, *robot);
        read_options(place, part);
        return part;
    }

    void read_options(const DocumentPlace& place, SceneFile::Part& part)
    {
        const DocumentPlace name = place.at("name");
        part.options.name = name.text();
        if (part.options.name.empty()) name.fail("is empty");
        if (part.options.name.find('/') != std::string::npos)
            name.fail("contains a '/', which separates a robot from its link");
        if (!names_.insert(part.options.name).second) name.fail("is already the name of another part");
        if (const auto group = place.find("group")) part.options.group = group_at(*group);
        if (const auto thickness = place.find("thickness")) part.options.thickness = length_at(*thickness);
        if (const auto self = place.find("self")) part.options.self = self->truth();
        if (const auto solid = place.find("solid")) part.options.solid = solid->truth();
        if (auto* body = std::get_if<SceneFile::Body>(&part.what)) {
            body->name = part.options.name;
            body->group = part.options.group;
            body->solid = part.options.solid;
        }
    }

    [[nodiscard]] SceneFile::Mesh mesh_part(const DocumentPlace& place, const DocumentPlace& mesh) const
    {
        place.know({"name", "mesh", "frames", "group", "thickness", "self", "solid"});
        if (names_a_shape(mesh.text())) mesh.fail("is a shape, which does not deform: name it as 'body'");
        SceneFile::Mesh part{.mesh = file_at(mesh)};
        const auto frames = place.find("frames");
        if (!frames) return part;
        if (frames->is_text()) {
            part.frames.push_back(frames_at(*frames));
            return part;
        }
        if (frames->size() == 0) frames->fail("is empty");
        for (std::size_t i = 0; i < frames->size(); ++i) part.frames.push_back(frames_at(frames->at(i)));
        return part;
    }

    [[nodiscard]] SceneFile::Body body_part(const DocumentPlace& place, const DocumentPlace& body) const
    {
        place.know({"name", "body", "pose", "poses", "screw", "reference", "isolated_vertices", "group", "thickness",
                    "solid"});
        SceneFile::Body part{.mesh = body_at(body)};
        if (const auto isolated = place.find("isolated_vertices")) part.isolated_vertices = isolated->truth();
        io::detail::read_body_motion(place, part);
        return part;
    }

    [[nodiscard]] SceneFile::Robot robot_part(const DocumentPlace& place, const DocumentPlace& robot) const
    {
        place.know({"name", "robot", "srdf", "pose", "path", "holds", "isolated_vertices", "group", "thickness", "self",
                    "solid"});
        SceneFile::Robot part{.urdf = file_at(robot)};
        if (const auto srdf = place.find("srdf")) part.srdf = file_at(*srdf);
        if (const auto pose = place.find("pose")) part.pose = io::detail::pose_at(*pose);
        if (const auto isolated = place.find("isolated_vertices")) part.isolated_vertices = isolated->truth();
        if (const auto path = place.find("path")) read_path(*path, part);
        place.each("holds", [&](const DocumentPlace& held) { part.holds.push_back(hold(held)); });
        return part;
    }

    void read_path(const DocumentPlace& path, SceneFile::Robot& part) const
    {
        part.path_place = path.place();
        if (path.is_text()) {
            part.path_file = file_at(path);
            return;
        }
        if (!path.is_list()) path.fail("is neither the name of a file nor a list of waypoints");
        if (path.size() == 0) path.fail("is empty");
        for (std::size_t i = 0; i < path.size(); ++i) {
            const DocumentPlace waypoint = path.at(i);
            if (waypoint.is_text()) {
                part.waypoints.emplace_back(waypoint.text());
                continue;
            }
            if (!waypoint.is_list()) waypoint.fail("is neither a list of values nor a text");
            std::vector<double> values;
            for (std::size_t value = 0; value < waypoint.size(); ++value) values.push_back(waypoint.at(value).number());
            part.waypoints.emplace_back(std::move(values));
        }
    }

    [[nodiscard]] SceneFile::Hold hold(const DocumentPlace& place) const
    {
        place.know({"name", "link", "body", "pose", "touch_links"});
        const DocumentPlace body = place.at("body");
        SceneFile::Hold hold{.link = place.at("link").text(), .body = body_at(body)};
        const auto name = place.find("name");
        hold.name = name ? name->text() : body.text();
        if (hold.name.empty()) name->fail("is empty");
        if (const auto pose = place.find("pose")) hold.pose = io::detail::pose_at(*pose);
        place.each("touch_links", [&](const DocumentPlace& link) { hold.touch_links.push_back(link.text()); });
        return hold;
    }

    /// A mesh file or a shape.
    [[nodiscard]] std::string body_at(const DocumentPlace& place) const
    {
        if (!names_a_shape(place.text())) return file_at(place);
        const auto reading = shape_of_text(place.text());
        if (!reading.fault.empty()) place.fail("is wrong: " + reading.fault);
        return place.text();
    }

    [[nodiscard]] std::string file_at(const DocumentPlace& place) const
    {
        return io::detail::file_named_at(place, {file_, package_paths_});
    }

    /// A file, a pattern or a folder: the files that it stands for are looked for later.
    [[nodiscard]] std::string frames_at(const DocumentPlace& place) const
    {
        if (place.text().empty()) place.fail("is an empty file name");
        const io::detail::NamingFile naming{.file = file_, .package_paths = package_paths_};
        const auto path = (std::filesystem::path(file_).parent_path() / place.text()).lexically_normal();
        if (!io::detail::lies_in(path, io::detail::folders_named_from(naming))) {
            place.fail("is " + io::detail::excerpt(place.text()) + ", which " + io::detail::outside_fault(path, naming),
                       ErrorCode::unreadable_file);
        }
        return path.string();
    }

    [[nodiscard]] static double length_at(const DocumentPlace& place)
    {
        const double length = place.number();
        if (!(length >= 0.0) || !std::isfinite(length))
            place.fail("is not a length: it must be a finite number of at least 0");
        return std::abs(length);
    }

    void read_ignored_pairs()
    {
        root_.each("ignored_pairs", [&](const DocumentPlace& pair) {
            const DocumentPlace first = pair.at(0, 2), second = pair.at(1, 2);
            scene_.ignored_pairs.push_back({{object_name(first), object_name(second)}, pair.place()});
        });
    }

    /// The name of a part or a link; whether the robot has that link is known only later.
    [[nodiscard]] const std::string& object_name(const DocumentPlace& place) const
    {
        const std::string& name = place.text();
        const std::string part = name.substr(0, name.find('/'));
        const auto found = std::find_if(scene_.parts.begin(), scene_.parts.end(),
                                        [&](const SceneFile::Part& each) { return each.options.name == part; });
        if (found == scene_.parts.end()) place.fail("names a part that does not exist", ErrorCode::index_out_of_range);
        if (part != name && found->kind() != Scene::Kind::robot) {
            place.fail("is a link of " + io::detail::excerpt(part) + ", which is not a robot",
                       ErrorCode::index_out_of_range);
        }
        return name;
    }

    const std::string& file_;
    const std::vector<std::string>& package_paths_;
    DocumentPlace root_;
    std::set<std::string> names_;
    SceneFile scene_;
};

}  // namespace

std::vector<std::filesystem::path> SceneFile::Mesh::frame_files(const std::string& scene_file,
                                                                const std::vector<std::string>& package_paths) const
{
    std::vector<std::filesystem::path> files;
    for (const std::string& text : frames) {
        for (std::filesystem::path& frame : frame_files_at(text)) {
            const std::string fault =
                io::detail::naming_fault(frame, {.file = scene_file, .package_paths = package_paths});
            if (!fault.empty()) {
                throw Error(ErrorCode::unreadable_file,
                            "a frame is " + io::detail::excerpt(frame.string()) + ", which " + fault,
                            {.file = scene_file});
            }
            files.push_back(std::move(frame));
        }
    }
    return files;
}

RigidMotion SceneFile::Body::motion(std::size_t step) const
{
    if (poses.size() == 1) return at_rest(poses.front());
    const Eigen::Isometry3d& from = poses.at(step);
    const Eigen::Isometry3d& to = poses.at(step + 1);
    if (screw) return screw_motion(from, to);
    return {.from = from, .to = to, .reference = reference};
}

SceneFile parse_scene(std::string_view text, const std::string& file, const ReadOptions& options)
{
    const Document document = io::detail::parse_json(text, file);
    return SceneFileReader(document, options).read();
}

SceneFile read_scene(const std::filesystem::path& path, const ReadOptions& options)
{
    return parse_scene(read_text_file(path, options.stop), path.string(), options);
}

}  // namespace tocca
