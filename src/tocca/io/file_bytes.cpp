// SPDX-License-Identifier: Apache-2.0
#include "tocca/io/file_bytes.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <system_error>

#include "tocca/base/error.hpp"

namespace tocca {
namespace {

/// An open file that is closed with the object.
class Descriptor {
public:
    explicit Descriptor(int number) : number_(number) {}
    ~Descriptor() { ::close(number_); }
    Descriptor(const Descriptor&) = delete;
    Descriptor& operator=(const Descriptor&) = delete;

    [[nodiscard]] int number() const { return number_; }

private:
    int number_;
};

[[noreturn]] void fail(const std::filesystem::path& path, const std::string& reason)
{
    throw Error(ErrorCode::unreadable_file, "cannot be read: " + reason, {.file = path.string()});
}

/// The result of a system call, made again while signals without a stop request interrupt it.
template <class Call>
auto uninterrupted(const std::filesystem::path& path, const std::stop_token& stop, Call call)
{
    for (;;) {
        if (stop.stop_requested()) {
            throw Error(ErrorCode::interrupted, "interrupted while reading", {.file = path.string()});
        }
        const auto result = call();
        if (result >= 0) return result;
        if (errno != EINTR) fail(path, std::generic_category().message(errno));
    }
}

int open_file(const std::filesystem::path& path, const std::stop_token& stop)
{
    std::error_code ignored;
    if (std::filesystem::is_directory(path, ignored)) fail(path, "it is a folder");
    return uninterrupted(path, stop, [&] { return ::open(path.c_str(), O_RDONLY | O_CLOEXEC); });
}

}  // namespace

std::string read_file(const std::filesystem::path& path, const std::stop_token& stop)
{
    const Descriptor file(open_file(path, stop));

    // The size is a hint only: a pipe has none, and a file may grow while it is read.
    std::error_code ignored;
    std::string bytes;
    const auto size = std::filesystem::file_size(path, ignored);
    if (!ignored) bytes.reserve(size);
    std::array<char, 1 << 16> block;
    for (;;) {
        const ssize_t got =
            uninterrupted(path, stop, [&] { return ::read(file.number(), block.data(), block.size()); });
        if (got == 0) return bytes;
        bytes.append(block.data(), static_cast<std::size_t>(got));
    }
}

std::string read_file_part(const std::filesystem::path& path, std::size_t offset, std::size_t size,
                           const std::stop_token& stop)
{
    const Descriptor file(open_file(path, stop));
    const off_t end = uninterrupted(path, stop, [&] { return ::lseek(file.number(), 0, SEEK_END); });
    const auto left = static_cast<std::size_t>(end) - std::min(offset, static_cast<std::size_t>(end));
    std::string bytes(std::min(size, left), '\0');
    std::size_t filled = 0;
    while (filled < bytes.size()) {
        const ssize_t got = uninterrupted(path, stop, [&] {
            return ::pread(file.number(), bytes.data() + filled, bytes.size() - filled,
                           static_cast<off_t>(offset + filled));
        });
        if (got == 0) break;  // the file became shorter while it was read
        filled += static_cast<std::size_t>(got);
    }
    bytes.resize(filled);
    return bytes;
}

}  // namespace tocca
