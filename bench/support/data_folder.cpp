// SPDX-License-Identifier: Apache-2.0
#include "support/data_folder.hpp"

#include <system_error>

namespace tocca::bench {

std::filesystem::path default_data_folder(const std::filesystem::path& program)
{
    const std::filesystem::path beside = std::filesystem::path("..") / "shared" / "data";
    std::error_code ignored;
    const std::filesystem::path own = std::filesystem::weakly_canonical(program, ignored);
    const std::filesystem::path from_program = own.parent_path() / ".." / ".." / ".." / beside;
    if (!std::filesystem::exists(beside) && std::filesystem::exists(from_program)) return from_program;
    return beside;
}

}  // namespace tocca::bench
