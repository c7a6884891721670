// SPDX-License-Identifier: Apache-2.0
#include "peers/bullet_hulls.hpp"

#include <BulletCollision/CollisionShapes/btConvexHullShape.h>
#include <BulletCollision/NarrowPhaseCollision/btContinuousConvexCollision.h>
#include <BulletCollision/NarrowPhaseCollision/btGjkEpaPenetrationDepthSolver.h>
#include <BulletCollision/NarrowPhaseCollision/btVoronoiSimplexSolver.h>
#include <LinearMath/btConvexHullComputer.h>

namespace tocca::bench {
namespace {

btTransform transform(const Eigen::Isometry3d& pose)
{
    const auto scalar = [](double x) { return static_cast<btScalar>(x); };
    const Eigen::Matrix3d r = pose.linear();
    const Eigen::Vector3d o = pose.translation();
    const btMatrix3x3 rotation(scalar(r(0, 0)), scalar(r(0, 1)), scalar(r(0, 2)), scalar(r(1, 0)), scalar(r(1, 1)),
                               scalar(r(1, 2)), scalar(r(2, 0)), scalar(r(2, 1)), scalar(r(2, 2)));
    return btTransform(rotation, btVector3(scalar(o.x()), scalar(o.y()), scalar(o.z())));
}

}  // namespace

struct BulletHulls::Hull {
    btConvexHullShape shape;
    btVoronoiSimplexSolver simplex;
    btGjkEpaPenetrationDepthSolver penetration;
};

BulletHulls::BulletHulls(const TriangleMesh& mesh) : hull_(std::make_unique<Hull>())
{
    btConvexHullComputer computer;
    computer.compute(mesh.positions().front().data(), sizeof(Point), static_cast<int>(mesh.vertex_count()), 0, 0);
    for (int i = 0; i < computer.vertices.size(); ++i) hull_->shape.addPoint(computer.vertices[i], false);
    hull_->shape.setMargin(0);
    hull_->shape.recalcLocalAabb();
}

BulletHulls::~BulletHulls() = default;
BulletHulls::BulletHulls(BulletHulls&&) noexcept = default;
BulletHulls& BulletHulls::operator=(BulletHulls&&) noexcept = default;

PeerContact BulletHulls::first_contact_by_cast(const scenes::RigidShot& shot) const
{
    btContinuousConvexCollision cast(&hull_->shape, &hull_->shape, &hull_->simplex, &hull_->penetration);
    btConvexCast::CastResult result;
    PeerContact answer{.time = {}, .iterations = 1};
    if (cast.calcTimeOfImpact(transform(shot.moving.from), transform(shot.moving.to), transform(shot.resting.from),
                              transform(shot.resting.to), result)) {
        answer.time = static_cast<double>(result.m_fraction);
    }
    return answer;
}

}  // namespace tocca::bench
