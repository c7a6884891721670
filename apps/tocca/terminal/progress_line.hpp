// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <cstddef>
#include <string>

namespace tocca::app {

/// One line on standard error that says how far a long piece of work is. It appears after half a second, only on a
/// terminal, and vanishes with the object.
class ProgressLine {
public:
    /// `work` is what is counted, as in "queries".
    ProgressLine(std::string work, std::size_t total);
    ~ProgressLine();
    ProgressLine(const ProgressLine&) = delete;
    ProgressLine& operator=(const ProgressLine&) = delete;

    /// `done` may count parts of one, for the rate and what is left.
    ///
    /// Assumes: calls come one at a time.
    void show(double done);

    /// Takes the line away until it is shown again, so that something else may be printed.
    void hide();

private:
    using Clock = std::chrono::steady_clock;

    std::string work_;
    std::size_t total_;
    bool on_terminal_;
    bool shown_ = false;
    Clock::time_point begin_ = Clock::now();
    Clock::time_point next_ = begin_ + std::chrono::milliseconds(500);
};

}  // namespace tocca::app
