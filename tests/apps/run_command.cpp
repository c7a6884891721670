// SPDX-License-Identifier: Apache-2.0
#include "apps/run_command.hpp"

#include <sys/wait.h>

#include <cstdlib>

#include "support/places.hpp"

namespace tocca::support {
namespace {

std::string quoted(const std::string& text)
{
    std::string result = "'";
    for (const char c : text) result += c == '\'' ? std::string("'\\''") : std::string(1, c);
    return result + "'";
}

Ran run(std::string line, const std::vector<std::string>& arguments, const std::string& redirection = "")
{
    const TemporaryFolder folder;
    line += quoted(command_path());
    for (const std::string& argument : arguments) line += " " + quoted(argument);
    line += " >" + quoted(folder.path() / "out") + " 2>" + quoted(folder.path() / "err") + " " + redirection;
    const int status = std::system(line.c_str());
    return {.code = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status),
            .out = bytes_of(folder.path() / "out"),
            .err = bytes_of(folder.path() / "err")};
}

}  // namespace

Ran run_command(const std::vector<std::string>& arguments) { return run("", arguments); }

Ran run_command_redirected(const std::vector<std::string>& arguments, const std::string& redirection)
{
    return run("", arguments, redirection);
}

Ran run_command_and_interrupt(const std::vector<std::string>& arguments, const std::string& seconds)
{
    // In the foreground, for one signal: otherwise timeout signals its whole group, and so the command twice.
    return run("timeout --foreground --preserve-status -s INT " + seconds + " ", arguments);
}

Ran run_command_within(int megabytes, const std::vector<std::string>& arguments)
{
    return run("ulimit -c 0; ulimit -v " + std::to_string(1024 * megabytes) + "; ", arguments);
}

}  // namespace tocca::support
