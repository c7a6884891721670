// SPDX-License-Identifier: Apache-2.0
#include "apps/tocca/output/motion_options.hpp"

#include <CLI/CLI.hpp>
#include <stdexcept>

#include "apps/tocca/terminal/options.hpp"

namespace tocca::app {

std::string_view MotionOptions::verb() const
{
    if (collides) return "collides";
    return all ? "all_contacts" : "first_contact";
}

std::vector<std::string> MotionOptions::outputs() const
{
    std::vector<std::string> files = recording.names();
    files.insert(files.end(), {json_file, stats_file});
    return files;
}

void add_question_options(CLI::App& app, MotionOptions& options, const QuestionTexts& about)
{
    app.add_flag("--collides", options.collides, "Report only whether there is contact");
    app.add_flag("--all", options.all, about.all);
    add_number_option(app, {"--threshold", "D", about.threshold}, Zero::refused,
                      [&](double value) { options.threshold = value; });
    add_clearance_option(app, options.clearance, about.clearance);
}

void add_time_tolerance_option(CLI::App& app, MotionOptions& options)
{
    add_number_option(app, {"--time-tolerance", "T", "A crossing proven this soon is contact too"}, Zero::allowed,
                      [&](double value) { options.time_tolerance = value; });
}

void add_run_options(CLI::App& app, MotionOptions& options)
{
    add_machine_options(app, options.threads, options.target);
    add_max_read_option(app);
    add_output_option(app, {"--json", "FILE", "Write the answers as JSON"}, options.json_file);
    add_output_option(app, {"--stats", "FILE", "Write times, counts and memory"}, options.stats_file);
    add_recorded_contacts_option(app, options.recording);
    add_recording_options(app, options.recording);
}

void refuse_contradictions(const MotionOptions& options)
{
    if (options.collides && options.all) {
        throw std::invalid_argument("--collides and --all cannot be combined");
    }
    if (options.collides && !options.recording.contacts.empty()) {
        throw std::invalid_argument("--contacts cannot be combined with --collides, which reports no contacts");
    }
    check(options.recording);
}

}  // namespace tocca::app
