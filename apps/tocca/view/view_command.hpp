// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <stop_token>
#include <string>

#include "apps/tocca/terminal/cli_forward.hpp"

namespace tocca::app {

/// `tocca view`: opens a report in a browser, or serves it to one.
struct ViewCommand {
    std::string file = {};
    bool serve = false;
    std::optional<std::uint16_t> port = {};  ///< 0: a free one
};

/// Declares the command; its values go to `command` when the arguments are parsed.
CLI::App* add_view(CLI::App& app, ViewCommand& command);

/// Runs the command and gives its exit code.
[[nodiscard]] int run_view(const ViewCommand& command, const std::stop_token& stop);

}  // namespace tocca::app
