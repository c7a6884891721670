// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <optional>
#include <string>

#include "apps/tocca/terminal/cli_forward.hpp"
#include "tocca/answer/contact.hpp"

namespace tocca::app {

/// `tocca explain`: how one query is decided, step by step.
struct ExplainCommand {
    std::string file = {};                  ///< a query file, with an index,
    std::optional<std::size_t> index = {};  ///< counted from 0
    std::string points = {};                ///< or eight points, with a kind,
    std::string builtin = {};               ///< or the name of a built-in query
    std::optional<PairKind> kind = {};
    double tolerance = 1e-9;  ///< of the time of contact, a fraction of the motion
    std::string json_file = {};
};

/// Declares the command; its values go to `command` when the arguments are parsed.
CLI::App* add_explain(CLI::App& app, ExplainCommand& command);

/// Runs the command and gives its exit code.
[[nodiscard]] int run_explain(const ExplainCommand& command);

}  // namespace tocca::app
