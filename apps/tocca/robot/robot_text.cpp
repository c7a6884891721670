// SPDX-License-Identifier: Apache-2.0
#include "apps/tocca/robot/robot_text.hpp"

#include <fmt/format.h>

#include "apps/tocca/output/answer_text.hpp"
#include "apps/tocca/robot/robot_start.hpp"
#include "apps/tocca/terminal/human_text.hpp"
#include "tocca/base/printable_text.hpp"

namespace tocca::app {

std::string robot_head(const RobotCommand& command, const RobotRun& run)
{
    const Robot& robot = run.checker.robot();
    const auto& objects = run.checker.scene().objects;
    std::size_t triangles = 0, ignored_here = 0, ignored_around = 0;
    for (const Link& link : robot.links()) ignored_here += ignored_vertices_of(link.shapes);
    for (const Obstacle& object : objects) {
        triangles += triangles_of(object.shapes);
        ignored_around += ignored_vertices_of(object.shapes);
    }
    std::string text = fmt::format("{}: {}, {}, {}{}\n", printable(command.title()),
                                   counted(robot.links().size(), "link"), counted(robot.value_count(), "value"),
                                   counted(robot.triangle_count(), "triangle"), ignored_text(ignored_here));
    if (!objects.empty()) {
        text += fmt::format("{} around it, {}{}\n", counted(objects.size(), "object"), counted(triangles, "triangle"),
                            ignored_text(ignored_around));
    }
    return text +
           fmt::format("{} checked{}; {} of links may touch, see --info\n", counted(run.checker.pair_count(), "pair"),
                       command.self ? ", of links with each other too" : ", not of links with each other",
                       counted(robot.allowed_pairs().size(), "pair")) +
           setting_text(run.setting) + "\n" + step_table_head(step_names(run));
}

std::string setting_text(const RobotSetting& setting)
{
    std::string text;
    for (const SurfaceMesh& mesh : setting.surfaces) {
        text += fmt::format("a surface, not a solid: {}: {}\n", mesh.file, mesh.why);
    }
    if (setting.unknown_pairs > 0) text += unknown_pairs_text(setting.unknown_pairs) + "\n";
    return text + notes_text(setting.notes);
}

std::size_t triangles_of(const std::vector<RobotShape>& shapes)
{
    std::size_t sum = 0;
    for (const RobotShape& shape : shapes) sum += shape.body->mesh().faces().size();
    return sum;
}

std::size_t ignored_vertices_of(const std::vector<RobotShape>& shapes)
{
    std::size_t sum = 0;
    for (const RobotShape& shape : shapes) sum += shape.body->ignored_vertices();
    return sum;
}

}  // namespace tocca::app
