// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "apps/run_command.hpp"

namespace tocca::support {

/// A folder for bodies, poses and outputs of `tocca rigid`.
class RigidCommandTest : public testing::Test {
protected:
    [[nodiscard]] std::string path(const std::string& name) const { return (folder.path() / name).string(); }

    std::string write(const std::string& name, const std::string& text) const
    {
        return folder.write(name, text).string();
    }

    /// Runs `tocca rigid` with these arguments.
    [[nodiscard]] static Ran rigid(std::vector<std::string> arguments)
    {
        arguments.insert(arguments.begin(), "rigid");
        return run_command(arguments);
    }

    /// Runs `tocca rigid` about two cubes of side 1, the second of which rests at the origin.
    [[nodiscard]] static Ran cubes(std::vector<std::string> arguments)
    {
        arguments.insert(arguments.begin(), {"box:1,1,1", "box:1,1,1"});
        return rigid(arguments);
    }

    /// Runs `tocca rigid`, expects the code, and gives what --json wrote.
    [[nodiscard]] nlohmann::json report(std::vector<std::string> arguments, int code) const
    {
        arguments.insert(arguments.end(), {"--json", path("report.json")});
        const Ran ran = rigid(arguments);
        EXPECT_EQ(ran.code, code) << ran.out << ran.err;
        EXPECT_EQ(ran.err, "");
        return nlohmann::json::parse(bytes_of(path("report.json")));
    }

    TemporaryFolder folder;
};

}  // namespace tocca::support
