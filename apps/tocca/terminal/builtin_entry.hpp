// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <fmt/format.h>

#include <stdexcept>
#include <string>

namespace tocca::app {

/// Makes the built-in scene or robot of this name; `noun` says which of them the entries are.
///
/// Throws: std::invalid_argument for an unknown name, with the names there are.
template <class Entries>
[[nodiscard]] auto made_by_name(const Entries& entries, const std::string& name, const char* noun)
{
    std::string names;
    for (const auto& entry : entries) {
        if (entry.name == name) return entry.make();
        names += (names.empty() ? "" : ", ") + entry.name;
    }
    throw std::invalid_argument(fmt::format("there is no built-in {} '{}'; the names are {}", noun, name, names));
}

}  // namespace tocca::app
