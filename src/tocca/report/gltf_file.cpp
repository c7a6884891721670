// SPDX-License-Identifier: Apache-2.0
#include "tocca/report/gltf_file.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>

#include "tocca/base/error.hpp"
#include "tocca/report/detail/flat_numbers.hpp"
#include "tocca/report/detail/glb_content.hpp"
#include "tocca/report/detail/glb_frame.hpp"
#include "tocca/report/detail/palette.hpp"

namespace tocca {
namespace {

using nlohmann::json;
using report::detail::GlbContent;
using report::detail::GlbUse;

// How corners of a primitive are joined, by the numbers of the format.
constexpr int points_mode = 0, lines_mode = 1, triangles_mode = 4;

constexpr std::size_t max_markers = 20'000;  // more would hide the motion
constexpr double marker_part = 0.006;        // its half width, of half the longest side of all bodies
constexpr double normal_part = 0.05;         // the length of a normal, likewise

/// A part of a colour as the format has it: proportional to light, four digits.
double linear_light(std::uint8_t part)
{
    const double value = part / 255.0;
    const double linear = value <= 0.04045 ? value / 12.92 : std::pow((value + 0.055) / 1.055, 2.4);
    return std::round(linear * 1e4) / 1e4;
}

json material(const std::string& name, report::detail::Colour colour)
{
    return {
        {"name", name},
        {"doubleSided", true},
        {"pbrMetallicRoughness",
         {{"baseColorFactor", {linear_light(colour.red), linear_light(colour.green), linear_light(colour.blue), 1.0}},
          {"metallicFactor", 0.0},
          {"roughnessFactor", 0.9}}}};
}

/// Makes the document of one recording.
class Exporter {
public:
    explicit Exporter(const RecordedMotion& motion)
        : motion_(motion),
          boxes_(report::detail::body_boxes(motion)),
          unit_(report::detail::float_unit(boxes_)),
          seconds_(report::detail::key_seconds(motion.key_times))
    {
        check_size();
        for (std::size_t i = 0; i < std::min(motion.bodies.size(), report::detail::body_colours.size()); ++i) {
            content_.add("materials", material("body " + std::to_string(i), report::detail::body_colour(i)));
        }
        json children = json::array();
        for (std::size_t i = 0; i < motion.bodies.size(); ++i) children.push_back(add_body(i));
        if (!motion.contacts.empty()) children.push_back(add_contacts());
        json root = {{"name", motion.title}};
        if (unit_ != 1.0) root["scale"] = {unit_, unit_, unit_};
        if (!children.empty()) root["children"] = children;
        root_ = content_.add("nodes", root);
    }

    [[nodiscard]] std::string file() { return content_.file(root_, motion_.title); }

private:
    /// Refuses what no file can hold before memory is spent on it.
    void check_size() const
    {
        double size = 0.0;
        for (const RecordedBody& body : motion_.bodies) {
            const auto keys = static_cast<double>(body.positions.size());
            size += 12.0 * keys * static_cast<double>(body.positions.front().size()) + 4.0 * keys * (keys - 1.0);
        }
        constexpr double most = 4294967296.0;
        if (size > most) {
            throw Error(ErrorCode::unwritable_file, "the motion is too long for glTF: its positions have " +
                                                        std::to_string(static_cast<std::uint64_t>(size)) +
                                                        " bytes, and a file holds 4 GiB");
        }
    }

    /// A place relative to an origin, in the unit of floats.
    [[nodiscard]] std::array<float, 3> relative(const Point& point, const Point& origin) const
    {
        std::array<float, 3> numbers;
        for (std::size_t axis = 0; axis < 3; ++axis) {
            const double number = point[axis] / unit_ - origin[axis] / unit_;
            if (!(std::abs(number) <= std::numeric_limits<float>::max())) {
                throw Error(ErrorCode::not_finite, "a place of a recording is too far from its bodies for floats");
            }
            numbers[axis] = static_cast<float>(number);
        }
        return numbers;
    }

    void place(json& node, const Point& origin) const
    {
        if (origin == Point{}) return;
        node["translation"] = {origin[0] / unit_, origin[1] / unit_, origin[2] / unit_};
    }

    std::size_t add_points(const std::vector<Point>& points, const Point& origin)
    {
        std::vector<float> numbers;
        numbers.reserve(3 * points.size());
        for (const Point& point : points) {
            const auto three = relative(point, origin);
            numbers.insert(numbers.end(), three.begin(), three.end());
        }
        return content_.add_floats({.numbers = numbers, .components = 3});
    }

    /// The shape of a body at its first key, and the way from there to each other key as a morph target.
    std::size_t add_mesh(std::size_t number, const Point& origin)
    {
        const RecordedBody& body = motion_.bodies[number];
        const auto& first = body.positions.front();
        json primitive = {{"attributes", {{"POSITION", add_points(first, origin)}}},
                          {"material", number % report::detail::body_colours.size()}};
        for (std::size_t key = 1; key < body.positions.size(); ++key) {
            std::vector<float> ways;
            ways.reserve(3 * first.size());
            for (std::size_t i = 0; i < first.size(); ++i) {
                const auto way = relative(body.positions[key][i], first[i]);
                ways.insert(ways.end(), way.begin(), way.end());
            }
            primitive["targets"].push_back({{"POSITION", content_.add_floats({.numbers = ways, .components = 3})}});
        }
        json primitives = json::array();
        const auto add_primitive = [&](int mode, const std::vector<std::uint32_t>& indices) {
            primitive["mode"] = mode;
            if (!indices.empty()) primitive["indices"] = content_.add_indices(indices);
            primitives.push_back(primitive);
        };
        if (!body.faces.empty()) add_primitive(triangles_mode, report::detail::flat(body.faces));
        if (!body.loose_edges.empty()) add_primitive(lines_mode, report::detail::flat(body.loose_edges));
        if (primitives.empty()) add_primitive(points_mode, {});
        return content_.add("meshes", {{"name", body.name}, {"primitives", primitives}});
    }

    /// An accessor of the times of keys, from one to another.
    std::size_t add_times(std::size_t first, std::size_t last)
    {
        return content_.add_floats(
            {.numbers = std::span(seconds_).subspan(first, last - first + 1), .use = GlbUse::animation});
    }

    std::size_t add_values(const std::vector<float>& values, std::size_t components)
    {
        return content_.add_floats({.numbers = values, .components = components, .use = GlbUse::animation});
    }

    std::size_t add_body(std::size_t number)
    {
        const RecordedBody& body = motion_.bodies[number];
        const bool moves_as_whole = !body.poses.empty(), deforms = body.positions.size() > 1;
        const Point origin = boxes_[number].positions.origin();
        json node = {{"name", body.name}};
        if (moves_as_whole) {
            node["children"] = {add_moving_node(number, origin)};
            place(node, boxes_[number].path.origin());
        } else {
            if (!body.positions.front().empty()) node["mesh"] = add_mesh(number, origin);
            place(node, origin);
        }
        const std::size_t id = content_.add("nodes", node);
        if (deforms && !body.positions.front().empty()) animate_weights(body, id);
        // A body is seen up to the key that it is not at any more.
        animate_presence(
            id, seconds_[body.first_key],
            body.last_key + 1 < seconds_.size() ? std::optional(seconds_[body.last_key + 1]) : std::nullopt);
        return id;
    }

    /// The node that poses move; a body far from its own origin is in a node of its own below it.
    std::size_t add_moving_node(std::size_t number, const Point& origin)
    {
        const RecordedBody& body = motion_.bodies[number];
        json moving = {{"name", body.name + " (moving)"}};
        if (!body.positions.front().empty()) {
            const std::size_t mesh = add_mesh(number, origin);
            if (origin == Point{}) {
                moving["mesh"] = mesh;
            } else {
                json shape = {{"name", body.name + " (shape)"}, {"mesh", mesh}};
                place(shape, origin);
                moving["children"] = {content_.add("nodes", shape)};
            }
        }
        const std::size_t id = content_.add("nodes", moving);
        animate_poses(body, boxes_[number].path.origin(), id);
        return id;
    }

    void animate_weights(const RecordedBody& body, std::size_t node)
    {
        const std::size_t keys = body.positions.size(), targets = keys - 1;
        std::vector<float> weights(keys * targets, 0.0F);
        for (std::size_t key = 1; key < keys; ++key) weights[key * targets + key - 1] = 1.0F;
        content_.animate(node, "weights",
                         {{"input", add_times(body.first_key, body.last_key)},
                          {"output", add_values(weights, 1)},
                          {"interpolation", "LINEAR"}});
    }

    void animate_poses(const RecordedBody& body, const Point& origin, std::size_t node)
    {
        std::vector<float> places, turns;
        Eigen::Quaterniond before = Eigen::Quaterniond::Identity();
        for (const Eigen::Isometry3d& pose : body.poses) {
            const Eigen::Vector3d to = pose.translation();
            const auto moved = relative({to.x(), to.y(), to.z()}, origin);
            places.insert(places.end(), moved.begin(), moved.end());
            // Of the two quaternions of a rotation the one from which the shortest way leads on.
            Eigen::Quaterniond turn(pose.linear());
            turn.normalize();
            if (turn.dot(before) < 0.0) turn.coeffs() = -turn.coeffs();
            before = turn;
            for (const double part : {turn.x(), turn.y(), turn.z(), turn.w()}) {
                turns.push_back(static_cast<float>(part));
            }
        }
        const std::size_t times = add_times(body.first_key, body.last_key);
        content_.animate(node, "translation",
                         {{"input", times}, {"output", add_values(places, 3)}, {"interpolation", "LINEAR"}});
        content_.animate(node, "rotation",
                         {{"input", times}, {"output", add_values(turns, 4)}, {"interpolation", "LINEAR"}});
    }

    /// Shows a node from a time on up to another, and else as nothing at all.
    void animate_presence(std::size_t node, float from, std::optional<float> until)
    {
        if (from == 0.0F && !until) return;
        std::vector<float> times, scales;
        const auto add_key = [&](float time, float scale) {
            times.push_back(time);
            scales.insert(scales.end(), 3, scale);
        };
        if (from > 0.0F) add_key(0.0F, 0.0F);
        add_key(from, 1.0F);
        if (until) add_key(*until, 0.0F);
        content_.animate(
            node, "scale",
            {{"input", add_values(times, 1)}, {"output", add_values(scales, 3)}, {"interpolation", "STEP"}});
    }

    /// A node with a child for each step that has contacts.
    std::size_t add_contacts()
    {
        double half_side = 0.0;
        for (const auto& box : boxes_)
            half_side = std::max({half_side, box.positions.half_side(), box.path.half_side()});
        const std::size_t points_material =
            content_.add("materials", material("contact", report::detail::contact_colour));
        const std::size_t normals_material =
            content_.add("materials", material("normal", report::detail::light_theme.ink));

        json children = json::array();
        const std::size_t stride = (motion_.contacts.size() + max_markers - 1) / max_markers;
        for (std::size_t i = 0; i < motion_.contacts.size();) {
            const std::size_t step = motion_.contacts[i].step;
            std::vector<const Contact*> shown;
            for (std::size_t nth = 0; i < motion_.contacts.size() && motion_.contacts[i].step == step; ++i, ++nth) {
                if (nth % stride == 0) shown.push_back(&motion_.contacts[i].contact);
            }
            json mesh = {{"primitives", json::array()}};
            const Point origin = add_markers(shown, half_side, mesh);
            mesh["primitives"][0]["material"] = points_material;
            mesh["primitives"][1]["material"] = normals_material;
            json node = {{"name", "contacts of step " + std::to_string(step)}, {"mesh", content_.add("meshes", mesh)}};
            place(node, origin);
            const std::size_t id = content_.add("nodes", node);
            const bool is_last = step + 1 == motion_.steps.size();
            animate_presence(id, static_cast<float>(step),
                             is_last ? std::nullopt : std::optional(static_cast<float>(step + 1)));
            children.push_back(id);
        }
        // Readers of the motion that know the mark leave the node out.
        return content_.add("nodes",
                            {{"name", "contacts"}, {"children", children}, {"extras", {{"tocca_mark", true}}}});
    }

    /// An octahedron and a line along the normal for each contact.
    Point add_markers(const std::vector<const Contact*>& contacts, double half_side, json& mesh)
    {
        report::detail::PointBox box;
        for (const Contact* contact : contacts) {
            if (!contact->point.allFinite() || !contact->normal.allFinite()) {
                throw Error(ErrorCode::not_finite, "a contact of a recording is at a place that is not finite");
            }
            box.add({contact->point.x(), contact->point.y(), contact->point.z()});
        }
        const Point origin = box.origin();
        // Corners of an octahedron: along x, against x, along y ...
        static constexpr std::array<std::array<std::uint32_t, 3>, 8> sides = {
            {{0, 2, 4}, {2, 1, 4}, {1, 3, 4}, {3, 0, 4}, {2, 0, 5}, {1, 2, 5}, {3, 1, 5}, {0, 3, 5}}};
        std::vector<float> corners, lines;
        std::vector<std::uint32_t> faces;
        const auto radius = static_cast<float>(marker_part * half_side / unit_);
        for (const Contact* contact : contacts) {
            const auto middle = relative({contact->point.x(), contact->point.y(), contact->point.z()}, origin);
            const auto first = static_cast<std::uint32_t>(corners.size() / 3);
            for (std::size_t corner = 0; corner < 6; ++corner) {
                auto place = middle;
                place[corner / 2] += corner % 2 == 0 ? radius : -radius;
                corners.insert(corners.end(), place.begin(), place.end());
            }
            for (const auto& side : sides) {
                for (const std::uint32_t corner : side) faces.push_back(first + corner);
            }
            lines.insert(lines.end(), middle.begin(), middle.end());
            for (std::size_t axis = 0; axis < 3; ++axis) {
                const double way = contact->normal[static_cast<Eigen::Index>(axis)] * normal_part * half_side / unit_;
                lines.push_back(middle[axis] + static_cast<float>(way));
            }
        }
        mesh["primitives"].push_back(
            {{"attributes", {{"POSITION", content_.add_floats({.numbers = corners, .components = 3})}}},
             {"indices", content_.add_indices(faces)},
             {"mode", triangles_mode}});
        mesh["primitives"].push_back(
            {{"attributes", {{"POSITION", content_.add_floats({.numbers = lines, .components = 3})}}},
             {"mode", lines_mode}});
        return origin;
    }

    const RecordedMotion& motion_;
    std::vector<report::detail::BodyBoxes> boxes_;
    double unit_;
    std::vector<float> seconds_;
    GlbContent content_;
    std::size_t root_ = 0;
};

}  // namespace

std::string glb_of(const RecordedMotion& motion)
{
    check(motion);
    return Exporter(motion).file();
}

}  // namespace tocca
