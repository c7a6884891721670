// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

namespace tocca::app {

/// What readers have to say, a line each; of many the first.
[[nodiscard]] std::string notes_text(const std::vector<std::string>& notes);

/// All of them as a JSON array of strings.
[[nodiscard]] std::string notes_json(const std::vector<std::string>& notes);

}  // namespace tocca::app
