// SPDX-License-Identifier: Apache-2.0
#include "peers/fcl_pair.hpp"

#include <fcl/geometry/bvh/BVH_model.h>
#include <fcl/narrowphase/collision.h>
#include <fcl/narrowphase/distance.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "support/heap_memory.hpp"

namespace tocca::bench {
namespace {

fcl::Transform3d transform(const RigidPath::Place& place)
{
    fcl::Transform3d result = fcl::Transform3d::Identity();
    result.linear() = place.rotation;
    result.translation() = place.origin;
    return result;
}

}  // namespace

struct FclPair::Model {
    fcl::BVHModel<fcl::OBBRSSd> tree;
    double radius = 0.0;
    std::size_t bytes = 0;
};

FclPair::FclPair(const TriangleMesh& mesh) : model_(std::make_unique<Model>())
{
    std::vector<fcl::Vector3d> points;
    points.reserve(mesh.vertex_count());
    for (const Point& p : mesh.positions()) {
        points.emplace_back(p[0], p[1], p[2]);
        model_->radius = std::max(model_->radius, points.back().norm());
    }
    std::vector<fcl::Triangle> triangles;
    triangles.reserve(mesh.faces().size());
    for (const auto& [a, b, c] : mesh.faces()) triangles.emplace_back(a, b, c);
    const HeapMemory memory;
    model_->tree.beginModel(static_cast<int>(triangles.size()), static_cast<int>(points.size()));
    model_->tree.addSubModel(points, triangles);
    model_->tree.endModel();
    model_->bytes = memory.held();
}

FclPair::~FclPair() = default;
FclPair::FclPair(FclPair&&) noexcept = default;
FclPair& FclPair::operator=(FclPair&&) noexcept = default;

double FclPair::radius() const { return model_->radius; }

std::size_t FclPair::memory_bytes() const { return model_->bytes; }

double FclPair::distance(const RigidPath::Place& a, const RigidPath::Place& b) const
{
    const fcl::DistanceRequestd request;
    fcl::DistanceResultd result;
    fcl::distance(&model_->tree, transform(a), &model_->tree, transform(b), request, result);
    return std::max(0.0, result.min_distance);
}

bool FclPair::intersects(const RigidPath::Place& a, const RigidPath::Place& b) const
{
    const fcl::CollisionRequestd request;
    fcl::CollisionResultd result;
    fcl::collide(&model_->tree, transform(a), &model_->tree, transform(b), request, result);
    return result.isCollision();
}

PeerContact first_contact_by_fcl_advancement(const FclPair& pair, const scenes::RigidShot& shot, double threshold)
{
    const RigidPath a(shot.moving), b(shot.resting);
    const auto turning_speed = [&](const RigidPath& path) {
        return path.angular_velocity().norm() * (pair.radius() + path.reference().norm());
    };
    const double speed = (a.velocity() - b.velocity()).norm() + turning_speed(a) + turning_speed(b);
    PeerContact answer;
    for (double t = 0.0; t <= 1.0;) {
        ++answer.iterations;
        const double distance = pair.distance(a.at(t), b.at(t));
        if (distance <= threshold) {
            answer.time = t;
            return answer;
        }
        t += distance / speed;
    }
    return answer;
}

PeerContact first_contact_by_fcl_samples(const FclPair& pair, const scenes::RigidShot& shot, std::size_t poses)
{
    const RigidPath a(shot.moving), b(shot.resting);
    PeerContact answer;
    for (std::size_t i = 0; i < poses; ++i) {
        const double t = static_cast<double>(i) / static_cast<double>(poses - 1);
        ++answer.iterations;
        if (pair.intersects(a.at(t), b.at(t))) {
            answer.time = t;
            break;
        }
    }
    return answer;
}

}  // namespace tocca::bench
