// SPDX-License-Identifier: Apache-2.0
#include "tocca/io/rigid_world_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <span>

#include "tocca/base/error.hpp"
#include "tocca/io/detail/body_members.hpp"
#include "tocca/io/detail/document.hpp"
#include "tocca/io/file_bytes.hpp"
#include "tocca/io/shape_text.hpp"

namespace tocca {
namespace {

using io::detail::Document;
using io::detail::DocumentPlace;
using io::detail::group_at;

class Reader {
public:
    Reader(const Document& document, const ReadOptions& options)
        : file_(document.file()), package_paths_(options.package_paths), root_(document)
    {}

    RigidWorldFile read()
    {
        const DocumentPlace schema = root_.at("schema");
        if (schema.text() != "tocca.world/1") schema.fail("is not 'tocca.world/1'");
        root_.know({"schema", "bodies", "skip_groups", "skip_pairs"});
        const DocumentPlace bodies = root_.at("bodies");
        for (std::size_t i = 0; i < bodies.size(); ++i) world_.bodies.push_back(body(bodies.at(i)));
        count_steps(bodies);
        root_.each("skip_groups", [&](const DocumentPlace& pair) {
            world_.ignored_groups.push_back({group_at(pair.at(0, 2)), group_at(pair.at(1, 2))});
        });
        root_.each("skip_pairs", [&](const DocumentPlace& pair) {
            world_.ignored_pairs.push_back({body_number(pair.at(0, 2)), body_number(pair.at(1, 2))});
        });
        return std::move(world_);
    }

private:
    SceneFile::Body body(const DocumentPlace& place) const
    {
        place.know(
            {"name", "mesh", "shape", "solid", "isolated_vertices", "group", "screw", "reference", "pose", "poses"});
        SceneFile::Body body;
        const auto mesh = place.find("mesh"), shape = place.find("shape");
        if (mesh.has_value() == shape.has_value()) place.fail("must have either 'mesh' or 'shape'");
        body.mesh = mesh ? io::detail::file_named_at(*mesh, {file_, package_paths_}) : shape->text();
        if (shape) {
            const auto reading = shape_of_text(body.mesh);
            if (!reading.fault.empty()) shape->fail("is wrong: " + reading.fault);
        }
        const auto name = place.find("name");
        body.name = name ? name->text() : mesh ? mesh->text() : shape->text();
        if (const auto solid = place.find("solid")) body.solid = solid->truth();
        if (const auto isolated = place.find("isolated_vertices")) body.isolated_vertices = isolated->truth();
        if (const auto group = place.find("group")) body.group = group_at(*group);
        io::detail::read_body_motion(place, body);
        return body;
    }

    void count_steps(const DocumentPlace& bodies)
    {
        std::size_t first_moving = world_.bodies.size();
        for (std::size_t i = 0; i < world_.bodies.size(); ++i) {
            const std::size_t count = world_.bodies[i].poses.size();
            if (count == 1) continue;
            if (first_moving == world_.bodies.size()) {
                first_moving = i;
                world_.step_count = count - 1;
            } else if (count != world_.step_count + 1) {
                bodies.at(i).fail(
                    fmt::format("has {} poses, but bodies[{}] has {}", count, first_moving, world_.step_count + 1),
                    ErrorCode::mismatched_frames);
            }
        }
    }

    /// A body by its number, or by a name that no other body has.
    std::uint32_t body_number(const DocumentPlace& place) const
    {
        if (!place.is_text()) return static_cast<std::uint32_t>(place.index_below(world_.bodies.size()));
        const auto has_name = [&](const SceneFile::Body& body) { return body.name == place.text(); };
        const auto first = std::find_if(world_.bodies.begin(), world_.bodies.end(), has_name);
        if (first == world_.bodies.end()) place.fail("names a body that does not exist", ErrorCode::index_out_of_range);
        if (std::find_if(first + 1, world_.bodies.end(), has_name) != world_.bodies.end()) {
            place.fail("names several bodies: give a number instead");
        }
        return static_cast<std::uint32_t>(first - world_.bodies.begin());
    }

    const std::string& file_;
    std::span<const std::string> package_paths_;
    DocumentPlace root_;
    RigidWorldFile world_;
};

}  // namespace

RigidWorldFile parse_rigid_world(std::string_view text, const std::string& file, const ReadOptions& options)
{
    const Document document = io::detail::parse_json(text, file);
    return Reader(document, options).read();
}

RigidWorldFile read_rigid_world(const std::filesystem::path& path, const ReadOptions& options)
{
    return parse_rigid_world(read_text_file(path, options.stop), path.string(), options);
}

}  // namespace tocca
