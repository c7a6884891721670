// SPDX-License-Identifier: Apache-2.0
#include "apps/tocca/mesh/mesh_command.hpp"

#include <gtest/gtest.h>

#include <array>
#include <string>
#include <vector>

#include "apps/mesh_folder.hpp"
#include "io/published_data.hpp"
#include "support/moving_families.hpp"
#include "support/random.hpp"
#include "tocca/base/parallel.hpp"
#include "tocca/deformable/mesh_query.hpp"
#include "tocca/elementary/batch.hpp"

namespace tocca::mesh_test {
namespace {

using nlohmann::json;
using support::bytes_of;
using support::MeshCommandTest;
using support::Ran;
using support::spike;
using support::spike_above_face;

TEST_F(MeshCommandTest, FindsTheFirstContactOfEachStep)
{
    const auto high = write("a.obj", spike_above_face(3));
    const auto low = write("b.obj", spike_above_face(1));
    const auto through = write("c.obj", spike_above_face(-1));
    const json data = report({high, low, through}, 1);
    EXPECT_EQ(data["schema"], "tocca.mesh/1");
    EXPECT_EQ(data["verb"], "first_contact");
    EXPECT_EQ(data["tolerance"], 1e-9);
    EXPECT_EQ(data["complete"], true);
    EXPECT_EQ(data["frames"], 3);
    EXPECT_EQ(data["objects"], (json{{{"name", high}, {"vertices", 6}, {"edges", 6}, {"faces", 2}}}));
    EXPECT_EQ(data["steps_answered"], 2);
    EXPECT_EQ(data["steps_in_contact"], 1);
    EXPECT_TRUE(data["counts"].is_null());
    ASSERT_EQ(data["steps"].size(), 2U);

    const json& free = data["steps"][0];
    EXPECT_EQ(free["step"], 0);
    EXPECT_EQ(free["from"], json{high});
    EXPECT_EQ(free["to"], json{low});
    EXPECT_EQ(free["outcome"], "free");
    EXPECT_EQ(free["safe_until"], 1);
    EXPECT_TRUE(free["contact"].is_null());

    const json& hit = data["steps"][1];
    EXPECT_EQ(hit["step"], 1);
    EXPECT_EQ(hit["outcome"], "contact");
    EXPECT_EQ(hit["contact"]["kind"], "vf");
    EXPECT_EQ(hit["contact"]["vertices"], (json{3, 0, 1, 2}));
    EXPECT_FALSE(hit["contact"].contains("objects"));
    EXPECT_EQ(hit["contact"]["toc"][1], 0.5);
    EXPECT_EQ(hit["contact"]["toc"][0], hit["safe_until"]);
    EXPECT_NEAR(hit["safe_until"].get<double>(), 0.5, 1e-9);
    EXPECT_LT(hit["safe_until"].get<double>(), 0.5);
    EXPECT_EQ(hit["contact"]["point"], (json{1, 1, 0}));
    EXPECT_EQ(hit["contact"]["normal"], (json{0, 0, 1}));
    EXPECT_EQ(hit["contact"]["sooner_than_any_double"], false);
}

TEST_F(MeshCommandTest, SaysByItsCodeWhetherThereIsContact)
{
    const auto high = write("high.obj", spike_above_face(3));
    const auto above = write("above.obj", spike_above_face(1));
    const auto touching = write("touching.obj", spike_above_face(0));
    const auto through = write("through.obj", spike_above_face(-0.5));
    for (const char* verb : {"--first", "--all", "--collides", "--step"}) {
        EXPECT_EQ(mesh({high, above, verb}).code, 0) << verb;
        EXPECT_EQ(mesh({above, through, verb}).code, 1) << verb;
        EXPECT_EQ(mesh({high, above, through, verb}).code, 1) << verb;
        EXPECT_EQ(mesh({above, above, verb}).code, 0) << verb;
        EXPECT_EQ(mesh({touching, touching, verb}).code, 1) << verb;
        EXPECT_EQ(mesh({above, touching, verb}).code, 1) << verb << ": the end of the step counts";
        EXPECT_EQ(mesh({through, through, verb}).code, 1) << verb << ": crossing at the start is not free";
    }
}

TEST_F(MeshCommandTest, TellsContactAtTheStartApart)
{
    const auto touching = write("a.obj", spike_above_face(0));
    const auto above = write("b.obj", spike_above_face(1));
    for (const char* verb : {"--first", "--all"}) {
        const json step = report({touching, above, verb}, 1)["steps"][0];
        EXPECT_EQ(step["outcome"], "touching_at_start");
        EXPECT_EQ(step["safe_until"], 0);
        EXPECT_EQ(step["contact"]["toc"], (json{0, 0}));
    }
}

TEST_F(MeshCommandTest, AsksOnlyWhetherWithCollides)
{
    const auto above = write("a.obj", spike_above_face(1));
    const auto through = write("b.obj", spike_above_face(-0.5));
    const json data = report({above, through, through, "--collides"}, 1);
    EXPECT_EQ(data["verb"], "collides");
    EXPECT_EQ(data["steps"][0]["outcome"], "contact");
    EXPECT_EQ(data["steps"][0]["safe_until"], 0);
    EXPECT_TRUE(data["steps"][0]["contact"].is_null());
    EXPECT_EQ(data["steps"][1]["outcome"], "contact") << "it starts crossing";
    EXPECT_EQ(data["steps"][1]["safe_until"], 0);
}

TEST_F(MeshCommandTest, WritesEveryContact)
{
    const auto above = write("a.obj", spike_above_face(1));
    const auto through = write("b.obj", spike_above_face(-1));
    const json data = report({above, through, "--contacts", path("c.csv")}, 1);
    EXPECT_EQ(data["verb"], "all_contacts");  // what --contacts is for
    EXPECT_EQ(data["counts"], (json{{"vf", 3}, {"ee", 0}}));
    EXPECT_EQ(data["steps"][0]["counts"], (json{{"vf", 3}, {"ee", 0}}));
    EXPECT_EQ(bytes_of(path("c.csv")),
              "step,kind,v0,v1,v2,v3,toc_lower,toc_upper,px,py,pz,nx,ny,nz\n"
              "0,vf,3,0,1,2,0.4999999990686774,0.5,1,1,0,0,0,1\n"
              "0,vf,4,0,1,2,0.9999999990686774,1,1.5,1,0,0,0,1\n"
              "0,vf,5,0,1,2,0.9999999990686774,1,1,1.5,0,0,0,1\n");
    ASSERT_EQ(mesh({above, through, "--all", "--contacts", path("c.jsonl"), "--tolerance", "0.25"}).code, 1);
    EXPECT_EQ(bytes_of(path("c.jsonl")),
              R"({"step":0,"kind":"vf","vertices":[3,0,1,2],"toc":[0.25,0.5],"point":[1,1,0],"normal":[0,0,1]})"
              "\n"
              R"({"step":0,"kind":"vf","vertices":[4,0,1,2],"toc":[0.75,1],"point":[1.5,1,0],"normal":[0,0,1]})"
              "\n"
              R"({"step":0,"kind":"vf","vertices":[5,0,1,2],"toc":[0.75,1],"point":[1,1.5,0],"normal":[0,0,1]})"
              "\n");
    ASSERT_EQ(mesh({above, through, "--first", "--contacts", path("c.jsonl")}).code, 1);
    ASSERT_EQ(json_lines("c.jsonl").size(), 1U);
    EXPECT_EQ(json_lines("c.jsonl")[0]["vertices"], (json{3, 0, 1, 2}));
}

json expected_line(const Contact& contact, bool with_objects)
{
    json line = {{"step", 0},
                 {"kind", to_string(contact.kind)},
                 {"vertices", contact.vertices},
                 {"toc", {contact.toc.lower, contact.toc.upper}},
                 {"point", {contact.point.x(), contact.point.y(), contact.point.z()}},
                 {"normal", {contact.normal.x(), contact.normal.y(), contact.normal.z()}}};
    if (with_objects) line["objects"] = contact.objects;
    return line;
}

/// Files, frames and objects of every kind give what the library says about the same meshes.
TEST_F(MeshCommandTest, WritesWhatTheLibraryFinds)
{
    support::Random random(3);
    std::size_t contacts = 0;
    for (const support::MovingFamily family : support::moving_families) {
        const support::SceneInstance instance = support::draw_scene(random, family);
        std::vector<std::string> arguments = {"--all", "--contacts", path("c.jsonl")};
        for (std::size_t i = 0; i < instance.objects.size(); ++i) {
            const auto& [rest, end] = instance.objects[i];
            std::vector<EdgeVertices> loose;
            for (const EdgeId edge : rest.loose_edges()) loose.push_back(rest.edges()[edge]);
            const std::string name = "object" + std::to_string(i);
            write_mesh(path(name + "_0.ply"), rest.positions(), rest.faces(), {.edges = loose});
            write_mesh(path(name + "_1.ply"), end, rest.faces(), {.edges = loose});
            arguments.insert(arguments.end(), {"--object", path(name + "_%d.ply")});
        }
        const deformable::MovingScene scene = instance.scene();
        const Answers expected = all_contacts(scene);
        const json data = report(arguments, expected.outcome == Outcome::free ? 0 : 1);
        const json& step = data["steps"][0];
        EXPECT_EQ(step["outcome"], to_string(expected.outcome)) << support::to_string(family);
        EXPECT_EQ(step["safe_until"], expected.safe_until);
        const auto lines = json_lines("c.jsonl");
        ASSERT_EQ(lines.size(), expected.contacts.size()) << support::to_string(family);
        const bool with_objects = instance.objects.size() > 1;
        for (std::size_t i = 0; i < lines.size(); ++i) {
            EXPECT_EQ(lines[i], expected_line(expected.contacts[i], with_objects)) << support::to_string(family);
        }
        contacts += lines.size();

        // The first of all contacts is the one that --first finds.
        arguments = {"--first"};
        for (std::size_t i = 0; i < instance.objects.size(); ++i) {
            arguments.insert(arguments.end(), {"--object", path("object" + std::to_string(i) + "_*.ply")});
        }
        const json first = report(arguments, expected.outcome == Outcome::free ? 0 : 1);
        EXPECT_EQ(first["steps"][0]["contact"], step["contact"]) << support::to_string(family);
        EXPECT_EQ(first["steps"][0]["safe_until"], step["safe_until"]);
    }
    EXPECT_GT(contacts, 1000U);
}

TEST_F(MeshCommandTest, TakesSeveralObjects)
{
    const auto ground = write("ground.obj", support::ground_face());
    write("spike_9.obj", spike(1));
    write("spike_10.obj", spike(-1));
    const json data = report({"--object", path("spike_%d.obj"), "--object", ground, "--contacts", path("c.csv")}, 1);
    EXPECT_EQ(data["objects"].size(), 2U);
    EXPECT_EQ(data["objects"][1]["name"], ground);
    const json& step = data["steps"][0];
    EXPECT_EQ(step["from"], (json{path("spike_9.obj"), ground}));
    EXPECT_EQ(step["to"], (json{path("spike_10.obj"), ground}));
    EXPECT_EQ(step["contact"]["objects"], (json{0, 1}));
    EXPECT_EQ(step["contact"]["vertices"], (json{0, 0, 1, 2}));
    EXPECT_EQ(bytes_of(path("c.csv")),
              "step,kind,v0,v1,v2,v3,toc_lower,toc_upper,px,py,pz,nx,ny,nz,object_a,object_b\n"
              "0,vf,0,0,1,2,0.4999999990686774,0.5,1,1,0,0,0,1,0,1\n"
              "0,vf,1,0,1,2,0.9999999990686774,1,1.5,1,0,0,0,1,0,1\n"
              "0,vf,2,0,1,2,0.9999999990686774,1,1,1.5,0,0,0,1,0,1\n");
    // Files without an option are the frames of the first object.
    const std::string before = bytes_of(path("c.csv"));
    EXPECT_EQ(mesh({path("spike_*.obj"), "--object", ground, "--contacts", path("c.csv")}).code, 1);
    EXPECT_EQ(bytes_of(path("c.csv")), before);
}

TEST_F(MeshCommandTest, TakesConnectedPartsForObjects)
{
    // The face on the ground is the second part by its vertices, and the first two of them are out of their order.
    const auto frame = [](double height) {
        return support::obj_of(
            {{1, 1, height}, {0, 0, 0}, {1.5, 1, height + 1}, {4, 0, 0}, {0, 4, 0}, {1, 1.5, height + 1}},
            {{1, 3, 4}, {0, 2, 5}});
    };
    const auto above = write("a.obj", frame(1));
    const auto through = write("b.obj", frame(-1));
    const json data = report({above, through, "--components", "--contacts", path("parts.csv")}, 1);
    ASSERT_EQ(data["objects"].size(), 2U);
    EXPECT_EQ(data["objects"][0]["file_vertices"], (json{{0, 0}, {2, 2}, {5, 5}}));
    EXPECT_EQ(data["objects"][1]["file_vertices"], (json{{1, 1}, {3, 4}}));
    write("spike_0.obj", spike(1));
    write("spike_1.obj", spike(-1));
    const auto ground = write("ground.obj", support::ground_face());
    EXPECT_EQ(mesh({path("spike_*.obj"), "--object", ground, "--contacts", path("objects.csv")}).code, 1);
    EXPECT_EQ(bytes_of(path("parts.csv")), bytes_of(path("objects.csv")));

    EXPECT_EQ(mesh({above, through, "--self", "off"}).code, 2);  // nothing to check
    EXPECT_EQ(mesh({above, through, "--self", "on"}).code, 1);
    EXPECT_EQ(mesh({above, through, "--components", "--self", "off"}).code, 1);
    EXPECT_EQ(report({above, through, "--components", "--self", "off"}, 1)["self"], false);
}

TEST_F(MeshCommandTest, SaysHowFarAStepIsSafe)
{
    const auto high = write("a.obj", spike_above_face(3));
    const auto above = write("b.obj", spike_above_face(1));
    const auto through = write("c.obj", spike_above_face(-1));
    const json data = report({high, above, through, "--step"}, 1);
    EXPECT_EQ(data["verb"], "safe_step");
    EXPECT_TRUE(data["clearance"].is_null());
    EXPECT_EQ(data["steps"][0]["safe_step"], 1);
    EXPECT_EQ(data["steps"][0]["outcome"], "free");
    const json& stopped = data["steps"][1];
    EXPECT_EQ(stopped["outcome"], "contact");
    EXPECT_EQ(stopped["contact"]["vertices"], (json{3, 0, 1, 2}));
    EXPECT_LT(stopped["safe_step"], 0.5);
    EXPECT_LE(stopped["safe_step"], stopped["safe_until"]);
    EXPECT_GT(stopped["safe_step"], 0.4999);
    EXPECT_TRUE(report({above, through}, 1)["steps"][0]["safe_step"].is_null());

    // With a gap of a quarter, and a tenth of it kept in addition: height 1 - 2 t falls to 0.275.
    const json apart = report({above, through, "--step", "--clearance", "0.25"}, 1);
    EXPECT_EQ(apart["clearance"], 0.25);
    EXPECT_LT(apart["steps"][0]["safe_step"], 0.3625);
    EXPECT_GT(apart["steps"][0]["safe_step"], 0.3624);
    EXPECT_EQ(apart["steps"][0]["near_at_start"], 0);
    EXPECT_EQ(apart["steps"][0]["all_shorter_steps"], true);
    EXPECT_TRUE(apart["keep"].is_null());

    // Half of the distance beyond the gap, but not more than half of 0.5: the height falls to 0.5.
    const json kept = report({above, through, "--step", "--clearance", "0.25", "--keep", "0.5", "--reach", "0.5"}, 1);
    EXPECT_EQ(kept["keep"], 0.5);
    EXPECT_EQ(kept["reach"], 0.5);
    EXPECT_LT(kept["steps"][0]["safe_step"], 0.25);
    EXPECT_GT(kept["steps"][0]["safe_step"], 0.2499);
    for (const std::vector<std::string>& wrong : {std::vector<std::string>{"--keep", "0.5"},
                                                  {"--reach", "1"},
                                                  {"--step", "--keep", "1"},
                                                  {"--step", "--keep", "-0.1"},
                                                  {"--step", "--reach", "-1"},
                                                  {"--step", "--reach", "inf"}}) {
        std::vector<std::string> arguments = {above, through};
        arguments.insert(arguments.end(), wrong.begin(), wrong.end());
        EXPECT_EQ(mesh(arguments).code, 2) << wrong.back();
    }
}

TEST_F(MeshCommandTest, AnswersClearance)
{
    const auto high = write("a.obj", spike_above_face(3));
    const auto above = write("b.obj", spike_above_face(1));
    for (const char* verb : {"--first", "--all", "--collides", "--step"}) {
        EXPECT_EQ(mesh({high, above, verb, "--clearance", "0.99"}).code, 0) << verb;
        EXPECT_EQ(mesh({high, above, verb, "--clearance", "1"}).code, 1) << verb;
    }
    const json data = report({high, above, "--all", "--clearance", "1.25"}, 1);
    EXPECT_EQ(data["counts"], (json{{"vf", 1}, {"ee", 0}}));
    EXPECT_EQ(data["steps"][0]["contact"]["toc"][1], 0.875);
    EXPECT_EQ(data["steps"][0]["near_at_start"], 0);
    const json near = report({above, above, "--clearance", "1.25"}, 1);
    EXPECT_EQ(near["steps"][0]["near_at_start"], 1);
    EXPECT_EQ(near["steps"][0]["outcome"], "near_at_start");
    EXPECT_EQ(near["steps_near_at_start"], 1);
    for (const char* verb : {"--first", "--all", "--collides", "--step"})
        EXPECT_EQ(mesh({above, above, verb, "--clearance", "1.25"}).code, 1) << verb;
    EXPECT_TRUE(report({above, above}, 0)["steps"][0]["near_at_start"].is_null());
}

TEST_F(MeshCommandTest, TellsStartIntersectionsFromContacts)
{
    const auto above = write("a.obj", spike_above_face(1));
    const auto through = write("b.obj", spike_above_face(-0.5));
    const json none = report({above, above, "--start-intersections"}, 0);
    EXPECT_EQ(none["steps"][0]["start_intersections"], (json{{"pairs", 0}, {"crossing", 0}}));
    const json some = report({through, through, "--start-intersections"}, 1);
    EXPECT_EQ(some["steps"][0]["outcome"], "crossing_at_start");
    EXPECT_EQ(some["steps"][0]["start_intersections"], (json{{"pairs", 2}, {"crossing", 2}}));
    EXPECT_TRUE(report({through, through}, 1)["steps"][0]["start_intersections"].is_null());

    ASSERT_EQ(mesh({through, through, "--intersections", path("i.csv"), "--threads", "1"}).code, 1);
    EXPECT_EQ(bytes_of(path("i.csv")), "step,e0,e1,f0,f1,f2,crosses\n0,3,4,0,1,2,1\n0,3,5,0,1,2,1\n");
    const auto ground = write("ground.obj", support::ground_face());
    const auto pin = write("pin.obj", spike(-1));  // two corners on the ground
    ASSERT_EQ(mesh({pin, pin, "--object", ground, "--intersections", path("i.jsonl")}).code, 1);
    const auto lines = json_lines("i.jsonl");
    ASSERT_EQ(lines.size(), 3U);
    EXPECT_EQ(lines[0],
              (json{{"step", 0}, {"objects", {0, 1}}, {"edge", {0, 1}}, {"face", {0, 1, 2}}, {"crosses", false}}));
}

/// The exit code, the sentence and the JSON say the same of a start that is not free.
TEST_F(MeshCommandTest, AStartThatCrossesIsNotFree)
{
    const auto through = write("a.obj", spike_above_face(-0.5));
    for (const char* verb : {"--first", "--all", "--collides", "--step"}) {
        const json data = report({through, through, verb}, 1);
        EXPECT_EQ(data["steps_in_contact"], 1) << verb;
        const json& step = data["steps"][0];
        EXPECT_EQ(step["safe_until"], 0) << verb;
        EXPECT_TRUE(step["contact"].is_null()) << verb;
        EXPECT_EQ(mesh({through, through, verb}).out.find("free"), std::string::npos) << verb;
        if (std::string_view(verb) == "--collides") continue;
        EXPECT_EQ(step["outcome"], "crossing_at_start") << verb;
        EXPECT_EQ(step["crossing_at_start"], 2) << verb;
        EXPECT_EQ(data["steps_crossing_at_start"], 1) << verb;
    }
    EXPECT_EQ(report({through, through, "--step"}, 1)["steps"][0]["safe_step"], 0);
    EXPECT_NE(mesh({through, through}).out.find("edge 3 4 through face 0 1 2"), std::string::npos);

    // A caller who knows better says so, and so does the answer.
    const json assumed = report({through, through, "--assume-start-free"}, 0);
    EXPECT_EQ(assumed["assume_start_free"], true);
    EXPECT_TRUE(assumed["steps"][0]["crossing_at_start"].is_null());
    EXPECT_NE(mesh({through, through, "--assume-start-free"}).out.find("assuming"), std::string::npos);

    // A later frame that starts so, after free ones and a contact.
    const auto above = write("b.obj", spike_above_face(1));
    const json later = report({above, above, through, through, above}, 1);
    EXPECT_EQ(later["steps"][0]["outcome"], "free");
    EXPECT_EQ(later["steps"][1]["outcome"], "contact");
    EXPECT_EQ(later["steps"][2]["outcome"], "crossing_at_start");
    EXPECT_EQ(later["steps"][3]["outcome"], "crossing_at_start");
    EXPECT_EQ(later["steps_crossing_at_start"], 2);
}

/// Unanswered is not free.
TEST_F(MeshCommandTest, StepsThatAreNotCheckedAreNotFree)
{
    const auto high = write("f0.obj", spike_above_face(3));
    const auto above = write("f1.obj", spike_above_face(1));
    const auto more = write("f2.obj", spike_above_face(1) + "v 4 4 0\nf 2 7 3\n");
    const json some = report({high, above, more, "--topology-changes"}, 3);
    EXPECT_EQ(some["complete"], false);
    EXPECT_EQ(some["steps_answered"], 1);
    EXPECT_EQ(some["steps_unanswered"], 1);
    EXPECT_EQ(mesh({high, above, more, "--topology-changes"}).out.find("proven"), std::string::npos);
    const json none = report({above, more, "--topology-changes"}, 3);
    EXPECT_EQ(none["complete"], false);
    EXPECT_EQ(none["steps_answered"], 0);
    EXPECT_NE(mesh({above, more, "--topology-changes"}).out.find("no step was checked"), std::string::npos);
}

TEST_F(MeshCommandTest, GoesOnWhereTheTopologyChanges)
{
    const auto high = write("f0.obj", spike_above_face(3));
    const auto above = write("f1.obj", spike_above_face(1));
    const std::string split = "v 4 4 0\nf 2 7 3\n";
    const auto more = write("f2.obj", spike_above_face(1) + split);
    const auto through = write("f3.obj", spike_above_face(-1) + split);
    const std::vector<std::string> frames = {high, above, more, through};
    const Ran refused = mesh(frames);
    EXPECT_EQ(refused.code, 2);
    EXPECT_TRUE(refused.err.starts_with("tocca: " + more + ": it has 7 vertices")) << refused.err;

    const json data = report({high, above, more, through, "--topology-changes", "--all"}, 1);
    EXPECT_EQ(data["topology_changes"], json{1});
    EXPECT_EQ(data["complete"], false);
    ASSERT_EQ(data["steps"].size(), 2U);
    EXPECT_EQ(data["steps"][0]["step"], 0);
    EXPECT_EQ(data["steps"][0]["outcome"], "free");
    EXPECT_EQ(data["steps"][1]["step"], 2);
    EXPECT_EQ(data["steps"][1]["from"], json{more});
    EXPECT_EQ(data["steps"][1]["contact"]["vertices"], (json{3, 0, 1, 2}));
    // An object at rest is there before and after.
    const auto wall = write("wall.obj", support::obj_of({{9, 9, 9}, {9, 8, 9}, {8, 9, 9}}, {{0, 1, 2}}));
    const json with_wall = report({high, above, more, through, "--object", wall, "--topology-changes"}, 1);
    EXPECT_EQ(with_wall["topology_changes"], json{1});
    EXPECT_EQ(with_wall["steps"][1]["contact"]["objects"], (json{0, 0}));
    EXPECT_EQ(report({high, above, "--topology-changes"}, 0)["topology_changes"], json::array());
}

TEST_F(MeshCommandTest, GivesTheSameBytesForEveryNumberOfThreadsAndEveryTarget)
{
    for (const char* verb : {"--all", "--first", "--collides", "--step"}) {
        const auto answers = [&](const std::vector<std::string>& more) {
            std::vector<std::string> arguments = {"--scene", "needle-soup:2K", verb, "--json", path("json")};
            if (std::string_view(verb) != "--collides")
                arguments.insert(arguments.end(), {"--contacts", path("c.csv")});
            arguments.insert(arguments.end(), more.begin(), more.end());
            EXPECT_EQ(mesh(arguments).code, 1);
            return bytes_of(path("json")) + bytes_of(path("c.csv"));
        };
        const std::string expected = answers({"--threads", "1"});
        EXPECT_NE(expected.find("\"steps_in_contact\":"), std::string::npos);
        for (const char* threads : {"2", "3", "0"}) EXPECT_EQ(answers({"--threads", threads}), expected) << verb;
        for (const std::string& target : simd_targets()) EXPECT_EQ(answers({"--target", target}), expected) << target;
    }
}

TEST_F(MeshCommandTest, KeepsWhatItCostOutOfTheAnswers)
{
    const auto above = write("a.obj", spike_above_face(1));
    const auto through = write("b.obj", spike_above_face(-1));
    (void)report({above, through, above, "--all", "--threads", "1", "--stats", path("stats")}, 1);
    const json stats = json::parse(bytes_of(path("stats")));
    EXPECT_EQ(stats["schema"], "tocca.mesh-stats/1");
    EXPECT_EQ(stats["threads"], 1);
    EXPECT_EQ(stats["target"], simd_targets().front());
    EXPECT_EQ(stats["frames"], 3);
    EXPECT_EQ(stats["triangles"], 2);
    EXPECT_GT(stats["seconds"]["all"], 0.0);
    EXPECT_GT(stats["seconds"]["read"], 0.0);
    EXPECT_GT(stats["peak_memory_bytes"], 1'000'000);
    ASSERT_EQ(stats["steps"].size(), 2U);
    EXPECT_GE(stats["work"]["elementary_tests"], 6);
    EXPECT_EQ(stats["work"]["stages"].size(), stage_count);
    EXPECT_EQ(stats["work"]["elementary_tests"].get<int>(),
              stats["steps"][0]["work"]["elementary_tests"].get<int>() +
                  stats["steps"][1]["work"]["elementary_tests"].get<int>());
    EXPECT_EQ(bytes_of(path("report.json")).find("seconds"), std::string::npos);
    EXPECT_EQ(mesh({above, through, "--collides", "--stats", path("stats")}).code, 1);
    EXPECT_TRUE(json::parse(bytes_of(path("stats")))["work"].is_null());
    EXPECT_EQ(mesh({above, through, "--threads", "1000", "--stats", path("stats")}).code, 1);
    EXPECT_EQ(json::parse(bytes_of(path("stats")))["threads"], available_threads());
}

TEST_F(MeshCommandTest, PrintsALineAStepAndASummary)
{
    const auto high = write("spike_0.obj", spike_above_face(3));
    const auto above = write("spike_1.obj", spike_above_face(1));
    const auto through = write("a-very-long-name-of-a-frame_2.obj", spike_above_face(-1));
    const Ran ran = mesh({high, above, through, "--all"});
    std::istringstream text(ran.out);
    std::vector<std::string> lines;
    for (std::string line; std::getline(text, line);) {
        EXPECT_LE(line.size(), 80U) << line;
        lines.push_back(line);
    }
    ASSERT_GE(lines.size(), 5U);
    EXPECT_NE(lines[0].find("first contact"), std::string::npos);
    EXPECT_NE(lines[1].find("spike_0.obj"), std::string::npos);
    EXPECT_NE(lines[2].find("a-very..ame_2.obj"), std::string::npos);
    EXPECT_NE(lines[2].find("0.5"), std::string::npos);
    EXPECT_NE(ran.out.find("2 steps of 2 triangles: 1 in contact; 3 contacts: 3 vf, 0 ee"), std::string::npos)
        << ran.out;
    EXPECT_NE(ran.out.find("first contact: step 1, at 0.5,\n  vertex 3 and face 0 1 2,\n  near (1, 1, 0)"),
              std::string::npos)
        << ran.out;
    EXPECT_NE(mesh({high, above}).out.find("1 step of 2 triangles: free, proven"), std::string::npos);
}

/// The published sequences, where they are at hand.
TEST_F(MeshCommandTest, AgreesWithThePublishedCounts)
{
    const auto published = support::published_data("sequences");
    if (!published) GTEST_SKIP() << support::without_data("sequences");
    const auto counts = [&](const std::string& from, const std::string& to) {
        return report({*published / from, *published / to, "--all"}, 1)["counts"];
    };
    EXPECT_EQ(counts("cloth-ball/cloth_ball92.ply", "cloth-ball/cloth_ball93.ply"),
              (json{{"vf", 19'032}, {"ee", 94'822}}));
    EXPECT_EQ(counts("rod-twist/3036.ply", "rod-twist/3037.ply"), (json{{"vf", 765}, {"ee", 4'179}}));
    EXPECT_EQ(counts("cloth-funnel/227.ply", "cloth-funnel/228.ply"), (json{{"vf", 27}, {"ee", 107}}));
}

}  // namespace
}  // namespace tocca::mesh_test
