// SPDX-License-Identifier: Apache-2.0
#include "tocca/io/rigid_world_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <nlohmann/json.hpp>
#include <span>

#include "tocca/base/error.hpp"
#include "tocca/io/detail/excerpt.hpp"
#include "tocca/io/detail/json_place.hpp"
#include "tocca/io/detail/named_file.hpp"
#include "tocca/io/detail/text_lines.hpp"
#include "tocca/io/file_bytes.hpp"
#include "tocca/io/pose_file.hpp"
#include "tocca/io/pose_text.hpp"
#include "tocca/io/shape_text.hpp"

namespace tocca {
namespace {

using Eigen::Isometry3d;
using io::detail::JsonPlace;
using nlohmann::json;

class Reader {
public:
    Reader(const json& document, std::string_view text, const std::string& file, const RigidWorldFileOptions& options)
        : file_(file), package_paths_(options.package_paths), root_(document, file_, text)
    {}

    RigidWorldFile read()
    {
        const JsonPlace schema = root_.at("schema");
        if (schema.text() != "tocca.world/1") schema.fail("is not 'tocca.world/1'");
        root_.know({"schema", "bodies", "skip_groups", "skip_pairs"});
        const JsonPlace bodies = root_.at("bodies");
        for (std::size_t i = 0; i < bodies.size(); ++i) world_.bodies.push_back(body(bodies.at(i)));
        count_steps(bodies);
        read_skipped_groups();
        read_skipped_pairs();
        return std::move(world_);
    }

private:
    WorldFileBody body(const JsonPlace& place) const
    {
        place.know(
            {"name", "mesh", "shape", "solid", "isolated_vertices", "group", "screw", "reference", "pose", "poses"});
        WorldFileBody body;
        const auto mesh = place.find("mesh"), shape = place.find("shape");
        if (mesh.has_value() == shape.has_value()) place.fail("has not one of 'mesh' and 'shape'");
        if (mesh && mesh->text().empty()) mesh->fail("is the name of no file");
        body.mesh = mesh ? mesh_file(*mesh) : shape->text();
        if (shape) {
            const auto reading = shape_of_text(body.mesh);
            if (!reading.fault.empty()) shape->fail("is wrong: " + reading.fault);
        }
        const auto name = place.find("name");
        body.name = name ? name->text() : mesh ? mesh->text() : shape->text();
        if (const auto solid = place.find("solid")) body.solid = solid->truth();
        if (const auto isolated = place.find("isolated_vertices")) body.isolated_vertices = isolated->truth();
        if (const auto group = place.find("group")) body.group = group_number(*group);
        if (const auto screw = place.find("screw")) body.screw = screw->truth();
        if (const auto reference = place.find("reference")) {
            if (body.screw) reference->fail("is given for a screw, which has its own");
            for (std::size_t i = 0; i < 3; ++i) {
                body.reference[static_cast<Eigen::Index>(i)] = reference->at(i, 3).number();
            }
        }
        read_poses(place, body);
        return body;
    }

    [[nodiscard]] std::string mesh_file(const JsonPlace& mesh) const
    {
        const auto path = (std::filesystem::path(file_).parent_path() / mesh.text()).lexically_normal();
        const std::string fault = io::detail::naming_fault(path, {.file = file_, .package_paths = package_paths_});
        if (!fault.empty())
            mesh.fail("is " + io::detail::excerpt(mesh.text()) + ", which " + fault, ErrorCode::unreadable_file);
        return path.string();
    }

    static void read_poses(const JsonPlace& place, WorldFileBody& body)
    {
        const auto one = place.find("pose"), many = place.find("poses");
        if (one && many) place.fail("has both 'pose' and 'poses'");
        if (!many) {
            body.poses.push_back(one ? pose(*one) : Isometry3d::Identity());
            return;
        }
        if (many->size() == 0) many->fail("is empty");
        for (std::size_t i = 0; i < many->size(); ++i) body.poses.push_back(pose(many->at(i)));
    }

    /// A text, or the four rows of a matrix.
    static Isometry3d pose(const JsonPlace& place)
    {
        if (place.is_string()) {
            const auto reading = pose_of_text(place.text());
            if (!reading.fault.empty()) place.fail("is no pose: " + reading.fault);
            return reading.value;
        }
        if (!place.is_array()) place.fail("is neither a text nor the four rows of a matrix");
        Eigen::Matrix4d matrix;
        for (std::size_t row = 0; row < 4; ++row) {
            const JsonPlace numbers = place.at(row, 4);
            for (std::size_t column = 0; column < 4; ++column) {
                matrix(static_cast<Eigen::Index>(row), static_cast<Eigen::Index>(column)) =
                    numbers.at(column, 4).number();
            }
        }
        try {
            return pose_of_matrix(matrix);
        } catch (const Error& error) {
            place.fail(std::string("is no pose: ") + error.what(), error.code());
        }
    }

    static std::uint32_t group_number(const JsonPlace& place)
    {
        const std::size_t number = place.natural_number();
        if (number > std::numeric_limits<std::uint32_t>::max()) place.fail("is more than 32 bits hold");
        return static_cast<std::uint32_t>(number);
    }

    void count_steps(const JsonPlace& bodies)
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

    void read_skipped_groups()
    {
        const auto pairs = root_.find("skip_groups");
        for (std::size_t i = 0; pairs && i < pairs->size(); ++i) {
            const JsonPlace pair = pairs->at(i);
            world_.ignored_groups.push_back({group_number(pair.at(0, 2)), group_number(pair.at(1, 2))});
        }
    }

    void read_skipped_pairs()
    {
        const auto pairs = root_.find("skip_pairs");
        for (std::size_t i = 0; pairs && i < pairs->size(); ++i) {
            const JsonPlace pair = pairs->at(i);
            world_.ignored_pairs.push_back({body_number(pair.at(0, 2)), body_number(pair.at(1, 2))});
        }
    }

    /// A body by its number, or by a name that no other body has.
    std::uint32_t body_number(const JsonPlace& place) const
    {
        if (!place.is_string()) return static_cast<std::uint32_t>(place.index_below(world_.bodies.size()));
        const auto has_name = [&](const WorldFileBody& body) { return body.name == place.text(); };
        const auto first = std::find_if(world_.bodies.begin(), world_.bodies.end(), has_name);
        if (first == world_.bodies.end()) place.fail("is the name of no body", ErrorCode::index_out_of_range);
        if (std::find_if(first + 1, world_.bodies.end(), has_name) != world_.bodies.end()) {
            place.fail("is the name of several bodies");
        }
        return static_cast<std::uint32_t>(first - world_.bodies.begin());
    }

    const std::string& file_;
    std::span<const std::string> package_paths_;
    JsonPlace root_;
    RigidWorldFile world_;
};

}  // namespace

RigidMotion WorldFileBody::motion(std::size_t step) const
{
    if (poses.size() == 1) return at_rest(poses.front());
    const Isometry3d& from = poses.at(step);
    const Isometry3d& to = poses.at(step + 1);
    if (screw) return screw_motion(from, to);
    return {.from = from, .to = to, .reference = reference};
}

RigidWorldFile parse_rigid_world(std::string_view text, const std::string& file, const RigidWorldFileOptions& options)
{
    text = io::detail::without_byte_order_mark(text);
    const json document = io::detail::parse_json(text, file);
    return Reader(document, text, file, options).read();
}

RigidWorldFile read_rigid_world(const std::filesystem::path& path, const RigidWorldFileOptions& options,
                                const std::stop_token& stop)
{
    return parse_rigid_world(read_text_file(path, stop), path.string(), options);
}

}  // namespace tocca
