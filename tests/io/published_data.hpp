// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdlib>
#include <filesystem>
#include <optional>
#include <string>

#include "support/places.hpp"

namespace tocca::support {

/// A folder of published data, which is no part of the tree: below $TOCCA_DATA, or ../shared/data beside the tree.
/// Nothing where it is absent; a test that asks for it must be one of several that cover the same ground.
[[nodiscard]] inline std::optional<std::filesystem::path> published_data(const std::string& name)
{
    const char* given = std::getenv("TOCCA_DATA");
    const std::filesystem::path data =
        given != nullptr ? std::filesystem::path(given) : source_folder() / ".." / "shared" / "data";
    std::error_code ignored;
    if (!std::filesystem::is_directory(data / name, ignored)) return std::nullopt;
    return data / name;
}

}  // namespace tocca::support
