// SPDX-License-Identifier: Apache-2.0
#include "tocca/report/html_report.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <string>
#include <vector>

#include "report/html_reading.hpp"
#include "report/random_recording.hpp"
#include "tocca/base/printable_text.hpp"
#include "tocca/base/version.hpp"
#include "tocca/report/report_limits.hpp"

namespace tocca::html_report_test {
namespace {

using nlohmann::json;
using support::HtmlReading;

constexpr std::string_view page = "<html><body>\n<!--tocca-report-->\n</body></html>\n";

RecordedMotion nothing() { return {.title = "", .key_times = {0}, .bodies = {}, .steps = {}, .contacts = {}}; }

TEST(HtmlReport, TakesThePlaceInThePage)
{
    const std::string text = html_report(nothing(), {.kind = "mesh", .answers = "{}"}, page);
    EXPECT_EQ(text.find("<html><body>\n<script type=\"application/json\" id=\"tocca-manifest\">"), 0U);
    EXPECT_EQ(text.substr(text.size() - 17), "\n\n</body></html>\n");
    EXPECT_EQ(text.find("<!--tocca-report-->"), std::string::npos);
    const HtmlReading reading(text);
    EXPECT_EQ(reading.answers(), json::object());
    const json expected = {{"schema", "tocca.report/1"},
                           {"version", version},
                           {"kind", "mesh"},
                           {"title", ""},
                           {"verdict", "nothing"},
                           {"settings", json::array()},
                           {"statistics", json::array()},
                           {"reduced", json::array()},
                           {"key_times", {0}},
                           {"steps", json::array()},
                           {"bodies", json::array()},
                           {"contacts", nullptr},
                           {"blocks", json::array()}};
    EXPECT_EQ(reading.manifest(), expected);
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
    const HtmlReading reading(text);
    EXPECT_EQ(reading.manifest()["title"], motion.title);
    EXPECT_EQ(reading.manifest()["command"], facts.command);
    EXPECT_EQ(reading.manifest()["settings"], json::array({{{"name", "<b>"}, {"value", "</script>"}}}));
    EXPECT_EQ(reading.answers(), (json{{"name", "</script>"}}));
}

TEST(HtmlReport, SaysWhatItIsTold)
{
    RecordedMotion motion = nothing();
    motion.key_times = {0, 1, 2};
    motion.steps = {{.name = "one", .outcome = Outcome::crossing_at_start, .safe_until = 0.0, .crossing_count = 12},
                    {.name = "two", .outcome = Outcome::undecided, .safe_until = 0.25, .checked = false}};
    const ReportFacts facts{.kind = "robot",
                            .statistics = {{"answered in", "1 s"}, {"pairs", "7"}},
                            .complete = false,
                            .start_assumed_free = true,
                            .answers = "[1]"};
    const HtmlReading reading(html_report(motion, facts, page));
    const json& manifest = reading.manifest();
    EXPECT_EQ(reading.answers(), json::array({1}));
    EXPECT_EQ(manifest["kind"], "robot");
    EXPECT_EQ(manifest["complete"], false);
    EXPECT_EQ(manifest["start_assumed_free"], true);
    EXPECT_EQ(manifest["statistics"],
              json::array({{{"name", "answered in"}, {"value", "1 s"}}, {{"name", "pairs"}, {"value", "7"}}}));
    EXPECT_EQ(manifest["steps"], json::parse(R"([
        {"name":"one","outcome":"crossing_at_start","safe_until":0,"contact_count":0,"contacts":[0,0],
         "crossing_count":12},
        {"name":"two","outcome":"undecided","safe_until":0.25,"contact_count":0,"contacts":[0,0],"checked":false}])"));
}

TEST(HtmlReport, SaysWhatIsReduced)
{
    RecordedMotion motion = nothing();
    motion.reductions = {"a sentence"};
    const HtmlReading reading(html_report(motion, {.kind = "mesh", .answers = "{}"}, page));
    EXPECT_EQ(reading.manifest()["reduced"], json::array({"a sentence"}));
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
        return HtmlReading(html_report(motion, facts, page)).manifest()["verdict"].get<std::string>();
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

/// Coordinates rounded to 1/65535 of the extent, and the last bits of the sum that gives them back.
void expect_positions(const HtmlReading& reading, const json& body, const RecordedBody& recorded)
{
    const json& about = body["positions"];
    std::vector<std::uint16_t> numbers = reading.numbers<std::uint16_t>(about["first"]);
    ASSERT_EQ(numbers.size(), 3 * recorded.positions.front().size());
    ASSERT_EQ(about["rest"].is_null(), about["keys"] == 1);
    if (!about["rest"].is_null()) {
        const std::vector<std::uint16_t> rest = reading.numbers<std::uint16_t>(about["rest"], numbers);
        numbers.insert(numbers.end(), rest.begin(), rest.end());
    }
    // A deforming body without vertices needs one key.
    const std::size_t keys = recorded.positions.front().empty() ? 1 : recorded.positions.size();
    ASSERT_EQ(about["keys"], keys);
    std::size_t next = 0;
    for (std::size_t key = 0; key < keys; ++key) {
        for (const Point& point : recorded.positions[key]) {
            for (std::size_t axis = 0; axis < 3; ++axis, ++next) {
                const double low = about["low"][axis], size = about["size"][axis];
                const double error = 0.5 * size / 65535.0 + 0x1p-50 * (std::abs(low) + size);
                ASSERT_NEAR(low + size * numbers.at(next) / 65535.0, point[axis], error);
            }
        }
    }
    EXPECT_EQ(next, numbers.size());
}

/// Origins rounded to 2^-18 of the extent of the body or of its way, orientations to 2^-19.
void expect_poses(const HtmlReading& reading, const json& body, const RecordedBody& recorded)
{
    ASSERT_EQ(body["poses"].is_null(), recorded.poses.empty());
    if (recorded.poses.empty()) return;
    const std::vector<double> numbers = reading.numbers<double>(body["poses"]);
    ASSERT_EQ(numbers.size(), 7 * recorded.poses.size());
    Eigen::AlignedBox3d way;
    for (const Eigen::Isometry3d& pose : recorded.poses) way.extend(Eigen::Vector3d(pose.translation()));
    double extent = way.sizes().maxCoeff();
    for (const double size : body["positions"]["size"]) extent = std::max(extent, size);
    for (std::size_t key = 0; key < recorded.poses.size(); ++key) {
        const double* const at = &numbers[7 * key];
        const Eigen::Isometry3d& pose = recorded.poses[key];
        EXPECT_LE((Eigen::Vector3d(at[0], at[1], at[2]) - pose.translation()).cwiseAbs().maxCoeff(),
                  0x1p-19 * extent * 1.001);
        const Eigen::Quaterniond turn(at[6], at[3], at[4], at[5]);
        EXPECT_LE(turn.angularDistance(Eigen::Quaterniond(pose.linear())), 0x1p-17);
    }
}

void expect_body(const HtmlReading& reading, const json& body, const RecordedBody& recorded)
{
    EXPECT_EQ(body["name"], printable(recorded.name));
    EXPECT_EQ(body["vertices"], recorded.positions.front().size());
    EXPECT_EQ(body["first_key"], recorded.first_key);
    EXPECT_EQ(body["last_key"], recorded.last_key);
    std::vector<std::uint32_t> faces, edges;
    for (const FaceVertices& face : recorded.faces) faces.insert(faces.end(), face.begin(), face.end());
    for (const EdgeVertices& edge : recorded.loose_edges) edges.insert(edges.end(), edge.begin(), edge.end());
    EXPECT_EQ(reading.numbers<std::uint32_t>(body["faces"]), faces);
    ASSERT_EQ(body["loose_edges"].is_null(), edges.empty());
    if (!edges.empty()) {
        EXPECT_EQ(reading.numbers<std::uint32_t>(body["loose_edges"]), edges);
    }
    expect_positions(reading, body, recorded);
    expect_poses(reading, body, recorded);
}

void expect_contacts(const HtmlReading& reading, const RecordedMotion& motion)
{
    const json& about = reading.manifest()["contacts"];
    ASSERT_EQ(about.is_null(), motion.contacts.empty());
    if (motion.contacts.empty()) return;
    ASSERT_EQ(about["count"], motion.contacts.size());
    const auto lower = reading.numbers<double>(about["toc_lower"]), upper = reading.numbers<double>(about["toc_upper"]);
    const auto kind = reading.numbers<std::uint8_t>(about["kind"]);
    const auto vertices = reading.numbers<std::uint32_t>(about["vertices"]);
    const auto objects = reading.numbers<std::uint16_t>(about["objects"]);
    const auto weights = reading.numbers<float>(about["weights"]), normal = reading.numbers<float>(about["normal"]);
    const auto point = reading.numbers<double>(about["point"]);
    const bool any_distance =
        std::ranges::any_of(motion.contacts, [](const auto& c) { return c.distance.has_value(); });
    ASSERT_EQ(about["distance"].is_null(), !any_distance);
    const auto distance = any_distance ? reading.numbers<float>(about["distance"]) : std::vector<float>();
    double extent = 0.0;
    for (const json& body : reading.manifest()["bodies"]) {
        for (const double size : body["positions"]["size"]) extent = std::max(extent, size);
    }
    for (std::size_t i = 0; i < motion.contacts.size(); ++i) {
        const Contact& contact = motion.contacts[i].contact;
        EXPECT_EQ(lower.at(i), contact.toc.lower);
        EXPECT_EQ(upper.at(i), contact.toc.upper);
        EXPECT_EQ(kind.at(i), contact.kind == PairKind::edge_edge ? 1 : 0);
        for (std::size_t k = 0; k < 2; ++k) EXPECT_EQ(objects.at(2 * i + k), contact.objects[k]);
        for (std::size_t k = 0; k < 4; ++k) {
            EXPECT_EQ(vertices.at(4 * i + k), contact.vertices[k]);
            EXPECT_NEAR(static_cast<double>(weights.at(4 * i + k)), contact.weights[k], 0x1p-15);
        }
        for (std::size_t axis = 0; axis < 3; ++axis) {
            const auto k = static_cast<Eigen::Index>(axis);
            EXPECT_NEAR(point.at(3 * i + axis), contact.point[k], 0x1p-19 * extent * 1.001);
            EXPECT_NEAR(static_cast<double>(normal.at(3 * i + axis)), contact.normal[k], 0x1p-13);
        }
        if (!any_distance) continue;
        if (motion.contacts[i].distance) {
            EXPECT_EQ(distance.at(i), static_cast<float>(*motion.contacts[i].distance));
        } else {
            EXPECT_TRUE(std::isnan(distance.at(i)));
        }
    }
}

void expect_steps(const json& steps, const RecordedMotion& motion)
{
    ASSERT_EQ(steps.size(), motion.steps.size());
    std::size_t first = 0;
    for (std::size_t i = 0; i < motion.steps.size(); ++i) {
        const RecordedStep& step = motion.steps[i];
        EXPECT_EQ(steps[i]["name"], step.name);
        EXPECT_EQ(steps[i]["outcome"], to_string(step.outcome));
        EXPECT_EQ(steps[i]["safe_until"], step.safe_until);
        EXPECT_EQ(steps[i]["contact_count"], step.contact_count);
        const auto here = static_cast<std::size_t>(
            std::ranges::count_if(motion.contacts, [&](const RecordedContact& c) { return c.step == i; }));
        EXPECT_EQ(steps[i]["contacts"], json::array({first, first + here}));
        first += here;
    }
}

/// Where nothing is left out, the page holds the recording as exactly as docs/report_format.md says.
TEST(HtmlReport, HoldsTheWholeRecording)
{
    std::size_t bodies = 0, poses = 0, contacts = 0;
    for (std::uint64_t seed = 1; seed <= 150; ++seed) {
        SCOPED_TRACE(seed);
        const RecordedMotion motion = support::RandomRecording(seed).make(seed % 5 == 0 ? 1e-30 : 1.0);
        const HtmlReading reading(html_report(motion, {.kind = "rigid", .answers = "[]"}, page));
        const json& manifest = reading.manifest();
        EXPECT_EQ(manifest["title"], printable(motion.title));
        EXPECT_EQ(manifest["key_times"], json(motion.key_times));
        expect_steps(manifest["steps"], motion);
        expect_contacts(reading, motion);
        ASSERT_EQ(manifest["bodies"].size(), motion.bodies.size());
        for (std::size_t i = 0; i < motion.bodies.size(); ++i) {
            expect_body(reading, manifest["bodies"][i], motion.bodies[i]);
            poses += motion.bodies[i].poses.size();
        }
        if (HasFatalFailure()) return;
        bodies += motion.bodies.size();
        contacts += motion.contacts.size();
    }
    EXPECT_GT(bodies, 200U);
    EXPECT_GT(poses, 200U);
    EXPECT_GT(contacts, 50U);
}

TEST(HtmlReport, RecordingsOfAllSortsForAnyNumberOfThreads)
{
    std::size_t reduced = 0;
    for (std::uint64_t seed = 1; seed <= 200; ++seed) {
        SCOPED_TRACE(seed);
        const double size = seed % 7 == 0 ? 1e30 : seed % 5 == 0 ? 1e-30 : 1.0;
        const RecordedMotion motion = support::RandomRecording(seed).make(size, seed % 3 == 0 ? 1e6 * size : 0.0);
        ReportOptions options{.max_contacts = seed % 4, .max_position_bytes = seed % 11 * 100, .threads = 1};
        const ReportFacts facts{.kind = "rigid", .answers = "[]"};
        const std::string text = html_report(motion, facts, page, options);
        options.threads = 4;
        EXPECT_EQ(text, html_report(motion, facts, page, options));
        const HtmlReading reading(text);
        const json& manifest = reading.manifest();
        // What is left out is what select_for_report, which has tests of its own, leaves out.
        const ReportSelection chosen = select_for_report(motion, options);
        std::vector<double> times;
        for (const std::size_t key : chosen.keys) times.push_back(motion.key_times[key]);
        EXPECT_EQ(manifest["key_times"], json(times));
        EXPECT_EQ(manifest["contacts"].is_null() ? json(0U) : manifest["contacts"]["count"], chosen.contacts.size());
        for (const std::string& sentence : chosen.sentences) {
            EXPECT_EQ(std::ranges::count(manifest["reduced"].get<std::vector<std::string>>(), sentence), 1) << sentence;
        }
        reduced += chosen.sentences.size();
        ASSERT_EQ(manifest["bodies"].size(), motion.bodies.size());
        EXPECT_EQ(manifest["steps"].size(), motion.steps.size());
        for (std::size_t i = 0; i < motion.bodies.size(); ++i) {
            const json& body = manifest["bodies"][i];
            const std::size_t first = body["first_key"], last = body["last_key"];
            EXPECT_EQ(chosen.keys.at(first), motion.bodies[i].first_key);
            EXPECT_EQ(chosen.keys.at(last), motion.bodies[i].last_key);
            const bool deforms = motion.bodies[i].positions.size() > 1 && !motion.bodies[i].positions[0].empty();
            EXPECT_EQ(body["positions"]["keys"], deforms ? last - first + 1 : 1U);
            EXPECT_EQ(body["positions"]["rest"].is_null(), body["positions"]["keys"] == 1);
        }
    }
    EXPECT_GT(reduced, 40U);
}

TEST(HtmlReport, RefusesAPageWithoutAPlaceAndABrokenRecording)
{
    EXPECT_THROW((void)html_report(nothing(), {.kind = "mesh", .answers = "{}"}, ""), std::invalid_argument);
    EXPECT_THROW((void)html_report(RecordedMotion{}, {.kind = "mesh", .answers = "{}"}, page), std::invalid_argument);
}

}  // namespace
}  // namespace tocca::html_report_test
