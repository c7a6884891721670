// SPDX-License-Identifier: Apache-2.0
#include "apps/tocca/output/output_paths.hpp"

#include <fmt/format.h>

#include <stdexcept>
#include <system_error>

#include "tocca/base/error.hpp"
#include "tocca/base/printable_text.hpp"

namespace tocca::app {
namespace {

namespace fs = std::filesystem;

/// Whether both exist and are one file.
bool is_one_file(const fs::path& a, const fs::path& b)
{
    std::error_code error;
    const bool one = fs::equivalent(a, b, error);
    return one && !error;
}

/// Whether the second of two outputs would take the place of the first.
bool overwrites(const fs::path& first, const fs::path& second)
{
    std::error_code error;
    const auto status = fs::status(first, error);
    if (fs::exists(status)) return fs::is_regular_file(status) && is_one_file(first, second);
    return fs::weakly_canonical(fs::absolute(first)) == fs::weakly_canonical(fs::absolute(second));
}

void check_input(const std::string& output, const fs::path& input)
{
    if (!is_one_file(output, input)) return;
    throw std::invalid_argument(
        fmt::format("the output {} is a file that is read: {}", output, printable(input.string())));
}

}  // namespace

void check_outputs(const std::vector<std::string>& outputs, const std::vector<fs::path>& inputs)
{
    for (std::size_t i = 0; i < outputs.size(); ++i) {
        if (outputs[i].empty()) continue;
        for (std::size_t j = 0; j < i; ++j) {
            if (outputs[j].empty() || !overwrites(outputs[j], outputs[i])) continue;
            throw std::invalid_argument(
                fmt::format("two outputs are the same file: {} and {}", outputs[j], outputs[i]));
        }
        std::error_code ignored;
        if (!fs::exists(outputs[i], ignored)) continue;
        for (const fs::path& input : inputs) check_input(outputs[i], input);
    }
}

void make_folder(const std::string& folder)
{
    std::error_code error;
    fs::create_directories(folder, error);
    if (fs::is_directory(folder)) return;
    throw Error(ErrorCode::unwritable_file, "cannot be created: " + error.message(), {.file = folder});
}

}  // namespace tocca::app
