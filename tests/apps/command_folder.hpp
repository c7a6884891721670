// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "apps/run_command.hpp"

namespace tocca::support {

/// A folder for what a command reads and writes.
class CommandFolder : public testing::Test {
protected:
    [[nodiscard]] std::string path(const std::string& name) const { return (folder.path() / name).string(); }

    std::string write(const std::string& name, const std::string& text) const
    {
        return folder.write(name, text).string();
    }

    /// Calls `run` with these arguments, expects the code, and gives what --json wrote.
    template <class Run>
    [[nodiscard]] nlohmann::json report_of(const Run& run, std::vector<std::string> arguments, int code) const
    {
        arguments.insert(arguments.end(), {"--json", path("report.json")});
        const Ran ran = run(arguments);
        EXPECT_EQ(ran.code, code) << ran.out << ran.err;
        EXPECT_EQ(ran.err, "");
        return nlohmann::json::parse(bytes_of(path("report.json")));
    }

    TemporaryFolder folder;
};

}  // namespace tocca::support
