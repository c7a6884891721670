// SPDX-License-Identifier: Apache-2.0
#include "tocca/io/rigid_world_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <initializer_list>
#include <limits>
#include <nlohmann/json.hpp>

#include "tocca/base/error.hpp"
#include "tocca/io/detail/excerpt.hpp"
#include "tocca/io/detail/json_place.hpp"
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
    Reader(const json& document, const std::string& file) : document_(document), file_(file), root_(document_, file_) {}

    RigidWorldFile read()
    {
        const JsonPlace schema = root_.at("schema");
        if (schema.text() != "tocca.world/1") schema.fail("is not 'tocca.world/1'");
        know_members(document_, root_, {"schema", "bodies", "skip_groups", "skip_pairs"});
        const JsonPlace bodies = root_.at("bodies");
        for (std::size_t i = 0; i < bodies.size(); ++i) {
            world_.bodies.push_back(body(bodies.at(i), document_["bodies"][i]));
        }
        count_steps(bodies);
        read_skipped_groups();
        read_skipped_pairs();
        return std::move(world_);
    }

private:
    /// A member that is misspelt must not be passed over in silence.
    static void know_members(const json& value, const JsonPlace& place, std::initializer_list<std::string_view> known)
    {
        if (!value.is_object()) place.fail("is not an object");
        for (const auto& [name, ignored] : value.items()) {
            if (std::find(known.begin(), known.end(), name) == known.end()) {
                place.fail("has a member " + io::detail::excerpt(name) + " that means nothing");
            }
        }
    }

    WorldFileBody body(const JsonPlace& place, const json& value) const
    {
        know_members(
            value, place,
            {"name", "mesh", "shape", "solid", "isolated_vertices", "group", "screw", "reference", "pose", "poses"});
        WorldFileBody body;
        const auto mesh = place.find("mesh"), shape = place.find("shape");
        if (mesh.has_value() == shape.has_value()) place.fail("has not one of 'mesh' and 'shape'");
        body.mesh = mesh ? (std::filesystem::path(file_).parent_path() / mesh->text()).string() : shape->text();
        if (mesh && mesh->text().empty()) mesh->fail("is the name of no file");
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
                body.reference[static_cast<Eigen::Index>(i)] = element(*reference, 3, i).number();
            }
        }
        read_poses(place, value, body);
        return body;
    }

    static void read_poses(const JsonPlace& place, const json& value, WorldFileBody& body)
    {
        const auto one = place.find("pose"), many = place.find("poses");
        if (one && many) place.fail("has both 'pose' and 'poses'");
        if (!many) {
            body.poses.push_back(one ? pose(*one, value["pose"]) : Isometry3d::Identity());
            return;
        }
        if (many->size() == 0) many->fail("is empty");
        for (std::size_t i = 0; i < many->size(); ++i) body.poses.push_back(pose(many->at(i), value["poses"][i]));
    }

    /// A text, or the four rows of a matrix.
    static Isometry3d pose(const JsonPlace& place, const json& value)
    {
        if (value.is_string()) {
            const auto reading = pose_of_text(place.text());
            if (!reading.fault.empty()) place.fail("is no pose: " + reading.fault);
            return reading.value;
        }
        if (!value.is_array()) place.fail("is neither a text nor the four rows of a matrix");
        Eigen::Matrix4d matrix;
        for (std::size_t row = 0; row < 4; ++row) {
            const JsonPlace numbers = element(place, 4, row);
            for (std::size_t column = 0; column < 4; ++column) {
                matrix(static_cast<Eigen::Index>(row), static_cast<Eigen::Index>(column)) =
                    element(numbers, 4, column).number();
            }
        }
        try {
            return pose_of_matrix(matrix);
        } catch (const Error& error) {
            place.fail(std::string("is no pose: ") + error.what(), error.code());
        }
    }

    static JsonPlace element(const JsonPlace& array, std::size_t size, std::size_t index)
    {
        if (array.size() != size) array.fail(fmt::format("has {} elements, not {}", array.size(), size));
        return array.at(index);
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
            world_.skipped_groups.push_back({group_number(element(pair, 2, 0)), group_number(element(pair, 2, 1))});
        }
    }

    void read_skipped_pairs()
    {
        const auto pairs = root_.find("skip_pairs");
        for (std::size_t i = 0; pairs && i < pairs->size(); ++i) {
            const JsonPlace pair = pairs->at(i);
            world_.skipped_pairs.push_back({body_number(element(pair, 2, 0), document_["skip_pairs"][i][0]),
                                            body_number(element(pair, 2, 1), document_["skip_pairs"][i][1])});
        }
    }

    /// A body by its number, or by a name that no other body has.
    std::uint32_t body_number(const JsonPlace& place, const json& value) const
    {
        if (!value.is_string()) return static_cast<std::uint32_t>(place.index_below(world_.bodies.size()));
        const auto has_name = [&](const WorldFileBody& body) { return body.name == place.text(); };
        const auto first = std::find_if(world_.bodies.begin(), world_.bodies.end(), has_name);
        if (first == world_.bodies.end()) place.fail("is the name of no body", ErrorCode::index_out_of_range);
        if (std::find_if(first + 1, world_.bodies.end(), has_name) != world_.bodies.end()) {
            place.fail("is the name of several bodies");
        }
        return static_cast<std::uint32_t>(first - world_.bodies.begin());
    }

    const json& document_;
    const std::string& file_;
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

RigidWorldFile parse_rigid_world(std::string_view text, const std::string& file)
{
    const json document = io::detail::parse_json(io::detail::without_byte_order_mark(text), file);
    return Reader(document, file).read();
}

RigidWorldFile read_rigid_world(const std::filesystem::path& path, const std::stop_token& stop)
{
    return parse_rigid_world(read_file(path, stop), path.string());
}

}  // namespace tocca
