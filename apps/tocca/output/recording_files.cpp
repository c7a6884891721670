// SPDX-License-Identifier: Apache-2.0
#include "apps/tocca/output/recording_files.hpp"

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cctype>
#include <cstdio>
#include <filesystem>
#include <stdexcept>
#include <string_view>
#include <system_error>

#include "apps/tocca/terminal/options.hpp"
#include "tocca/io/write_mesh.hpp"
#include "tocca/report/contact_lines.hpp"
#include "tocca/report/contacts_vtk.hpp"
#include "tocca/report/gltf_file.hpp"
#include "tocca/report/picture.hpp"
#include "tocca/report/pose_mesh.hpp"
#include "tocca/report/viewer_page.hpp"

namespace tocca::app {
namespace {

namespace fs = std::filesystem;

std::string extension_of(const std::string& file)
{
    std::string extension = fs::path(file).extension().string();
    std::transform(extension.begin(), extension.end(), extension.begin(),
                   [](unsigned char letter) { return static_cast<char>(std::tolower(letter)); });
    return extension;
}

bool has_extension(const std::string& file, const std::vector<std::string>& extensions)
{
    return std::find(extensions.begin(), extensions.end(), extension_of(file)) != extensions.end();
}

/// Whether it is a regular file or does not exist, so that it is no device and no pipe.
bool is_plain(const std::string& file)
{
    std::error_code ignored;
    const auto status = fs::status(file, ignored);
    return !fs::exists(status) || fs::is_regular_file(status);
}

/// `devices`: a device or a pipe may have any name.
void check_name(const char* option, const std::string& file, const std::vector<std::string>& extensions,
                bool devices = true)
{
    if (file.empty() || (devices && !is_plain(file)) || has_extension(file, extensions)) return;
    throw std::invalid_argument(
        fmt::format("{} needs a file name that ends in {}, got {}", option, fmt::join(extensions, " or "), file));
}

/// Says on a terminal what is being written, while it is.
class WritingLine {
public:
    explicit WritingLine(const std::string& file) : on_terminal_(::isatty(STDERR_FILENO) == 1)
    {
        if (!on_terminal_) return;
        std::fputs(fmt::format("writing {} ...", file).c_str(), stderr);
        std::fflush(stderr);
    }
    ~WritingLine()
    {
        if (!on_terminal_) return;
        std::fputs("\r\x1b[K", stderr);
        std::fflush(stderr);
    }
    WritingLine(const WritingLine&) = delete;
    WritingLine& operator=(const WritingLine&) = delete;

private:
    bool on_terminal_;
};

std::string contacts_text(const std::string& file, const RecordedMotion& motion)
{
    const std::string extension = extension_of(file);
    if (extension == ".vtk") return contacts_vtk(motion);
    if (extension == ".json") return contacts_json(motion);
    return extension == ".jsonl" ? contacts_jsonl(motion) : contacts_csv(motion);
}

std::string size_text(std::size_t bytes)
{
    return bytes < 1'000'000 ? fmt::format("{:.0f} kB", static_cast<double>(bytes) / 1e3)
                             : fmt::format("{:.1f} MB", static_cast<double>(bytes) / 1e6);
}

bool needs_quotes(std::string_view argument)
{
    constexpr std::string_view plain = "-_./:=,@%+";
    return argument.empty() || !std::all_of(argument.begin(), argument.end(), [&](unsigned char letter) {
               return std::isalnum(letter) != 0 || plain.find(static_cast<char>(letter)) != std::string_view::npos;
           });
}

}  // namespace

bool RecordingFiles::any() const
{
    const auto all = names();
    return std::any_of(all.begin(), all.end(), [](const std::string& name) { return !name.empty(); });
}

std::vector<std::string> RecordingFiles::names() const { return {report, png, pose, gltf, contacts}; }

void add_recording_options(CLI::App& app, RecordingFiles& files)
{
    add_output_option(app, {"--report", "FILE", "Write a page that shows the motion, .html"}, files.report);
    add_output_option(app, {"--png", "FILE", "Draw the moment of first contact, .png"}, files.png);
    add_output_option(app, {"--pose", "FILE", "Write that moment as a mesh, .obj or .ply"}, files.pose);
    add_output_option(app, {"--gltf", "FILE", "Write the whole motion, .glb"}, files.gltf);
}

void add_recorded_contacts_option(CLI::App& app, RecordingFiles& files)
{
    add_output_option(app, {"--contacts", "FILE", "Write the contacts, .csv .jsonl .json .vtk"}, files.contacts);
}

void check(const RecordingFiles& files)
{
    check_name("--report", files.report, {".html", ".htm"});
    check_name("--png", files.png, {".png"});
    check_name("--gltf", files.gltf, {".glb"});
    check_name("--contacts", files.contacts, {".csv", ".jsonl", ".json", ".vtk"});
    check_name("--pose", files.pose, {".obj", ".ply"}, false);
    if (!files.report.empty() && report::viewer_page().empty()) {
        throw std::invalid_argument("this build cannot write reports: build it with npm and -DTOCCA_BUILD_VIEWER=ON");
    }
}

bool is_recorded_contact_format(const std::string& file) { return has_extension(file, {".json", ".vtk"}); }

RecordingOutput::RecordingOutput(const RecordingFiles& files) : files_(files)
{
    check(files);
    if (!files.report.empty()) report_.emplace(files.report);
    if (!files.png.empty()) png_.emplace(files.png);
    if (!files.gltf.empty()) gltf_.emplace(files.gltf);
    if (!files.contacts.empty()) contacts_.emplace(files.contacts);
    // The pose is written in one go at the end; this finds out whether it can be.
    if (!files.pose.empty() && is_plain(files.pose)) (void)WholeFile(files.pose);
}

void RecordingOutput::write(const RecordedMotion& motion, const ReportFacts& facts, int threads)
{
    if (contacts_) contacts_->write(contacts_text(files_.contacts, motion));
    if (png_) {
        const WritingLine line(files_.png);
        png_->write(png_of(motion, {.step_word = facts.kind == "robot" ? "edge" : "step", .threads = threads}));
    }
    if (gltf_) {
        const WritingLine line(files_.gltf);
        gltf_->write(glb_of(motion));
    }
    if (report_) {
        const WritingLine line(files_.report);
        const std::string page = html_report(motion, facts, report::viewer_page(), {.threads = threads});
        report_bytes_ = page.size();
        report_->write(page);
    }
    if (!files_.pose.empty()) {
        const MeshFile pose = pose_at_first_contact(motion);
        write_mesh(files_.pose, pose.positions, pose.faces, {.edges = pose.edges});
    }
}

void RecordingOutput::commit()
{
    for (auto* file : {&contacts_, &png_, &gltf_, &report_}) {
        if (*file) (*file)->commit();
    }
}

std::string RecordingOutput::text() const
{
    if (!report_) return "";
    return fmt::format("report: {}, {}; open it in a browser or with tocca view\n", files_.report,
                       size_text(report_bytes_));
}

std::string command_text(int argc, const char* const* argv)
{
    std::string text = "tocca";
    for (int i = 1; i < argc; ++i) {
        const std::string argument = argv[i];
        if (!needs_quotes(argument)) {
            text += " " + argument;
            continue;
        }
        text += " '";
        for (const char letter : argument) text += letter == '\'' ? std::string("'\\''") : std::string(1, letter);
        text += "'";
    }
    return text;
}

}  // namespace tocca::app
