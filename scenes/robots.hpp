// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <Eigen/Core>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "tocca/robot/robot.hpp"
#include "tocca/robot/robot_query.hpp"
#include "tocca/robot/robot_scene.hpp"

namespace tocca::scenes {

/// A robot among objects, and motions of it: always the same for the same parameters.
struct MovingRobot {
    Robot robot;
    RobotScene scene;
    /// Each on its own, or those of a path, where one begins at the end of the one before.
    std::vector<JointMotion> motions;
    std::optional<double> threshold = {};  ///< of contact, where one belongs to the scene
};

/// The triangles of all objects of a scene.
[[nodiscard]] std::size_t triangle_count(const RobotScene& scene);

/// A figure of 15 capsules, 170 units tall, standing upright along z and looking along y, of 21,060 triangles and 48
/// values: the place of the pelvis along x, y and z, its turns about x, y and z, and for every other link, from the chest
/// to the left foot, the turns of its joint about x, y and z, one revolute joint each with links without shapes between.
///
/// Links whose joints are near may touch: parent and child, grandparent and grandchild, links of one parent, and a link and
/// the children of one with the same parent; 58 pairs are left.
[[nodiscard]] Robot mannequin();

/// The mannequin amid 16 rings, knots and capsules of 109,836 triangles, all around it, in random motions: the root within 60
/// units and 60 degrees, the joints within 22.5 or 45. The first so many that start free.
///
/// The default seeds and number are those that other libraries were measured with.
struct MannequinMotions {
    std::uint64_t seed = 4242;
    std::uint64_t scene_seed = 777;
    std::size_t count = 200;
};
[[nodiscard]] MovingRobot mannequin_among_objects(const MannequinMotions& motions = {});
/// The objects alone.
[[nodiscard]] RobotScene objects_around(std::uint64_t seed);
/// The random motions before those that do not start free are left out.
[[nodiscard]] std::vector<JointMotion> random_mannequin_motions(std::uint64_t seed, std::size_t count);

/// A path of the mannequin.
struct MannequinPath {
    std::size_t motions = 60;
    std::uint64_t seed = 1;  ///< of what is placed at random
};
/// It walks across a board with 16 chessmen of 102,400 triangles, some in its way, and its legs cross.
///
/// Source: Zhang, Redon, Lee, Kim 2007, 8.1, figure 8a, as far as it is described there.
[[nodiscard]] MovingRobot walking_mannequin(const MannequinPath& path = {});
/// Without anything around it bends, turns and reaches for its feet, harder and harder.
///
/// Source: Zhang, Redon, Lee, Kim 2007, 8.1, figure 8b, as far as it is described there.
[[nodiscard]] MovingRobot exercising_mannequin(const MannequinPath& path = {});

/// An excavator of about 19,000 triangles that drives, turns and digs in long random motions on a site crowded with rocks,
/// pipes, tyres, containers and masts; lengths are metres. Every motion starts free.
///
/// Source: Zhang, Redon, Lee, Kim 2007, 8.1, figure 9, as far as it is described there.
struct ExcavatorSite {
    std::uint64_t seed = 9;
    std::size_t triangles = 400'000;  ///< of the site, about; at least 20,000
    std::size_t motions = 100;
};
[[nodiscard]] MovingRobot excavator(const ExcavatorSite& site = {});

/// Trains on tracks that cross each other, some on one level and some not, through tunnels and past masts that may stand too
/// near; one robot of several, joined. A train is a chain of cars with universal joints whose first one flies freely;
/// lengths are metres. A path.
///
/// Source: Zhang, Redon, Lee, Kim 2007, 8.1, figure 11, as far as it is described there.
struct TrainRun {
    std::uint64_t seed = 1;
    std::size_t trains = 4;             ///< at most 4
    std::size_t cars = 10;              ///< of each train
    std::size_t car_triangles = 2'300;  ///< about; at least 200
    std::size_t motions = 60;
};
[[nodiscard]] MovingRobot trains(const TrainRun& run = {});

/// A train falls from the sky on a mountain, its cars held together by ball joints. A path.
struct TrainFall {
    std::uint64_t seed = 4;
    std::size_t cars = 17;
    std::size_t car_triangles = 2'500;
    std::size_t mountain_triangles = 29'000;
    std::size_t motions = 40;
};
[[nodiscard]] MovingRobot falling_train(const TrainFall& fall = {});

/// A scene by its name, at its usual size.
struct RobotSceneEntry {
    std::string name;
    std::string about;
    std::function<MovingRobot()> make;
};

/// mannequin, walking-mannequin, exercising-mannequin, excavator, trains, long-train, falling-train.
[[nodiscard]] const std::vector<RobotSceneEntry>& robot_scenes();

}  // namespace tocca::scenes
