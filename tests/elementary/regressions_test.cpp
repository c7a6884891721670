// SPDX-License-Identifier: Apache-2.0
// Answers every query kept in tests/data/regressions again.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <vector>

#include "support/agreement.hpp"
#include "support/judge.hpp"
#include "support/places.hpp"
#include "support/query_file.hpp"
#include "tocca/elementary/collides.hpp"

namespace tocca::regressions_test {
namespace {

TEST(Regressions, AllAgree)
{
    std::vector<std::filesystem::path> files;
    for (const auto& entry : std::filesystem::directory_iterator(support::test_data_folder() / "regressions")) {
        if (entry.path().extension() == ".csv") files.push_back(entry.path());
    }
    std::sort(files.begin(), files.end());
    EXPECT_FALSE(files.empty());
    for (const std::filesystem::path& file : files) {
        SCOPED_TRACE(file.filename().string());
        const support::StoredQuery query = support::read_query_file(file);
        EXPECT_EQ(collides(query.rows, query.kind), support::judge(query.rows, query.kind).hit());
        for (const std::string& target : simd_targets()) {
            const auto result =
                support::compare_with_exact({&query.rows, 1}, query.kind, {.threads = 1, .target = target});
            for (const support::Disagreement& d : result.disagreements) ADD_FAILURE() << d.sentence;
        }
    }
}

}  // namespace
}  // namespace tocca::regressions_test
