// SPDX-License-Identifier: Apache-2.0
#include "tocca/io/frame_files.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "io/expect_error.hpp"
#include "io/temporary_folder.hpp"

namespace tocca::frame_files_test {
namespace {

using support::expect_error;
using support::TemporaryFolder;

std::vector<std::string> names_at(const std::filesystem::path& text, const std::filesystem::path& except = {})
{
    std::vector<std::string> names;
    for (const auto& file : frame_files_at(text.string(), except)) names.push_back(file.filename().string());
    return names;
}

void expect_fault(const std::filesystem::path& text, const std::string& says,
                  ErrorCode code = ErrorCode::unreadable_file)
{
    expect_error({.code = code, .line = {}, .says = says}, [&] { (void)frame_files_at(text.string()); });
}

TEST(ComesBeforeNaturally, SortsNumbersByTheirValue)
{
    const std::vector<std::string> sorted = {"",
                                             "a",
                                             "a0",
                                             "a1b2",
                                             "a1b10",
                                             "a2",
                                             "a010",
                                             "a10",
                                             "a10.ply",
                                             "a99999999999999999999998",
                                             "a99999999999999999999999",
                                             "aa",
                                             "b"};
    for (std::size_t i = 0; i < sorted.size(); ++i) {
        for (std::size_t j = 0; j < sorted.size(); ++j) {
            EXPECT_EQ(comes_before_naturally(sorted[i], sorted[j]), i < j) << sorted[i] << " " << sorted[j];
        }
    }
}

TEST(FrameFilesAt, OfAFileIsTheFile)
{
    const TemporaryFolder folder;
    const auto file = folder.write("100%d[a]*.ply", "");  // it exists, so it is no pattern
    EXPECT_EQ(frame_files_at(file.string()), std::vector{file});
    expect_fault(folder.path() / "missing.ply", "missing.ply: cannot be read: No such file");
    expect_fault(folder.write("notes.txt", ""), "is not a mesh file", ErrorCode::malformed_file);
}

TEST(FrameFilesAt, OfAFolderAreItsMeshesInNaturalOrder)
{
    const TemporaryFolder folder;
    for (const char* name : {"f10.ply", "f2.ply", "f1.PLY", "notes.txt", ".f0.ply", "in/f3.ply"})
        folder.write(name, "");
    EXPECT_EQ(names_at(folder.path()), (std::vector<std::string>{"f1.PLY", "f2.ply", "f10.ply"}));
    folder.write("f11.obj", "");
    expect_fault(folder.path(), "different formats: so are f1.PLY and f11.obj", ErrorCode::malformed_file);
    EXPECT_EQ(names_at(folder.path(), folder.path() / "in" / ".." / "f11.obj").size(), 3U);
    const TemporaryFolder empty;
    expect_fault(empty.path(), "no mesh file in this folder");
}

TEST(FrameFilesAt, OfANumberedPatternAreConsecutive)
{
    const TemporaryFolder folder;
    for (const char* name : {"f_0009.ply", "f_0010.ply", "f_0011.ply", "f_11.ply", "f_00012.ply", "f_9.ply", "f_.ply",
                             "f_-003.ply", "f_0013.obj"}) {
        folder.write(name, "");
    }
    EXPECT_EQ(names_at(folder.path() / "f_%04d.ply"),
              (std::vector<std::string>{"f_0009.ply", "f_0010.ply", "f_0011.ply"}));
    EXPECT_EQ(names_at(folder.path() / "f_00%02d.ply"),
              (std::vector<std::string>{"f_0009.ply", "f_0010.ply", "f_0011.ply"}));
    expect_fault(folder.path() / "f_%d.ply", "f_10.ply: cannot be read: it is missing");
    expect_fault(folder.path() / "g_%d.ply", "no file has a name of this form");
    expect_fault(folder.path() / "nowhere" / "f_%d.ply", "nowhere: cannot be read");
    for (const char* name : {"f_%d_%d.ply", "f_%x.ply", "f_%", "f_%99d.ply", "f_%99999999999999999999d.ply"}) {
        expect_fault(folder.path() / name, "No such file");
    }
    folder.write("50% 7.ply", "");
    EXPECT_EQ(names_at(folder.path() / "50%%%2d.ply"), (std::vector<std::string>{"50% 7.ply"}));
}

TEST(FrameFilesAt, OfAGlobAreWhatItMatchesInNaturalOrder)
{
    const TemporaryFolder folder;
    for (const char* name : {"a/f10.ply", "a/f2.ply", "b/f1.ply", "a/f2.obj", "a/.f0.ply", "a/notes.txt"}) {
        folder.write(name, "");
    }
    std::filesystem::create_directories(folder.path() / "a" / "folder.ply");
    EXPECT_EQ(names_at(folder.path() / "a" / "*.ply"), (std::vector<std::string>{"f2.ply", "f10.ply"}));
    EXPECT_EQ(names_at(folder.path() / "*" / "f?.ply"), (std::vector<std::string>{"f2.ply", "f1.ply"}));
    EXPECT_EQ(names_at(folder.path() / "[b]" / "f*"), (std::vector<std::string>{"f1.ply"}));
    EXPECT_EQ(names_at(folder.path() / "a" / "f2.*", folder.path() / "a" / "f2.obj"),
              (std::vector<std::string>{"f2.ply"}));
    expect_fault(folder.path() / "a" / "f2.*", "different formats", ErrorCode::malformed_file);
    expect_fault(folder.path() / "a" / "*.txt", "is not a mesh file", ErrorCode::malformed_file);
    expect_fault(folder.path() / "c*" / "*.ply", "no file matches it");
}

}  // namespace
}  // namespace tocca::frame_files_test
