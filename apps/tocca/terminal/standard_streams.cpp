// SPDX-License-Identifier: Apache-2.0
#include "apps/tocca/terminal/standard_streams.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <new>
#include <string>

#include "tocca/base/error.hpp"
#include "tocca/base/printable_text.hpp"

namespace tocca::app {
namespace {

/// Text in which nothing but the end of a line is a control character. Names from files are made printable before they
/// come here, so that they make no lines; this is for what was forgotten.
std::string shown(std::string_view text)
{
    std::string lines;
    lines.reserve(text.size());
    while (!text.empty()) {
        const std::size_t end = text.find('\n');
        lines += printable(text.substr(0, end));
        if (end == std::string_view::npos) break;
        lines += '\n';
        text.remove_prefix(end + 1);
    }
    return lines;
}

[[noreturn]] void fail() { throw Error(ErrorCode::unwritable_file, "standard output cannot be written"); }

}  // namespace

void hold_standard_streams() noexcept
{
    // open() gives the least number that is free, and a descriptor for reading refuses what is written.
    for (const int stream : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) {
        if (::fcntl(stream, F_GETFD) == -1 && errno == EBADF) (void)::open("/dev/null", O_RDONLY);
    }
}

void print(std::string_view text)
{
    const std::string printed = shown(text);
    if (std::fwrite(printed.data(), 1, printed.size(), stdout) != printed.size()) fail();
}

void flush_output()
{
    if (std::fflush(stdout) != 0 || std::ferror(stdout) != 0) fail();
}

void complain(std::string_view sentence) noexcept
{
    std::fputs("tocca: ", stderr);
    try {
        const std::string text = shown(sentence);
        std::fwrite(text.data(), 1, text.size(), stderr);
    } catch (const std::bad_alloc&) {
        std::fputs("out of memory", stderr);
    }
    std::fputs("\n", stderr);
}

}  // namespace tocca::app
