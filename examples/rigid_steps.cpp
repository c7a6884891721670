// SPDX-License-Identifier: Apache-2.0
// A ball is shot at a thin wall, 100 units a second, and turns back: steps cut at proven first contacts.
#include <iostream>
#include <memory>
#include <tocca/tocca.hpp>

int main()
{
    // docs: world
    const auto ball = std::make_shared<const tocca::RigidBody>(tocca::ico_sphere({.radius = 0.5}).mesh());
    const auto wall = std::make_shared<const tocca::RigidBody>(tocca::box({.lengths = {0.01, 4, 4}}).mesh());

    Eigen::Isometry3d pose = Eigen::Isometry3d::Identity();
    pose.translation() << -1.9, 0.3, 0.2;
    Eigen::Vector3d velocity(100, 0, 0), spin(0, 30, 0);  // units and radians a second

    tocca::Scene world;
    const tocca::PartId moving = world.add(ball, {.name = "ball"});
    world.add(wall, {.name = "wall"});  // at rest at the origin until it is moved
    // docs: end

    const double seconds = 1.0 / 60.0;
    bool turned = false;
    // docs: steps
    for (int step = 0; step < 3; ++step) {
        // The motion of a step: the centre in a straight line, the body turning about it.
        tocca::RigidMotion motion = tocca::translation(pose, velocity * seconds);
        motion.rotation = spin * seconds;
        world.move(moving, motion);

        const tocca::Answer first = tocca::first_contact(world);
        const auto place = tocca::RigidPath(motion).at(first.safe_until);  // free up to here, proven
        pose.linear() = place.rotation;
        pose.translation() = place.origin;
        std::cout << "step " << step << ": " << pose.translation().transpose();

        if (first.contact) {
            // The contact manifold: every pair of features nearer than a hundredth.
            const auto manifold = tocca::near_features(*ball, pose, *wall, Eigen::Isometry3d::Identity(), 0.01);
            std::cout << ", in contact, " << manifold.size() << " pairs of features near";
            velocity -= 2.0 * velocity.dot(first.contact->normal) * first.contact->normal;
            turned = true;
        }
        std::cout << '\n';
    }
    // docs: end
    return turned && pose.translation().x() < 0 ? 0 : 1;
}
