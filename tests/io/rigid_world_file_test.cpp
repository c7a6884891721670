// SPDX-License-Identifier: Apache-2.0
#include "tocca/io/rigid_world_file.hpp"

#include <gtest/gtest.h>

#include <limits>
#include <string>
#include <vector>

#include "io/damaged_text.hpp"
#include "io/expect_error.hpp"
#include "io/temporary_folder.hpp"

namespace tocca::rigid_world_file_test {
namespace {

using Eigen::Vector3d;
using support::expect_error;

RigidWorldFile parse(const std::string& text) { return parse_rigid_world(text, "folder/world.json"); }

/// A world with these members beside the schema.
std::string world(const std::string& members) { return R"({"schema":"tocca.world/1",)" + members + "}"; }
/// A world of one box with these members.
std::string box(const std::string& members) { return world(R"("bodies":[{"shape":"box:1,1,1",)" + members + "}]"); }

void expect_fault(const std::string& text, const std::string& says, ErrorCode code = ErrorCode::malformed_file)
{
    expect_error({.code = code, .line = 1, .says = says}, [&] { (void)parse(text); });
}

TEST(ParseRigidWorld, ReadsBodiesWithTheirPoses)
{
    const RigidWorldFile file = parse(R"({
        "schema": "tocca.world/1",
        "bodies": [
            {"name": "floor", "shape": "box:9,9,1", "pose": "0,0,-1"},
            {"mesh": "wrench.obj", "solid": true, "group": 3, "reference": [1, 2, 3],
             "poses": ["0,0,9", "0,0,5,0,0,90deg", [[0,-1,0,4],[1,0,0,5],[0,0,1,6],[0,0,0,1]]]},
            {"name": "screw", "shape": "cylinder:1,2", "screw": true, "poses": ["0,0,0", "0,0,1,0,0,1rad", "0,0,2"]},
            {"shape": "sphere:1"}
        ],
        "skip_groups": [[0, 3], [3, 3]],
        "skip_pairs": [["floor", "screw"], [1, 3]]
    })");
    ASSERT_EQ(file.bodies.size(), 4U);
    EXPECT_EQ(file.step_count, 2U);
    EXPECT_EQ(file.ignored_groups, (std::vector<std::array<std::uint32_t, 2>>{{0, 3}, {3, 3}}));
    EXPECT_EQ(file.ignored_pairs, (std::vector<std::array<std::uint32_t, 2>>{{0, 2}, {1, 3}}));

    EXPECT_EQ(file.bodies[0].name, "floor");
    EXPECT_EQ(file.bodies[0].mesh, "box:9,9,1");
    EXPECT_FALSE(file.bodies[0].solid);
    const RigidMotion rest = file.bodies[0].motion(1);
    EXPECT_EQ(rest.from.matrix(), rest.to.matrix());
    EXPECT_EQ(rest.from.translation(), Vector3d(0, 0, -1));

    EXPECT_EQ(file.bodies[1].name, "wrench.obj");
    EXPECT_EQ(file.bodies[1].mesh, "folder/wrench.obj");
    EXPECT_TRUE(file.bodies[1].solid);
    EXPECT_EQ(file.bodies[1].group, 3U);
    const RigidMotion last = file.bodies[1].motion(1);
    EXPECT_EQ(last.reference, Vector3d(1, 2, 3));
    EXPECT_EQ(last.from.linear() * Vector3d::UnitX(), Vector3d::UnitY());
    EXPECT_EQ(last.to * Vector3d::UnitX(), Vector3d(4, 6, 6));

    const RigidMotion screw = file.bodies[2].motion(0);
    EXPECT_EQ(screw.from.matrix(), screw_motion(screw.from, screw.to).from.matrix());
    EXPECT_EQ(screw.reference, screw_motion(screw.from, screw.to).reference);
    EXPECT_EQ(file.bodies[3].poses.front().matrix(), Eigen::Matrix4d::Identity());
}

TEST(ParseRigidWorld, HasOneStepWhenNothingMoves)
{
    EXPECT_EQ(parse(world(R"("bodies":[])")).step_count, 1U);
    EXPECT_EQ(parse(box(R"("pose":"1,2,3")")).step_count, 1U);
    EXPECT_EQ(parse(box(R"("poses":["1,2,3"])")).step_count, 1U);
    EXPECT_EQ(parse("\xef\xbb\xbf" + world(R"("bodies":[])")).bodies.size(), 0U);
}

TEST(ParseRigidWorld, NamesTheValueAtFault)
{
    expect_error({.code = ErrorCode::malformed_file, .line = 2, .says = "folder/world.json:2: this is not JSON"},
                 [] { (void)parse("{\n"); });
    expect_fault("[]", "is not an object");
    expect_fault("{}", "has no member 'schema'");
    expect_fault(R"({"schema":"tocca.world/2","bodies":[]})", "schema is not 'tocca.world/1'");
    expect_fault(world(R"("body":[],"bodies":[])"), "has an unknown member 'body'");
    expect_fault(world(R"("bodies":{})"), "bodies is not an array");
    expect_fault(world(R"("bodies":[3])"), "bodies[0] is not an object");
    expect_fault(world(R"("bodies":[{}])"), "bodies[0] must have");
    expect_fault(world(R"("bodies":[{"mesh":""}])"), "bodies[0].mesh");
    expect_fault(world(R"("bodies":[{"shape":"cone:1"}])"), "bodies[0].shape is wrong: 'cone:1'");
    expect_fault(box(R"("mesh":"a.obj")"), "must have");
    expect_fault(box(R"("soild":true)"), "bodies[0] has an unknown member 'soild'; known are name, mesh");
    expect_fault(box(R"("solid":1)"), "bodies[0].solid is neither true nor false");
    expect_fault(box(R"("group":-1)"), "bodies[0].group is not a natural number");
    expect_fault(box(R"("group":4294967296)"), "bodies[0].group does not fit");
    expect_fault(box(R"("reference":[1,2])"), "bodies[0].reference has 2 elements, not 3");
    expect_fault(box(R"("screw":true,"reference":[1,2,3])"), "bodies[0].reference cannot be combined with 'screw'");
    expect_fault(box(R"("pose":"1,2,3","poses":["1,2,3"])"), "has both 'pose' and 'poses'");
    expect_fault(box(R"("poses":[])"), "bodies[0].poses is empty");
    expect_fault(box(R"("poses":["1,2,3","1,2,x"])"), "bodies[0].poses[1] is not a pose: number 3 of '1,2,x'");
    expect_fault(box(R"("pose":[1,2,3])"), "bodies[0].pose has 3 elements, not 4");
    expect_fault(box(R"("pose":7)"), "bodies[0].pose is neither a text nor");
    expect_fault(box(R"("pose":[[2,0,0,0],[0,2,0,0],[0,0,2,0],[0,0,0,1]])"),
                 "bodies[0].pose is not a pose: ", ErrorCode::not_a_rotation);
    expect_fault(box(R"("pose":[[1,0,0,1e999],[0,1,0,0],[0,0,1,0],[0,0,0,1]])"), "beyond the range of doubles");
    expect_fault(world(R"("bodies":[{"shape":"sphere:1","poses":["0,0,0","0,0,1","0,0,2"]},)"
                       R"({"shape":"sphere:1","poses":["0,0,0","0,0,1"]}])"),
                 "bodies[1] has 2 poses, but bodies[0] has 3", ErrorCode::mismatched_frames);
    expect_fault(world(R"("bodies":[],"skip_pairs":[[0,1]])"), "skip_pairs[0][0] is 0", ErrorCode::index_out_of_range);
    expect_fault(world(R"("bodies":[],"skip_pairs":[["a","b"]])"), "skip_pairs[0][0]", ErrorCode::index_out_of_range);
    expect_fault(world(R"("bodies":[{"shape":"sphere:1"},{"shape":"sphere:1"}],"skip_pairs":[["sphere:1",1]])"),
                 "names several bodies");
    expect_fault(world(R"("bodies":[],"skip_groups":[[0]])"), "skip_groups[0] has 1 elements, not 2");
}

/// Damaged text is refused with an Error or read: nothing else.
TEST(ParseRigidWorld, SurvivesDamagedText)
{
    const std::string good = box(R"("name":"a","solid":true,"poses":["0,0,1","0,0,2,0,0,90deg"])");
    for (std::size_t size = 0; size < good.size(); ++size) {
        EXPECT_THROW((void)parse(good.substr(0, size)), Error) << size;
    }
    EXPECT_GT(support::read_damaged(good, "world.json", 2000, [](const auto& text) { (void)parse(text); }).read, 10U);
}

TEST(ReadRigidWorld, ReadsAFileOrSaysWhich)
{
    const support::TemporaryFolder folder;
    const auto file = folder.write("world.json", world(R"("bodies":[{"mesh":"a.obj"}])"));
    EXPECT_EQ(read_rigid_world(file).bodies.front().mesh, (folder.path() / "a.obj").string());
    expect_error({.code = ErrorCode::unreadable_file, .says = "absent.json"},
                 [&] { (void)read_rigid_world(folder.path() / "absent.json"); });
}

}  // namespace
}  // namespace tocca::rigid_world_file_test
