// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <string>

#include "apps/tocca/output/recording_files.hpp"
#include "tocca/io/whole_file.hpp"
#include "tocca/report/verdict.hpp"

namespace tocca::app {

/// The files of answers, statistics and recordings that a command writes: opened before the work begins, so that one
/// that cannot be written is refused in time, and put in their places after it.
class AnswerFiles {
public:
    /// Throws: as WholeFile and RecordingOutput do.
    AnswerFiles(const std::string& json_file, const std::string& stats_file, const RecordingFiles& recording);

    [[nodiscard]] bool needs_recording() const { return recording_.has_value(); }

    /// What the files hold; only what is asked for is made.
    struct Contents {
        std::function<std::string()> json;
        std::function<std::string()> stats;
        std::function<RecordedMotion()> motion;
        std::function<ReportFacts()> facts;
        int threads = 0;
    };
    void write(const Contents& contents);
    void commit();

    /// What was written, in a line for the user; empty if there is no report.
    [[nodiscard]] std::string text() const { return recording_ ? recording_->text() : ""; }

private:
    std::optional<WholeFile> json_, stats_;
    std::optional<RecordingOutput> recording_;
};

/// How far a run came.
struct RunEnd {
    std::size_t done = 0;
    std::size_t total = 0;
    const char* noun = "step";
    bool complete = true;
    Verdict verdict = Verdict::nothing;
};

/// Prints the summary, says so if the run was interrupted, and gives the exit code.
[[nodiscard]] int end_run(const std::string& summary, const RunEnd& end);

}  // namespace tocca::app
