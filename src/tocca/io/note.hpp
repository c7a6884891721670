// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "tocca/base/error.hpp"

namespace tocca {

/// Something that a reader ignored or reinterpreted because other programs do so too: not an error, but the user should
/// know.
struct Note {
    std::string sentence;
    ErrorPlace place = {};

    /// "file:line: sentence", as an Error says it.
    [[nodiscard]] std::string text() const;
};

}  // namespace tocca
