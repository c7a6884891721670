// SPDX-License-Identifier: Apache-2.0
#include "apps/tocca/terminal/progress_line.hpp"

#include <fmt/core.h>
#include <unistd.h>

#include <cstdio>
#include <utility>

#include "apps/tocca/terminal/human_text.hpp"

namespace tocca::app {
namespace {

constexpr const char* erase_line = "\r\x1b[K";

}  // namespace

ProgressLine::ProgressLine(std::string work, std::size_t total)
    : work_(std::move(work)), total_(total), on_terminal_(::isatty(STDERR_FILENO) == 1)
{}

ProgressLine::~ProgressLine() { hide(); }

void ProgressLine::hide()
{
    if (!shown_) return;
    shown_ = false;
    std::fputs(erase_line, stderr);
    std::fflush(stderr);
}

void ProgressLine::show(double done)
{
    if (!on_terminal_ || done <= 0.0) return;
    const auto now = Clock::now();
    if (now < next_) return;
    next_ = now + std::chrono::milliseconds(100);
    shown_ = true;
    const double seconds = std::chrono::duration<double>(now - begin_).count();
    const auto total = static_cast<double>(total_);
    const double rate = done / seconds;
    const std::string text = fmt::format("{}{} of {} {} ({:.0f} %), {}/s, {:.0f} s left", erase_line,
                                         with_commas(static_cast<std::uint64_t>(done)), with_commas(total_), work_,
                                         100.0 * done / total, short_count(rate), (total - done) / rate);
    std::fputs(text.c_str(), stderr);
    std::fflush(stderr);
}

}  // namespace tocca::app
