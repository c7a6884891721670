// SPDX-License-Identifier: Apache-2.0
#include "tocca/io/whole_file.hpp"

#include <gtest/gtest.h>
#include <sys/stat.h>

#include <string>

#include "io/expect_error.hpp"
#include "io/temporary_folder.hpp"
#include "tocca/io/file_bytes.hpp"
#include "tocca/io/input_protection.hpp"

namespace tocca::whole_file_test {
namespace {

using support::bytes_of;
using support::expect_error;
using support::TemporaryFolder;

TEST(WriteFileAtomically, WritesTheBytesAndNothingElse)
{
    const TemporaryFolder folder;
    const std::string bytes("a\0b\n", 4);
    write_file_atomically(folder.path() / "out", bytes);
    EXPECT_EQ(bytes_of(folder.path() / "out"), bytes);
    write_file_atomically(folder.path() / "out", "");
    EXPECT_EQ(bytes_of(folder.path() / "out"), "");
    EXPECT_EQ(folder.file_count(), 1U);
}

TEST(WriteFileAtomically, GivesTheFileTheUsualRights)
{
    const TemporaryFolder folder;
    const auto plain = folder.write("plain", "x");
    write_file_atomically(folder.path() / "out", "x");
    EXPECT_EQ(std::filesystem::status(folder.path() / "out").permissions(),
              std::filesystem::status(plain).permissions());
}

TEST(WriteFileAtomically, KeepsTheRightsOfAFileThatItReplaces)
{
    const TemporaryFolder folder;
    const auto path = folder.write("out", "before");
    for (const mode_t mode : {0600U, 0640U, 0644U, 0666U, 0755U, 0200U}) {
        ASSERT_EQ(::chmod(path.c_str(), mode), 0);
        write_file_atomically(path, "x");
        struct stat status = {};
        ASSERT_EQ(::stat(path.c_str(), &status), 0);
        EXPECT_EQ(status.st_mode & 07777U, mode);
    }
}

/// Reading by any of the ways in which readers do, then writing by any name of the file.
TEST(WholeFile, DoesNotReplaceAProtectedInput)
{
    const TemporaryFolder folder;
    const auto path = folder.write("in", "before");
    std::filesystem::create_symlink("in", folder.path() / "link");
    std::filesystem::create_hard_link(path, folder.path() / "twin");
    const auto expect_kept = [&] {
        for (const char* name : {"in", "link", "twin", "./x/../in"}) {
            std::filesystem::create_directories(folder.path() / "x");
            expect_error({.code = ErrorCode::unwritable_file, .says = "not overwritten"},
                         [&] { write_file_atomically(folder.path() / name, "after"); });
        }
        EXPECT_EQ(bytes_of(path), "before");
    };
    {
        const InputProtection protection;
        write_file_atomically(folder.path() / "other", "x");  // was not read
        WholeFile opened_before(path);
        EXPECT_EQ(read_file(path), "before");
        expect_kept();
        opened_before.write("after");
        expect_error({.code = ErrorCode::unwritable_file, .says = "not overwritten"}, [&] { opened_before.commit(); });
        EXPECT_EQ(bytes_of(path), "before");
        write_file_atomically(folder.path() / "other", "y");
    }
    {
        const InputProtection protection;
        EXPECT_EQ(read_file_part(path, 1, 2), "ef");
        const InputProtection inner;
        expect_kept();
    }
    EXPECT_EQ(read_file(path), "before");  // without protection a file may be read and replaced
    write_file_atomically(path, "after");
    EXPECT_EQ(bytes_of(path), "after");
    EXPECT_EQ(folder.file_count(), 5U);
}

TEST(WholeFile, IsNotThereUntilItIsCommitted)
{
    const TemporaryFolder folder;
    const auto path = folder.write("out", "before");
    {
        WholeFile file(path);
        file.write(std::string(3 << 20, 'x'));
        EXPECT_EQ(bytes_of(path), "before");
    }
    EXPECT_EQ(bytes_of(path), "before");
    EXPECT_EQ(folder.file_count(), 1U);
    WholeFile file(path);
    for (int i = 0; i < 3; ++i) file.write(std::string(1 << 20, 'x'));
    file.commit();
    EXPECT_EQ(bytes_of(path), std::string(3 << 20, 'x'));
    EXPECT_EQ(folder.file_count(), 1U);
}

TEST(WholeFile, KeepsALinkALink)
{
    const TemporaryFolder folder;
    const auto target = folder.write("target", "before");
    std::filesystem::create_symlink(target, folder.path() / "link");
    write_file_atomically(folder.path() / "link", "after");
    EXPECT_TRUE(std::filesystem::is_symlink(folder.path() / "link"));
    EXPECT_EQ(bytes_of(target), "after");
}

TEST(WholeFile, WritesIntoADeviceDirectly)
{
    write_file_atomically("/dev/null", "gone");
    EXPECT_FALSE(std::filesystem::is_regular_file("/dev/null"));
    expect_error({.code = ErrorCode::unwritable_file, .line = {}, .says = "/dev/full"},
                 [] { write_file_atomically("/dev/full", "x"); });
}

TEST(WholeFile, SaysAtOnceThatItCannotBeWritten)
{
    const TemporaryFolder folder;
    expect_error({.code = ErrorCode::unwritable_file, .line = {}, .says = "absent"},
                 [&] { WholeFile file(folder.path() / "absent" / "out"); });
    expect_error({.code = ErrorCode::unwritable_file, .line = {}, .says = "cannot be written"},
                 [&] { WholeFile file(folder.path()); });
    EXPECT_EQ(folder.file_count(), 0U);
}

TEST(ReadFile, ReadsWhatWasWritten)
{
    const TemporaryFolder folder;
    std::string bytes;
    for (int i = 0; i < 200'000; ++i) bytes += static_cast<char>(i % 251);
    EXPECT_EQ(read_file(folder.write("some", bytes)), bytes);
    EXPECT_EQ(read_file(folder.write("empty", "")), "");
    EXPECT_EQ(read_file(folder.write("block", std::string(1 << 16, 'x'))), std::string(1 << 16, 'x'));
}

TEST(ReadFile, EndsAfterAStopRequest)
{
    const TemporaryFolder folder;
    std::stop_source source;
    source.request_stop();
    expect_error({.code = ErrorCode::interrupted, .line = {}, .says = "interrupted"},
                 [&] { (void)read_file(folder.write("some", "x"), source.get_token()); });
}

}  // namespace
}  // namespace tocca::whole_file_test
