// SPDX-License-Identifier: Apache-2.0
#include "apps/tocca/query/query_command.hpp"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <functional>
#include <stdexcept>
#include <utility>

#include "apps/tocca/output/output_paths.hpp"
#include "apps/tocca/query/query_input.hpp"
#include "apps/tocca/query/query_json.hpp"
#include "apps/tocca/query/query_text.hpp"
#include "apps/tocca/terminal/cost.hpp"
#include "apps/tocca/terminal/exit_code.hpp"
#include "apps/tocca/terminal/human_text.hpp"
#include "apps/tocca/terminal/interrupt.hpp"
#include "apps/tocca/terminal/options.hpp"
#include "apps/tocca/terminal/progress_line.hpp"
#include "apps/tocca/terminal/standard_streams.hpp"
#include "tocca/base/error.hpp"
#include "tocca/base/printable_text.hpp"
#include "tocca/io/label_file.hpp"
#include "tocca/io/number_text.hpp"
#include "tocca/io/query_file.hpp"
#include "tocca/io/whole_file.hpp"

namespace tocca::app {
namespace {

/// Refuses options that contradict each other before any work is done.
void check(const QueryCommand& command)
{
    if (command.builtin == !command.places.empty()) {
        throw std::invalid_argument("give files or folders of queries, or --builtin for the built-in ones");
    }
    if (command.clearance && *command.clearance > 0.0 && command.check_labels) {
        throw std::invalid_argument(
            "--check-labels cannot be combined with --clearance above 0: labels are about contact");
    }
    if (std::find(command.places.begin(), command.places.end(), "") != command.places.end()) {
        throw std::invalid_argument("'': empty file name");
    }
    if (command.builtin && command.kind) throw std::invalid_argument("--kind has no effect with --builtin");
    if (command.builtin && command.clearance) throw std::invalid_argument("--clearance has no effect with --builtin");
}

/// The output files asked for, made before the work begins and committed after it.
class QueryOutputs {
public:
    explicit QueryOutputs(const QueryCommand& command)
    {
        if (!command.json_file.empty()) json_.emplace(command.json_file);
        if (!command.each_file.empty()) each_.emplace(command.each_file);
        if (!command.stats_file.empty()) stats_.emplace(command.stats_file);
    }

    void write_each(const QuerySet& set, const SetAnswers& answers)
    {
        if (each_) each_->write(each_json(set, answers));
    }

    void commit(const QueryTotals& totals)
    {
        if (json_) json_->write(query_json(totals));
        if (stats_) stats_->write(stats_json(totals));
        for (std::optional<WholeFile>* file : {&json_, &each_, &stats_}) {
            if (*file) (*file)->commit();
        }
    }

private:
    std::optional<WholeFile> json_;
    std::optional<WholeFile> each_;
    std::optional<WholeFile> stats_;
};

/// Where queries come from: a name, and how to get them.
struct Source {
    std::string file;
    std::function<QuerySet()> read;
};

std::vector<std::filesystem::path> files_of(const QueryCommand& command)
{
    std::vector<std::filesystem::path> files;
    for (const std::string& place : command.places) {
        const auto found = query_files_at(place);
        files.insert(files.end(), found.begin(), found.end());
    }
    return files;
}

/// The query files and the labels that may stand beside them.
std::vector<std::filesystem::path> inputs_of(const std::vector<std::filesystem::path>& files)
{
    std::vector<std::filesystem::path> inputs = files;
    for (const auto& file : files) inputs.push_back(label_file_of(file));
    return inputs;
}

std::vector<Source> sources_of(const QueryCommand& command, const std::vector<std::filesystem::path>& files,
                               const std::stop_token& stop)
{
    std::vector<Source> sources;
    if (command.builtin) {
        for (const BuiltinSet& set : builtin_sets()) sources.push_back({set.name, set.make});
        return sources;
    }
    const QueryFileOptions options{.kind = command.kind, .stop = stop};
    for (const auto& path : files) {
        sources.push_back({path.string(), [path, options] { return read_query_file(path, options); }});
    }
    return sources;
}

void answer_source(const Source& source, const AnswerOptions& options, QueryOutputs& outputs, QueryTotals& totals)
{
    throw_if_stopped(options.batch.stop);
    const Stopwatch reading;
    const QuerySet set = source.read();
    totals.read_seconds += reading.seconds();

    ProgressLine line("queries of " + printable(source.file), set.content.queries.size());
    AnswerOptions watched = options;
    const auto queries = static_cast<double>(set.content.queries.size());
    watched.batch.progress = [&](double fraction) { line.show(fraction * queries); };
    const Stopwatch answering;
    const SetAnswers answers = answer_set(set, watched);
    totals.add(set, answers, count(set, answers, labels_apply(options)), answering.seconds());
    outputs.write_each(set, answers);
}

int exit_code(const QueryCommand& command, const QueryCounts& counts)
{
    if (command.check_labels) return counts.disagreements() == 0 ? ExitCode::free : ExitCode::contact;
    // The built-in labels are known to be right.
    if (command.builtin && counts.disagreements() != 0) return ExitCode::internal_error;
    if (counts.contacts > 0) return ExitCode::contact;
    return counts.undecided > 0 ? ExitCode::undecided : ExitCode::free;
}

}  // namespace

CLI::App* add_query(CLI::App& app, QueryCommand& command)
{
    CLI::App* query = app.add_subcommand("query", "Answer files of vertex-face and edge-edge queries");
    show_examples_first(*query,
                        "  tocca query queries/ --check-labels --json answers.json\n"
                        "  tocca query spikes_vf.csv --each contacts.jsonl --tolerance 1e-12\n"
                        "  tocca query --builtin\n");
    query->add_option("FILE", command.places, "CSV or NumPy files, or folders of them")->type_name("");
    add_kind_option(*query, command.kind, "Kind of all queries; default: from the path");
    add_tolerance_option(*query, command.tolerance);
    add_clearance_option(*query, command.clearance, "Ask whether the distance falls to D or below");
    add_machine_options(*query, command.threads, command.target);
    add_max_read_option(*query);
    add_output_option(*query, {"--json", "FILE", "Write a summary of the answers"}, command.json_file);
    add_output_option(*query, {"--each", "FILE", "Write the answer to every query"}, command.each_file);
    add_output_option(*query, {"--stats", "FILE", "Write times and stages"}, command.stats_file);
    query->add_flag("--check-labels", command.check_labels, "Exit with 0 if all labels agree, else with 1");
    query->add_flag("--builtin", command.builtin, "Answer the built-in queries");
    query->footer(
        "Exit codes: 0 free, 1 contact, 2 bad usage or file, 3 undecided,\n"
        "4 internal error, 130 interrupted.\n"
        "File formats and JSON: docs/query.md.");
    return query;
}

int run_query(const QueryCommand& command, const std::stop_token& stop)
{
    check(command);
    const auto files = files_of(command);
    check_outputs({command.json_file, command.each_file, command.stats_file}, inputs_of(files));
    const auto sources = sources_of(command, files, stop);
    QueryOutputs outputs(command);
    QueryTotals totals;
    totals.threads = used_threads(command.threads);
    totals.target = used_target(command.target);

    const AnswerOptions options{
        .batch = {.tolerance = command.tolerance, .threads = command.threads, .target = command.target, .stop = stop},
        .clearance = command.clearance,
        .times = !command.each_file.empty()};
    for (const Source& source : sources) answer_source(source, options, outputs, totals);
    if (totals.counts().queries == 0) {
        throw Error(ErrorCode::malformed_file, "nothing to check: there are no queries",
                    {.file = command.places.front()});
    }
    if (command.check_labels && totals.counts().labelled == 0) {
        throw std::invalid_argument("no query has a label to check");
    }
    outputs.commit(totals);

    if (command.builtin) {
        print(builtin_text(totals, command.tolerance));
    } else {
        const QueryCounts counts = totals.counts();
        const std::string found = labels_apply(options) ? with_commas(counts.contacts) + " in contact"
                                                        : fmt::format("{} {} within {}", with_commas(counts.contacts),
                                                                      counts.contacts == 1 ? "comes" : "come",
                                                                      shortest_text(*command.clearance));
        print(fmt::format("{} in {}, {}\n\n{}", counted(counts.queries, "query"), counted(totals.files.size(), "file"),
                          found, summary_text(totals)));
    }
    const std::string differing = disagreement_text(totals);
    if (!differing.empty()) print("\n" + differing);
    return exit_code(command, totals.counts());
}

}  // namespace tocca::app
