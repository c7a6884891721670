// SPDX-License-Identifier: Apache-2.0
#include "apps/tocca/standard_streams.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>

#include "tocca/base/error.hpp"

namespace tocca::app {
namespace {

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
    if (std::fwrite(text.data(), 1, text.size(), stdout) != text.size()) fail();
}

void flush_output()
{
    if (std::fflush(stdout) != 0 || std::ferror(stdout) != 0) fail();
}

void complain(std::string_view sentence) noexcept
{
    std::fputs("tocca: ", stderr);
    std::fwrite(sentence.data(), 1, sentence.size(), stderr);
    std::fputs("\n", stderr);
}

}  // namespace tocca::app
