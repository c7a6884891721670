// SPDX-License-Identifier: Apache-2.0
#include "apps/tocca/output/answer_files.hpp"

#include <fmt/format.h>

#include "apps/tocca/output/tally.hpp"
#include "apps/tocca/terminal/exit_code.hpp"
#include "apps/tocca/terminal/human_text.hpp"
#include "apps/tocca/terminal/standard_streams.hpp"

namespace tocca::app {

AnswerFiles::AnswerFiles(const std::string& json_file, const std::string& stats_file, const RecordingFiles& recording)
{
    if (!json_file.empty()) json_.emplace(json_file);
    if (!stats_file.empty()) stats_.emplace(stats_file);
    if (recording.any()) recording_.emplace(recording);
}

void AnswerFiles::write(const Contents& contents)
{
    if (recording_) recording_->write(contents.motion(), contents.facts(), contents.threads);
    if (json_) json_->write(contents.json());
    if (stats_) stats_->write(contents.stats());
}

void AnswerFiles::commit()
{
    for (auto* file : {&json_, &stats_}) {
        if (*file) (*file)->commit();
    }
    if (recording_) recording_->commit();
}

int end_run(const std::string& summary, const RunEnd& end)
{
    print(summary);
    if (end.complete) return exit_code_of(end.verdict);
    flush_output();
    complain(fmt::format("interrupted after {} of {}; the files hold what was found until then", end.done,
                         counted(end.total, end.noun)));
    return ExitCode::interrupted;
}

}  // namespace tocca::app
