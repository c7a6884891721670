// SPDX-License-Identifier: Apache-2.0
#include "tocca/io/detail/gltf_nodes.hpp"

#include <algorithm>
#include <iterator>
#include <limits>
#include <utility>

#include "tocca/base/error.hpp"

namespace tocca::io::detail {
namespace {

template <int size>
Eigen::Matrix<double, size, 1> vector_at(const DocumentPlace& place)
{
    if (place.size() != size)
        place.fail("has " + std::to_string(place.size()) + " numbers, not " + std::to_string(size));
    Eigen::Matrix<double, size, 1> vector;
    for (int i = 0; i < size; ++i) vector[i] = place.at(static_cast<std::size_t>(i)).number();
    return vector;
}

GltfTransform read_transform(const DocumentPlace& node)
{
    GltfTransform transform;
    if (const auto matrix = node.find("matrix")) {
        const auto columns = vector_at<16>(*matrix);
        transform.matrix = Eigen::Map<const Eigen::Matrix4d>(columns.data());
        if (transform.matrix->row(3) != Eigen::RowVector4d(0, 0, 0, 1)) matrix->fail("is not affine");
    }
    if (const auto translation = node.find("translation")) transform.translation = vector_at<3>(*translation);
    if (const auto rotation = node.find("rotation")) transform.rotation = vector_at<4>(*rotation);
    if (const auto scale = node.find("scale")) transform.scale = vector_at<3>(*scale);
    return transform;
}

std::optional<std::size_t> optional_index(const DocumentPlace& place, const char* key, std::size_t count)
{
    const auto member = place.find(key);
    return member ? std::optional(member->index_below(count)) : std::nullopt;
}

std::string optional_name(const DocumentPlace& place)
{
    const auto name = place.find("name");
    return name ? name->text() : std::string();
}

std::vector<double> optional_numbers(const DocumentPlace& place, const char* key)
{
    std::vector<double> numbers(place.size_of(key));
    for (std::size_t i = 0; i < numbers.size(); ++i) numbers[i] = place.at(key).at(i).number();
    return numbers;
}

bool is_mark(const DocumentPlace& node)
{
    // Extras may be anything.
    const auto extras = node.find("extras");
    return extras && extras->is_map() && extras->find("tocca_mark");
}

/// Morph targets of a mesh: those of its first primitive, as all of them have the same number.
std::size_t target_count(const DocumentPlace& mesh)
{
    return mesh.at("primitives").at(std::size_t{0}).size_of("targets");
}

}  // namespace

Eigen::Matrix4d GltfTransform::local() const
{
    if (matrix) return *matrix;
    Eigen::Matrix4d result = Eigen::Matrix4d::Identity();
    result.topLeftCorner<3, 3>() =
        Eigen::Quaterniond(rotation.stableNormalized()).toRotationMatrix() * scale.asDiagonal();
    result.topRightCorner<3, 1>() = translation;
    return result;
}

GltfNodes::GltfNodes(const GltfDocument& document) : file_(document.file())
{
    read_nodes(document);
    sort_nodes(document);
    find_shown(document);
    const std::size_t count = document.root().size_of("animations");
    for (std::size_t i = 0; i < count; ++i) read_animation(document, document.root().at("animations").at(i));
}

void GltfNodes::read_nodes(const GltfDocument& document)
{
    const DocumentPlace root = document.root();
    nodes_.resize(root.size_of("nodes"));
    for (std::size_t i = 0; i < nodes_.size(); ++i) {
        const DocumentPlace place = root.at("nodes").at(i);
        GltfNode& node = nodes_[i];
        node.name = optional_name(place);
        node.transform = read_transform(place);
        node.mesh = optional_index(place, "mesh", root.size_of("meshes"));
        node.skin = optional_index(place, "skin", root.size_of("skins"));
        node.weights = optional_numbers(place, "weights");
        node.is_mark = is_mark(place);
        if (node.mesh) {
            const DocumentPlace mesh = root.at("meshes").at(*node.mesh);
            if (node.weights.empty()) {
                document.budget().take(target_count(mesh), 4 * sizeof(double));  // of the node, and of its poses
                node.weights = optional_numbers(mesh, "weights");
            }
            if (node.weights.empty()) node.weights.resize(target_count(mesh));
            if (node.weights.size() != target_count(mesh)) place.fail("must have one weight for each morph target");
        }
        const std::size_t children = place.size_of("children");
        for (std::size_t k = 0; k < children; ++k) {
            const DocumentPlace child = place.at("children").at(k);
            node.children.push_back(child.index_below(nodes_.size()));
            auto& parent = nodes_[node.children.back()].parent;
            if (parent) child.fail("is a node that has a parent already");
            parent = i;
        }
    }
}

void GltfNodes::sort_nodes(const GltfDocument& document)
{
    for (std::size_t i = 0; i < nodes_.size(); ++i) {
        if (!nodes_[i].parent) parents_first_.push_back(i);
    }
    for (std::size_t k = 0; k < parents_first_.size(); ++k) {
        const auto& children = nodes_[parents_first_[k]].children;
        parents_first_.insert(parents_first_.end(), children.begin(), children.end());
    }
    if (parents_first_.size() != nodes_.size()) document.root().at("nodes").fail("are their own ancestors");
}

void GltfNodes::find_shown(const GltfDocument& document)
{
    const DocumentPlace root = document.root();
    std::vector<std::size_t> found;
    const std::size_t scenes = root.size_of("scenes");
    if (scenes == 0) {
        found = parents_first_;
    } else {
        const auto chosen = optional_index(root, "scene", scenes);
        const DocumentPlace scene = root.at("scenes").at(chosen.value_or(0));
        const std::size_t roots = scene.size_of("nodes");
        for (std::size_t i = 0; i < roots; ++i) {
            const DocumentPlace place = scene.at("nodes").at(i);
            found.push_back(place.index_below(nodes_.size()));
            if (nodes_[found.back()].parent) place.fail("is a node that has a parent");
        }
        for (std::size_t k = 0; k < found.size(); ++k) {
            const auto& children = nodes_[found[k]].children;
            std::copy_if(children.begin(), children.end(), std::back_inserter(found),
                         [this](std::size_t child) { return !nodes_[child].is_mark; });
        }
    }
    std::sort(found.begin(), found.end());
    found.erase(std::unique(found.begin(), found.end()), found.end());
    shown_ = std::move(found);
}

void GltfNodes::read_animation(const GltfDocument& document, const DocumentPlace& animation)
{
    GltfAnimation read;
    read.name = optional_name(animation);
    read.begin = std::numeric_limits<double>::infinity();
    read.end = -read.begin;
    const std::size_t count = animation.at("channels").size();
    for (std::size_t i = 0; i < count; ++i) {
        const DocumentPlace channel = animation.at("channels").at(i);
        const DocumentPlace target = channel.at("target");
        const auto node = optional_index(target, "node", nodes_.size());
        if (!node) continue;  // such a channel moves nothing
        const DocumentPlace path = target.at("path");
        GltfTarget kind = GltfTarget::translation;
        std::size_t components = 3;
        if (path.text() == "rotation") {
            kind = GltfTarget::rotation;
            components = 4;
        } else if (path.text() == "scale") {
            kind = GltfTarget::scale;
        } else if (path.text() == "weights") {
            kind = GltfTarget::weights;
            components = nodes_[*node].weights.size();
            if (components == 0) path.fail("belong to a node without morph targets");
        } else if (path.text() != "translation") {
            path.fail("must be translation, rotation, scale or weights");
        }
        if (kind != GltfTarget::weights && nodes_[*node].transform.matrix) {
            target.fail("is a node with a matrix, which cannot be animated");
        }
        const DocumentPlace sampler =
            animation.at("samplers").at(channel.at("sampler").index_below(animation.size_of("samplers")));
        read.channels.push_back(
            {.node = *node, .target = kind, .track = GltfTrack(document, sampler, kind, components)});
        read.begin = std::min(read.begin, read.channels.back().track.begin());
        read.end = std::max(read.end, read.channels.back().track.end());
    }
    if (read.channels.empty()) read.begin = read.end = 0.0;
    animations_.push_back(std::move(read));
}

GltfNodes::Pose GltfNodes::pose(const GltfAnimation* animation, double time) const
{
    Pose pose;
    std::vector<GltfTransform> transforms;
    for (const GltfNode& node : nodes_) {
        transforms.push_back(node.transform);
        pose.weights.push_back(node.weights);
    }
    if (animation != nullptr) {
        for (const GltfChannel& channel : animation->channels) {
            const std::vector<double> value = channel.track.at(time);
            GltfTransform& transform = transforms[channel.node];
            switch (channel.target) {
                case GltfTarget::translation: transform.translation = Eigen::Vector3d(value.data()); break;
                case GltfTarget::rotation: transform.rotation = Eigen::Vector4d(value.data()); break;
                case GltfTarget::scale: transform.scale = Eigen::Vector3d(value.data()); break;
                case GltfTarget::weights: pose.weights[channel.node] = value; break;
            }
        }
    }
    pose.to_world.resize(nodes_.size());
    for (const std::size_t i : parents_first_) {
        if (transforms[i].rotation.isZero(0.0)) {
            throw Error(ErrorCode::malformed_file, "nodes[" + std::to_string(i) + "] has a rotation of length 0",
                        {.file = file_});
        }
        const Eigen::Matrix4d local = transforms[i].local();
        pose.to_world[i] = nodes_[i].parent ? Eigen::Matrix4d(pose.to_world[*nodes_[i].parent] * local) : local;
    }
    return pose;
}

}  // namespace tocca::io::detail
