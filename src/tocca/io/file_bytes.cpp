// SPDX-License-Identifier: Apache-2.0
#include "tocca/io/file_bytes.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <system_error>

#include "tocca/base/error.hpp"
#include "tocca/io/input_protection.hpp"
#include "tocca/io/number_text.hpp"
#include "tocca/io/read_limits.hpp"

namespace tocca {
namespace {

constexpr std::size_t block_bytes = std::size_t{1} << 16U;

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

/// Refuses what has no end or does more than be read when it is opened.
void check_kind(const std::filesystem::path& path, const struct stat& status)
{
    if (S_ISREG(status.st_mode) || S_ISFIFO(status.st_mode)) return;
    fail(path, S_ISDIR(status.st_mode) ? "it is a folder" : "it is a device or a socket, not a plain file");
}

void check_size(const std::filesystem::path& path, std::uint64_t size)
{
    const std::uint64_t most = read_limits().max_file_bytes;
    if (size <= most) return;
    fail(path, "more than " + with_commas(most) +
                   " bytes would be read at once; --max-read SIZE, or set_read_limits, allows larger files");
}

/// A file that is open, and what it is.
class OpenFile {
public:
    OpenFile(const std::filesystem::path& path, const std::stop_token& stop) : file_(open(path, stop))
    {
        // It may have become another since it was looked at.
        uninterrupted(path, stop, [&] { return ::fstat(file_.number(), &status_); });
        check_kind(path, status_);
        io::detail::note_file_read(status_, path);
    }

    [[nodiscard]] int number() const { return file_.number(); }
    [[nodiscard]] std::optional<std::uint64_t> size() const
    {
        if (!S_ISREG(status_.st_mode)) return std::nullopt;
        return static_cast<std::uint64_t>(status_.st_size);
    }

private:
    static int open(const std::filesystem::path& path, const std::stop_token& stop)
    {
        struct stat status = {};
        uninterrupted(path, stop, [&] { return ::stat(path.c_str(), &status); });
        check_kind(path, status);
        // Only a pipe is waited for.
        const int wait = S_ISFIFO(status.st_mode) ? 0 : O_NONBLOCK;
        return uninterrupted(path, stop, [&] { return ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NOCTTY | wait); });
    }

    Descriptor file_;
    struct stat status_ = {};
};

}  // namespace

void check_text_head(const FileHead& head, const std::string& file)
{
    // Some programs end a text with a 0. Of a file that is small, its reader tells more.
    if (head.bytes.size() < block_bytes || head.size == head.bytes.size()) return;
    const std::size_t place = head.bytes.find('\0');
    if (place == std::string_view::npos) return;
    const auto line = 1 + std::count(head.bytes.begin(), head.bytes.begin() + static_cast<std::ptrdiff_t>(place), '\n');
    throw Error(ErrorCode::malformed_file, "this is not text: byte " + std::to_string(place) + " is 0",
                {.file = file, .line = static_cast<std::size_t>(line)});
}

void check_beginning(const FileHead& head, std::string_view beginning, std::string_view format, const std::string& file)
{
    if (head.bytes.starts_with(beginning)) return;
    throw Error(ErrorCode::malformed_file, "it does not begin as a " + std::string(format) + " file does",
                {.file = file});
}

std::string read_file(const std::filesystem::path& path, const std::stop_token& stop, const HeadCheck& check)
{
    const OpenFile file(path, stop);
    if (file.size()) check_size(path, *file.size());
    std::string bytes;
    std::array<char, block_bytes> block;
    bool checked = !check;
    for (;;) {
        const ssize_t got =
            uninterrupted(path, stop, [&] { return ::read(file.number(), block.data(), block.size()); });
        bytes.append(block.data(), static_cast<std::size_t>(got));
        check_size(path, bytes.size());
        if (!checked && (got == 0 || bytes.size() >= block_bytes)) {
            check({.bytes = std::string_view(bytes).substr(0, block_bytes), .size = file.size()});
            checked = true;
        }
        if (got == 0) return bytes;
        // The size is a hint only: the file may grow while it is read.
        if (checked && file.size() && bytes.capacity() < *file.size()) bytes.reserve(*file.size());
    }
}

std::string read_text_file(const std::filesystem::path& path, const std::stop_token& stop)
{
    return read_file(path, stop, [&](const FileHead& head) { check_text_head(head, path.string()); });
}

std::string read_npy_file(const std::filesystem::path& path, const std::stop_token& stop)
{
    return read_file(path, stop,
                     [&](const FileHead& head) { check_beginning(head, "\x93NUMPY", "NumPy", path.string()); });
}

std::string read_file_part(const std::filesystem::path& path, std::size_t offset, std::size_t size,
                           const std::stop_token& stop)
{
    const OpenFile file(path, stop);
    const off_t end = uninterrupted(path, stop, [&] { return ::lseek(file.number(), 0, SEEK_END); });
    const auto left = static_cast<std::size_t>(end) - std::min(offset, static_cast<std::size_t>(end));
    check_size(path, std::min(size, left));
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
