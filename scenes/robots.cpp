// SPDX-License-Identifier: Apache-2.0
#include "scenes/robots.hpp"

#include <memory>

#include "scenes/robot_making.hpp"
#include "scenes/surface_mesh.hpp"
#include "tocca/base/error.hpp"

namespace tocca::scenes {

RobotShape shape_of(const Surface& surface) { return {std::make_shared<const RigidBody>(mesh_of(surface))}; }

RobotShape shape_of(const Shape& shape) { return {std::make_shared<const RigidBody>(shape.mesh())}; }

Shape placed(Shape shape, const Eigen::Isometry3d& pose)
{
    for (Point& point : shape.positions) point = to_point(pose * Eigen::Vector3d(point[0], point[1], point[2]));
    return shape;
}

Shape to_shape(const Surface& surface)
{
    Shape shape{.positions = {}, .faces = surface.faces};
    for (const Eigen::Vector3d& point : surface.points) shape.positions.push_back(to_point(point));
    return shape;
}

std::vector<JointMotion> motions_between(const std::vector<Eigen::VectorXd>& configurations)
{
    std::vector<JointMotion> motions;
    for (std::size_t i = 1; i < configurations.size(); ++i)
        motions.push_back({configurations[i - 1], configurations[i]});
    return motions;
}

std::vector<JointMotion> starting_free(const RobotChecker& checker, std::size_t count,
                                       const std::function<JointMotion()>& draw)
{
    std::vector<JointMotion> motions;
    for (std::size_t drawn = 0; motions.size() < count; ++drawn) {
        require(drawn < 1000 * count, "nearly all of the motions drawn start in contact");
        JointMotion motion = draw();
        if (!collides_at(checker, motion.from)) motions.push_back(std::move(motion));
    }
    return motions;
}

std::size_t triangle_count(const RobotScene& scene)
{
    std::size_t count = 0;
    for (const Obstacle& object : scene.objects) {
        for (const RobotShape& shape : object.shapes) count += shape.body->mesh().faces().size();
    }
    return count;
}

const std::vector<RobotSceneEntry>& robot_scenes()
{
    static const std::vector<RobotSceneEntry> scenes{
        {"mannequin", "random motions amid rings, knots and capsules", [] { return mannequin_among_objects(); }},
        {"walking-mannequin", "a walk across a board with chessmen", [] { return walking_mannequin(); }},
        {"exercising-mannequin", "bends and turns until hands meet feet", [] { return exercising_mannequin(); }},
        {"excavator", "long motions on a crowded site", [] { return excavator(); }},
        {"trains", "four trains of 10 cars on tracks that cross", [] { return trains(); }},
        {"long-train", "a train of 17 cars through tunnels",
         [] { return trains({.seed = 26, .trains = 1, .cars = 17}); }},
        {"falling-train", "a train of 17 cars falls on a mountain", [] { return falling_train(); }}};
    return scenes;
}

}  // namespace tocca::scenes
