// SPDX-License-Identifier: Apache-2.0
#include "apps/tocca/view/view_command.hpp"

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstdlib>
#include <filesystem>
#include <string_view>
#include <utility>

#include "apps/tocca/terminal/exit_code.hpp"
#include "apps/tocca/terminal/human_text.hpp"
#include "apps/tocca/terminal/options.hpp"
#include "apps/tocca/terminal/standard_streams.hpp"
#include "apps/tocca/view/loopback_server.hpp"
#include "tocca/base/error.hpp"
#include "tocca/io/file_bytes.hpp"

namespace tocca::app {
namespace {

void check_report(const std::string& file, std::string_view page)
{
    const std::size_t manifest = page.find("id=\"tocca-manifest\">");
    const std::size_t schema = page.find("{\"schema\":\"tocca.report/", manifest);
    if (manifest != std::string_view::npos && schema != std::string_view::npos && schema < manifest + 64) return;
    throw Error(ErrorCode::malformed_file, "not a report: --report writes one", {.file = file});
}

bool is_set(const char* variable)
{
    const char* value = std::getenv(variable);  // NOLINT(concurrency-mt-unsafe): nobody sets any
    return value != nullptr && *value != '\0';
}

/// Opens a file on the desktop, if there is one. Returns whether that worked.
bool open_on_desktop(const std::string& file)
{
    if (!is_set("DISPLAY") && !is_set("WAYLAND_DISPLAY")) return false;
    std::string program = "xdg-open", argument = std::filesystem::absolute(file).string();
    std::array<char*, 3> arguments = {program.data(), argument.data(), nullptr};
    pid_t child = 0;
    if (::posix_spawnp(&child, program.c_str(), nullptr, nullptr, arguments.data(), environ) != 0) return false;
    int state = 0;
    while (::waitpid(child, &state, 0) < 0) {
        if (errno != EINTR) return false;
    }
    return WIFEXITED(state) && WEXITSTATUS(state) == 0;
}

}  // namespace

CLI::App* add_view(CLI::App& app, ViewCommand& command)
{
    CLI::App* view = app.add_subcommand("view", "Show a report in a browser");
    show_examples_first(*view,
                        "  tocca view report.html\n"
                        "  tocca view report.html --serve --port 8080\n");
    view->add_option("FILE", command.file, "A page that --report wrote")->type_name("")->required();
    view->add_flag("--serve", command.serve, "Serve it to browsers on this machine");
    add_value_option(
        *view, {"--port", "N", "Port to serve it on; default 0: a free one"}, "must be 0 to 65535",
        [](const std::string& text) { return integer_of<std::uint16_t>(text); },
        [&](std::uint16_t port) { command.port = port; });
    view->footer(
        "Opens the report where there is a desktop, and serves it where there is none.\n"
        "Only programs on this machine are served, until Ctrl-C.\n"
        "What a report holds: docs/report_format.md.");
    return view;
}

int run_view(const ViewCommand& command, const std::stop_token& stop)
{
    std::string page = read_file(command.file, stop);
    check_report(command.file, page);
    if (!command.serve && !command.port && open_on_desktop(command.file)) return ExitCode::free;
    LoopbackServer server(std::filesystem::path(command.file).filename().string(), std::move(page),
                          command.port.value_or(0));
    print(fmt::format("{}\nserved on this machine until Ctrl-C\n", server.address()));
    flush_output();
    server.run(stop);
    return ExitCode::free;
}

}  // namespace tocca::app
