// SPDX-License-Identifier: Apache-2.0
#include "tocca/report/pose_mesh.hpp"

#include <gtest/gtest.h>

#include "io/temporary_folder.hpp"
#include "report/random_recording.hpp"
#include "tocca/io/mesh_file.hpp"
#include "tocca/io/write_mesh.hpp"
#include "tocca/report/shown_moment.hpp"

namespace tocca::pose_mesh_test {
namespace {

using support::bare_recording;
using support::contact_at;
using support::RandomRecording;

std::vector<Point> triangle(double x) { return {{x, 0, 0}, {x + 1, 0, 0}, {x, 1, 0}}; }

/// A triangle that moves along x by 1 in each of two steps and jumps by 9 between them.
RecordedMotion with_a_cut()
{
    RecordedMotion motion = bare_recording("cut", {0.0, 1.0, 1.0, 2.0});
    motion.bodies.push_back({.name = "a",
                             .faces = {{0, 1, 2}},
                             .last_key = 3,
                             .positions = {triangle(0), triangle(1), triangle(10), triangle(11)}});
    return motion;
}

TEST(ShownTime, IsTheFirstContact)
{
    RecordedMotion motion = with_a_cut();
    motion.contacts = {contact_at(1, 0.5), contact_at(1, 0.25)};
    EXPECT_EQ(shown_time(motion), 1.25);
    EXPECT_EQ(pose_at_first_contact(motion).positions[0][0], 10.25);
}

TEST(ShownTime, WithoutAContactIsWhereTheProofEnds)
{
    RecordedMotion motion = with_a_cut();
    EXPECT_EQ(shown_time(motion), 0.0);
    motion.steps[1].outcome = Outcome::undecided;
    motion.steps[1].safe_until = 0.75;
    EXPECT_EQ(shown_time(motion), 1.75);
    motion.steps[0].outcome = Outcome::inside;
    motion.steps[0].safe_until = 0.0;
    EXPECT_EQ(shown_time(motion), 0.0);
}

TEST(ShownTime, IsTheStartOfAStepThatBeginsCrossing)
{
    RecordedMotion motion = with_a_cut();
    motion.steps[1].outcome = Outcome::crossing_at_start;
    motion.steps[1].safe_until = 0.0;
    EXPECT_EQ(shown_time(motion), 1.0);
    motion.contacts = {contact_at(1, 0.5)};  // what follows in the step does not hide it
    EXPECT_EQ(shown_time(motion), 1.0);
    EXPECT_EQ(shown_moment(motion).contact, nullptr);
    motion.contacts = {contact_at(0, 0.5)};
    motion.steps[0].outcome = Outcome::contact;
    EXPECT_EQ(shown_time(motion), 0.5);
    EXPECT_EQ(shown_moment(motion).contact, motion.contacts.data());
}

/// At the end of a step that a cut follows, the body is where that step took it, not where the next begins.
TEST(ShownTime, StaysBeforeACut)
{
    RecordedMotion motion = with_a_cut();
    motion.contacts = {contact_at(0, 1.0)};
    EXPECT_LT(shown_time(motion), 1.0);
    EXPECT_NEAR(pose_at_first_contact(motion).positions[0][0], 1.0, 1e-12);
    motion.contacts = {contact_at(1, 1.0)};
    EXPECT_EQ(shown_time(motion), 2.0);
    EXPECT_EQ(pose_at_first_contact(motion).positions[0][0], 11.0);
}

TEST(PoseMesh, JoinsTheBodiesThatAreThere)
{
    RecordedMotion motion = with_a_cut();
    motion.bodies.push_back(
        {.name = "b", .faces = {{2, 1, 0}}, .first_key = 2, .last_key = 3, .positions = {triangle(5)}});
    motion.bodies.push_back(
        {.name = "c", .faces = {}, .loose_edges = {{0, 2}}, .last_key = 3, .positions = {triangle(7)}});
    const MeshFile before = pose_at(motion, 0.5), after = pose_at(motion, 1.5);
    EXPECT_EQ(before.faces, (std::vector<FaceVertices>{{0, 1, 2}}));
    EXPECT_EQ(before.edges, (std::vector<EdgeVertices>{{3, 5}}));
    EXPECT_EQ(after.faces, (std::vector<FaceVertices>{{0, 1, 2}, {5, 4, 3}}));
    EXPECT_EQ(after.edges, (std::vector<EdgeVertices>{{6, 8}}));
    EXPECT_EQ(after.positions.size(), 9U);
}

TEST(PoseMesh, AnyRecordingIsWrittenAndReadBack)
{
    const support::TemporaryFolder folder;
    std::size_t read_back = 0;
    for (std::uint64_t seed = 0; seed < 60; ++seed) {
        SCOPED_TRACE(seed);
        const MeshFile pose = pose_at_first_contact(RandomRecording(seed).make());
        // Formats have no edge from a vertex to itself.
        std::vector<EdgeVertices> edges = pose.edges;
        std::erase_if(edges, [](const EdgeVertices& edge) { return edge[0] == edge[1]; });
        for (const char* name : {"pose.obj", "pose.ply"}) {
            write_mesh(folder.path() / name, pose.positions, pose.faces, {.edges = edges});
            if (pose.positions.empty()) continue;
            const MeshFile read = read_mesh(folder.path() / name);
            EXPECT_EQ(read.positions, pose.positions);
            EXPECT_EQ(read.faces, pose.faces);
            ++read_back;
        }
    }
    EXPECT_GT(read_back, 60U);
}

TEST(PoseMesh, RefusesABrokenRecording)
{
    RecordedMotion motion = with_a_cut();
    motion.bodies[0].faces = {{0, 1, 9}};
    EXPECT_THROW((void)pose_at(motion, 0.0), std::invalid_argument);
    EXPECT_THROW((void)pose_at_first_contact(motion), std::invalid_argument);
}

}  // namespace
}  // namespace tocca::pose_mesh_test
