// SPDX-License-Identifier: Apache-2.0
#include "apps/tocca/explain/explain_command.hpp"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <string>

#include "apps/query_text.hpp"
#include "apps/run_command.hpp"
#include "apps/tocca/explain/explain_text.hpp"
#include "tocca/io/json_text.hpp"

namespace tocca::explain_test {
namespace {

using nlohmann::json;
using support::bytes_of;
using support::Ran;
using support::run_command;
using support::TemporaryFolder;

TEST(ExplainCommand, ExplainsEveryBuiltinQuery)
{
    for (const scenes::NamedQuery& query : scenes::named_queries()) {
        const Explanation explanation = explain(query.rows, query.kind);
        const app::ExplainedQuery asked{.source = std::string(query.name),
                                        .index = {},
                                        .title = std::string(query.name),
                                        .about = std::string(query.about),
                                        .kind = query.kind,
                                        .rows = query.rows};
        const std::string text = app::explanation_text(asked, explanation);
        EXPECT_NE(text.find(query.collides ? "Answer: contact" : "Answer: free"), std::string::npos) << text;
        EXPECT_NE(text.find(to_string(explanation.decided_by)), std::string::npos) << text;

        const json data = json::parse(app::explanation_json(asked, explanation));
        EXPECT_EQ(data["schema"], "tocca.explain/1");
        EXPECT_EQ(data["query"]["kind"], to_string(query.kind));
        EXPECT_EQ(data["query"]["start"][3][2], query.rows[11]);
        EXPECT_EQ(data["query"]["end"][0][0], query.rows[12]);
        EXPECT_EQ(data["roots"].size(), explanation.roots.size());
        EXPECT_EQ(data["cubic"]["signs"].size(), 4U);
        json answer = json::parse(json_text(first_contact(query.rows, query.kind)));
        if (query.collides) {
            for (const char* number : {"objects", "vertices"}) answer["contact"].erase(number);
        }
        EXPECT_EQ(data["answer"], answer);
        bool touches_at_a_root = data["coplanar_throughout"].get<bool>() && query.collides;
        for (const json& root : data["roots"]) touches_at_a_root |= root["contact"].get<bool>();
        EXPECT_EQ(touches_at_a_root, query.collides) << query.name;
    }
}

TEST(ExplainCommand, TakesAQueryFromWhereverItStands)
{
    const TemporaryFolder folder;
    const auto query = scenes::named_query("grazes-from-above");
    const auto file = folder.write("some_vf.csv", support::csv_of(PairRows{}) + support::csv_of(query->rows));
    std::string points;
    for (std::size_t i = 0; i < 24; ++i) points += shortest_text(query->rows[i]) + (i % 3 == 2 ? " " : ",");
    const auto out = (folder.path() / "out.json").string();
    for (const std::vector<std::string>& source : {std::vector<std::string>{file, "--index", "1"},
                                                   {"--kind", "vf", "--points", points},
                                                   {"--builtin", "grazes-from-above"}}) {
        std::vector<std::string> arguments = {"explain", "--json", out};
        arguments.insert(arguments.end(), source.begin(), source.end());
        const Ran ran = run_command(arguments);
        EXPECT_EQ(ran.code, 0) << ran.err;
        EXPECT_NE(ran.out.find("a double root"), std::string::npos) << ran.out;
        const json data = json::parse(bytes_of(out));
        EXPECT_EQ(data["roots"][0]["multiplicity"], 2);
        EXPECT_EQ(data["roots"][0]["time"], (json{0.5, 0.5}));
        EXPECT_EQ(data["answer"]["outcome"], "contact");
    }
}

TEST(ExplainCommand, ReadsPointsThatBeginWithAMinus)
{
    const Ran ran = run_command(
        {"explain", "--kind", "vf", "--points", "(-1,-1,1)(0,0,0)(4,0,0)(0,4,0) (1,1,-1)(0,0,0)(4,0,0)(0,4,0)"});
    EXPECT_EQ(ran.code, 0) << ran.err;
    EXPECT_NE(ran.out.find("Answer: contact"), std::string::npos) << ran.out;
}

TEST(ExplainCommand, SaysWhatTheExactStageIsFor)
{
    const Ran ran = run_command({"explain", "--builtin", "sooner-than-any-double"});
    EXPECT_NE(ran.out.find("exact: doubles could not settle the answer or the grid cell of its time;\n"
                           "   exact integers did.\n"),
              std::string::npos)
        << ran.out;
    EXPECT_NE(ran.out.find("not later than the least positive double"), std::string::npos) << ran.out;
}

TEST(ExplainCommand, RefusesAQueryThatIsNotThere)
{
    const TemporaryFolder folder;
    const auto file = folder.write("some_vf.csv", support::csv_of(PairRows{}));
    const Ran ran = run_command({"explain", file, "--index", "1"});
    EXPECT_EQ(ran.code, 2);
    EXPECT_NE(ran.err.find("there is no query 1: "), std::string::npos) << ran.err;
}

}  // namespace
}  // namespace tocca::explain_test
