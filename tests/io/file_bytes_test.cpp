// SPDX-License-Identifier: Apache-2.0
#include "tocca/io/file_bytes.hpp"

#include <gtest/gtest.h>
#include <sys/stat.h>

#include <chrono>
#include <string>

#include "io/allocation_watch.hpp"
#include "io/expect_error.hpp"
#include "io/temporary_folder.hpp"
#include "tocca/io/load_mesh.hpp"
#include "tocca/io/read_limits.hpp"

namespace tocca::file_bytes_test {
namespace {

using support::expect_error;
using support::TemporaryFolder;

/// Limits that end with the test.
class Limits {
public:
    explicit Limits(const ReadLimits& limits) { set_read_limits(limits); }
    ~Limits() { set_read_limits({}); }
    Limits(const Limits&) = delete;
    Limits& operator=(const Limits&) = delete;
};

std::filesystem::path sparse_file(const TemporaryFolder& folder, const std::string& name, std::uint64_t size,
                                  std::string_view beginning = {})
{
    const auto file = folder.write(name, beginning);
    std::filesystem::resize_file(file, size);
    return file;
}

TEST(ReadFile, RefusesWhatIsNoPlainFile)
{
    const TemporaryFolder folder;
    std::filesystem::create_symlink("/dev/zero", folder.path() / "zero.obj");
    expect_error({.code = ErrorCode::unreadable_file, .says = "not a plain file"},
                 [&] { (void)read_file(folder.path() / "zero.obj"); });
    expect_error({.code = ErrorCode::unreadable_file, .says = "not a plain file"},
                 [&] { (void)read_file_part(folder.path() / "zero.obj", 0, 10); });
    expect_error({.code = ErrorCode::unreadable_file, .says = "is a folder"}, [&] { (void)read_file(folder.path()); });
    expect_error({.code = ErrorCode::unreadable_file}, [&] { (void)read_file(folder.path() / "absent"); });
}

TEST(ReadFile, RefusesALargeFileAtOnce)
{
    const TemporaryFolder folder;
    const auto file = sparse_file(folder, "a.bin", std::uint64_t{1} << 32U);
    const auto begin = std::chrono::steady_clock::now();
    expect_error({.code = ErrorCode::unreadable_file, .says = "2,147,483,648 bytes"}, [&] { (void)read_file(file); });
    expect_error({.code = ErrorCode::unreadable_file, .says = "--max-read"},
                 [&] { (void)read_file_part(file, 0, std::size_t{1} << 32U); });
    EXPECT_LT(std::chrono::steady_clock::now() - begin, std::chrono::seconds(1));
    EXPECT_EQ(read_file_part(file, 1000, 5), std::string(5, '\0'));  // a part of a large file is small

    const Limits limits({.max_file_bytes = 100});
    EXPECT_EQ(read_file(folder.write("b", std::string(100, 'x'))), std::string(100, 'x'));
    expect_error({.code = ErrorCode::unreadable_file, .says = "more than 100 bytes"},
                 [&] { (void)read_file(folder.write("b", std::string(101, 'x'))); });
}

/// A file of 2 GB in which nothing is: its beginning tells that it is none of any format.
TEST(ReadFile, LooksAtTheBeginningFirst)
{
    const TemporaryFolder folder;
    const std::uint64_t size = std::uint64_t{2} << 30U;
    for (const char* name : {"a.obj", "a.ply", "a.stl", "a.off", "a.dae", "a.npy", "a.gltf", "a.glb"}) {
        const auto file = sparse_file(folder, name, size);
        support::forget_allocations();
        EXPECT_THROW((void)load_mesh(file), Error) << name;
        EXPECT_LT(support::largest_allocation(), std::size_t{1} << 20U) << name;
        std::filesystem::remove(file);
    }
    const auto text = sparse_file(folder, "a.csv", size, "1,2,3\n4,5");
    expect_error({.line = 2, .says = "byte 9 is 0"}, [&] { (void)read_text_file(text); });
    // A 0 at the end of a small file is left to its reader.
    EXPECT_EQ(read_text_file(folder.write("b.csv", std::string("1,2\n\0", 5))).size(), 5U);
}

TEST(ReadFile, GivesTheBytesWithAndWithoutACheck)
{
    const TemporaryFolder folder;
    for (const std::size_t size : {std::size_t{0}, std::size_t{1}, std::size_t{65535}, std::size_t{65536},
                                   std::size_t{65537}, std::size_t{300000}}) {
        std::string bytes(size, 'x');
        for (std::size_t i = 0; i < size; ++i) bytes[i] = static_cast<char>('a' + i % 26);
        const auto file = folder.write("f", bytes);
        EXPECT_EQ(read_file(file), bytes);
        int checks = 0;
        EXPECT_EQ(read_file(file, {},
                            [&](const FileHead& head) {
                                ++checks;
                                EXPECT_EQ(head.bytes, std::string_view(bytes).substr(0, 65536));
                                EXPECT_EQ(head.size, size);
                            }),
                  bytes);
        EXPECT_EQ(checks, 1) << size;
        EXPECT_EQ(read_text_file(file), bytes);
    }
}

}  // namespace
}  // namespace tocca::file_bytes_test
