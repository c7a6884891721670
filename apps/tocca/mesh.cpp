// SPDX-License-Identifier: Apache-2.0
#include "apps/tocca/mesh.hpp"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <memory>
#include <stdexcept>
#include <system_error>
#include <utility>

#include "apps/tocca/exit_code.hpp"
#include "apps/tocca/help.hpp"
#include "apps/tocca/human_text.hpp"
#include "apps/tocca/line_file.hpp"
#include "apps/tocca/mesh_frames.hpp"
#include "apps/tocca/mesh_recording.hpp"
#include "apps/tocca/mesh_report.hpp"
#include "apps/tocca/mesh_scene.hpp"
#include "apps/tocca/mesh_summary.hpp"
#include "apps/tocca/option_text.hpp"
#include "apps/tocca/output_paths.hpp"
#include "apps/tocca/progress_line.hpp"
#include "apps/tocca/scene_text.hpp"
#include "apps/tocca/standard_streams.hpp"
#include "apps/tocca/stopwatch.hpp"
#include "tocca/base/error.hpp"
#include "tocca/base/parallel.hpp"
#include "tocca/base/printable_text.hpp"
#include "tocca/io/frame_files.hpp"
#include "tocca/io/mesh_format.hpp"
#include "tocca/io/whole_file.hpp"
#include "tocca/report/mesh_recorder.hpp"

namespace tocca::app {
namespace {

/// Contacts of a step that are listed however few triangles there are: some 600 MB.
constexpr std::uint64_t always_listed = 2'000'000;

/// Every contact if they are to be written, otherwise the first of each step.
Verb verb_of(const MeshCommand& command)
{
    if (!command.verbs.empty()) return command.verbs.front();
    return command.contacts_file.empty() ? Verb::first_contact : Verb::all_contacts;
}

/// The files that are written from a recording: contacts too, in some formats.
RecordingFiles recording_files(const MeshCommand& command)
{
    RecordingFiles files = command.recording;
    if (is_recorded_contact_format(command.contacts_file)) files.contacts = command.contacts_file;
    return files;
}

std::optional<std::size_t> frame_count(const std::string& text)
{
    std::size_t count = 0;
    const char* end = text.data() + text.size();
    const auto [stop, error] = std::from_chars(text.data(), end, count);
    if (error == std::errc() && stop == end && count >= 2 && count <= 1'000'000) return count;
    return std::nullopt;
}

/// Refuses what makes no sense before any work is done.
void check(const MeshCommand& command)
{
    const bool has_files = !command.frames.empty() || !command.objects.empty();
    if (has_files == !command.scene.empty()) {
        throw std::invalid_argument("give the files of at least two frames, or --scene for a generated one");
    }
    for (const auto& texts : {command.frames, command.objects}) {
        if (std::find(texts.begin(), texts.end(), "") != texts.end()) {
            throw std::invalid_argument("'' is the name of no file or folder");
        }
    }
    if (command.verbs.size() > 1) {
        throw std::invalid_argument("--first, --all, --collides and --step are four questions: ask one");
    }
    if (!command.contacts_file.empty() && verb_of(command) == Verb::collides) {
        throw std::invalid_argument("--collides asks for no contact that --contacts could write");
    }
    if (!command.scene.empty() && (command.gltf_frames > 0 || !command.animation.empty())) {
        throw std::invalid_argument("--frames and --animation go with glTF files");
    }
    if (!command.topology.empty() && (command.frames.empty() || command.topology_changes)) {
        throw std::invalid_argument("--topology goes with files of frames, and not with --topology-changes");
    }
    check(RecordingFiles{.contacts = command.contacts_file});
    for (const std::string& file : {command.contacts_file, command.intersections_file}) {
        if (file.empty() || (file == command.contacts_file && is_recorded_contact_format(file))) continue;
        (void)line_format_of(file);
    }
    check(command.recording);
}

/// Says so if a shell has sorted frame_10 before frame_2.
void note_order(const std::vector<std::filesystem::path>& files)
{
    if (!std::is_sorted(files.begin(), files.end())) return;
    const auto odd = std::adjacent_find(files.begin(), files.end(), [](const auto& a, const auto& b) {
        return comes_before_naturally(b.string(), a.string());
    });
    if (odd == files.end()) return;
    complain(
        fmt::format("the frames are taken in the order given, {} before {};\n"
                    "put the pattern in quotes to have them in the order of their numbers",
                    printable(odd->string()), printable(std::next(odd)->string())));
}

std::vector<ObjectFiles> object_files_of(const MeshCommand& command)
{
    const GltfSampling gltf{.animation = command.animation, .times = {}, .frames = command.gltf_frames};
    std::vector<ObjectFiles> objects;
    if (!command.frames.empty()) {
        ObjectFiles object{.name = command.frames.front(), .files = {}, .topology = command.topology, .gltf = gltf};
        for (const std::string& text : command.frames) {
            const auto files = frame_files_at(text, command.topology);
            object.files.insert(object.files.end(), files.begin(), files.end());
        }
        if (command.frames.size() > 2) note_order(object.files);
        objects.push_back(std::move(object));
    }
    for (const std::string& text : command.objects) {
        objects.push_back({.name = text, .files = frame_files_at(text), .topology = {}, .gltf = gltf});
    }
    return objects;
}

std::unique_ptr<FrameSource> source_of(const MeshCommand& command, const std::stop_token& stop)
{
    std::vector<std::string> outputs = command.recording.names();
    outputs.insert(outputs.end(),
                   {command.json_file, command.contacts_file, command.intersections_file, command.stats_file});
    if (!command.scene.empty()) {
        check_outputs(outputs, {});
        return frames_of_scene(scene_of_text(command.scene));
    }
    const auto objects = object_files_of(command);
    std::vector<std::filesystem::path> inputs;
    if (!command.topology.empty()) inputs.emplace_back(command.topology);
    for (const ObjectFiles& object : objects) inputs.insert(inputs.end(), object.files.begin(), object.files.end());
    check_outputs(outputs, inputs);
    const bool samples = command.gltf_frames > 0 || !command.animation.empty();
    if (samples && std::none_of(inputs.begin(), inputs.end(),
                                [](const auto& file) { return mesh_format_of(file) == MeshFormat::gltf; })) {
        throw std::invalid_argument("--frames and --animation go with glTF files, and there is none");
    }
    auto source = frames_of_files(objects, command.topology_changes, stop);
    if (source->frame_count() < 2) {
        throw Error(ErrorCode::mismatched_frames, "a single frame makes no step: at least two are needed",
                    {.file = objects.front().files.front().string()});
    }
    return source;
}

/// The output files asked for, made before the work begins and committed after it.
class MeshOutputs {
public:
    MeshOutputs(const MeshCommand& command, bool with_objects)
    {
        if (!command.json_file.empty()) json_.emplace(command.json_file);
        const RecordingFiles files = recording_files(command);
        if (!command.contacts_file.empty() && files.contacts.empty()) {
            contacts_.emplace(command.contacts_file, with_objects);
        }
        if (!command.intersections_file.empty()) intersections_.emplace(command.intersections_file, with_objects);
        if (!command.stats_file.empty()) stats_.emplace(command.stats_file);
        if (files.any()) recording_.emplace(files);
    }

    [[nodiscard]] bool needs_recording() const { return recording_.has_value(); }

    void write(const StepResult& result, int threads)
    {
        if (contacts_) contacts_->write(result.answer.step, result.contacts, threads);
        if (intersections_) intersections_->write(result.answer.step, result.intersections, threads);
    }

    void commit(const MeshRun& run, const RecordedMotion& motion, const std::string& command)
    {
        if (recording_) {
            ReportFacts facts = mesh_facts(run);
            facts.command = command;
            recording_->write(motion, facts, run.question.query.threads);
        }
        if (json_) json_->write(mesh_json(run));
        if (stats_) stats_->write(mesh_stats_json(run));
        if (contacts_) contacts_->commit();
        if (intersections_) intersections_->commit();
        if (json_) json_->commit();
        if (stats_) stats_->commit();
        if (recording_) recording_->commit();
    }

    [[nodiscard]] std::string text() const { return recording_ ? recording_->text() : ""; }

private:
    std::optional<WholeFile> json_;
    std::optional<ContactFile> contacts_;
    std::optional<IntersectionFile> intersections_;
    std::optional<WholeFile> stats_;
    std::optional<RecordingOutput> recording_;
};

StepQuestion question_of(const MeshCommand& command, const std::stop_token& stop)
{
    StepQuestion question{.verb = verb_of(command), .clearance = command.clearance};
    question.start_intersections = command.start_intersections || !command.intersections_file.empty();
    question.max_contacts = command.max_contacts;
    question.query.tolerance = command.tolerance;
    question.query.assume_start_free = command.assume_start_free;
    question.query.self = command.self;
    question.query.threads = command.threads;
    question.query.target = command.target;
    question.query.stop = stop;
    return question;
}

/// Goes through the frames and keeps what is found.
class MeshScan {
public:
    MeshScan(FrameReader& reader, bool components, MeshOutputs& outputs, MeshRecorder& recorder, MeshRun& run)
        : reader_(reader),
          outputs_(outputs),
          recorder_(recorder),
          run_(run),
          scene_(reader.source().object_names(), components, reader.source().frame_count() > 2),
          question_(run.question)
    {
        question_.query.progress = [this](double fraction) { line_->show(static_cast<double>(step_) + fraction); };
    }
    MeshScan(const MeshScan&) = delete;
    MeshScan& operator=(const MeshScan&) = delete;

    /// Throws: Error (interrupted) after a stop request; what was answered before is kept.
    void run()
    {
        begin();
        line_.emplace("steps", run_.frames - 1);  // which counts its rate from here
        print(reader_.source().head() + step_head(question_.verb));
        for (auto frame = reader_.next(); frame; frame = reader_.next()) {
            go_on(*std::move(frame));
            ++step_;
        }
        run_.finished = true;
    }

private:
    void begin()
    {
        auto first = reader_.next();
        const Stopwatch watch;
        scene_.advance(*std::move(first), threads());
        run_.build_seconds = watch.seconds();
        if (!question_.query.self && scene_.scene().object_count() < 2) {
            throw std::invalid_argument("nothing to check: with --self off there must be at least two objects");
        }
        run_.objects = scene_.objects();
        question_.query.max_contacts =
            question_.max_contacts.value_or(default_max_contacts(always_listed, run_.triangles()));
        if (outputs_.needs_recording()) recorder_.begin(scene_.scene());
    }

    void go_on(Frame frame)
    {
        if (question_.query.stop.stop_requested()) throw Error(ErrorCode::interrupted, "interrupted");
        const Stopwatch watch;
        if (!scene_.advance(std::move(frame), threads())) {
            run_.build_seconds += watch.seconds();
            run_.topology_changes.push_back(step_);
            show(change_line(step_, scene_.from(), scene_.to()));
            if (outputs_.needs_recording()) {
                recorder_.change(scene_.scene(), step_name(scene_.from(), scene_.to()) + ", the triangles change");
            }
            return;
        }
        const double moved = watch.seconds();
        StepResult result = answer_step(scene_.scene(), question_);
        const double answered = watch.seconds();
        result.answer.step = step_;
        result.answer.from = scene_.from();
        result.answer.to = scene_.to();
        outputs_.write(result, threads());
        if (outputs_.needs_recording()) {
            recorder_.add_step(scene_.scene(), recorded_step(result.answer, result.contacts.size()), result.contacts);
        }
        result.answer.move_seconds = moved;
        result.answer.write_seconds = watch.seconds() - answered;
        show(step_line(question_.verb, result.answer));
        run_.steps.push_back(std::move(result.answer));
    }

    void show(const std::string& text)
    {
        line_->hide();
        print(text);
    }

    [[nodiscard]] int threads() const { return question_.query.threads; }

    FrameReader& reader_;
    MeshOutputs& outputs_;
    MeshRecorder& recorder_;
    MeshRun& run_;
    FrameScene scene_;
    std::optional<ProgressLine> line_;
    StepQuestion question_;
    std::size_t step_ = 0;
};

}  // namespace

CLI::App* add_mesh(CLI::App& app, MeshCommand& command)
{
    CLI::App* mesh = app.add_subcommand("mesh", "Find the contacts of deforming meshes, frame by frame");
    show_examples_first(*mesh,
                        "  tocca mesh 'cloth_*.ply'\n"
                        "  tocca mesh a.obj b.obj --all --contacts contacts.csv --json out.json\n"
                        "  tocca mesh --object 'shirt_%04d.ply' --object body.stl --self off\n"
                        "  tocca mesh --scene cloth-over-ball:92K --all --report report.html\n");
    mesh->add_option("FRAME", command.frames, "Frames of an object: files, patterns, a folder")->type_name("");
    mesh->add_option("--object", command.objects, "Frames of one more object; one: at rest")
        ->type_name("PATTERN")
        ->expected(1)
        ->take_all()
        ->allow_extra_args(false);
    mesh->add_option("--scene", command.scene, "A generated scene, see tocca scene")->type_name("NAME[:SIZE]");
    const auto add_verb = [&](const std::string& name, Verb verb, const std::string& about) {
        mesh->add_flag_callback(
            name, [&command, verb] { command.verbs.push_back(verb); }, about);
    };
    add_verb("--first", Verb::first_contact, "Ask for the first contact of each step; the default");
    add_verb("--all", Verb::all_contacts, "Ask for every contact; the default with --contacts");
    add_verb("--collides", Verb::collides, "Ask whether there is contact, and no more");
    add_verb("--step", Verb::safe_step, "Ask what part of each step is safe");
    add_clearance_option(*mesh, command.clearance)->description("Ask when features come as near as D");
    mesh->add_option_function<std::string>(
            "--self", [&](const std::string& text) { command.self = text == "on"; },
            "Contacts of an object with itself; default on")
        ->type_name("on|off")
        ->check([](const std::string& text) -> std::string {
            return text == "on" || text == "off" ? "" : fmt::format("--self is on or off, not '{}'", text);
        });
    mesh->add_flag("--components", command.components, "Connected parts are objects");
    mesh->add_option("--topology", command.topology, "Mesh with the faces of .npy frames")->type_name("FILE");
    mesh->add_flag("--topology-changes", command.topology_changes, "Triangles may differ from frame to frame");
    mesh->add_flag("--start-intersections", command.start_intersections, "Count what touches or crosses at the start");
    mesh->add_flag("--assume-start-free", command.assume_start_free, "Do not look for crossings at the start");
    mesh->add_option_function<std::string>(
            "--frames", [&](const std::string& text) { command.gltf_frames = *frame_count(text); },
            "Number of frames of a glTF animation")
        ->type_name("N")
        ->check([](const std::string& text) -> std::string {
            return frame_count(text) ? "" : fmt::format("the number of frames is 2 to 1000000, not '{}'", text);
        });
    mesh->add_option("--animation", command.animation, "Which animation of a glTF file")->type_name("NAME");
    add_tolerance_option(*mesh, command.tolerance);
    add_max_contacts_option(*mesh, command.max_contacts);
    add_threads_option(*mesh, command.threads);
    mesh->add_option("--target", command.target, "SIMD target, see tocca --version")
        ->type_name("T")
        ->check(simd_target);
    add_max_read_option(*mesh);
    add_output_option(*mesh, "--json", command.json_file, "Write the answers");
    add_output_option(*mesh, "--contacts", command.contacts_file, "Write contacts, .csv .jsonl .json .vtk");
    add_output_option(*mesh, "--intersections", command.intersections_file, "Write them, as .csv or .jsonl");
    add_output_option(*mesh, "--stats", command.stats_file, "Write seconds, counts and memory");
    add_recording_options(*mesh, command.recording);
    mesh->footer(
        "Exit codes: 0 free, 1 contact, or near or crossing at the start, 2 bad\n"
        "usage or file, 3 steps not checked, 4 internal error, 130 interrupted.\n"
        "File formats and JSON: docs/mesh.md.");
    return mesh;
}

int run_mesh(const MeshCommand& command, const std::stop_token& stop)
{
    check(command);
    const Stopwatch watch;
    FrameReader reader(source_of(command, stop), command.threads != 1, stop);
    MeshRun run{.question = question_of(command, stop)};
    run.with_objects = reader.source().object_names().size() > 1 || command.components;
    run.frames = reader.source().frame_count();
    run.threads = command.threads == 0 ? available_threads() : std::min(command.threads, available_threads());
    run.target = target_or_best(command.target);
    const double opening = watch.seconds();

    MeshOutputs outputs(command, run.with_objects);
    MeshRecorder recorder(recording_title(reader.source().object_names()));
    try {
        MeshScan(reader, command.components, outputs, recorder, run).run();
    } catch (const Error& error) {
        if (error.code() != ErrorCode::interrupted) throw;
    }
    run.read_seconds = opening + reader.seconds();
    run.seconds = watch.seconds();
    outputs.commit(run, recorder.motion(), command.recording.command);
    print(run_text(run) + outputs.text());
    if (!run.finished) {
        flush_output();
        complain(fmt::format("interrupted after {} of {}; the files hold what was found until then",
                             run.steps.size() + run.topology_changes.size(), counted(run.frames - 1, "step")));
    }
    return run.finished ? exit_code_of(run.verdict()) : ExitCode::interrupted;
}

}  // namespace tocca::app
