// SPDX-License-Identifier: Apache-2.0
#include "apps/tocca/query/query_command.hpp"

#include <gtest/gtest.h>
#include <sys/stat.h>

#include <nlohmann/json.hpp>
#include <sstream>
#include <string>
#include <vector>

#include "apps/query_text.hpp"
#include "apps/run_command.hpp"
#include "io/npy_bytes.hpp"
#include "io/published_data.hpp"
#include "scenes/elementary_queries.hpp"
#include "tocca/base/parallel.hpp"
#include "tocca/elementary/batch.hpp"
#include "tocca/elementary/first_contact.hpp"

namespace tocca::query_test {
namespace {

using nlohmann::json;
using support::bytes_of;
using support::csv_of;
using support::Ran;
using support::run_command;
using support::TemporaryFolder;

std::vector<json> lines_of(const std::filesystem::path& file)
{
    std::vector<json> lines;
    std::istringstream text(bytes_of(file));
    for (std::string line; std::getline(text, line);) lines.push_back(json::parse(line));
    return lines;
}

class QueryCommandTest : public testing::Test {
protected:
    QueryCommandTest()
    {
        folder.write("set/vertex-face/named.csv", support::named_csv(PairKind::vertex_face));
        folder.write("set/named_ee.csv", support::named_csv(PairKind::edge_edge));
        folder.write("set/README.md", "not a query file");
        set = (folder.path() / "set").string();
    }

    [[nodiscard]] std::string path(const std::string& name) const { return (folder.path() / name).string(); }

    TemporaryFolder folder;
    std::string set;
};

TEST_F(QueryCommandTest, ChecksLabels)
{
    const Ran ran = run_command({"query", set, "--check-labels", "--json", path("out.json")});
    EXPECT_EQ(ran.code, 0) << ran.err;
    const json report = json::parse(bytes_of(path("out.json")));
    const std::size_t count = scenes::named_queries().size();
    EXPECT_EQ(report["schema"], "tocca.query/1");
    EXPECT_EQ(report["queries"], count);
    EXPECT_EQ(report["labelled"], count);
    EXPECT_EQ(report["false_negatives"], 0);
    EXPECT_EQ(report["false_positives"], 0);
    EXPECT_EQ(report["undecided"], 0);
    ASSERT_EQ(report["files"].size(), 2U);
    EXPECT_EQ(report["files"][0]["file"], set + "/named_ee.csv");
    EXPECT_EQ(report["files"][0]["kind"], "ee");
    EXPECT_EQ(report["files"][1]["kind"], "vf");
    EXPECT_EQ(report["contacts"].get<int>(),
              report["files"][0]["contacts"].get<int>() + report["files"][1]["contacts"].get<int>());
    EXPECT_EQ(run_command({"query", set}).code, 1);
}

TEST_F(QueryCommandTest, NamesTheQueriesWhoseLabelsAreWrong)
{
    const auto hit = scenes::named_query("vertex-through-face")->rows;
    const auto miss = scenes::named_query("far-from-face")->rows;
    const auto file = folder.write("wrong_vf.csv", csv_of(hit, ",0") + csv_of(hit, ",1") + csv_of(miss, ",1"));
    const Ran ran = run_command({"query", file, "--check-labels", "--json", path("out.json")});
    EXPECT_EQ(ran.code, 1) << ran.err;
    const json report = json::parse(bytes_of(path("out.json")));
    EXPECT_EQ(report["false_positives"], 1);
    EXPECT_EQ(report["false_negatives"], 1);
    EXPECT_NE(ran.out.find("wrong_vf.csv:0: labelled free, answered contact"), std::string::npos) << ran.out;
    EXPECT_NE(ran.out.find("wrong_vf.csv:2: labelled contact, answered free"), std::string::npos) << ran.out;
}

TEST_F(QueryCommandTest, HasNothingToCheckWithoutLabels)
{
    const auto file = folder.write("plain_vf.csv", csv_of(scenes::named_query("far-from-face")->rows));
    const Ran ran = run_command({"query", file, "--check-labels", "--json", path("out.json")});
    EXPECT_EQ(ran.code, 2);
    EXPECT_NE(ran.err.find("no query has a label"), std::string::npos) << ran.err;
    EXPECT_FALSE(std::filesystem::exists(path("out.json")));
}

TEST_F(QueryCommandTest, SaysByItsCodeWhetherThereIsContact)
{
    const auto hit = folder.write("hit_vf.csv", csv_of(scenes::named_query("vertex-through-face")->rows));
    const auto miss = folder.write("miss_vf.csv", csv_of(scenes::named_query("far-from-face")->rows));
    EXPECT_EQ(run_command({"query", hit}).code, 1);
    EXPECT_EQ(run_command({"query", miss}).code, 0);
    EXPECT_EQ(run_command({"query", miss, hit}).code, 1);
}

TEST_F(QueryCommandTest, WritesTheAnswerOfEveryQuery)
{
    const auto queries = scenes::uniform_queries(PairKind::edge_edge, 300);
    const auto file = folder.write("uniform_ee.csv", csv_of(queries));
    ASSERT_EQ(run_command({"query", file, "--each", path("each"), "--tolerance", "1e-6"}).code, 1);
    const auto lines = lines_of(path("each"));
    ASSERT_EQ(lines.size(), queries.size());
    for (std::size_t i = 0; i < queries.size(); ++i) {
        const Answer answer = first_contact(queries[i], PairKind::edge_edge, {.tolerance = 1e-6});
        EXPECT_EQ(lines[i]["file"], file.string());
        EXPECT_EQ(lines[i]["index"], i);
        EXPECT_EQ(lines[i]["collides"], answer.contact.has_value());
        if (!answer.contact) {
            EXPECT_TRUE(lines[i]["toc"].is_null());
            continue;
        }
        EXPECT_EQ(lines[i]["toc"][0], answer.contact->toc.lower);
        EXPECT_EQ(lines[i]["toc"][1], answer.contact->toc.upper);
    }
}

TEST_F(QueryCommandTest, GivesTheSameBytesForEveryNumberOfThreadsAndEveryTarget)
{
    for (const PairKind kind : {PairKind::vertex_face, PairKind::edge_edge}) {
        const std::string end = std::string(to_string(kind)) + ".csv";
        folder.write("set/near_" + end, csv_of(scenes::near_queries(kind, 3000)));
        folder.write("set/uniform_" + end, csv_of(scenes::uniform_queries(kind, 1000)));
    }
    const auto answers = [&](const std::vector<std::string>& more) {
        std::vector<std::string> arguments = {"query", set, "--json", path("json"), "--each", path("each")};
        arguments.insert(arguments.end(), more.begin(), more.end());
        EXPECT_EQ(run_command(arguments).code, 1);
        return bytes_of(path("json")) + bytes_of(path("each"));
    };
    const std::string expected = answers({"--threads", "1"});
    EXPECT_EQ(answers({"--threads", "2"}), expected);
    EXPECT_EQ(answers({"--threads", "5"}), expected);
    EXPECT_EQ(answers({}), expected);
    for (const std::string& target : simd_targets()) EXPECT_EQ(answers({"--target", target}), expected) << target;
    const std::string apart = answers({"--threads", "1", "--clearance", "0.001"});
    EXPECT_EQ(answers({"--threads", "2", "--clearance", "0.001"}), apart);
    EXPECT_NE(apart, expected);
}

TEST_F(QueryCommandTest, AnswersArraysAsItAnswersText)
{
    const auto queries = scenes::near_queries(PairKind::vertex_face, 500);
    const auto text = folder.write("one/near_vf.csv", csv_of(queries));
    const auto array = folder.write("two/near_vf.npy", support::npy_bytes(queries, {}));
    for (const auto& file : {text, array}) {
        ASSERT_EQ(run_command({"query", file, "--each", file.string() + ".each"}).code, 1);
    }
    const auto of_text = lines_of(text.string() + ".each");
    const auto of_array = lines_of(array.string() + ".each");
    ASSERT_EQ(of_text.size(), of_array.size());
    for (std::size_t i = 0; i < of_text.size(); ++i) EXPECT_EQ(of_text[i]["toc"], of_array[i]["toc"]);
}

TEST_F(QueryCommandTest, AnswersClearance)
{
    // One unit beside the face, and five.
    const auto near = PairRows{5, 1, 1, 0, 0, 0, 4, 0, 0, 4, 4, 0, 5, 1, -1, 0, 0, 0, 4, 0, 0, 4, 4, 0};
    const auto far = PairRows{9, 1, 1, 0, 0, 0, 4, 0, 0, 4, 4, 0, 9, 1, -1, 0, 0, 0, 4, 0, 0, 4, 4, 0};
    const auto file = folder.write("two_vf.csv", csv_of(near, ",0") + csv_of(far, ",0"));
    EXPECT_EQ(run_command({"query", file}).code, 0);
    ASSERT_EQ(run_command({"query", file, "--clearance", "1.25", "--each", path("each"), "--json", path("json")}).code,
              1);
    const auto lines = lines_of(path("each"));
    ASSERT_EQ(lines.size(), 2U);
    EXPECT_EQ(lines[0]["outcome"], "contact");
    EXPECT_EQ(lines[0]["collides"], true);
    EXPECT_NEAR(lines[0]["toc"][1].get<double>(), 0.125, 1e-8);  // at height 3/4: 1^2 + (3/4)^2 = (5/4)^2
    EXPECT_EQ(lines[1]["outcome"], "free");
    EXPECT_EQ(lines[1]["collides"], false);
    EXPECT_TRUE(lines[1]["toc"].is_null());
    EXPECT_EQ(json::parse(bytes_of(path("json")))["labelled"], 0);
    EXPECT_EQ(run_command({"query", file, "--clearance", "0.5"}).code, 0);

    // It starts within this one, and comes no nearer than a quarter of its distance then.
    ASSERT_EQ(run_command({"query", file, "--clearance", "2", "--each", path("each"), "--json", path("json")}).code, 1);
    const auto started = lines_of(path("each"));
    ASSERT_EQ(started.size(), 2U);
    EXPECT_EQ(started[0]["outcome"], "near_at_start");
    EXPECT_EQ(started[0]["collides"], true);
    EXPECT_TRUE(started[0]["toc"].is_null());
    EXPECT_EQ(started[1]["outcome"], "free");
    EXPECT_EQ(json::parse(bytes_of(path("json")))["contacts"], 1);
    EXPECT_EQ(run_command({"query", file, "--clearance", "0", "--check-labels"}).code, 0);
}

TEST_F(QueryCommandTest, KeepsWhatItCostOutOfTheAnswers)
{
    ASSERT_EQ(run_command({"query", set, "--stats", path("stats"), "--threads", "1", "--json", path("json")}).code, 1);
    const json stats = json::parse(bytes_of(path("stats")));
    EXPECT_EQ(stats["schema"], "tocca.query-stats/1");
    EXPECT_EQ(stats["threads"], 1);
    EXPECT_EQ(stats["target"], simd_targets().front());
    EXPECT_GT(stats["seconds"]["answer"], 0.0);
    EXPECT_GT(stats["seconds"]["read"], 0.0);
    EXPECT_GT(stats["queries_per_second"], 0.0);
    std::size_t decided = 0;
    for (const auto& [stage, count] : stats["stages"].items()) decided += count.get<std::size_t>();
    EXPECT_EQ(stats["stages"].size(), stage_count);
    EXPECT_EQ(decided, scenes::named_queries().size());
    EXPECT_EQ(bytes_of(path("json")).find("seconds"), std::string::npos);
}

TEST_F(QueryCommandTest, NamesFileAndLineAndWritesNothing)
{
    const std::string good = csv_of(scenes::named_query("far-from-face")->rows);
    folder.write("out", "before");
    const std::vector<std::pair<std::string, std::string>> broken = {
        {good + "1,2\n", ":9: "},
        {good + "1,2,x\n", ":9: "},
        {good + "1,2,3\n", ":9: the query that begins here has 1 row instead of 8"},
        {"1,3,1,1,1,1\n", ":1: "},
        {"", ": there are no queries"},
        {good + "1,2,inf\n", ":9: "},
    };
    for (const auto& [text, place] : broken) {
        const auto file = folder.write("broken_vf.csv", text);
        const Ran ran = run_command({"query", set, file, "--each", path("out"), "--json", path("json")});
        EXPECT_EQ(ran.code, 2);
        EXPECT_TRUE(ran.err.starts_with("tocca: " + file.string() + place)) << ran.err;
        EXPECT_EQ(bytes_of(path("out")), "before");
        EXPECT_FALSE(std::filesystem::exists(path("json")));
    }
    const auto kindless = folder.write("some.csv", good);
    EXPECT_EQ(run_command({"query", kindless}).code, 2);
    EXPECT_EQ(run_command({"query", kindless, "--kind", "vf"}).code, 0);
    EXPECT_EQ(run_command({"query", set + "/README.md"}).code, 2);
    EXPECT_EQ(folder.file_count(), 4U);  // set, out, broken_vf.csv, some.csv
}

TEST_F(QueryCommandTest, ReadsTheClearanceRoundedOnce)
{
    // Just above halfway between two doubles; rounded to 64 bits first it would be halfway and fall to the one below.
    const auto rest = PairRows{5, 1, 1, 0, 0, 0, 4, 0, 0, 4, 4, 0, 5, 1, 1, 0, 0, 0, 4, 0, 0, 4, 4, 0};
    const auto file = folder.write("one_vf.csv", csv_of(rest));
    const Ran ran =
        run_command({"query", file, "--clearance", "1.00000000000000011102230246251565404236316680908203126"});
    EXPECT_NE(ran.out.find("0 come within 1.0000000000000002"), std::string::npos) << ran.out;
    EXPECT_NE(run_command({"query", file, "--clearance", "2"}).out.find("1 comes within 2"), std::string::npos);
}

TEST_F(QueryCommandTest, NeverWritesOverWhatItReads)
{
    const auto file = set + "/named_ee.csv";
    const auto labels = folder.write("set/named_ee_mma_bool.json", "[]").string();
    const std::string before = bytes_of(file);
    std::filesystem::create_symlink(file, path("link"));
    std::filesystem::create_hard_link(file, path("other"));
    for (const char* option : {"--json", "--each", "--stats"}) {
        for (const std::string& output : {file, set + "/../set/named_ee.csv", path("link"), path("other"), labels}) {
            for (const std::string& input : {file, set}) {
                const Ran ran = run_command({"query", input, option, output});
                EXPECT_EQ(ran.code, 2) << option << " " << output;
                EXPECT_NE(ran.err.find("is a file that is read"), std::string::npos) << ran.err;
            }
        }
    }
    EXPECT_EQ(run_command({"explain", file, "--index", "0", "--json", path("link")}).code, 2);
    EXPECT_EQ(run_command({"explain", file, "--index", "0", "--json", labels}).code, 2);
    EXPECT_EQ(bytes_of(file), before);
    EXPECT_EQ(bytes_of(labels), "[]");
}

TEST_F(QueryCommandTest, RefusesTwoOutputsInOneFile)
{
    folder.write("out", "before");
    std::filesystem::create_symlink("out", path("link"));
    const Ran ran = run_command({"query", set, "--json", path("out"), "--each", path("link")});
    EXPECT_EQ(ran.code, 2);
    EXPECT_NE(ran.err.find("two outputs are the same file"), std::string::npos) << ran.err;
    EXPECT_EQ(bytes_of(path("out")), "before");
    EXPECT_EQ(run_command({"query", set, "--json", path("new"), "--stats", path("set/../new")}).code, 2);
    EXPECT_EQ(run_command({"query", set, "--json", "/dev/null", "--each", "/dev/null"}).code, 1);
}

TEST_F(QueryCommandTest, StopsOnInterruptWhileItWaitsForAPipe)
{
    ASSERT_EQ(::mkfifo(path("pipe_vf.csv").c_str(), 0600), 0);
    const Ran ran = support::run_command_and_interrupt({"query", path("pipe_vf.csv"), "--json", path("json")}, "0.5");
    EXPECT_EQ(ran.code, 130) << ran.err;
    EXPECT_EQ(folder.file_count(), 2U);  // the set and the pipe
}

TEST_F(QueryCommandTest, StopsOnInterruptBetweenTwoSlowQueries)
{
    // A bracket as narrow as doubles allow takes a millisecond or so: together many times as long as is waited.
    const std::vector<PairRows> slow(5000, scenes::named_query("irrational-time")->rows);
    const auto file = folder.write("slow_vf.csv", csv_of(slow));
    const Ran ran = support::run_command_and_interrupt(
        {"query", file, "--clearance", "1e-300", "--tolerance", "5e-324", "--threads", "1", "--json", path("json")},
        "0.2");
    EXPECT_EQ(ran.code, 130) << ran.out << ran.err;
    EXPECT_EQ(folder.file_count(), 2U);  // the set and the file
}

TEST_F(QueryCommandTest, SaysHowManyThreadsAreUsed)
{
    ASSERT_EQ(run_command({"query", set, "--stats", path("stats"), "--threads", "1000"}).code, 1);
    EXPECT_EQ(json::parse(bytes_of(path("stats")))["threads"], available_threads());
}

TEST_F(QueryCommandTest, StopsOnInterrupt)
{
    const auto file = folder.write("uniform_ee.csv", csv_of(scenes::uniform_queries(PairKind::edge_edge, 2000)));
    std::vector<std::string> arguments = {"query", "--json", path("json"), "--each", path("each")};
    for (int i = 0; i < 200; ++i) {
        std::filesystem::create_symlink(file, folder.path() / "set" / (std::to_string(i) + "_ee.csv"));
        arguments.push_back(set);
    }
    const Ran ran = support::run_command_and_interrupt(arguments, "1");
    EXPECT_EQ(ran.code, 130) << ran.err;
    EXPECT_NE(ran.err.find("interrupted"), std::string::npos) << ran.err;
    EXPECT_EQ(folder.file_count(), 2U);  // the set and the file
}

/// The published sets, where they are at hand: all labels agree.
TEST_F(QueryCommandTest, AgreesWithThePublishedSets)
{
    const auto published = support::published_data("queries");
    if (!published) GTEST_SKIP() << support::without_data("queries");
    const Ran ran = run_command({"query", *published, "--check-labels", "--json", path("json")});
    EXPECT_EQ(ran.code, 0) << ran.out << ran.err;
    const json report = json::parse(bytes_of(path("json")));
    EXPECT_GE(report["labelled"], 10'160);
    EXPECT_EQ(report["false_negatives"], 0);
    EXPECT_EQ(report["false_positives"], 0);
    EXPECT_EQ(report["undecided"], 0);
}

}  // namespace
}  // namespace tocca::query_test
