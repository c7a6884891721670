// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "io/temporary_folder.hpp"

namespace tocca::support {

/// What a run of the command left behind.
struct Ran {
    int code = 0;
    std::string out;
    std::string err;
};

/// Runs the built command with these arguments and waits for it.
[[nodiscard]] Ran run_command(const std::vector<std::string>& arguments);

/// The same, with a redirection of the shell such as "2>&-" that overrules where the output goes.
[[nodiscard]] Ran run_command_redirected(const std::vector<std::string>& arguments, const std::string& redirection);

/// The same as run_command, but sends it Ctrl-C after so many seconds.
[[nodiscard]] Ran run_command_and_interrupt(const std::vector<std::string>& arguments, const std::string& seconds);

/// The same as run_command, with so many megabytes of address space.
[[nodiscard]] Ran run_command_within(int megabytes, const std::vector<std::string>& arguments);

}  // namespace tocca::support
