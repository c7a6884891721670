// SPDX-License-Identifier: Apache-2.0
#include "tocca/io/whole_file.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <system_error>

#include "tocca/base/error.hpp"

namespace tocca {
namespace {

constexpr std::size_t block_size = 1 << 20;
constexpr mode_t readable_as_the_umask_allows = 0666;

/// The file behind `path`, whether or not it exists yet.
std::filesystem::path resolved(const std::filesystem::path& path)
{
    std::error_code error;
    const auto target = std::filesystem::weakly_canonical(path, error);
    return error ? path : target;
}

}  // namespace

WholeFile::WholeFile(const std::filesystem::path& path) : name_(path.string()), target_(resolved(path))
{
    std::error_code error;
    const auto status = std::filesystem::status(path, error);
    if (std::filesystem::is_directory(status)) fail(EISDIR);
    if (std::filesystem::exists(status) && !std::filesystem::is_regular_file(status)) {
        descriptor_ = ::open(path.c_str(), O_WRONLY | O_CLOEXEC);
        if (descriptor_ < 0 && errno == EINTR) throw Error(ErrorCode::interrupted, "interrupted", {.file = name_});
        if (descriptor_ < 0) fail(errno);
        return;
    }
    if (std::filesystem::exists(status) && ::access(target_.c_str(), W_OK) != 0) fail(errno);
    for (unsigned attempt = 0;; ++attempt) {
        temporary_ = target_.parent_path() / ("." + target_.filename().string() + "." + std::to_string(::getpid()) +
                                              "-" + std::to_string(attempt) + ".tmp");
        descriptor_ = ::open(temporary_.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, readable_as_the_umask_allows);
        if (descriptor_ >= 0) return;
        if (errno != EEXIST) {
            const int reason = errno;
            temporary_.clear();
            fail(reason);
        }
    }
}

WholeFile::~WholeFile() { discard(); }

void WholeFile::write(std::string_view bytes)
{
    pending_ += bytes;
    if (pending_.size() >= block_size) flush();
}

void WholeFile::commit()
{
    flush();
    const int descriptor = descriptor_;
    descriptor_ = -1;
    if (::close(descriptor) != 0 && errno != EINTR) fail(errno);
    if (temporary_.empty()) return;
    if (::rename(temporary_.c_str(), target_.c_str()) != 0) fail(errno);
    temporary_.clear();
}

void WholeFile::flush()
{
    std::string_view rest = pending_;
    while (!rest.empty()) {
        const ssize_t written = ::write(descriptor_, rest.data(), rest.size());
        if (written < 0 && errno == EINTR) continue;
        if (written < 0) fail(errno);
        rest.remove_prefix(static_cast<std::size_t>(written));
    }
    pending_.clear();
}

void WholeFile::discard() noexcept
{
    if (descriptor_ >= 0) ::close(descriptor_);
    descriptor_ = -1;
    if (!temporary_.empty()) ::unlink(temporary_.c_str());
    temporary_.clear();
}

void WholeFile::fail(int error)
{
    discard();
    throw Error(ErrorCode::unwritable_file, "cannot be written: " + std::generic_category().message(error),
                {.file = name_});
}

void write_file_atomically(const std::filesystem::path& path, std::string_view bytes)
{
    WholeFile file(path);
    file.write(bytes);
    file.commit();
}

}  // namespace tocca
