// SPDX-License-Identifier: Apache-2.0
#include "support/robot_files.hpp"

#include <numbers>
#include <optional>
#include <utility>

#include "scenes/seeded_random.hpp"
#include "tocca/io/robot_file.hpp"

namespace tocca::bench {
namespace {

Eigen::VectorXd random_configuration(const Robot& robot, scenes::SeededRandom& random)
{
    constexpr double pi = std::numbers::pi;
    Eigen::VectorXd values = robot.zero();
    for (std::size_t i = 0; i < robot.joints().size(); ++i) {
        const Joint& joint = robot.joints()[i];
        if (joint.mimic || value_count(joint.type) != 1) continue;
        const Joint::Limits range = joint.limits.value_or(Joint::Limits{-pi, pi});
        values[static_cast<Eigen::Index>(robot.first_value(i))] = random.between(range.lower, range.upper);
    }
    return values;
}

std::optional<Eigen::VectorXd> free_configuration(const RobotChecker& checker, scenes::SeededRandom& random)
{
    for (int drawn = 0; drawn < 10'000; ++drawn) {
        Eigen::VectorXd values = random_configuration(checker.robot(), random);
        if (!collides_at(checker, values)) return values;
    }
    return std::nullopt;
}

}  // namespace

std::vector<RobotFiles> robot_files(const std::filesystem::path& data)
{
    const std::filesystem::path robots = data / "robots", examples = robots / "example-robot-data" / "robots";
    const std::filesystem::path pr2 = examples / "pr2_description", ur = examples / "ur_description",
                                talos = examples / "talos_data", panda = robots / "mbm_panda";
    std::vector<RobotFiles> found;
    for (RobotFiles& files :
         std::vector<RobotFiles>{{"pr2", pr2 / "urdf/pr2.urdf", pr2 / "srdf/pr2.srdf", examples},
                                 {"ur5", ur / "urdf/ur5_robot.urdf", ur / "srdf/ur5.srdf", examples},
                                 {"talos", talos / "robots/talos_reduced.urdf", talos / "srdf/talos.srdf", examples},
                                 {"iiwa", robots / "kuka_iiwa/model.urdf", {}, robots},
                                 {"panda", panda / "panda.urdf", panda / "panda.srdf", robots}}) {
        if (std::filesystem::exists(files.urdf)) found.push_back(std::move(files));
    }
    return found;
}

Robot load(const RobotFiles& files)
{
    return load_robot(files.urdf, {.srdf = files.srdf.string(), .package_paths = {files.packages.string()}});
}

std::vector<JointMotion> random_motions(const RobotChecker& checker, std::uint64_t seed, std::size_t count)
{
    scenes::SeededRandom random(seed);
    std::vector<JointMotion> motions;
    while (motions.size() < count) {
        std::optional<Eigen::VectorXd> from = free_configuration(checker, random);
        std::optional<Eigen::VectorXd> to = free_configuration(checker, random);
        if (!from || !to) break;
        motions.push_back({std::move(*from), std::move(*to)});
    }
    return motions;
}

}  // namespace tocca::bench
