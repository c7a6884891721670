// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace tocca::app {

/// What the command says to the shell. Over many questions the first that occurs of internal_error, bad_input,
/// contact, undecided, free.
struct ExitCode {
    static constexpr int free = 0;  ///< proven free; for commands that prove nothing: done
    static constexpr int contact = 1;
    static constexpr int bad_input = 2;  ///< usage, input or output
    static constexpr int undecided = 3;
    static constexpr int internal_error = 4;
    static constexpr int interrupted = 130;
};

}  // namespace tocca::app
