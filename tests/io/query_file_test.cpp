// SPDX-License-Identifier: Apache-2.0
#include "tocca/io/query_file.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>

#include "io/expect_error.hpp"
#include "io/npy_bytes.hpp"
#include "io/published_data.hpp"
#include "io/temporary_folder.hpp"

namespace tocca::query_file_test {
namespace {

using support::expect_error;
using support::TemporaryFolder;

std::string rows(const std::string& row)
{
    std::string text;
    for (int i = 0; i < 8; ++i) text += row + "\n";
    return text;
}

TEST(ReadQueryFile, TakesKindAndNameFromThePath)
{
    const TemporaryFolder folder;
    const auto file = folder.write("edge-edge/some.csv", rows("1,2,3"));
    const QuerySet set = read_query_file(file);
    EXPECT_EQ(set.kind, PairKind::edge_edge);
    EXPECT_EQ(set.file, file.string());
    EXPECT_EQ(set.content.queries.size(), 1U);
    EXPECT_TRUE(set.content.labels.empty());
    EXPECT_EQ(read_query_file(file, {.kind = PairKind::vertex_face, .stop = {}}).kind, PairKind::vertex_face);
}

TEST(ReadQueryFile, TakesLabelsFromTheFileBesideIt)
{
    const TemporaryFolder folder;
    folder.write("3036vf_mma_bool.json", "[true, false]");
    const auto unlabelled = folder.write("3036vf.csv", rows("1,1,2,1,3,1") + rows("4,1,5,1,6,1"));
    EXPECT_EQ(read_query_file(unlabelled).content.labels, (std::vector<std::uint8_t>{1, 0}));

    folder.write("37vf_mma_bool.json", "[true]");
    const auto labelled = folder.write("37vf.csv", rows("1,1,2,1,3,1,0"));
    EXPECT_EQ(read_query_file(labelled).content.labels, (std::vector<std::uint8_t>{0}));

    folder.write("avf_mma_bool.json", "[true]");
    const auto array = folder.write("avf.npy", support::npy_bytes({PairRows{}}, {}));
    EXPECT_EQ(read_query_file(array).content.labels, (std::vector<std::uint8_t>{1}));
}

TEST(ReadQueryFile, RefusesLabelsThatDoNotFit)
{
    const TemporaryFolder folder;
    const auto file = folder.write("3036vf.csv", rows("1,1,2,1,3,1"));
    const auto expect_fault = [&](const std::string& labels, std::optional<std::size_t> line, const std::string& says) {
        folder.write("3036vf_mma_bool.json", labels);
        expect_error({.code = ErrorCode::malformed_file, .line = line, .says = "3036vf_mma_bool.json"},
                     [&] { (void)read_query_file(file); });
        expect_error({.code = ErrorCode::malformed_file, .line = line, .says = says},
                     [&] { (void)read_query_file(file); });
    };
    expect_fault("[true,false]", {}, "2 labels for the 1 query of");
    expect_fault("[]", {}, "0 labels");
    expect_fault("[1]", {}, "true or false");
    expect_fault("{\"a\":true}", {}, "not an array");
    expect_fault("[true,\nmaybe]", 2, "not JSON");
    expect_fault("", 1, "not JSON");
}

TEST(ReadQueryFile, RefusesWhatItCannotRead)
{
    const TemporaryFolder folder;
    expect_error({.code = ErrorCode::unreadable_file, .line = {}, .says = "absent_vf.csv: cannot be read"},
                 [&] { (void)read_query_file(folder.path() / "absent_vf.csv"); });
    std::filesystem::create_directories(folder.path() / "folder_vf.csv");
    expect_error({.code = ErrorCode::unreadable_file, .line = {}, .says = "it is a folder"},
                 [&] { (void)read_query_file(folder.path() / "folder_vf.csv"); });
    const auto other = folder.write("vertex-face/a.txt", rows("1,2,3"));
    expect_error({.code = ErrorCode::malformed_file, .line = {}, .says = "is not a query file"},
                 [&] { (void)read_query_file(other); });
    const auto kindless = folder.write("some.csv", rows("1,2,3"));
    expect_error({.code = ErrorCode::malformed_file, .line = {}, .says = "--kind"},
                 [&] { (void)read_query_file(kindless); });
    const auto broken = folder.write("broken_vf.csv", rows("1,2,3") + "1,2\n");
    expect_error({.code = ErrorCode::malformed_file, .line = 9, .says = "broken_vf.csv:9: "},
                 [&] { (void)read_query_file(broken); });
}

/// The published sets, where they are at hand: every query has a label, and their number is known.
TEST(ReadQueryFile, ReadsThePublishedSets)
{
    const auto folder = support::published_data("queries");
    if (!folder) GTEST_SKIP() << support::without_data("queries");
    std::size_t queries = 0;
    std::size_t contacts = 0;
    for (const auto& file : query_files_at(*folder)) {
        const LabelledQueries content = read_query_file(file).content;
        EXPECT_EQ(content.labels.size(), content.queries.size()) << file;
        queries += content.queries.size();
        contacts += static_cast<std::size_t>(std::count(content.labels.begin(), content.labels.end(), 1));
    }
    EXPECT_EQ(queries, 10'160U);
    EXPECT_EQ(contacts, 5'262U);
}

}  // namespace
}  // namespace tocca::query_file_test
