// SPDX-License-Identifier: Apache-2.0
#include "tocca/report/html_report.hpp"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <stdexcept>

#include "report/random_recording.hpp"

namespace tocca {
namespace {

using nlohmann::json;

constexpr std::string_view page = "<html><body>\n<!--tocca-report-->\n</body></html>\n";

std::string element(const std::string& text, const std::string& id)
{
    const std::string begin = "id=\"" + id + "\">";
    const std::size_t at = text.find(begin);
    if (at == std::string::npos) return "";
    return text.substr(at + begin.size(), text.find("</script>", at) - at - begin.size());
}

RecordedMotion nothing() { return {.title = "", .key_times = {0}, .bodies = {}, .steps = {}, .contacts = {}}; }

TEST(HtmlReport, TakesThePlaceInThePage)
{
    const std::string text = html_report(nothing(), {.kind = "mesh", .answers = "{}"}, page);
    EXPECT_EQ(text.find("<html><body>\n<script type=\"application/json\" id=\"tocca-manifest\">"), 0U);
    EXPECT_EQ(text.substr(text.size() - 17), "\n\n</body></html>\n");
    EXPECT_EQ(text.find("<!--tocca-report-->"), std::string::npos);
    EXPECT_EQ(element(text, "tocca-answers"), "{}");
    const json manifest = json::parse(element(text, "tocca-manifest"));
    EXPECT_EQ(manifest["schema"], "tocca.report/1");
    EXPECT_EQ(manifest["key_times"], json::array({0}));
    EXPECT_TRUE(manifest["contacts"].is_null());
    EXPECT_TRUE(manifest["reduced"].empty());
    EXPECT_FALSE(manifest.contains("command"));
}

TEST(HtmlReport, NoTextEndsItsElement)
{
    RecordedMotion motion = nothing();
    motion.title = "</script><script>alert(1)</script><!--";
    ReportFacts facts{.kind = "mesh",
                      .command = "tocca '</script>'",
                      .settings = {{"<b>", "</script>"}},
                      .answers = R"({"name":"</script>"})"};
    const std::string text = html_report(motion, facts, page);
    EXPECT_EQ(text.find("alert(1)</script>"), std::string::npos);
    const json manifest = json::parse(element(text, "tocca-manifest"));
    EXPECT_EQ(manifest["title"], motion.title);
    EXPECT_EQ(manifest["command"], facts.command);
    EXPECT_EQ(manifest["settings"][0]["name"], "<b>");
    EXPECT_EQ(json::parse(element(text, "tocca-answers"))["name"], "</script>");
}

TEST(HtmlReport, SaysWhatIsReduced)
{
    RecordedMotion motion = nothing();
    motion.reductions = {"a sentence"};
    const std::string text = html_report(motion, {.kind = "mesh", .answers = "{}"}, page);
    EXPECT_EQ(json::parse(element(text, "tocca-manifest"))["reduced"], json::array({"a sentence"}));
}

TEST(HtmlReport, HasTheVerdictOfItsSteps)
{
    const auto verdict = [](std::vector<Outcome> outcomes, bool complete = true) {
        RecordedMotion motion = nothing();
        for (const Outcome outcome : outcomes) {
            motion.key_times.push_back(static_cast<double>(motion.key_times.size()));
            motion.steps.push_back({.outcome = outcome});
        }
        const ReportFacts facts{.kind = "mesh", .complete = complete, .answers = "{}"};
        return json::parse(element(html_report(motion, facts, page), "tocca-manifest"))["verdict"].get<std::string>();
    };
    EXPECT_EQ(verdict({}), "nothing");
    EXPECT_EQ(verdict({Outcome::free, Outcome::free}), "free");
    EXPECT_EQ(verdict({Outcome::free}, false), "undecided");
    EXPECT_EQ(verdict({Outcome::free, Outcome::undecided}), "undecided");
    for (const Outcome outcome : {Outcome::contact, Outcome::touching_at_start, Outcome::crossing_at_start,
                                  Outcome::inside, Outcome::near_at_start}) {
        EXPECT_EQ(verdict({Outcome::free, outcome, Outcome::undecided}), "contact") << to_string(outcome);
        EXPECT_EQ(verdict({outcome}, false), "contact") << to_string(outcome);
    }
}

TEST(HtmlReport, RecordingsOfAllSortsForAnyNumberOfThreads)
{
    for (std::uint64_t seed = 1; seed <= 200; ++seed) {
        const double size = seed % 7 == 0 ? 1e30 : seed % 5 == 0 ? 1e-30 : 1.0;
        const RecordedMotion motion = support::RandomRecording(seed).make(size, seed % 3 == 0 ? 1e6 * size : 0.0);
        const ReportLimits limits{.most_contacts = seed % 4, .most_position_bytes = seed % 11 * 100};
        const ReportFacts facts{.kind = "rigid", .answers = "[]"};
        const std::string text = html_report(motion, facts, page, {.limits = limits, .threads = 1});
        EXPECT_EQ(text, html_report(motion, facts, page, {.limits = limits, .threads = 4}));
        const json manifest = json::parse(element(text, "tocca-manifest"));
        EXPECT_EQ(manifest["bodies"].size(), motion.bodies.size());
        EXPECT_EQ(manifest["steps"].size(), motion.steps.size());
        for (const json& body : manifest["bodies"]) {
            EXPECT_LT(body["last_key"].get<std::size_t>(), manifest["key_times"].size());
            const std::size_t keys = body["last_key"].get<std::size_t>() - body["first_key"].get<std::size_t>() + 1;
            EXPECT_TRUE(body["positions"]["keys"] == 1 || body["positions"]["keys"] == keys);
            EXPECT_EQ(body["positions"]["rest"].is_null(), body["positions"]["keys"] == 1);
        }
    }
}

TEST(HtmlReport, RefusesAPageWithoutAPlaceAndABrokenRecording)
{
    EXPECT_THROW((void)html_report(nothing(), {.kind = "mesh", .answers = "{}"}, ""), std::invalid_argument);
    EXPECT_THROW((void)html_report(RecordedMotion{}, {.kind = "mesh", .answers = "{}"}, page), std::invalid_argument);
}

}  // namespace
}  // namespace tocca
