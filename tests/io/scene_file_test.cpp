// SPDX-License-Identifier: Apache-2.0
#include "tocca/io/scene_file.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <string>
#include <vector>

#include "io/damaged_text.hpp"
#include "io/expect_error.hpp"
#include "io/temporary_folder.hpp"

namespace tocca::scene_file_test {
namespace {

using Eigen::Vector3d;
using support::expect_error;

SceneFile parse(const std::string& text) { return parse_scene(text, "folder/scene.json"); }

/// A scene with these members beside the format.
std::string scene(const std::string& members) { return R"({"schema":"tocca.scene/1",)" + members + "}"; }
/// A scene of one part with these members.
std::string part(const std::string& members) { return scene(R"("parts":[{"name":"it",)" + members + "}]"); }
std::string mesh(const std::string& members) { return part(R"("mesh":"a.obj",)" + members); }
std::string box(const std::string& members) { return part(R"("body":"box:1,1,1",)" + members); }
std::string robot(const std::string& members) { return part(R"("robot":"a.urdf",)" + members); }

void expect_fault(const std::string& text, const std::string& says, ErrorCode code = ErrorCode::malformed_file)
{
    expect_error({.code = code, .line = 1, .says = says}, [&] { (void)parse(text); });
}

const std::string whole = R"({
    "schema": "tocca.scene/1",
    "parts": [
        {"name": "cloth", "mesh": "cloth.obj", "frames": ["cloth.npy", "more/*.obj"], "group": 3, "thickness": 0.01,
         "self": false, "solid": true},
        {"name": "sheet", "mesh": "sheet.ply", "frames": "frames"},
        {"name": "wrench", "body": "wrench.obj", "solid": true, "isolated_vertices": true, "thickness": 0.5,
         "reference": [1, 2, 3], "poses": ["0,0,9", "0,0,5,0,0,90deg", [[0,-1,0,4],[1,0,0,5],[0,0,1,6],[0,0,0,1]]]},
        {"name": "ball", "body": "sphere:1", "pose": "1,2,3", "group": 4},
        {"name": "screw", "body": "cylinder:1,2", "screw": true, "poses": ["0,0,0", "0,0,1"]},
        {"name": "arm", "robot": "arm.urdf", "srdf": "arm.srdf", "pose": "0,0,1", "path": [[0, 0.5], "ready", "elbow=1"],
         "self": false, "solid": true, "isolated_vertices": true, "thickness": 0.25, "group": 7,
         "holds": [{"link": "hand", "body": "box:1,1,1"},
                   {"name": "cup", "link": "hand", "body": "cup.obj", "pose": "1,0,0", "touch_links": ["finger", "palm"]}]},
        {"name": "other", "robot": "arm.urdf", "path": "path.csv"},
        {"name": "third", "robot": "arm.urdf"}
    ],
    "ignored_pairs": [["cloth", "ball"],
                      ["arm/hand", "cloth"]],
    "ignored_groups": [[0, 3], [7, 7]],
    "clearance": 0.125,
    "threshold": 1e-4
})";

TEST(ParseScene, ReadsMeshesWithTheirFrames)
{
    const SceneFile file = parse(whole);
    ASSERT_EQ(file.parts.size(), 8U);
    const SceneFile::Part& cloth = file.parts[0];
    EXPECT_EQ(cloth.kind(), Scene::Kind::mesh);
    EXPECT_EQ(cloth.options.name, "cloth");
    EXPECT_EQ(cloth.options.group, 3U);
    EXPECT_EQ(cloth.options.thickness, 0.01);
    EXPECT_FALSE(cloth.options.self);
    EXPECT_TRUE(cloth.options.solid);
    EXPECT_EQ(cloth.place.line, 4U);
    const auto& deforming = std::get<SceneFile::Mesh>(cloth.what);
    EXPECT_EQ(deforming.mesh, "folder/cloth.obj");
    EXPECT_EQ(deforming.frames, (std::vector<std::string>{"folder/cloth.npy", "folder/more/*.obj"}));
    EXPECT_EQ(std::get<SceneFile::Mesh>(file.parts[1].what).frames, (std::vector<std::string>{"folder/frames"}));
    EXPECT_TRUE(file.parts[1].options.self);
    EXPECT_FALSE(file.parts[1].options.solid);
}

TEST(ParseScene, ReadsBodiesWithTheirPoses)
{
    const SceneFile file = parse(whole);
    const auto& wrench = std::get<SceneFile::Body>(file.parts[2].what);
    EXPECT_EQ(file.parts[2].kind(), Scene::Kind::body);
    EXPECT_EQ(wrench.name, "wrench");
    EXPECT_EQ(wrench.mesh, "folder/wrench.obj");
    EXPECT_TRUE(wrench.solid);
    EXPECT_TRUE(wrench.isolated_vertices);
    EXPECT_EQ(wrench.reference, Vector3d(1, 2, 3));
    ASSERT_EQ(wrench.poses.size(), 3U);
    EXPECT_EQ(wrench.poses[2] * Vector3d::UnitX(), Vector3d(4, 6, 6));
    const auto& ball = std::get<SceneFile::Body>(file.parts[3].what);
    EXPECT_EQ(ball.mesh, "sphere:1");
    EXPECT_EQ(ball.group, 4U);
    EXPECT_FALSE(ball.solid);
    ASSERT_EQ(ball.poses.size(), 1U);
    EXPECT_EQ(ball.poses[0].translation(), Vector3d(1, 2, 3));
    EXPECT_TRUE(std::get<SceneFile::Body>(file.parts[4].what).screw);
}

TEST(ParseScene, ReadsRobotsWithTheirPaths)
{
    const SceneFile file = parse(whole);
    const auto& arm = std::get<SceneFile::Robot>(file.parts[5].what);
    EXPECT_EQ(file.parts[5].kind(), Scene::Kind::robot);
    EXPECT_FALSE(file.parts[5].options.self);
    EXPECT_EQ(arm.urdf, "folder/arm.urdf");
    EXPECT_EQ(arm.srdf, "folder/arm.srdf");
    EXPECT_TRUE(arm.isolated_vertices);
    ASSERT_TRUE(arm.pose);
    EXPECT_EQ(arm.pose->translation(), Vector3d(0, 0, 1));
    ASSERT_EQ(arm.waypoints.size(), 3U);
    EXPECT_EQ(std::get<std::vector<double>>(arm.waypoints[0]), (std::vector<double>{0, 0.5}));
    EXPECT_EQ(std::get<std::string>(arm.waypoints[1]), "ready");
    EXPECT_EQ(std::get<std::string>(arm.waypoints[2]), "elbow=1");
    EXPECT_EQ(arm.path_place.line, 11U);
    ASSERT_EQ(arm.holds.size(), 2U);
    EXPECT_EQ(arm.holds[0].name, "box:1,1,1");
    EXPECT_EQ(arm.holds[0].link, "hand");
    EXPECT_EQ(arm.holds[1].name, "cup");
    EXPECT_EQ(arm.holds[1].body, "folder/cup.obj");
    EXPECT_EQ(arm.holds[1].pose.translation(), Vector3d(1, 0, 0));
    EXPECT_EQ(arm.holds[1].touch_links, (std::vector<std::string>{"finger", "palm"}));
    const auto& other = std::get<SceneFile::Robot>(file.parts[6].what);
    EXPECT_EQ(other.path_file, "folder/path.csv");
    EXPECT_FALSE(other.pose);
    const auto& third = std::get<SceneFile::Robot>(file.parts[7].what);
    EXPECT_TRUE(third.path_file.empty());
    EXPECT_TRUE(third.waypoints.empty());
}

TEST(ParseScene, ReadsWhatIsIgnoredAndHowFarApart)
{
    const SceneFile file = parse("\xef\xbb\xbf" + whole);
    ASSERT_EQ(file.ignored_pairs.size(), 2U);
    EXPECT_EQ(file.ignored_pairs[0].names, (std::array<std::string, 2>{"cloth", "ball"}));
    EXPECT_EQ(file.ignored_pairs[1].names, (std::array<std::string, 2>{"arm/hand", "cloth"}));
    EXPECT_EQ(file.ignored_pairs[1].place.line, 19U);
    EXPECT_EQ(file.ignored_pairs[1].place.file, "folder/scene.json");
    EXPECT_EQ(file.ignored_groups, (std::vector<std::array<std::uint32_t, 2>>{{0, 3}, {7, 7}}));
    EXPECT_EQ(file.clearance, 0.125);
    EXPECT_EQ(file.threshold, 1e-4);
    const SceneFile nothing = parse(scene(R"("parts":[])"));
    EXPECT_TRUE(nothing.parts.empty());
    EXPECT_FALSE(nothing.clearance);
    EXPECT_FALSE(nothing.threshold);
}

TEST(ParseScene, NamesTheValueAtFault)
{
    expect_error({.code = ErrorCode::malformed_file, .line = 2, .says = "folder/scene.json:2: this is not JSON"},
                 [] { (void)parse("{\n"); });
    expect_fault("[]", "is not an object");
    expect_fault("{}", "has no member 'schema'");
    expect_fault(R"({"schema":"tocca.scene/2","parts":[]})", "schema is not 'tocca.scene/1'");
    expect_fault(R"({"schema":"tocca.scene/1"})", "has no member 'parts'");
    expect_fault(scene(R"("part":[],"parts":[])"), "has an unknown member 'part'");
    expect_fault(scene(R"("parts":[],"parts":[])"), "'parts' is there twice");
    expect_fault(scene(R"("parts":{})"), "parts is not an array");
    expect_fault(scene(R"("parts":[3])"), "parts[0] is not an object");
    expect_fault(scene(R"("parts":[],"clearance":-1)"), "clearance is not a length");
    expect_fault(scene(R"("parts":[],"clearance":"1")"), "clearance is not a number");
    expect_fault(scene(R"("parts":[],"threshold":0)"), "threshold is 0");
    expect_fault(scene(R"("parts":[],"threshold":-1)"), "threshold is not a length");
    expect_fault(scene(R"("parts":[],"ignored_groups":[[0]])"), "ignored_groups[0] has 1 elements, not 2");
    expect_fault(scene(R"("parts":[],"ignored_groups":[[0,-1]])"), "ignored_groups[0][1] is not a natural number");
    expect_fault(scene(R"("parts":[],"ignored_pairs":[["a","b"]])"), "ignored_pairs[0][0]",
                 ErrorCode::index_out_of_range);
    expect_fault(scene(R"("parts":[],"ignored_pairs":[[0,1]])"), "ignored_pairs[0][0] is not a text");
    expect_fault(scene(R"("parts":[{"name":"it","body":"box:1,1,1"}],"ignored_pairs":[["it","it/hand"]])"),
                 "ignored_pairs[0][1] is a link of 'it', which is not a robot", ErrorCode::index_out_of_range);
}

TEST(ParseScene, NamesThePartAtFault)
{
    expect_fault(scene(R"("parts":[{"name":"it"}])"), "parts[0] must have");
    expect_fault(mesh(R"("body":"box:1,1,1")"), "parts[0] must have");
    expect_fault(scene(R"("parts":[{"mesh":"a.obj"}])"), "parts[0] has no member 'name'");
    expect_fault(scene(R"("parts":[{"mesh":"a.obj","name":""}])"), "parts[0].name is empty");
    expect_fault(scene(R"("parts":[{"mesh":"a.obj","name":"a/b"}])"), "parts[0].name contains a '/'");
    expect_fault(scene(R"("parts":[{"mesh":"a.obj","name":"a"},{"mesh":"a.obj","name":"a"}])"), "parts[1].name");
    expect_fault(mesh(R"("group":-1)"), "parts[0].group is not a natural number");
    expect_fault(mesh(R"("group":4294967296)"), "parts[0].group does not fit");
    expect_fault(mesh(R"("thickness":-1)"), "parts[0].thickness is not a length");
    expect_fault(mesh(R"("self":1)"), "parts[0].self is neither true nor false");
    expect_fault(mesh(R"("solid":1)"), "parts[0].solid is neither true nor false");
    expect_fault(mesh(R"("pose":"1,2,3")"), "parts[0] has an unknown member 'pose'");
    expect_fault(mesh(R"("frames":[])"), "parts[0].frames is empty");
    expect_fault(mesh(R"("frames":"")"), "parts[0].frames");
    expect_fault(mesh(R"("frames":[3])"), "parts[0].frames[0] is not a text");
    expect_fault(part(R"("mesh":"")"), "parts[0].mesh");
    expect_fault(part(R"("mesh":"box:1,1,1")"), "parts[0].mesh is a shape");
    expect_fault(part(R"("body":"box:1")"), "parts[0].body is wrong: ");
    expect_fault(box(R"("self":false)"), "parts[0] has an unknown member 'self'");
    expect_fault(box(R"("frames":"a.npy")"), "parts[0] has an unknown member 'frames'");
    expect_fault(box(R"("isolated_vertices":1)"), "parts[0].isolated_vertices is neither");
    expect_fault(box(R"("screw":true,"reference":[1,2,3])"), "parts[0].reference cannot be combined with 'screw'");
    expect_fault(box(R"("pose":"1,2,3","poses":["1,2,3"])"), "has both 'pose' and 'poses'");
    expect_fault(box(R"("poses":[])"), "parts[0].poses is empty");
    expect_fault(box(R"("poses":["1,2,3","1,2,x"])"), "parts[0].poses[1] is not a pose: number 3 of '1,2,x'");
    expect_fault(box(R"("pose":[[2,0,0,0],[0,2,0,0],[0,0,2,0],[0,0,0,1]])"),
                 "parts[0].pose is not a pose: ", ErrorCode::not_a_rotation);
}

TEST(ParseScene, NamesTheFaultOfARobot)
{
    expect_fault(part(R"("robot":"")"), "parts[0].robot");
    expect_fault(robot(R"("poses":["1,2,3"])"), "parts[0] has an unknown member 'poses'");
    expect_fault(robot(R"("pose":7)"), "parts[0].pose is neither a text nor");
    expect_fault(robot(R"("srdf":7)"), "parts[0].srdf is not a text");
    expect_fault(robot(R"("path":7)"), "parts[0].path is neither the name of a file nor a list");
    expect_fault(robot(R"("path":[])"), "parts[0].path is empty");
    expect_fault(robot(R"("path":[7])"), "parts[0].path[0] is neither a list of values nor a text");
    expect_fault(robot(R"("path":[["a"]])"), "parts[0].path[0][0] is not a number");
    expect_fault(robot(R"("holds":{})"), "parts[0].holds is not an array");
    expect_fault(robot(R"("holds":[{"body":"box:1,1,1"}])"), "parts[0].holds[0] has no member 'link'");
    expect_fault(robot(R"("holds":[{"link":"hand"}])"), "parts[0].holds[0] has no member 'body'");
    expect_fault(robot(R"("holds":[{"link":"hand","body":"box:1,1,1","name":""}])"), "parts[0].holds[0].name is empty");
    expect_fault(robot(R"("holds":[{"link":"hand","body":"box:1,1,1","mass":1}])"),
                 "parts[0].holds[0] has an unknown member 'mass'");
    expect_fault(robot(R"("holds":[{"link":"hand","body":"box:1,1,1","touch_links":[1]}])"),
                 "parts[0].holds[0].touch_links[0] is not a text");
}

TEST(ParseScene, NamesFilesOfItsFolderOnly)
{
    const ErrorCode code = ErrorCode::unreadable_file;
    expect_fault(part(R"("mesh":"../../a.obj")"), "parts[0].mesh is '../../a.obj', which", code);
    expect_fault(part(R"("body":"/etc/passwd")"), "parts[0].body is '/etc/passwd', which", code);
    expect_fault(part(R"("robot":"../../a.urdf")"), "parts[0].robot is", code);
    expect_fault(robot(R"("srdf":"../../a.srdf")"), "parts[0].srdf is", code);
    expect_fault(robot(R"("path":"../../a.csv")"), "parts[0].path is", code);
    expect_fault(robot(R"("holds":[{"link":"hand","body":"../../a.obj"}])"), "parts[0].holds[0].body is", code);
    expect_fault(mesh(R"("frames":"../../frames")"), "parts[0].frames is '../../frames', which", code);
    expect_fault(mesh(R"("frames":["a.npy","../../*.obj"])"), "parts[0].frames[1] is", code);
    const support::TemporaryFolder trusted;
    const std::string elsewhere = (trusted.path() / "a.obj").string();
    const SceneFile file = parse_scene(part(R"("mesh":")" + elsewhere + "\""), "folder/scene.json",
                                       {.package_paths = {trusted.path().string()}});
    EXPECT_EQ(std::get<SceneFile::Mesh>(file.parts[0].what).mesh, elsewhere);
}

/// Damaged text is refused with an Error or read: nothing else.
TEST(ParseScene, SurvivesDamagedText)
{
    for (std::size_t size = 0; size < whole.size(); ++size) {
        EXPECT_THROW((void)parse(whole.substr(0, size)), Error) << size;
    }
    EXPECT_GT(support::read_damaged(whole, "scene.json", 2000, [](const auto& text) { (void)parse(text); }).read, 10U);
}

TEST(ReadScene, ReadsAFileOrSaysWhich)
{
    const support::TemporaryFolder folder;
    const auto file = folder.write("scene.json", part(R"("mesh":"a.obj")"));
    EXPECT_EQ(std::get<SceneFile::Mesh>(read_scene(file).parts.front().what).mesh, (folder.path() / "a.obj").string());
    expect_error({.code = ErrorCode::unreadable_file, .says = "absent.json"},
                 [&] { (void)read_scene(folder.path() / "absent.json"); });
}

TEST(ReadScene, FindsTheFramesOfAMesh)
{
    const support::TemporaryFolder folder;
    const std::string triangle = "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n";
    for (const char* name : {"cloth.obj", "cloth_2.obj", "cloth_10.obj"}) folder.write(name, triangle);
    const auto files_of = [&](const std::string& frames) {
        const auto file = folder.write("scene.json", mesh(R"("frames":)" + frames));
        std::vector<std::string> names;
        for (const auto& path :
             std::get<SceneFile::Mesh>(read_scene(file).parts.front().what).frame_files(file.string(), {}))
            names.push_back(path.filename().string());
        return names;
    };
    EXPECT_EQ(files_of(R"("cloth_*.obj")"), (std::vector<std::string>{"cloth_2.obj", "cloth_10.obj"}));
    EXPECT_EQ(files_of(R"(["cloth_10.obj", "cloth.obj"])"), (std::vector<std::string>{"cloth_10.obj", "cloth.obj"}));
    expect_error({.code = ErrorCode::unreadable_file, .says = "absent.obj"},
                 [&] { (void)files_of(R"("absent.obj")"); });

    // A link that leads outside is no way around.
    const support::TemporaryFolder elsewhere;
    const auto secret = elsewhere.write("secret.obj", triangle);
    std::filesystem::create_symlink(secret, folder.path() / "link_1.obj");
    expect_error({.code = ErrorCode::unreadable_file, .says = "link_1.obj"},
                 [&] { (void)files_of(R"("link_*.obj")"); });
}

}  // namespace
}  // namespace tocca::scene_file_test
