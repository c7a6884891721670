// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <Eigen/Geometry>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <nlohmann/json.hpp>
#include <set>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "tocca/geometry/point.hpp"

namespace tocca::support {

/// Reads a binary glTF file strictly, checks what the specification demands of it and evaluates its one animation. Written
/// from the specification, without the readers and writers of the library.
class GlbReading {
public:
    using Json = nlohmann::json;

    explicit GlbReading(std::string_view file)
    {
        refuse_unless(file.size() >= 20 && file.substr(0, 4) == "glTF" && word(file, 4) == 2, "head");
        refuse_unless(word(file, 8) == file.size() && file.size() % 4 == 0, "length");
        const std::size_t text_size = word(file, 12);
        refuse_unless(file.substr(16, 4) == "JSON" && text_size % 4 == 0 && 20 + text_size <= file.size(),
                      "JSON chunk");
        document_ = Json::parse(file.substr(20, text_size));
        const std::string_view rest = file.substr(20 + text_size);
        if (!rest.empty()) {
            refuse_unless(rest.size() >= 8 && rest.substr(4, 4) == std::string_view("BIN\0", 4), "BIN chunk");
            refuse_unless(word(rest, 0) == rest.size() - 8, "length of the BIN chunk");
            bytes_ = rest.substr(8);
        }
        check();
    }

    [[nodiscard]] const Json& document() const { return document_; }
    [[nodiscard]] const Json& list(const char* name) const
    {
        static const Json nothing = Json::array();
        const auto found = document_.find(name);
        return found == document_.end() ? nothing : *found;
    }

    /// The number of the child of the root with the given place among its children.
    [[nodiscard]] std::size_t child_of_root(std::size_t place) const { return root().at("children").at(place); }
    [[nodiscard]] const Json& root() const { return list("nodes").at(root_number()); }

    /// The vertices of the first primitive of all meshes below a node, at a time.
    [[nodiscard]] std::vector<Point> positions(std::size_t node, double time) const
    {
        std::vector<Point> points;
        collect(node, local(root(), root_number(), time), time, points);
        return points;
    }

    /// The product of the scales of a node, which is 0 while it is not shown.
    [[nodiscard]] double scale(std::size_t node, double time) const
    {
        const auto found = track(node, "scale", time);
        return found.empty() ? 1.0 : found[0] * found[1] * found[2];
    }

    [[nodiscard]] std::vector<double> floats(std::size_t accessor) const
    {
        const Json& what = list("accessors").at(accessor);
        refuse_unless(what.at("componentType") == 5126, "floats");
        std::vector<double> numbers;
        const std::size_t count = what.at("count").get<std::size_t>() * components(what);
        const std::size_t start = start_of(what, count * 4);
        for (std::size_t i = 0; i < count; ++i) {
            float number;
            std::memcpy(&number, &bytes_[start + 4 * i], 4);
            refuse_unless(std::isfinite(number), "finite floats");
            numbers.push_back(number);
        }
        return numbers;
    }

    [[nodiscard]] std::vector<std::uint32_t> indices(std::size_t accessor) const
    {
        const Json& what = list("accessors").at(accessor);
        refuse_unless(what.at("componentType") == 5125 && what.at("type") == "SCALAR", "indices");
        std::vector<std::uint32_t> numbers(what.at("count").get<std::size_t>());
        const std::size_t start = start_of(what, numbers.size() * 4);
        if (!numbers.empty()) std::memcpy(numbers.data(), &bytes_[start], numbers.size() * 4);
        return numbers;
    }

private:
    static void refuse_unless(bool holds, const char* what)
    {
        if (!holds) throw std::runtime_error(std::string("no glTF file: ") + what);
    }

    static std::size_t word(std::string_view bytes, std::size_t at)
    {
        std::uint32_t value;
        std::memcpy(&value, &bytes[at], 4);
        return value;
    }

    static std::size_t components(const Json& accessor)
    {
        const std::string type = accessor.at("type");
        refuse_unless(type == "SCALAR" || type == "VEC3" || type == "VEC4", "type of an accessor");
        return type == "SCALAR" ? 1 : type == "VEC3" ? 3 : 4;
    }

    [[nodiscard]] std::size_t start_of(const Json& accessor, std::size_t size) const
    {
        const Json& view = list("bufferViews").at(accessor.at("bufferView").get<std::size_t>());
        const auto begin = view.at("byteOffset").get<std::size_t>(), length = view.at("byteLength").get<std::size_t>();
        const auto offset = accessor.value("byteOffset", std::size_t{0});
        refuse_unless(length > 0 && begin % 4 == 0 && offset % 4 == 0, "alignment");
        refuse_unless(offset + size <= length && begin + length <= bytes_.size(), "range of an accessor");
        return begin + offset;
    }

    [[nodiscard]] std::size_t root_number() const { return list("scenes").at(0).at("nodes").at(0); }

    void check() const
    {
        refuse_unless(document_.at("asset").at("version") == "2.0", "version");
        for (const auto& [name, things] : document_.items()) {
            refuse_unless(!things.is_array() || !things.empty(), "an empty list");
        }
        refuse_unless(list("scenes").size() == 1 && document_.at("scene") == 0, "scene");
        if (!bytes_.empty()) refuse_unless(list("buffers").at(0).at("byteLength") == bytes_.size(), "buffer");
        for (std::size_t i = 0; i < list("accessors").size(); ++i) check_accessor(i);
        for (const Json& mesh : list("meshes")) check_mesh(mesh);
        check_nodes();
        for (const Json& animation : list("animations")) check_animation(animation);
    }

    void check_accessor(std::size_t number) const
    {
        const Json& accessor = list("accessors").at(number);
        refuse_unless(accessor.at("count").get<std::size_t>() > 0, "count");
        if (accessor.at("componentType") != 5126) return;
        const std::vector<double> numbers = floats(number);
        const std::size_t width = components(accessor);
        for (std::size_t component = 0; component < width; ++component) {
            double least = numbers[component], greatest = least;
            for (std::size_t i = component; i < numbers.size(); i += width) {
                least = std::min(least, numbers[i]);
                greatest = std::max(greatest, numbers[i]);
            }
            refuse_unless(accessor.at("min").at(component).get<double>() == least, "min");
            refuse_unless(accessor.at("max").at(component).get<double>() == greatest, "max");
        }
    }

    void check_mesh(const Json& mesh) const
    {
        refuse_unless(!mesh.at("primitives").empty(), "primitives");
        const std::size_t targets = target_count(mesh);
        for (const Json& primitive : mesh.at("primitives")) {
            const std::size_t vertices = count_of_points(primitive.at("attributes"));
            refuse_unless(primitive.value("targets", Json::array()).size() == targets, "targets");
            for (const Json& target : primitive.value("targets", Json::array())) {
                refuse_unless(count_of_points(target) == vertices, "points of a target");
            }
            refuse_unless(primitive.at("material").get<std::size_t>() < list("materials").size(), "material");
            std::size_t corners = vertices;
            if (primitive.contains("indices")) {
                const auto numbers = indices(primitive.at("indices"));
                corners = numbers.size();
                for (const std::uint32_t index : numbers) refuse_unless(index < vertices, "index");
            }
            const int mode = primitive.at("mode");
            refuse_unless(mode == 0 || (mode == 1 && corners % 2 == 0) || (mode == 4 && corners % 3 == 0), "mode");
        }
    }

    [[nodiscard]] std::size_t count_of_points(const Json& attributes) const
    {
        const Json& accessor = list("accessors").at(attributes.at("POSITION").get<std::size_t>());
        refuse_unless(accessor.at("type") == "VEC3", "positions");
        return accessor.at("count");
    }

    static std::size_t target_count(const Json& mesh)
    {
        return mesh.at("primitives").at(0).value("targets", Json::array()).size();
    }

    /// Every node but the root has one parent.
    void check_nodes() const
    {
        std::multiset<std::size_t> children;
        for (const Json& node : list("nodes")) {
            refuse_unless(!node.contains("children") || !node.at("children").empty(), "children");
            for (const std::size_t child : node.value("children", std::vector<std::size_t>())) children.insert(child);
            if (node.contains("mesh")) {
                refuse_unless(node.at("mesh").get<std::size_t>() < list("meshes").size(), "mesh");
            }
            for (const char* name : {"translation", "scale"}) {
                for (const Json& number : node.value(name, Json::array())) refuse_unless(number.is_number(), "number");
            }
        }
        for (std::size_t i = 0; i < list("nodes").size(); ++i) {
            refuse_unless(children.count(i) == (i == root_number() ? 0U : 1U), "tree");
        }
    }

    void check_animation(const Json& animation) const
    {
        std::set<std::pair<std::size_t, std::string>> seen;
        refuse_unless(!animation.at("channels").empty(), "channels");
        for (const Json& channel : animation.at("channels")) {
            const auto node = channel.at("target").at("node").get<std::size_t>();
            const std::string path = channel.at("target").at("path");
            refuse_unless(seen.emplace(node, path).second, "a target that is moved twice");
            const Json& sampler = animation.at("samplers").at(channel.at("sampler").get<std::size_t>());
            const auto times = floats(sampler.at("input")), values = floats(sampler.at("output"));
            for (std::size_t i = 1; i < times.size(); ++i) refuse_unless(times[i - 1] < times[i], "times");
            refuse_unless(times.front() >= 0.0, "time");
            std::size_t width = path == "rotation" ? 4 : 3;
            if (path == "weights") {
                width = target_count(list("meshes").at(list("nodes").at(node).at("mesh").get<std::size_t>()));
            }
            refuse_unless(values.size() == times.size() * width, "values");
            for (std::size_t i = 0; path == "rotation" && i < values.size(); i += 4) {
                const double length = std::hypot(std::hypot(values[i], values[i + 1], values[i + 2]), values[i + 3]);
                refuse_unless(std::abs(length - 1.0) < 1e-6, "unit quaternion");
            }
        }
    }

    /// The value of a property at a time, or nothing if it does not change.
    [[nodiscard]] std::vector<double> track(std::size_t node, const std::string& path, double time) const
    {
        for (const Json& animation : list("animations")) {
            for (const Json& channel : animation.at("channels")) {
                if (channel.at("target").at("node") != node || channel.at("target").at("path") != path) continue;
                return sampled(animation.at("samplers").at(channel.at("sampler").get<std::size_t>()), path, time);
            }
        }
        return {};
    }

    [[nodiscard]] std::vector<double> sampled(const Json& sampler, const std::string& path, double time) const
    {
        const auto times = floats(sampler.at("input")), values = floats(sampler.at("output"));
        const std::size_t width = values.size() / times.size();
        std::size_t key = 0;
        while (key + 1 < times.size() && times[key + 1] <= time) ++key;
        const auto value = [&](std::size_t number) {
            const auto start = values.begin() + static_cast<std::ptrdiff_t>(number * width);
            return std::vector<double>(start, start + static_cast<std::ptrdiff_t>(width));
        };
        std::vector<double> now = value(key);
        if (key + 1 == times.size() || time <= times[key] || sampler.at("interpolation") == "STEP") return now;
        refuse_unless(sampler.at("interpolation") == "LINEAR", "interpolation");
        const std::vector<double> next = value(key + 1);
        const double part = (time - times[key]) / (times[key + 1] - times[key]);
        if (path == "rotation") {
            const Eigen::Quaterniond a(now[3], now[0], now[1], now[2]), b(next[3], next[0], next[1], next[2]);
            const Eigen::Quaterniond between = a.normalized().slerp(part, b.normalized());
            return {between.x(), between.y(), between.z(), between.w()};
        }
        for (std::size_t i = 0; i < width; ++i) now[i] = (1.0 - part) * now[i] + part * next[i];
        return now;
    }

    [[nodiscard]] Eigen::Affine3d local(const Json& node, std::size_t number, double time) const
    {
        const auto property = [&](const char* name, std::vector<double> usual) {
            const auto moved = track(number, name, time);
            return moved.empty() ? node.value(name, usual) : moved;
        };
        const auto t = property("translation", {0, 0, 0}), r = property("rotation", {0, 0, 0, 1});
        const auto s = property("scale", {1, 1, 1});
        return Eigen::Translation3d(t[0], t[1], t[2]) * Eigen::Quaterniond(r[3], r[0], r[1], r[2]).normalized() *
               Eigen::Scaling(s[0], s[1], s[2]);
    }

    void collect(std::size_t number, const Eigen::Affine3d& parent, double time, std::vector<Point>& points) const
    {
        const Json& node = list("nodes").at(number);
        const Eigen::Affine3d here = parent * local(node, number, time);
        if (node.contains("mesh")) {
            const Json& primitive = list("meshes").at(node.at("mesh").get<std::size_t>()).at("primitives").at(0);
            std::vector<double> numbers = floats(primitive.at("attributes").at("POSITION"));
            const std::vector<double> weights = track(number, "weights", time);
            for (std::size_t target = 0; target < weights.size(); ++target) {
                const auto way = floats(primitive.at("targets").at(target).at("POSITION"));
                for (std::size_t i = 0; i < way.size(); ++i) numbers[i] += weights[target] * way[i];
            }
            for (std::size_t i = 0; i < numbers.size(); i += 3) {
                const Eigen::Vector3d point = here * Eigen::Vector3d(numbers[i], numbers[i + 1], numbers[i + 2]);
                points.push_back({point.x(), point.y(), point.z()});
            }
        }
        for (const std::size_t child : node.value("children", std::vector<std::size_t>())) {
            collect(child, here, time, points);
        }
    }

    Json document_;
    std::string bytes_;
};

}  // namespace tocca::support
