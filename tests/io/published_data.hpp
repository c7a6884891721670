// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdlib>
#include <filesystem>
#include <optional>
#include <string>

#include "support/places.hpp"

namespace tocca::support {

/// A folder of published data, which is no part of the tree: below $TOCCA_DATA, or ../shared/data beside the tree.
/// Nothing where it is absent: the test is then skipped, and others cover the same ground.
[[nodiscard]] inline std::optional<std::filesystem::path> published_data(const std::string& name)
{
    const char* given = std::getenv("TOCCA_DATA");
    const std::filesystem::path data =
        given != nullptr ? std::filesystem::path(given) : source_folder() / ".." / "shared" / "data";
    std::error_code ignored;
    if (!std::filesystem::is_directory(data / name, ignored)) return std::nullopt;
    return data / name;
}

/// Why a test that needs published data is skipped.
[[nodiscard]] inline std::string without_data(const std::string& name)
{
    return "no published data: neither $TOCCA_DATA/" + name + " nor ../shared/data/" + name + " is there";
}

}  // namespace tocca::support
