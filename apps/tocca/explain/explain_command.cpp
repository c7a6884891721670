// SPDX-License-Identifier: Apache-2.0
#include "apps/tocca/explain/explain_command.hpp"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>
#include <string_view>
#include <vector>

#include "apps/tocca/explain/explain_text.hpp"
#include "apps/tocca/output/output_paths.hpp"
#include "apps/tocca/terminal/exit_code.hpp"
#include "apps/tocca/terminal/human_text.hpp"
#include "apps/tocca/terminal/options.hpp"
#include "apps/tocca/terminal/standard_streams.hpp"
#include "scenes/named_queries.hpp"
#include "tocca/base/error.hpp"
#include "tocca/io/label_file.hpp"
#include "tocca/io/query_file.hpp"
#include "tocca/io/whole_file.hpp"

namespace tocca::app {
namespace {

/// 24 numbers, however they are separated.
PairRows rows_of_points(std::string_view text)
{
    constexpr std::string_view separators = " ,;()\t\r\n";
    std::vector<double> values;
    for (std::size_t at = text.find_first_not_of(separators); at != std::string_view::npos;) {
        const std::size_t end = std::min(text.find_first_of(separators, at), text.size());
        const std::string word(text.substr(at, end - at));
        const auto value = double_of(word);
        if (!value) throw std::invalid_argument(fmt::format("--points: '{}' is not a number", word));
        values.push_back(*value);
        at = text.find_first_not_of(separators, end);
    }
    PairRows rows;
    if (values.size() != rows.size()) {
        throw std::invalid_argument(fmt::format(
            "--points needs four points at the start and four at the end: 24 numbers, got {}", values.size()));
    }
    std::copy(values.begin(), values.end(), rows.begin());
    return rows;
}

ExplainedQuery query_of_file(const ExplainCommand& command)
{
    if (!command.index) throw std::invalid_argument("give --index I for a query of the file, counted from 0");
    const QuerySet set = read_query_file(command.file, {.kind = command.kind, .stop = {}});
    if (*command.index >= set.content.queries.size()) {
        throw Error(ErrorCode::index_out_of_range,
                    fmt::format("there is no query {}: the file has {}, counted from 0", *command.index,
                                counted(set.content.queries.size(), "query")),
                    {.file = command.file});
    }
    return {.source = command.file,
            .index = command.index,
            .title = fmt::format("query {} of {}", *command.index, command.file),
            .about = {},
            .kind = set.kind,
            .rows = set.content.queries[*command.index]};
}

ExplainedQuery query_of_points(const ExplainCommand& command)
{
    if (!command.kind) throw std::invalid_argument("give --kind vf or --kind ee for the points");
    return {.source = "points",
            .index = {},
            .title = "the points given",
            .about = {},
            .kind = *command.kind,
            .rows = rows_of_points(command.points)};
}

ExplainedQuery query_of_name(const std::string& name)
{
    const auto named = scenes::named_query(name);
    if (!named) {
        std::vector<std::string_view> names;
        for (const auto& query : scenes::named_queries()) names.push_back(query.name);
        throw std::invalid_argument(
            fmt::format("there is no built-in query '{}'; there are\n  {}", name, fmt::join(names, "\n  ")));
    }
    return {.source = "builtin/" + name,
            .index = {},
            .title = name,
            .about = std::string(named->about),
            .kind = named->kind,
            .rows = named->rows};
}

ExplainedQuery chosen_query(const ExplainCommand& command)
{
    const int ways =
        (command.file.empty() ? 0 : 1) + (command.points.empty() ? 0 : 1) + (command.builtin.empty() ? 0 : 1);
    if (ways != 1)
        throw std::invalid_argument("give one of: a file with --index, --points with --kind, --builtin NAME");
    if (!command.file.empty()) return query_of_file(command);
    if (command.index) throw std::invalid_argument("--index needs a file");
    if (!command.builtin.empty() && command.kind)
        throw std::invalid_argument("--kind cannot be combined with --builtin, which has its own kind");
    return command.points.empty() ? query_of_name(command.builtin) : query_of_points(command);
}

}  // namespace

CLI::App* add_explain(CLI::App& app, ExplainCommand& command)
{
    CLI::App* explain = app.add_subcommand("explain", "Show how one query is decided, step by step");
    show_examples_first(*explain,
                        "  tocca explain --builtin grazes-from-above\n"
                        "  tocca explain spikes_vf.csv --index 17 --json why.json\n"
                        "  tocca explain --kind vf --points \"1,1,1 0,0,0 4,0,0 0,4,0\n"
                        "                                   1,1,-1 0,0,0 4,0,0 0,4,0\"\n");
    explain->add_option("FILE", command.file, "CSV or NumPy file of queries")->type_name("");
    add_value_option(
        *explain, {"--index", "I", "Number of the query, counted from 0"}, "must be a number of at least 0",
        [](const std::string& text) { return integer_of<std::size_t>(text); },
        [&](std::size_t index) { command.index = index; });
    add_kind_option(*explain, command.kind, "Kind of the query; default: from the path");
    explain->add_option("--points", command.points, "Four points at the start, then at the end")->type_name("POINTS");
    explain->add_option("--builtin", command.builtin, "A built-in query by name, see tocca query --builtin")
        ->type_name("NAME");
    add_tolerance_option(*explain, command.tolerance);
    add_max_read_option(*explain);
    add_output_option(*explain, {"--json", "FILE", "Write the explanation as JSON"}, command.json_file);
    explain->footer("Exit codes: 0 explained, 2 bad usage or file, 4 internal error,\n130 interrupted.");
    return explain;
}

int run_explain(const ExplainCommand& command)
{
    if (!command.file.empty()) check_outputs({command.json_file}, {command.file, label_file_of(command.file)});
    const ExplainedQuery query = chosen_query(command);
    const Explanation explanation = explain(query.rows, query.kind, {.tolerance = command.tolerance});
    if (!command.json_file.empty()) write_file_atomically(command.json_file, explanation_json(query, explanation));
    print(explanation_text(query, explanation));
    return ExitCode::free;
}

}  // namespace tocca::app
