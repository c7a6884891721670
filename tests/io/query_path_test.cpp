// SPDX-License-Identifier: Apache-2.0
#include "tocca/io/query_path.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "io/expect_error.hpp"
#include "io/temporary_folder.hpp"

namespace tocca::query_path_test {
namespace {

using support::expect_error;
using support::TemporaryFolder;

TEST(QueryKindOf, IsWhatThePartNearestToTheFileNameSays)
{
    const auto vf = PairKind::vertex_face;
    const auto ee = PairKind::edge_edge;
    EXPECT_EQ(query_kind_of("/a/vertex-face/data_0_0.csv"), vf);
    EXPECT_EQ(query_kind_of("/a/edge-edge/data_0_0.csv"), ee);
    EXPECT_EQ(query_kind_of("/a/edge-edge/b/data.npy"), ee);
    EXPECT_EQ(query_kind_of("/rod-twist/3036ee.csv"), ee);
    EXPECT_EQ(query_kind_of("/rod-twist/3036vf.csv"), vf);
    EXPECT_EQ(query_kind_of("/edge-edge/vertex-face/a.csv"), vf);
    EXPECT_EQ(query_kind_of("/vertex-face/edge-edge/a.csv"), ee);
    EXPECT_EQ(query_kind_of("/vertex-face/3036ee.csv"), ee);
    EXPECT_EQ(query_kind_of("/a/vertex-face.csv"), vf);
    EXPECT_EQ(query_kind_of("/edge-edge/../vertex-face/a.csv"), vf);
}

TEST(QueryKindOf, IsNothingWhenNoPartSaysIt)
{
    EXPECT_FALSE(query_kind_of("/a/b/data.csv"));
    EXPECT_FALSE(query_kind_of("/vertex-faces/data.csv"));
    EXPECT_FALSE(query_kind_of("/edge-edge/../data.csv"));
    EXPECT_FALSE(query_kind_of("/vf/data.csv"));
}

TEST(QueryFormatOf, IsSaidByTheExtension)
{
    EXPECT_EQ(query_format_of("a.csv"), QueryFormat::csv);
    EXPECT_EQ(query_format_of("a.CSV"), QueryFormat::csv);
    EXPECT_EQ(query_format_of("a.npy"), QueryFormat::npy);
    EXPECT_EQ(query_format_of("a.NPY"), QueryFormat::npy);
    for (const char* name : {"a_mma_bool.json", "a.tar.gz", "README", "README.md", "csv", "a.csv.gz", ".csv"}) {
        EXPECT_FALSE(query_format_of(name)) << name;
    }
}

TEST(QueryFilesAt, FindsQueryFilesInOrderAndPassesOverTheRest)
{
    const TemporaryFolder folder;
    for (const char* name : {"b/vertex-face/1.csv", "b/vertex-face/0.csv", "a/3036ee.csv", "a/3036ee_mma_bool.json",
                             "a/roots.tar.gz", "README.md", "c.npy", ".hidden/x.csv", "a/.x.csv"}) {
        folder.write(name, "");
    }
    std::filesystem::create_directories(folder.path() / "folder.csv");
    std::vector<std::string> found;
    for (const auto& file : query_files_at(folder.path())) {
        found.push_back(file.lexically_relative(folder.path()).generic_string());
    }
    EXPECT_EQ(found, (std::vector<std::string>{"a/3036ee.csv", "b/vertex-face/0.csv", "b/vertex-face/1.csv", "c.npy"}));
}

TEST(QueryFilesAt, FollowsLinksToFilesButNotToFolders)
{
    const TemporaryFolder folder;
    const TemporaryFolder other;
    other.write("there.csv", "");
    std::filesystem::create_symlink(other.path() / "there.csv", folder.path() / "here.csv");
    std::filesystem::create_symlink(other.path(), folder.path() / "folder");
    std::filesystem::create_symlink("nowhere", folder.path() / "notes.txt");
    EXPECT_EQ(query_files_at(folder.path()), std::vector{folder.path() / "here.csv"});
}

TEST(QueryFilesAt, NamesALinkThatLeadsNowhere)
{
    const TemporaryFolder folder;
    folder.write("a.csv", "");
    for (const char* target : {"nowhere", "b.csv"}) {  // the second leads to itself
        std::filesystem::create_symlink(target, folder.path() / "b.csv");
        expect_error({.code = ErrorCode::unreadable_file, .line = {}, .says = "b.csv: cannot be read"},
                     [&] { (void)query_files_at(folder.path()); });
        std::filesystem::remove(folder.path() / "b.csv");
    }
}

TEST(QueryFilesAt, NamesTheFolderThatCannotBeRead)
{
    const TemporaryFolder folder;
    folder.write("in/closed/a.csv", "");
    const auto closed = folder.path() / "in" / "closed";
    std::filesystem::permissions(closed, std::filesystem::perms::none);
    std::error_code error;
    std::filesystem::directory_iterator(closed, error);
    if (error) {  // no right is missed by the superuser
        expect_error({.code = ErrorCode::unreadable_file, .line = {}, .says = "in/closed: cannot be read"},
                     [&] { (void)query_files_at(folder.path()); });
    }
    std::filesystem::permissions(closed, std::filesystem::perms::owner_all);
}

TEST(QueryFilesAt, RefusesWhatLeadsNowhere)
{
    const TemporaryFolder folder;
    const auto other = folder.write("notes.txt", "1,2,3\n");
    expect_error({.code = ErrorCode::unreadable_file, .line = {}, .says = "no query file"},
                 [&] { (void)query_files_at(folder.path()); });
    expect_error({.code = ErrorCode::unreadable_file, .line = {}, .says = "absent"},
                 [&] { (void)query_files_at(folder.path() / "absent"); });
    expect_error({.code = ErrorCode::malformed_file, .line = {}, .says = "is not a query file"},
                 [&] { (void)query_files_at(other); });
}

}  // namespace
}  // namespace tocca::query_path_test
