// SPDX-License-Identifier: Apache-2.0
#include "apps/tocca/check/check_text.hpp"

#include <fmt/format.h>

#include <utility>
#include <vector>

#include "apps/tocca/output/answer_text.hpp"
#include "apps/tocca/terminal/human_text.hpp"
#include "tocca/base/printable_text.hpp"

namespace tocca::app {

std::string check_head(const CheckRun& run)
{
    const Scene& scene = run.checked.scene;
    std::vector<std::string> kinds;
    for (const auto& [kind, noun] : {std::pair{Scene::Kind::mesh, "deforming mesh"},
                                     {Scene::Kind::body, "rigid body"},
                                     {Scene::Kind::robot, "robot"}}) {
        if (const auto count = scene.parts(kind).size(); count > 0) kinds.push_back(counted(count, noun));
    }
    return fmt::format("{}: {}; {}, {}{}\n", printable(run.checked.title), fmt::join(kinds, ", "),
                       counted(triangle_count(scene), "triangle"), counted(run.checked.step_count, "step"),
                       ignored_text(run.checked.ignored_vertices)) +
           notes_text(run.checked.notes) + "\n" + step_table_head(step_names(run));
}

}  // namespace tocca::app
