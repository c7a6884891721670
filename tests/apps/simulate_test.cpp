// SPDX-License-Identifier: Apache-2.0
#include "apps/tocca/simulate/simulate_command.hpp"

#include <gtest/gtest.h>

#include <filesystem>
#include <string>

#include "apps/mesh_folder.hpp"
#include "simulation/show_piece.hpp"

namespace tocca::simulate_test {
namespace {

using support::bytes_of;
using support::Ran;
using support::run_command;
using support::TemporaryFolder;

TEST(SimulateCommand, ListsTheShowPieces)
{
    const Ran ran = run_command({"simulate"});
    EXPECT_EQ(ran.code, 0);
    for (const auto& entry : simulation::show_pieces()) {
        EXPECT_NE(ran.out.find(entry.name), std::string::npos) << entry.name;
    }
}

/// The frames that were written are those of the motion, and `tocca mesh` reads them.
TEST(SimulateCommand, WritesFramesAndAReport)
{
    const TemporaryFolder folder;
    const auto path = [&](const std::string& name) { return (folder.path() / name).string(); };
    for (const std::string stepper : {"implicit", "impact"}) {
        const std::string frames = path(stepper), report = path(stepper + ".html");
        const Ran ran = run_command({"simulate", "drape", "--triangles", "1K", "--frames", "4", "--stepper", stepper,
                                     "--out", frames, "--report", report});
        EXPECT_EQ(ran.code, 0) << ran.err;
        EXPECT_NE(ran.out.find("4 steps: 0 with crossings, 0 stalled"), std::string::npos) << ran.out;
        EXPECT_TRUE(std::filesystem::exists(frames + "/cloth_0004.ply"));
        EXPECT_TRUE(std::filesystem::exists(frames + "/floor_0000.ply"));
        EXPECT_FALSE(std::filesystem::exists(frames + "/floor_0001.ply"));
        EXPECT_NE(bytes_of(report).find("tocca"), std::string::npos);
        const Ran mesh = run_command({"mesh", "--object", frames + "/cloth_*.ply", "--object", frames + "/ball_*.ply",
                                      "--object", frames + "/floor_*.ply"});
        EXPECT_EQ(mesh.code, 0) << mesh.out << mesh.err;
    }
}

TEST(SimulateCommand, CountsCrossingsAfterEveryStep)
{
    const TemporaryFolder folder;
    const std::string counts = (folder.path() / "counts.csv").string();
    const Ran ran = run_command({"simulate", "drape", "--triangles", "1K", "--frames", "3", "--judge", "bsc-float",
                                 "--stepper", "impact", "--counts", counts});
    EXPECT_EQ(ran.code, 0) << ran.err;
    EXPECT_EQ(bytes_of(counts), "step,crossings\n1,0\n2,0\n3,0\n");
}

TEST(SimulateCommand, RefusesWhatItDoesNotKnow)
{
    const std::vector<std::vector<std::string>> faults = {{"none"},
                                                          {"drape", "--judge", "none"},
                                                          {"drape", "--stepper", "none"},
                                                          {"drape", "--triangles", "3"},
                                                          {"drape", "--frames", "0"},
                                                          {"drape", "--distance", "0"},
                                                          {"drape", "--counts", "same", "--report", "same"},
                                                          {"--counts", "counts.csv"},
                                                          {"--out", "frames"}};
    for (std::vector<std::string> arguments : faults) {
        arguments.insert(arguments.begin(), "simulate");
        const Ran ran = run_command(arguments);
        EXPECT_EQ(ran.code, 2) << arguments.back();
        EXPECT_FALSE(ran.err.empty());
    }
}

}  // namespace
}  // namespace tocca::simulate_test
