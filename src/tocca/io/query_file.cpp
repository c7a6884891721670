// SPDX-License-Identifier: Apache-2.0
#include "tocca/io/query_file.hpp"

#include <system_error>

#include "tocca/base/error.hpp"
#include "tocca/io/file_bytes.hpp"
#include "tocca/io/label_file.hpp"

namespace tocca {
namespace {

void take_labels_beside(const std::filesystem::path& path, const std::stop_token& stop, LabelledQueries& content)
{
    const auto label_file = label_file_of(path);
    std::error_code error;
    if (!std::filesystem::exists(label_file, error)) return;
    auto labels = parse_labels(read_text_file(label_file, stop), label_file.string());
    if (labels.size() != content.queries.size()) {
        throw Error(ErrorCode::malformed_file,
                    std::to_string(labels.size()) + (labels.size() == 1 ? " label for the " : " labels for the ") +
                        std::to_string(content.queries.size()) +
                        (content.queries.size() == 1 ? " query of " : " queries of ") + path.string(),
                    {.file = label_file.string()});
    }
    content.labels = std::move(labels);
}

}  // namespace

LabelledQueries parse_queries(std::string_view bytes, QueryFormat format, const std::string& file,
                              const std::stop_token& stop)
{
    return format == QueryFormat::npy ? parse_query_npy(bytes, file) : parse_query_csv(bytes, file, stop);
}

QuerySet read_query_file(const std::filesystem::path& path, const QueryFileOptions& options)
{
    const std::string file = path.string();
    const auto format = query_format_of(path);
    if (!format) {
        throw Error(ErrorCode::malformed_file, "is not a query file: its name must end in .csv or .npy",
                    {.file = file});
    }
    const auto kind = options.kind ? options.kind : query_kind_of(path);
    if (!kind) {
        throw Error(ErrorCode::malformed_file, "the path does not tell vertex-face from edge-edge queries: use --kind",
                    {.file = file});
    }
    QuerySet set{.file = file,
                 .kind = *kind,
                 .content = parse_queries(*format == QueryFormat::npy ? read_npy_file(path, options.stop)
                                                                      : read_text_file(path, options.stop),
                                          *format, file, options.stop)};
    if (set.content.labels.empty()) take_labels_beside(path, options.stop, set.content);
    return set;
}

}  // namespace tocca
