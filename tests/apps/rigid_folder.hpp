// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "apps/command_folder.hpp"

namespace tocca::support {

/// A folder for bodies, poses and outputs of `tocca rigid`.
class RigidCommandTest : public CommandFolder {
protected:
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
    [[nodiscard]] nlohmann::json report(const std::vector<std::string>& arguments, int code) const
    {
        return report_of(rigid, arguments, code);
    }
};

}  // namespace tocca::support
