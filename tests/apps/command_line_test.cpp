// SPDX-License-Identifier: Apache-2.0
#include "apps/tocca/command_line.hpp"

#include <gtest/gtest.h>

#include <sstream>
#include <string>

#include "apps/run_command.hpp"
#include "tocca/base/version.hpp"
#include "tocca/elementary/batch.hpp"

namespace tocca::command_line_test {
namespace {

using support::Ran;
using support::run_command;

void expect_at_most_80_columns(const std::string& text)
{
    std::istringstream lines(text);
    for (std::string line; std::getline(lines, line);) EXPECT_LE(line.size(), 80U) << line;
}

TEST(CommandLine, HelpBeginsWithAnExample)
{
    for (const std::vector<std::string>& arguments : {std::vector<std::string>{"--help"},
                                                      {"mesh", "--help"},
                                                      {"rigid", "--help"},
                                                      {"robot", "--help"},
                                                      {"query", "--help"},
                                                      {"explain", "--help"},
                                                      {"scene", "--help"},
                                                      {"view", "--help"}}) {
        const Ran ran = run_command(arguments);
        EXPECT_EQ(ran.code, 0);
        EXPECT_TRUE(ran.out.starts_with("Example:\n  tocca ")) << ran.out;
        EXPECT_EQ(ran.err, "");
        expect_at_most_80_columns(ran.out);
    }
}

TEST(CommandLine, VersionNamesTheTargetAndTheThreads)
{
    const Ran ran = run_command({"--version"});
    EXPECT_EQ(ran.code, 0);
    EXPECT_TRUE(ran.out.starts_with("tocca " + std::string(version) + "\n")) << ran.out;
    EXPECT_NE(ran.out.find(simd_targets().front()), std::string::npos);
    EXPECT_NE(ran.out.find("thread"), std::string::npos);
    EXPECT_NE(ran.out.find("built by "), std::string::npos);
    EXPECT_NE(ran.out.find("the viewer\n"), std::string::npos);
}

TEST(CommandLine, BadUsageIsOneSentenceAndCodeTwo)
{
    const std::vector<std::vector<std::string>> wrong = {
        {},
        {"frobnicate"},
        {"--frobnicate"},
        {"query"},
        {"query", "--frobnicate"},
        {"query", "--builtin", "some.csv"},
        {"query", "absent.csv"},
        {"query", "--builtin", "--threads", "-1"},
        {"query", "--builtin", "--threads", "two"},
        {"query", "--builtin", "--threads", "0x2"},
        {"query", "--builtin", "--threads", ""},
        {"query", "--builtin", "--json", ""},
        {"query", "--builtin", "--kind", "vf"},
        {"query", "--builtin", "--clearance", "1"},
        {"query", ""},
        {"query", "--builtin", "--threads", "99999999999"},
        {"query", "--builtin", "--target", "ABACUS"},
        {"query", "--builtin", "--kind", "vv"},
        {"query", "--builtin", "--tolerance", "0"},
        {"query", "--builtin", "--tolerance", "-1e-9"},
        {"query", "--builtin", "--tolerance", "nan"},
        {"query", "--builtin", "--tolerance", "x"},
        {"query", "--builtin", "--clearance", "-1"},
        {"query", "--builtin", "--clearance", "inf"},
        {"query", "--builtin", "--clearance", "1", "--check-labels"},
        {"query", "--builtin", "--json", "same.json", "--each", "./same.json"},
        {"query", "--builtin", "--json", "/absent/folder/out.json"},
        {"query", "--builtin", "--each", "/"},
        {"explain"},
        {"explain", "--builtin", "absent"},
        {"explain", "some_vf.csv", "--index", "-1"},
        {"explain", "some_vf.csv", "--index", "1.5"},
        {"explain", "--builtin", "edges-cross", "--index", "0"},
        {"explain", "--builtin", "edges-cross", "--kind", "ee"},
        {"explain", "--builtin", "edges-cross", "--points", "1"},
        {"explain", "--points", "1,1,1 0,0,0 4,0,0 0,4,0 1,1,-1 0,0,0 4,0,0 0,4,0"},
        {"explain", "--kind", "vf", "--points", "1,2,3"},
        {"explain", "--kind", "vf", "--points", "1,1,1 0,0,0 4,0,0 0,4,0 1,1,x 0,0,0 4,0,0 0,4,0"},
        {"explain", "--kind", "vf", "--points", "1,1,1 0,0,0 4,0,0 0,4,0 1,1,nan 0,0,0 4,0,0 0,4,0"},
        {"explain", "some.csv"},
        {"explain", "absent_vf.csv", "--index", "0"},
    };
    for (const auto& arguments : wrong) {
        const Ran ran = run_command(arguments);
        std::string shown;
        for (const std::string& argument : arguments) shown += argument + " ";
        EXPECT_EQ(ran.code, 2) << shown;
        EXPECT_EQ(ran.out, "") << shown;
        EXPECT_TRUE(ran.err.starts_with("tocca: ")) << shown << ": " << ran.err;
    }
}

void expect_complaint(const std::vector<std::string>& arguments, const std::string& says)
{
    const Ran ran = run_command(arguments);
    EXPECT_EQ(ran.code, 2);
    EXPECT_NE(ran.err.find(says), std::string::npos) << ran.err << " does not say " << says;
}

TEST(CommandLine, NamesWhatIsWrong)
{
    expect_complaint({"--frobnicate"}, "'--frobnicate'");
    expect_complaint({"query", ""}, "''");
    expect_complaint({"query", "--builtin", "--kind", "vf"}, "--kind has no effect with --builtin");
    expect_complaint({"query", "--builtin", "--clearance", "1"}, "--clearance has no effect with --builtin");
    expect_complaint({"query", "x.csv", "--clearance", "1e-400"}, "'1e-400'");
    expect_complaint({"query", "x.csv", "--clearance", "0x1p-1075"}, "0x1p-1075");
    expect_complaint({"query", "x.csv", "--clearance", "0e5"}, "x.csv: cannot be read");
    expect_complaint({"query", "x.csv", "--threads", "09"}, "x.csv: cannot be read");
    expect_complaint({"query", "x.csv", "--threads", "1.0"}, "'1.0'");
    expect_complaint({"query", "--builtin", "--stats", ""}, "empty");
}

TEST(CommandLine, NeverAbortsWhenNobodyCanBeTold)
{
    for (const char* closed : {"2>/dev/full", "2>&-", ">&- 2>&-", "<&- >&- 2>&-"}) {
        EXPECT_EQ(support::run_command_redirected({"query", "absent.csv"}, closed).code, 2) << closed;
        EXPECT_EQ(support::run_command_redirected({"--frobnicate"}, closed).code, 2) << closed;
    }
    for (const char* closed : {">/dev/full", ">&-"}) {
        for (const std::vector<std::string>& arguments :
             {std::vector<std::string>{"--help"}, {"--version"}, {"explain", "--builtin", "edges-cross"}}) {
            const Ran ran = support::run_command_redirected(arguments, closed);
            EXPECT_EQ(ran.code, 2) << closed;
            EXPECT_EQ(ran.err, "tocca: standard output cannot be written\n") << closed;
        }
    }
}

TEST(CommandLine, AnUnknownTargetIsAnsweredWithThoseThereAre)
{
    const Ran ran = run_command({"query", "--builtin", "--target", "ABACUS"});
    for (const std::string& target : simd_targets()) EXPECT_NE(ran.err.find(target), std::string::npos) << ran.err;
}

TEST(CommandLine, ShowsTheBuiltinQueries)
{
    const Ran ran = run_command({"query", "--builtin"});
    EXPECT_EQ(ran.code, 1) << ran.err;  // there are contacts among them
    EXPECT_EQ(ran.err, "");
    EXPECT_NE(ran.out.find("grazes-from-above"), std::string::npos);
    EXPECT_EQ(ran.out.find("WRONG"), std::string::npos) << ran.out;
    expect_at_most_80_columns(ran.out);
    EXPECT_NE(ran.out.find("after 0, by 5e-324"), std::string::npos) << ran.out;
    const Ran finer = run_command({"query", "--builtin", "--check-labels", "--tolerance", "1e-12"});
    EXPECT_EQ(finer.code, 0);
    EXPECT_NE(finer.out.find("0.4999999999991 to 0.5000000000000"), std::string::npos) << finer.out;
}

}  // namespace
}  // namespace tocca::command_line_test
