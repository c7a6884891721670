// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <stop_token>
#include <string>
#include <vector>

#include "io/expect_error.hpp"
#include "io/one_link_robot.hpp"
#include "io/published_data.hpp"
#include "io/robot_text.hpp"
#include "io/temporary_folder.hpp"
#include "tocca/base/error.hpp"
#include "tocca/io/robot_file.hpp"

namespace tocca::load_robot_test {
namespace {

using Eigen::Vector3d;
using support::box_of;
using support::expect_error;
using support::one_link;
using support::shape;
using support::TemporaryFolder;

const std::string tetrahedron = "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 2 3 4\nf 3 1 4\n";
const std::string open_mesh = "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n";

TEST(LoadRobot, FindsMeshes)
{
    const TemporaryFolder folder;
    const std::string place = folder.path().string();
    folder.write("ws/arm_description/meshes/m.obj", tetrahedron);
    folder.write("other/arm_description/meshes/m.obj", open_mesh);
    folder.write("checkout/package.xml", "<package format='2'>\n<name> arm_description </name></package>");
    folder.write("checkout/meshes/m.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\nf 1 2 3\n");
    const auto faces = [&](const std::string& reference, const std::vector<std::string>& paths) {
        const auto file =
            folder.write("ws/arm_description/urdf/arm.urdf", shape("<mesh filename='" + reference + "'/>"));
        return load_robot(file, {.package_paths = paths}).triangle_count();
    };
    EXPECT_EQ(faces("package://arm_description/meshes/m.obj", {}), 4U);  // from the folder above
    EXPECT_EQ(faces("package:///arm_description/meshes/m.obj", {}), 4U);
    EXPECT_EQ(faces("model://arm_description//meshes/m.obj", {}), 4U);
    EXPECT_EQ(faces("package://meshes/m.obj", {}), 4U);
    EXPECT_EQ(faces("../meshes/m.obj", {}), 4U);
    EXPECT_EQ(faces("file://" + place + "/other/arm_description/meshes/m.obj", {place + "/other"}), 1U);
    EXPECT_EQ(faces(place + "/other/arm_description/meshes/m.obj", {place + "/other"}), 1U);
    for (const char* path : {"/other", "/other/", "/other/.", "/ws/../other", "/other/arm_description",
                             "/other/arm_description/", "/other/arm_description/."}) {
        EXPECT_EQ(faces("package://arm_description/meshes/m.obj", {place + path}), 1U) << path;
    }
    EXPECT_EQ(faces("package://arm_description/meshes/m.obj", {place + "/nowhere", place + "/other"}), 1U);
    EXPECT_EQ(faces("package://arm_description/meshes/m.obj", {place + "/checkout"}), 2U);
    folder.write("checkout/package.xml", "<package");  // names nothing
    EXPECT_EQ(faces("package://arm_description/meshes/m.obj", {place + "/checkout"}), 4U);

    try {
        (void)faces("package://missing/m.obj", {place + "/other"});
        ADD_FAILURE();
    } catch (const Error& error) {
        EXPECT_EQ(static_cast<int>(error.code()), static_cast<int>(ErrorCode::unreadable_file));
        EXPECT_EQ(error.place().line, 2U);
        for (const std::string& tried :
             {place + "/other/missing/m.obj", place + "/ws/arm_description/urdf/missing/m.obj",
              place + "/missing/m.obj", std::string(" /missing/m.obj")}) {
            EXPECT_NE(std::string(error.what()).find(tried), std::string::npos) << error.what();
        }
    }
}

TEST(LoadRobot, ReadsAMeshOnce)
{
    const TemporaryFolder folder;
    folder.write("m.obj", tetrahedron);
    const std::string same = "<collision><geometry><mesh filename='m.obj'/></geometry></collision>";
    const std::string scaled =
        "<collision><origin xyz='1 0 0'/><geometry><mesh filename='file://m.obj' scale='2 -2 "
        "2'/></geometry></collision>";
    const auto file = folder.write("r.urdf", one_link(same + scaled + same));
    const Robot robot = load_robot(file);
    const auto& shapes = robot.links()[0].shapes;
    ASSERT_EQ(shapes.size(), 3U);
    EXPECT_EQ(shapes[0].body, shapes[2].body);
    EXPECT_EQ(box_of(shapes[0]), std::pair(Vector3d(0, 0, 0), Vector3d(1, 1, 1)));
    EXPECT_EQ(box_of(shapes[1]), std::pair(Vector3d(1, -2, 0), Vector3d(3, 0, 2)));
    EXPECT_FALSE(shapes[0].body->solid());
    EXPECT_EQ(robot.triangle_count(), 12U);

    expect_error({.line = 2, .says = "link 'a': <mesh> has an attribute 'scale' of 1 values, not 3"},
                 [&] { (void)load_robot(folder.write("s.urdf", shape("<mesh filename='m.obj' scale='2'/>"))); });
    expect_error({.line = 2, .says = "with a value of 0"},
                 [&] { (void)load_robot(folder.write("s.urdf", shape("<mesh filename='m.obj' scale='1 0 1'/>"))); });
    expect_error({.code = ErrorCode::malformed_mesh, .line = 2, .says = "link 'a': <mesh> cannot be made into a body"},
                 [&] { (void)load_robot(folder.write("s.urdf", shape("<mesh filename='m.obj' scale='1e16 1 1'/>"))); });
    expect_error({.line = 3, .says = "bad.obj:3: "}, [&] {
        folder.write("bad.obj", "v 0 0 0\nv 1 1 1\nf\n");
        (void)load_robot(folder.write("s.urdf", shape("<mesh filename='bad.obj'/>")));
    });
    expect_error({.line = {}, .says = "m.txt: is not a mesh file"}, [&] {
        folder.write("m.txt", "");
        (void)load_robot(folder.write("s.urdf", shape("<mesh filename='m.txt'/>")));
    });
}

TEST(LoadRobot, MakesClosedMeshesSolid)
{
    const TemporaryFolder folder;
    folder.write("closed.obj", tetrahedron);
    folder.write("open.obj", open_mesh);
    const auto collision = [](const std::string& name) {
        return "<collision><geometry><mesh filename='" + name + "'/></geometry></collision>";
    };
    const auto file = folder.write("r.urdf", one_link(collision("closed.obj") + collision("open.obj")));
    const Robot robot = load_robot(file, {.solid_meshes = true});
    EXPECT_TRUE(robot.links()[0].shapes[0].body->solid());
    EXPECT_FALSE(robot.links()[0].shapes[1].body->solid());
}

TEST(LoadRobot, AllowsWhatTheSrdfDisables)
{
    const TemporaryFolder folder;
    const auto urdf = folder.write("arm.urdf", support::arm_urdf);
    const auto srdf = folder.write("arm.srdf", support::arm_srdf);
    const Robot robot = load_robot(urdf, {.srdf = srdf.string()});
    const auto allowed = [&](const std::string& a, const std::string& b) {
        return robot.allowed(*robot.find_link(a), *robot.find_link(b));
    };
    EXPECT_TRUE(allowed("base", "lower"));
    EXPECT_TRUE(allowed("slide2", "slide"));
    EXPECT_FALSE(allowed("base", "slide"));
    const RobotFile file = read_robot(urdf, {.srdf = srdf.string()});
    ASSERT_EQ(file.unknown_pairs.size(), 1U);
    EXPECT_EQ(file.unknown_pairs[0].link2, "camera");
    EXPECT_EQ(file.unknown_pairs[0].line, 30U);
    EXPECT_EQ(file.srdf.groups.size(), 3U);

    expect_error({.code = ErrorCode::unreadable_file, .line = {}, .says = "no.srdf: cannot be read"},
                 [&] { (void)load_robot(urdf, {.srdf = (folder.path() / "no.srdf").string()}); });
    expect_error({.code = ErrorCode::unreadable_file, .line = {}, .says = "no.urdf: cannot be read"},
                 [&] { (void)load_robot(folder.path() / "no.urdf"); });
}

TEST(LoadRobot, StopsWhenAsked)
{
    const TemporaryFolder folder;
    const auto urdf = folder.write("arm.urdf", support::arm_urdf);
    std::stop_source source;
    source.request_stop();
    expect_error({.code = ErrorCode::interrupted, .line = {}, .says = "interrupted"},
                 [&] { (void)load_robot(urdf, {}, source.get_token()); });
}

TEST(LoadRobot, ReadsEveryPublishedRobot)
{
    const auto data = support::published_data("robots");
    if (!data) GTEST_SKIP() << support::without_data("robots");
    struct Expected {
        const char* urdf;
        const char* srdf;
        std::size_t links, joints, values, triangles;
    };
    const std::vector<Expected> robots = {{"example-robot-data/robots/pr2_description/urdf/pr2.urdf",
                                           "example-robot-data/robots/pr2_description/srdf/pr2.srdf", 82, 81, 20, 5852},
                                          {"example-robot-data/robots/ur_description/urdf/ur5_robot.urdf",
                                           "example-robot-data/robots/ur_description/srdf/ur5.srdf", 11, 10, 6, 5340},
                                          {"example-robot-data/robots/talos_data/robots/talos_reduced.urdf",
                                           "example-robot-data/robots/talos_data/srdf/talos.srdf", 60, 59, 32, 27238},
                                          {"kuka_iiwa/model.urdf", nullptr, 8, 7, 7, 14758},
                                          {"mbm_panda/panda.urdf", "mbm_panda/panda.srdf", 13, 12, 7, 3472},
                                          {"humanoid_motion/humanoid.urdf", nullptr, 16, 15, 36, 24}};
    for (const Expected& expected : robots) {
        RobotFileOptions options;
        if (expected.srdf != nullptr) options.srdf = (*data / expected.srdf).string();
        const Robot robot = load_robot(*data / expected.urdf, options);
        EXPECT_EQ(robot.links().size(), expected.links) << expected.urdf;
        EXPECT_EQ(robot.joints().size(), expected.joints) << expected.urdf;
        EXPECT_EQ(robot.value_count(), expected.values) << expected.urdf;
        EXPECT_EQ(robot.triangle_count(), expected.triangles) << expected.urdf;
    }
}

}  // namespace
}  // namespace tocca::load_robot_test
