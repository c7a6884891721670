// SPDX-License-Identifier: Apache-2.0
#include "apps/tocca/version_text.hpp"

#include <fmt/format.h>

#include <cstdint>

#include "apps/tocca/human_text.hpp"
#include "tocca/base/parallel.hpp"
#include "tocca/base/version.hpp"
#include "tocca/elementary/batch.hpp"
#include "tocca/report/viewer_page.hpp"

namespace tocca::app {

std::string version_text()
{
    const auto targets = simd_targets();
    return fmt::format("tocca {}\nSIMD target {} (of {})\n{}\nbuilt by {} as {}\nreports {} the viewer\n", version,
                       targets.front(), fmt::join(targets, ", "),
                       counted(static_cast<std::uint64_t>(available_threads()), "thread"), TOCCA_COMPILER,
                       TOCCA_BUILD_TYPE, report::viewer_page().empty() ? "without" : "with");
}

}  // namespace tocca::app
