// SPDX-License-Identifier: Apache-2.0
#include "tocca/answer/option_rules.hpp"

#include <gtest/gtest.h>

#include <array>
#include <functional>
#include <limits>
#include <optional>
#include <set>
#include <stdexcept>
#include <stop_token>
#include <string>
#include <vector>

namespace tocca::options_test {
namespace {

constexpr double nan = std::numeric_limits<double>::quiet_NaN();
constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr double least = std::numeric_limits<double>::denorm_min();
constexpr double greatest = std::numeric_limits<double>::max();

constexpr std::array subjects{Subject::pair,    Subject::batch, Subject::mesh,   Subject::mesh_step,
                              Subject::instant, Subject::near,  Subject::bodies, Subject::world,
                              Subject::robot,   Subject::path,  Subject::scene,  Subject::scene_step};
const std::set<Subject> all_subjects(subjects.begin(), subjects.end());
const std::set<Subject> exact_subjects{Subject::pair, Subject::batch, Subject::mesh, Subject::mesh_step};
const std::set<Subject> with_clearance{Subject::pair,   Subject::batch,     Subject::mesh,  Subject::mesh_step,
                                       Subject::bodies, Subject::world,     Subject::robot, Subject::path,
                                       Subject::scene,  Subject::scene_step};
const std::set<Subject> rigid_subjects{Subject::bodies, Subject::world, Subject::robot,
                                       Subject::path,   Subject::scene, Subject::scene_step};

/// What the options are refused for, if they are.
std::optional<std::string> refusal(const QueryOptions& options, Subject subject)
{
    try {
        check_options(options, subject);
    } catch (const std::invalid_argument& error) {
        return error.what();
    }
    return std::nullopt;
}

/// Whether the options are refused, and by a sentence that names the option.
void expect_refused(const QueryOptions& options, Subject subject, const std::string& name)
{
    const std::optional<std::string> sentence = refusal(options, subject);
    ASSERT_TRUE(sentence) << name << " is not refused for subject " << static_cast<int>(subject);
    EXPECT_NE(sentence->find('`' + name + '`'), std::string::npos) << *sentence;
}

void expect_accepted(const QueryOptions& options, Subject subject, const std::string& name)
{
    EXPECT_EQ(refusal(options, subject).value_or(""), "") << name << ", subject " << static_cast<int>(subject);
}

TEST(QueryOptions, DefaultsPassForEverySubject)
{
    for (const Subject subject : subjects) {
        expect_accepted({}, subject, "defaults");
        expect_accepted(default_options(), subject, "defaults");
    }
}

/// An option with a value other than its default, and what it applies to.
struct OptionCase {
    std::string name;
    QueryOptions options;
    std::set<Subject> subjects;
};

std::vector<OptionCase> option_cases()
{
    const auto and_scenes = [](std::set<Subject> parts) {
        parts.insert({Subject::scene, Subject::scene_step});
        return parts;
    };
    const std::set<Subject> mesh = and_scenes({Subject::mesh, Subject::mesh_step}),
                            world = and_scenes({Subject::world}), robot = and_scenes({Subject::robot, Subject::path});
    const std::set<Subject> pairs_and_mesh =
        and_scenes({Subject::pair, Subject::batch, Subject::mesh, Subject::mesh_step});
    const std::set<Subject> meshes = and_scenes({Subject::mesh, Subject::mesh_step, Subject::instant, Subject::near});
    const std::set<Subject> with_objects =
        and_scenes({Subject::mesh, Subject::mesh_step, Subject::instant, Subject::near, Subject::world});
    const std::set<Subject> with_accept = and_scenes({Subject::mesh, Subject::mesh_step, Subject::near});
    const std::set<Subject> steps{Subject::mesh_step, Subject::scene_step};
    std::set<Subject> with_end = rigid_subjects;
    with_end.insert({Subject::mesh, Subject::mesh_step});
    with_end.erase(Subject::path);
    std::set<Subject> with_time = all_subjects;
    with_time.erase(Subject::instant);
    with_time.erase(Subject::near);
    return {
        {"clearance", {.clearance = 0.1}, with_clearance},
        {"threshold", {.threshold = 0.1}, rigid_subjects},
        {"near_fraction", {.near_fraction = 0.25}, pairs_and_mesh},
        {"keep", {.keep = 0.1}, steps},
        {"reach", {.reach = 0.0}, steps},
        {"tolerance", {.tolerance = 1e-6}, with_time},
        {"until", {.until = 0.5}, with_end},
        {"self", {.self = false}, meshes},
        {"between", {.between = false}, meshes},
        {"ignored_pairs", {.ignored_pairs = {{0, 1}}}, with_objects},
        {"ignored_groups", {.ignored_groups = {{0, 1}}}, with_objects},
        {"accept", {.accept = [](const FeaturePair&) { return true; }}, with_accept},
        {"accept_objects", {.accept_objects = [](std::uint32_t, std::uint32_t) { return true; }}, world},
        {"changed", {.changed = std::vector<std::vector<std::uint32_t>>{}}, meshes},
        {"assume_start_free", {.assume_start_free = true}, mesh},
        {"check_limits", {.check_limits = true}, robot},
        {"only_collides", {.only_collides = true}, {Subject::path}},
        {"stop_at_contact", {.stop_at_contact = true}, {Subject::path}},
        {"budget", {.budget = 1000}, rigid_subjects},
    };
}

TEST(QueryOptions, ThatCannotApplyAreRefused)
{
    for (const OptionCase& one : option_cases()) {
        for (const Subject subject : subjects) {
            if (one.subjects.contains(subject)) {
                expect_accepted(one.options, subject, one.name);
            } else {
                expect_refused(one.options, subject, one.name);
            }
        }
    }
}

TEST(QueryOptions, AboutTheWorkAloneApplyToEverySubject)
{
    Statistics work;
    const std::vector<OptionCase> cases = {
        {"max_contacts", {.max_contacts = 0}, all_subjects},
        {"threads", {.threads = 3}, all_subjects},
        {"target", {.target = "EMU128"}, all_subjects},
        {"stop", {.stop = std::stop_source().get_token()}, all_subjects},
        {"progress", {.progress = [](double) {}}, all_subjects},
        {"statistics", {.statistics = &work}, all_subjects},
    };
    for (const OptionCase& one : cases) {
        for (const Subject subject : one.subjects) expect_accepted(one.options, subject, one.name);
    }
    for (const Subject subject : subjects) {
        if (std::set{Subject::mesh, Subject::mesh_step, Subject::scene, Subject::scene_step}.contains(subject))
            expect_accepted({.list_start = false}, subject, "list_start");
        else
            expect_refused({.list_start = false}, subject, "list_start");
    }
}

/// Values of an option that are refused, and such that are not.
struct RangeCase {
    std::string name;
    std::function<void(QueryOptions&, double)> set;
    std::set<Subject> subjects;
    std::vector<double> bad;
    std::vector<double> good;
};

std::vector<RangeCase> range_cases()
{
    const auto tolerance = [](QueryOptions& options, double x) { options.tolerance = x; };
    return {
        {"clearance",
         [](QueryOptions& options, double x) { options.clearance = x; },
         with_clearance,
         {nan, -1.0, -least, infinity, -infinity},
         {0.0, -0.0, least, 1.0, greatest}},
        {"threshold",
         [](QueryOptions& options, double x) { options.threshold = x; },
         rigid_subjects,
         {nan, -1.0, 0.0, -0.0, infinity, -infinity},
         {least, 1.0, greatest}},
        {"near_fraction",
         [](QueryOptions& options, double x) { options.near_fraction = x; },
         {Subject::pair, Subject::mesh},
         {nan, -0.5, -least, 1.0, 2.0, infinity, -infinity},
         {0.0, -0.0, least, 0.25, 1.0 - 0x1p-53}},
        {"keep",
         [](QueryOptions& options, double x) { options.keep = x; },
         {Subject::mesh_step, Subject::scene_step},
         {nan, -0.5, -least, 1.0, 2.0, infinity, -infinity},
         {0.0, -0.0, least, 0.1, 1.0 - 0x1p-53}},
        {"reach",
         [](QueryOptions& options, double x) { options.reach = x; },
         {Subject::mesh_step, Subject::scene_step},
         {nan, -1.0, -least, infinity, -infinity},
         {0.0, -0.0, least, 1.0, greatest}},
        // Brackets of any width are those of the coarsest grid, [0, 1].
        {"tolerance", tolerance, exact_subjects, {nan, -1e-9, 0.0, -infinity}, {least, 1e-9, 1.0, 2.0, infinity}},
        {"tolerance", tolerance, rigid_subjects, {nan, -1e-9, -infinity}, {0.0, -0.0, least, 1.0, infinity}},
        {"until",
         [](QueryOptions& options, double x) { options.until = x; },
         {Subject::mesh, Subject::mesh_step, Subject::bodies, Subject::world, Subject::robot, Subject::scene},
         {nan, -0.5, -least, 1.0 + 0x1p-52, infinity, -infinity},
         {0.0, -0.0, least, 0.5, 1.0}},
    };
}

TEST(QueryOptions, OutOfRangeAreRefused)
{
    for (const RangeCase& range : range_cases()) {
        for (const Subject subject : range.subjects) {
            for (const double value : range.bad) {
                SCOPED_TRACE(value);
                QueryOptions options;
                range.set(options, value);
                expect_refused(options, subject, range.name);
            }
            for (const double value : range.good) {
                SCOPED_TRACE(value);
                QueryOptions options;
                range.set(options, value);
                expect_accepted(options, subject, range.name);
            }
        }
    }
    for (const Subject subject : subjects) {
        expect_refused({.threads = -1}, subject, "threads");
        expect_refused({.threads = std::numeric_limits<int>::min()}, subject, "threads");
    }
}

TEST(QueryOptions, OutOfRangeAreRefusedWhereTheyDoNotApplyToo)
{
    for (const RangeCase& range : range_cases()) {
        for (const Subject subject : subjects) {
            if (range.name == "tolerance" || range.subjects.contains(subject)) continue;
            for (const double value : range.bad) {
                SCOPED_TRACE(value);
                QueryOptions options;
                range.set(options, value);
                expect_refused(options, subject, range.name);
            }
        }
    }
}

TEST(QueryOptions, HaveTheWidthOfBracketsByDefault)
{
    EXPECT_EQ(bracket_width({}), 1e-9);
    EXPECT_EQ(bracket_width({.tolerance = 1e-3}), 1e-3);
}

TEST(QueryOptions, AddWorkOnlyWhereItIsAskedFor)
{
    Statistics work{.node_pairs = 1};
    add_work({.statistics = &work}, {.node_pairs = 2});
    EXPECT_EQ(work.node_pairs, 3U);
    add_work({}, {.node_pairs = 2});
    EXPECT_EQ(work.node_pairs, 3U);
}

}  // namespace
}  // namespace tocca::options_test
