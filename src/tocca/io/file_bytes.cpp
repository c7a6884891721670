// SPDX-License-Identifier: Apache-2.0
#include "tocca/io/file_bytes.hpp"

#include <array>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <memory>
#include <system_error>

#include "tocca/base/error.hpp"

namespace tocca {
namespace {

struct Close {
    void operator()(std::FILE* file) const { std::fclose(file); }
};

[[noreturn]] void fail(const std::filesystem::path& path, const std::string& reason)
{
    throw Error(ErrorCode::unreadable_file, "cannot be read: " + reason, {.file = path.string()});
}

}  // namespace

std::string read_file(const std::filesystem::path& path)
{
    std::error_code ignored;
    if (std::filesystem::is_directory(path, ignored)) fail(path, "it is a folder");
    errno = 0;
    const std::unique_ptr<std::FILE, Close> file(std::fopen(path.c_str(), "rb"));
    if (!file) fail(path, std::strerror(errno));
    std::setvbuf(file.get(), nullptr, _IONBF, 0);  // the blocks below are the buffer

    // The size is a hint only: a pipe has none, and a file may grow while it is read.
    std::string bytes;
    const auto size = std::filesystem::file_size(path, ignored);
    if (!ignored) bytes.reserve(size);
    std::array<char, 1 << 16> block;
    for (;;) {
        const std::size_t got = std::fread(block.data(), 1, block.size(), file.get());
        bytes.append(block.data(), got);
        if (got < block.size()) break;
    }
    if (std::ferror(file.get()) != 0) fail(path, std::strerror(errno));
    return bytes;
}

}  // namespace tocca
