// SPDX-License-Identifier: Apache-2.0
#include "peers/fcl_robot.hpp"

#include <fcl/geometry/bvh/BVH_model.h>
#include <fcl/geometry/shape/capsule.h>
#include <fcl/geometry/shape/sphere.h>
#include <fcl/narrowphase/collision.h>

#include <array>
#include <set>
#include <string>
#include <vector>

namespace tocca::bench {
namespace {

using Eigen::Isometry3d;
using Eigen::Vector3d;

Vector3d to_vector(const Point& point) { return {point[0], point[1], point[2]}; }

std::shared_ptr<fcl::CollisionGeometryd> tree_of(const TriangleMesh& mesh)
{
    std::vector<fcl::Vector3d> points;
    for (const Point& point : mesh.positions()) points.push_back(to_vector(point));
    std::vector<fcl::Triangle> triangles;
    for (const auto& [a, b, c] : mesh.faces()) triangles.emplace_back(a, b, c);
    auto tree = std::make_shared<fcl::BVHModel<fcl::OBBRSSd>>();
    tree->beginModel(static_cast<int>(triangles.size()), static_cast<int>(points.size()));
    tree->addSubModel(points, triangles);
    tree->endModel();
    return tree;
}

struct FclShape {
    std::uint32_t body = 0;
    std::shared_ptr<fcl::CollisionGeometryd> geometry;
    Isometry3d pose = Isometry3d::Identity();  ///< in the link or object
    Vector3d middle = Vector3d::Zero();        ///< of a sphere about it, in the link or object
    double radius = 0.0;
};

FclShape shape_of(std::uint32_t body, const RobotShape& shape)
{
    const TriangleMesh& mesh = shape.body->mesh();
    FclShape made{.body = body, .geometry = {}};
    made.middle = shape.body->middle();
    made.radius = 0.5 * shape.body->diameter() + shape.padding;
    if (!mesh.faces().empty()) {
        made.geometry = tree_of(mesh);
    } else if (mesh.edges().size() == 1) {
        const auto [from, to] = mesh.edges()[0];
        const Vector3d start = to_vector(mesh.positions()[from]), along = to_vector(mesh.positions()[to]) - start;
        made.geometry = std::make_shared<fcl::Capsuled>(shape.padding, along.norm());
        made.pose.linear() = Eigen::Quaterniond::FromTwoVectors(Vector3d::UnitZ(), along).toRotationMatrix();
        made.pose.translation() = start + 0.5 * along;
    } else {
        made.geometry = std::make_shared<fcl::Sphered>(shape.padding);
        made.pose.translation() = to_vector(mesh.positions()[0]);
    }
    return made;
}

}  // namespace

struct FclRobot::Model {
    RobotChecker checker;
    std::vector<FclShape> shapes;
    std::vector<std::array<std::size_t, 2>> pairs;  ///< of shapes
};

FclRobot::FclRobot(const RobotChecker& checker, bool self) : model_(std::make_unique<Model>(Model{checker, {}, {}}))
{
    const Robot& robot = checker.robot();
    const RobotScene& scene = checker.scene();
    const auto links = static_cast<std::uint32_t>(robot.links().size());
    for (std::uint32_t body = 0; body < checker.body_count(); ++body) {
        const std::vector<RobotShape>& shapes =
            body < links ? robot.links()[body].shapes : scene.objects[body - links].shapes;
        for (const RobotShape& shape : shapes) {
            if (shape.body->mesh().vertex_count() > 0) model_->shapes.push_back(shape_of(body, shape));
        }
    }
    std::set<std::array<std::string, 2>> allowed;
    for (const RobotParts::NamedPair& pair : scene.allowed) {
        allowed.insert({pair.a, pair.b});
        allowed.insert({pair.b, pair.a});
    }
    const auto checked = [&](std::uint32_t a, std::uint32_t b) {
        if (a == b || a >= links || allowed.contains({checker.body_name(a), checker.body_name(b)})) return false;
        return b >= links || (self && !robot.allowed(a, b));
    };
    for (std::size_t i = 0; i < model_->shapes.size(); ++i) {
        for (std::size_t k = i + 1; k < model_->shapes.size(); ++k) {
            if (checked(model_->shapes[i].body, model_->shapes[k].body)) model_->pairs.push_back({i, k});
        }
    }
}

FclRobot::~FclRobot() = default;
FclRobot::FclRobot(FclRobot&&) noexcept = default;
FclRobot& FclRobot::operator=(FclRobot&&) noexcept = default;

bool FclRobot::collides_at(const Eigen::VectorXd& configuration) const
{
    const std::vector<Isometry3d> poses = model_->checker.robot().poses(configuration);
    const auto& objects = model_->checker.scene().objects;
    const auto pose_of = [&](std::uint32_t body) {
        return body < poses.size() ? poses[body] : objects[body - poses.size()].pose;
    };
    std::vector<Vector3d> middles;
    middles.reserve(model_->shapes.size());
    for (const FclShape& shape : model_->shapes) middles.emplace_back(pose_of(shape.body) * shape.middle);
    const fcl::CollisionRequestd request;
    for (const auto& [i, k] : model_->pairs) {
        const FclShape &a = model_->shapes[i], &b = model_->shapes[k];
        const double reach = a.radius + b.radius;
        if ((middles[i] - middles[k]).squaredNorm() > reach * reach) continue;
        fcl::CollisionResultd result;
        const fcl::Transform3d pose_a(pose_of(a.body) * a.pose), pose_b(pose_of(b.body) * b.pose);
        fcl::collide(a.geometry.get(), pose_a, b.geometry.get(), pose_b, request, result);
        if (result.isCollision()) return true;
    }
    return false;
}

}  // namespace tocca::bench
