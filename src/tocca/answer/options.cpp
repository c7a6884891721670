// SPDX-License-Identifier: Apache-2.0
#include "tocca/answer/options.hpp"
#include "tocca/answer/option_rules.hpp"

#include <cmath>
#include <stdexcept>
#include <string>
#include <string_view>

#include "tocca/base/error.hpp"

namespace tocca {
namespace {

std::string_view name_of(Subject subject)
{
    switch (subject) {
        case Subject::pair: return "elementary pairs";
        case Subject::batch: return "batches of elementary pairs";
        case Subject::mesh: return "deforming meshes";
        case Subject::mesh_step: return "safe steps of deforming meshes";
        case Subject::instant: return "one instant of deforming meshes";
        case Subject::near: return "near pairs of deforming meshes";
        case Subject::bodies: return "two bodies";
        case Subject::world: return "worlds";
        case Subject::robot: return "robots";
        case Subject::path: return "paths of robots";
        case Subject::scene: return "scenes";
        case Subject::scene_step: break;
    }
    return "safe steps of scenes";
}

/// Refuses an option that was given though it cannot apply.
void refuse(bool given, std::string_view option, Subject subject)
{
    if (!given) return;
    throw std::invalid_argument("`" + std::string(option) + "` does not apply to " + std::string(name_of(subject)));
}

/// Refuses an option of safe_step that was given for anything else.
void refuse_unless_step(bool given, std::string_view option, Subject subject)
{
    if (!given || subject == Subject::mesh_step || subject == Subject::scene_step) return;
    throw std::invalid_argument("`" + std::string(option) + "` applies to safe_step of deforming meshes only");
}

void check_ranges(const QueryOptions& options, bool exact)
{
    require(options.clearance >= 0.0 && std::isfinite(options.clearance),
            "`clearance` must be finite and not negative");
    require(!options.threshold || (*options.threshold > 0.0 && std::isfinite(*options.threshold)),
            "`threshold` must be finite and positive");
    require(!options.near_fraction || (*options.near_fraction >= 0.0 && *options.near_fraction < 1.0),
            "`near_fraction` must be in [0, 1)");
    require(!options.keep || (*options.keep >= 0.0 && *options.keep < 1.0), "`keep` must be in [0, 1)");
    require(!options.reach || (*options.reach >= 0.0 && std::isfinite(*options.reach)),
            "`reach` must be finite and not negative");
    if (exact)
        require(!options.tolerance || *options.tolerance > 0.0, "`tolerance` must be positive");
    else
        require(!options.tolerance || *options.tolerance >= 0.0, "`tolerance` must not be negative");
    require(options.until >= 0.0 && options.until <= 1.0, "`until` must be in [0, 1]");
    require(options.threads >= 0, "`threads` must not be negative");
}

}  // namespace

void check_options(const QueryOptions& options, Subject subject)
{
    const bool mesh = subject == Subject::mesh || subject == Subject::mesh_step, world = subject == Subject::world,
               path = subject == Subject::path;
    const bool robot = subject == Subject::robot || path;
    const bool near = subject == Subject::near, instant = subject == Subject::instant || near;
    const bool exact = subject == Subject::pair || subject == Subject::batch || mesh || instant;
    check_ranges(options, exact);
    refuse(options.only_collides && !path, "only_collides", subject);
    refuse(options.stop_at_contact && !path, "stop_at_contact", subject);
    refuse_unless_step(options.keep.has_value(), "keep", subject);
    refuse_unless_step(options.reach.has_value(), "reach", subject);
    // Whatever applies to a part of a scene applies to the scene.
    if (subject == Subject::scene || subject == Subject::scene_step) return;
    refuse(options.clearance > 0.0 && instant, "clearance", subject);
    refuse(options.tolerance && instant, "tolerance", subject);
    refuse(options.near_fraction && subject != Subject::pair && subject != Subject::batch && !mesh, "near_fraction",
           subject);
    if (exact) {
        refuse(options.threshold.has_value(), "threshold", subject);
        refuse(options.until != 1.0 && !mesh, "until", subject);
        refuse(options.budget.has_value(), "budget", subject);
    }
    if (!mesh && !instant) {
        refuse(options.changed.has_value(), "changed", subject);
        refuse(!options.self, "self", subject);
        refuse(!options.between, "between", subject);
    }
    refuse(options.accept && !mesh && !near, "accept", subject);
    if (!mesh) {
        refuse(options.assume_start_free, "assume_start_free", subject);
        refuse(!options.list_start, "list_start", subject);
    }
    if (!mesh && !instant && !world) {
        refuse(!options.ignored_pairs.empty(), "ignored_pairs", subject);
        refuse(!options.ignored_groups.empty(), "ignored_groups", subject);
    }
    if (!world) refuse(static_cast<bool>(options.accept_objects), "accept_objects", subject);
    refuse(options.until != 1.0 && path, "until", subject);
    if (!robot) refuse(options.check_limits, "check_limits", subject);
}

}  // namespace tocca
