// SPDX-License-Identifier: Apache-2.0
// A robot from a URDF file, what is around it, and a path.
#include <filesystem>
#include <fstream>
#include <iostream>
#include <tocca/io.hpp>

namespace {

/// An arm of two links that turn about z, and what its SRDF file lets touch.
void write_arm(const std::filesystem::path& folder)
{
    std::ofstream(folder / "arm.urdf") << R"(<robot name="arm">
  <link name="base"/>
  <link name="upper"><collision><origin xyz="0.5 0 0"/><geometry><box size="1 0.1 0.1"/></geometry></collision></link>
  <link name="fore"><collision><origin xyz="0.5 0 0"/><geometry><box size="1 0.1 0.1"/></geometry></collision></link>
  <joint name="shoulder" type="revolute"><parent link="base"/><child link="upper"/>
    <axis xyz="0 0 1"/><limit lower="-3" upper="3" effort="1" velocity="1"/></joint>
  <joint name="elbow" type="revolute"><parent link="upper"/><child link="fore"/><origin xyz="1 0 0"/>
    <axis xyz="0 0 1"/><limit lower="-3" upper="3" effort="1" velocity="1"/></joint>
</robot>
)";
    std::ofstream(folder / "arm.srdf") << R"(<robot name="arm">
  <disable_collisions link1="upper" link2="fore" reason="Adjacent"/>
</robot>
)";
}

}  // namespace

int main()
{
    const std::filesystem::path folder = std::filesystem::temp_directory_path() / "tocca_robot_file";
    std::filesystem::create_directories(folder);
    write_arm(folder);
    const std::filesystem::path before = std::filesystem::current_path();
    std::filesystem::current_path(folder);

    // docs: load
    const tocca::Robot arm = tocca::load_robot("arm.urdf", {.srdf = "arm.srdf", .package_paths = {"ros/src"}});
    // docs: end
    Eigen::Isometry3d place = Eigen::Isometry3d::Identity();
    place.translation() << 1.2, 1.2, 0.0;
    const tocca::RobotScene scene{{{"ball", {tocca::sphere_shape(0.2, Eigen::Isometry3d::Identity())}, place}}};
    const Eigen::Vector2d q0(0.0, 0.0), q1(1.5, 0.0);

    // docs: ask
    const tocca::RobotChecker checker(arm, scene);
    const auto first = tocca::first_contact(checker, {.from = q0, .to = q1});
    if (first.pair) {
        const auto [link, other] = first.pair->objects;
        std::cout << checker.body_name(link) << " touches " << checker.body_name(other) << ", free until "
                  << first.safe_until << '\n';
    }
    // docs: end

    // docs: path
    Eigen::MatrixXd path(3, 2);  // a configuration in a row
    path << 0.0, 0.0, 0.2, -2.0, 1.5, -1.8;
    const auto report = tocca::check_path(checker, path);
    std::cout << "of " << report.edges.size() << " edges the first " << report.free_edges << " are proven free\n";
    // docs: end
    std::filesystem::current_path(before);
    std::filesystem::remove_all(folder);
    return first.pair && report.free_edges > 0 ? 0 : 1;
}
