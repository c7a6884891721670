// SPDX-License-Identifier: Apache-2.0
#include "apps/tocca/robot/robot_recording.hpp"

#include "apps/tocca/robot/robot_json.hpp"
#include "apps/tocca/robot/robot_text.hpp"
#include "apps/tocca/terminal/human_text.hpp"
#include "tocca/report/robot_recorder.hpp"

namespace tocca::app {

RecordedMotion robot_recording(const RobotCommand& command, const RobotRun& run)
{
    const std::vector<JointMotion>& motions = run.setting.motions;
    RobotRecorder recorder(file_name(command.title()), run.checker);
    if (!motions.empty()) recorder.place(motions.front().from);
    const StepNames names = step_names(run);
    for (std::size_t i = 0; i < run.steps.size(); ++i) {
        const AnsweredStep& edge = run.steps[i];
        const std::vector<Contact> contacts = contacts_of(edge);
        recorder.add_edge(motions[i], recorded_step(step_name(names, i, edge), edge.first, contacts.size()), contacts);
    }
    return recorder.motion();
}

ReportFacts robot_facts(const RobotCommand& command, const RobotRun& run)
{
    const Robot& robot = run.checker.robot();
    MotionOptions asked = static_cast<const MotionOptions&>(command);
    asked.threshold = run.threshold;
    ReportFacts facts{.kind = "robot",
                      .command = command.recording.command,
                      .settings = limit_facts(asked, "1e-5 of the smaller shape's diameter"),
                      .answers = robot_json(command, run)};
    facts.settings.insert(facts.settings.begin(), {{"asked", command.collides ? "whether anything touches"
                                                             : command.all    ? "the first contact of every pair"
                                                                              : "the first contact of each edge"},
                                                   {"links against each other", command.self ? "yes" : "no"}});
    std::size_t triangles = robot.triangle_count();
    for (const Obstacle& object : run.checker.scene().objects) triangles += triangles_of(object.shapes);
    facts.statistics = {{"links", with_commas(robot.links().size())},
                        {"objects around", with_commas(run.checker.scene().objects.size())},
                        {"joint values", with_commas(robot.value_count())},
                        {"triangles", with_commas(triangles)},
                        {"pairs of shapes checked", with_commas(run.checker.pair_count())}};
    add_run_facts(facts, command, step_names(run), run);
    return facts;
}

}  // namespace tocca::app
