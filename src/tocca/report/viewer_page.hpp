// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

namespace tocca::report {

/// The page of a report, as the build of viewer/ made it: HTML with the line `<!--tocca-report-->`, which the report's
/// data replaces. Empty where tocca was built without the viewer.
[[nodiscard]] std::string_view viewer_page();

}  // namespace tocca::report
