// SPDX-License-Identifier: Apache-2.0
#include "apps/tocca/mesh/mesh_command.hpp"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <filesystem>
#include <memory>
#include <stdexcept>
#include <utility>

#include "apps/tocca/mesh/mesh_input.hpp"
#include "apps/tocca/mesh/mesh_json.hpp"
#include "apps/tocca/mesh/mesh_recording.hpp"
#include "apps/tocca/mesh/mesh_scene.hpp"
#include "apps/tocca/mesh/mesh_text.hpp"
#include "apps/tocca/output/answer_files.hpp"
#include "apps/tocca/output/answered_steps.hpp"
#include "apps/tocca/output/line_file.hpp"
#include "apps/tocca/output/output_paths.hpp"
#include "apps/tocca/scene/scene_text.hpp"
#include "apps/tocca/terminal/human_text.hpp"
#include "apps/tocca/terminal/interrupt.hpp"
#include "apps/tocca/terminal/options.hpp"
#include "apps/tocca/terminal/progress_line.hpp"
#include "apps/tocca/terminal/standard_streams.hpp"
#include "tocca/base/error.hpp"
#include "tocca/base/printable_text.hpp"
#include "tocca/io/frame_files.hpp"
#include "tocca/io/mesh_format.hpp"
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

/// Refuses options that contradict each other before any work is done.
void check(const MeshCommand& command)
{
    const bool has_files = !command.frames.empty() || !command.objects.empty();
    if (has_files == !command.scene.empty()) {
        throw std::invalid_argument("give files with at least two frames, or --scene for a generated one");
    }
    for (const auto& texts : {command.frames, command.objects}) {
        if (std::find(texts.begin(), texts.end(), "") != texts.end()) {
            throw std::invalid_argument("'': empty file name");
        }
    }
    if (command.verbs.size() > 1) {
        throw std::invalid_argument("give only one of --first, --all, --collides and --step");
    }
    if ((command.keep || command.reach) && verb_of(command) != Verb::safe_step) {
        throw std::invalid_argument("--keep and --reach need --step");
    }
    if (!command.contacts_file.empty() && verb_of(command) == Verb::collides) {
        throw std::invalid_argument("--contacts cannot be combined with --collides, which reports no contacts");
    }
    if (!command.scene.empty() && (command.gltf_frames > 0 || !command.animation.empty())) {
        throw std::invalid_argument("--frames and --animation need glTF files");
    }
    if (!command.topology.empty() && (command.frames.empty() || command.topology_changes)) {
        throw std::invalid_argument("--topology needs files of frames, and cannot be combined with --topology-changes");
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
        fmt::format("frames are used in the order given, {} before {};\n"
                    "quote the pattern to sort them by number",
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
        throw std::invalid_argument("--frames and --animation need glTF files, but none is given");
    }
    auto source = frames_of_files(objects, command.topology_changes, stop);
    if (source->frame_count() < 2) {
        throw Error(ErrorCode::mismatched_frames, "a single frame is not a motion: at least two are needed",
                    {.file = objects.front().files.front().string()});
    }
    return source;
}

/// The files to write, opened before the work begins and put in their places after it.
class MeshOutputs {
public:
    MeshOutputs(const MeshCommand& command, bool with_objects)
        : files_(command.json_file, command.stats_file, recording_files(command))
    {
        if (!command.contacts_file.empty() && !is_recorded_contact_format(command.contacts_file)) {
            contacts_.emplace(command.contacts_file, with_objects);
        }
        if (!command.intersections_file.empty()) intersections_.emplace(command.intersections_file, with_objects);
    }

    [[nodiscard]] bool needs_recording() const { return files_.needs_recording(); }

    void write(const StepResult& result, int threads)
    {
        if (contacts_) contacts_->write(result.answer.step, result.contacts, threads);
        if (intersections_) intersections_->write(result.answer.step, result.intersections, threads);
    }

    void commit(const MeshRun& run, const MeshRecorder& recorder, const std::string& command)
    {
        files_.write({.json = [&] { return mesh_json(run); },
                      .stats = [&] { return mesh_stats_json(run); },
                      .motion = [&] { return recorder.motion(); },
                      .facts = [&] { return mesh_facts(run, command); },
                      .threads = run.question.query.threads});
        if (contacts_) contacts_->commit();
        if (intersections_) intersections_->commit();
        files_.commit();
    }

    [[nodiscard]] std::string text() const { return files_.text(); }

private:
    AnswerFiles files_;
    std::optional<ContactFile> contacts_;
    std::optional<IntersectionFile> intersections_;
};

std::optional<double> keep_of(const std::string& text)
{
    const auto value = double_of(text);
    return value && *value >= 0.0 && *value < 1.0 ? value : std::nullopt;
}

StepQuestion question_of(const MeshCommand& command, const std::stop_token& stop)
{
    StepQuestion question{.verb = verb_of(command), .clearance = command.clearance};
    question.start_intersections = command.start_intersections || !command.intersections_file.empty();
    question.max_contacts = command.max_contacts;
    question.query.keep = command.keep;
    question.query.reach = command.reach;
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
            advance(*std::move(frame));
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
            throw std::invalid_argument("nothing to check: --self off needs at least two objects");
        }
        run_.objects = scene_.objects();
        question_.query.max_contacts =
            question_.max_contacts.value_or(default_max_contacts(always_listed, run_.triangles()));
        if (outputs_.needs_recording()) recorder_.begin(scene_.scene());
    }

    void advance(Frame frame)
    {
        throw_if_stopped(question_.query.stop);
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
            recorder_.add_step(scene_.scene(),
                               recorded_step(step_name(result.answer.from, result.answer.to), result.answer.first,
                                             result.contacts.size()),
                               result.contacts);
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
    mesh->add_option("--object", command.objects, "Frames of another object; a single one: at rest")
        ->type_name("PATTERN")
        ->expected(1)
        ->take_all()
        ->allow_extra_args(false);
    mesh->add_option("--scene", command.scene, "A generated scene, see tocca scene")->type_name("NAME[:SIZE]");
    const auto add_verb = [&](const std::string& name, Verb verb, const std::string& about) {
        mesh->add_flag_callback(
            name, [&command, verb] { command.verbs.push_back(verb); }, about);
    };
    add_verb("--first", Verb::first_contact, "Report the first contact of each step; the default");
    add_verb("--all", Verb::all_contacts, "Report every contact; the default with --contacts");
    add_verb("--collides", Verb::collides, "Report only whether there is contact");
    add_verb("--step", Verb::safe_step, "Report what fraction of each step is safe");
    add_clearance_option(*mesh, command.clearance, "Report when features come within distance D");
    add_value_option(*mesh, {"--keep", "K", "Part of the distance that a step keeps; default 0.1"},
                     "must be a number from 0 to 1, below 1", keep_of, [&](double keep) { command.keep = keep; });
    add_number_option(*mesh, {"--reach", "D", "Largest distance to keep it of; default: clearance"}, Zero::allowed,
                      [&](double reach) { command.reach = reach; });
    add_checked_option(
        *mesh, {"--self", "on|off", "Check objects against themselves; default on"},
        [](const std::string& text) {
            return text == "on" || text == "off" ? "" : fmt::format("must be on or off, got '{}'", text);
        },
        [&](const std::string& text) { command.self = text == "on"; });
    mesh->add_flag("--components", command.components, "Treat connected parts as objects");
    mesh->add_option("--topology", command.topology, "Mesh with the faces of .npy frames")->type_name("FILE");
    mesh->add_flag("--topology-changes", command.topology_changes, "Triangles may change from frame to frame");
    mesh->add_flag("--start-intersections", command.start_intersections, "Count what touches or crosses at the start");
    mesh->add_flag("--assume-start-free", command.assume_start_free, "Do not look for crossings at the start");
    add_value_option(
        *mesh, {"--frames", "N", "Number of frames of a glTF animation"}, "must be 2 to 1000000 frames",
        [](const std::string& text) { return integer_of<std::size_t>(text, 2, 1'000'000); },
        [&](std::size_t count) { command.gltf_frames = count; });
    mesh->add_option("--animation", command.animation, "Animation of a glTF file")->type_name("NAME");
    add_tolerance_option(*mesh, command.tolerance);
    add_max_contacts_option(*mesh, command.max_contacts, "Maximum contacts per step; default 2000000 or more");
    add_machine_options(*mesh, command.threads, command.target);
    add_max_read_option(*mesh);
    add_output_option(*mesh, {"--json", "FILE", "Write the answers as JSON"}, command.json_file);
    add_output_option(*mesh, {"--contacts", "FILE", "Write the contacts, .csv .jsonl .json .vtk"},
                      command.contacts_file);
    add_output_option(*mesh, {"--intersections", "FILE", "Write intersections at the start, .csv .jsonl"},
                      command.intersections_file);
    add_output_option(*mesh, {"--stats", "FILE", "Write times, counts and memory"}, command.stats_file);
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
    run.threads = used_threads(command.threads);
    run.target = used_target(command.target);
    const double opening = watch.seconds();

    MeshOutputs outputs(command, run.with_objects);
    MeshRecorder recorder(recording_title(reader.source().object_names()));
    run_until_interrupted([&] { MeshScan(reader, command.components, outputs, recorder, run).run(); });
    run.read_seconds = opening + reader.seconds();
    run.seconds = watch.seconds();
    outputs.commit(run, recorder, command.recording.command);
    return end_run(run_text(run) + outputs.text(), {run.steps.size() + run.topology_changes.size(), run.frames - 1,
                                                    "step", run.finished, run.verdict()});
}

}  // namespace tocca::app
