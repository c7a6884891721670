// SPDX-License-Identifier: Apache-2.0
#include "tocca/io/whole_file.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <system_error>

#include "tocca/base/error.hpp"
#include "tocca/io/input_protection.hpp"

namespace tocca {
namespace {

constexpr std::size_t block_size = 1 << 20;
constexpr mode_t readable_as_the_umask_allows = 0666;
constexpr mode_t readable_by_the_owner = 0600;  // until it has the permissions of the file that it replaces
constexpr mode_t permissions = 07777;

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
    refuse_input();
    const mode_t mode = std::filesystem::exists(status) ? readable_by_the_owner : readable_as_the_umask_allows;
    for (unsigned attempt = 0;; ++attempt) {
        temporary_ = target_.parent_path() / ("." + target_.filename().string() + "." + std::to_string(::getpid()) +
                                              "-" + std::to_string(attempt) + ".tmp");
        descriptor_ = ::open(temporary_.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode);
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
    if (!temporary_.empty()) {
        refuse_input();  // which may have been read only after this was opened
        keep_permissions();
    }
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

/// Owner and group are kept too where the system allows it; otherwise another group gets no more rights than everybody.
void WholeFile::keep_permissions()
{
    struct stat replaced = {}, own = {};
    if (::stat(target_.c_str(), &replaced) != 0) return;
    if (::fstat(descriptor_, &own) != 0) fail(errno);
    mode_t mode = replaced.st_mode & permissions;
    const bool other_owner = replaced.st_uid != own.st_uid || replaced.st_gid != own.st_gid;
    if (other_owner && ::fchown(descriptor_, replaced.st_uid, replaced.st_gid) != 0 &&
        ::fchown(descriptor_, static_cast<uid_t>(-1), replaced.st_gid) != 0) {
        mode = (mode & (S_IRWXU | S_IRWXO | S_ISVTX)) | (mode & S_IRWXO) << 3U;
    }
    if (::fchmod(descriptor_, mode) != 0) fail(errno);
}

void WholeFile::refuse_input()
{
    struct stat status = {};
    if (::stat(target_.c_str(), &status) != 0) return;
    const auto input = io::detail::protected_input(status);
    if (!input) return;
    discard();
    throw Error(
        ErrorCode::unwritable_file,
        *input == name_ ? "is not overwritten: it is an input" : "is not overwritten: it is the input " + *input,
        {.file = name_});
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
