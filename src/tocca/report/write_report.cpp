// SPDX-License-Identifier: Apache-2.0
#include "tocca/report/write_report.hpp"

#include "tocca/base/error.hpp"
#include "tocca/io/whole_file.hpp"
#include "tocca/report/contact_lines.hpp"
#include "tocca/report/html_report.hpp"
#include "tocca/report/scene_recorder.hpp"
#include "tocca/report/viewer_page.hpp"

namespace tocca {
namespace {

template <class AnyAnswer>
RecordedMotion recorded(const Scene& scene, const AnyAnswer& answer, const ReportOptions& options)
{
    SceneRecorder recorder(options.title, scene);
    recorder.add_step(scene, answer);
    return recorder.motion();
}

}  // namespace

std::string report_page(const RecordedMotion& motion, const ReportOptions& options)
{
    if (report::viewer_page().empty()) {
        throw Error(ErrorCode::unwritable_file,
                    "this tocca was built without the page of reports: build it with npm and -DTOCCA_BUILD_VIEWER=ON");
    }
    return html_report(motion, {.kind = "check", .answers = contacts_json(motion)}, report::viewer_page(), options);
}

void write_report(const RecordedMotion& motion, const std::filesystem::path& file, const ReportOptions& options)
{
    write_file_atomically(file, report_page(motion, options));
}

void write_report(const Scene& scene, const Answers& answers, const std::filesystem::path& file,
                  const ReportOptions& options)
{
    write_report(recorded(scene, answers, options), file, options);
}

void write_report(const Scene& scene, const Answer& answer, const std::filesystem::path& file,
                  const ReportOptions& options)
{
    write_report(recorded(scene, answer, options), file, options);
}

}  // namespace tocca
