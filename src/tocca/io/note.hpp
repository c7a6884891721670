// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "tocca/base/error.hpp"

namespace tocca {

/// What a reader passed over, or took otherwise than it is written, because other programs do so too: no fault, but to be
/// said.
struct Note {
    std::string sentence;
    ErrorPlace place = {};

    /// "file:line: sentence", as an Error says it.
    [[nodiscard]] std::string text() const;
};

}  // namespace tocca
