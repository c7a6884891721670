// SPDX-License-Identifier: Apache-2.0
#include "tocca/io/query_file.hpp"

#include <gtest/gtest.h>

#include <string>

#include "io/expect_error.hpp"
#include "support/random.hpp"

namespace tocca::query_csv_test {
namespace {

using support::expect_error;

/// Eight equal rows.
std::string rows(const std::string& row)
{
    std::string text;
    for (int i = 0; i < 8; ++i) text += row + "\n";
    return text;
}

LabelledQueries parse(const std::string& text) { return parse_query_csv(text, "some.csv"); }

void expect_fault(const std::string& text, std::optional<std::size_t> line, const std::string& says)
{
    expect_error({.code = ErrorCode::malformed_file, .line = line, .says = says}, [&] { (void)parse(text); });
}

TEST(ParseQueryCsv, ReadsDecimalsInTheOrderOfThePoints)
{
    std::string text;
    for (int i = 0; i < 8; ++i) {
        text += std::to_string(3 * i) + "," + std::to_string(3 * i + 1) + ".5," + std::to_string(3 * i + 2) + "e0\n";
    }
    const LabelledQueries found = parse(text);
    ASSERT_EQ(found.queries.size(), 1U);
    EXPECT_TRUE(found.labels.empty());
    for (std::size_t i = 0; i < 24; ++i) {
        EXPECT_EQ(found.queries[0][i], static_cast<double>(i) + (i % 3 == 1 ? 0.5 : 0.0));
    }
}

TEST(ParseQueryCsv, ReadsRatiosAndLabels)
{
    const LabelledQueries found = parse(rows("1,2,-3,4,0,1,1") + rows("5,1,6,1,7,8388608,0"));
    ASSERT_EQ(found.queries.size(), 2U);
    EXPECT_EQ(found.queries[0][0], 0.5);
    EXPECT_EQ(found.queries[0][1], -0.75);
    EXPECT_EQ(found.queries[0][23], 0.0);
    EXPECT_EQ(found.queries[1][23], 7.0 / 8388608);
    EXPECT_EQ(found.labels, (std::vector<std::uint8_t>{1, 0}));
}

TEST(ParseQueryCsv, ReadsHexadecimals) { EXPECT_EQ(parse(rows("0x1.8p-3,-0x1p4,0x0p0,1")).queries[0][1], -16.0); }

TEST(ParseQueryCsv, PassesOverWhatCarriesNoMeaning)
{
    const PairRows plain = parse(rows("1,2,3")).queries[0];
    std::string carriage;
    for (int i = 0; i < 8; ++i) carriage += "1,2,3\r\n";
    std::string unfinished = rows("1,2,3");
    unfinished.pop_back();
    for (const std::string& text :
         {carriage, unfinished, "\xEF\xBB\xBF" + rows("1,2,3"), rows(" 1 ,\t2, 3 "), rows("1,2,3") + "\n \r\n\n",
          "\n" + rows("1,2,3"), "# a comment\n" + rows("1,2,3 # !")}) {
        const LabelledQueries found = parse(text);
        ASSERT_EQ(found.queries.size(), 1U);
        EXPECT_EQ(found.queries[0], plain);
    }
    EXPECT_EQ(parse(rows("1,2,3") + "\n\n" + rows("4,5,6")).queries.size(), 2U);
    EXPECT_EQ(parse("1,2,3\n# within a query\n" + rows("1,2,3").substr(6)).queries.size(), 1U);
}

TEST(ParseQueryCsv, NamesTheLineOfAFault)
{
    const std::string good = rows("1,2,3");
    expect_fault(good + "1,2\n", 9, "2 columns in a file of 3");
    expect_fault(good + "1,2,3,4\n", 9, "4 columns in a file of 3");
    expect_fault(good + "1,x,3\n", 9, "'x' is not a number");
    expect_fault(good + "1,,3\n", 9, "'' is not a number");
    expect_fault(good + "1,2,3\n1,2,3\n", 9, "2 rows instead of 8");
    expect_fault(good + "1,2,3\n\n" + good, 9, "1 row instead of 8");
    expect_fault("\n1,2\n", 2, "not 2");
    expect_fault("1,2,3,4,5\n", 1, "not 5");
    expect_fault("1,1,1,1,1,1,1,1\n", 1, "not 8");
    expect_fault("x y z\n", 1, "not 1");
    expect_fault(rows("1,2,3,1") + "1,2,3,2\n", 9, "the label must be 0 or 1, not '2'");
    expect_fault("1,2,3,\n", 1, "the label must be 0 or 1, not ''");
    expect_fault("1,2,3,1\n1,2,3,0\n", 2, "differs");
    expect_fault(rows("1,1,1,1,1,1") + "1,3,1,1,1,1\n", 9, "'1' / '3' is not exactly a double");
    expect_fault("1,1,1.5,1,1,1\n", 1, "not a ratio of two integers");
    expect_fault("1,0,1,1,1,1\n", 1, "division by zero");
}

TEST(ParseQueryCsv, RefusesWhatIsNotFinite)
{
    for (const std::string value : {"nan", "inf", "-infinity", "1e999"}) {
        expect_error({.code = ErrorCode::not_finite, .line = 9, .says = value},
                     [&] { (void)parse(rows("1,2,3") + "1,2," + value + "\n"); });
    }
}

TEST(ParseQueryCsv, RefusesATextWithoutQueries)
{
    for (const char* text : {"", "\n\n", "\xEF\xBB\xBF", "# nothing\n"}) expect_fault(text, {}, "no queries");
}

TEST(ParseQueryCsv, ShowsOnlyPrintableTextInMessages)
{
    expect_fault(std::string("\x1b[31m\xff,2,3\n"), 1, "'\\x1b[31m\\xff' is not a number");
    expect_fault(std::string(1000, '7') + "x,2,3\n", 1, std::string(40, '7') + "...'");
}

TEST(ParseQueryCsv, StopsOnRequest)
{
    std::stop_source source;
    source.request_stop();
    std::string text;
    for (int i = 0; i < 5000; ++i) text += rows("1,2,3");
    expect_error({.code = ErrorCode::interrupted, .line = {}, .says = "some.csv"},
                 [&] { (void)parse_query_csv(text, "some.csv", source.get_token()); });
}

TEST(ParseQueryCsv, IsSafeOnAnyBytes)
{
    const std::string good = rows("1,2,3,1") + rows("0x1p3,1e5,-0,0");
    support::Random random(15);
    std::size_t read = 0, refused = 0;
    for (int i = 0; i < 20'000; ++i) {
        const bool whole = random.chance(0.5);
        std::string text = whole ? good : good.substr(random.below(good.size()), random.below(good.size()));
        for (int change = random.between(1, 4); change > 0 && !text.empty(); --change) {
            text[random.below(text.size())] =
                whole ? random.pick({'0', '1', '9', '-', '.', 'e', ',', ' '}) : static_cast<char>(random.below(256));
        }
        try {
            const LabelledQueries found = parse(text);
            EXPECT_TRUE(found.labels.empty() || found.labels.size() == found.queries.size());
            ++read;
        } catch (const Error&) {
            ++refused;
        }
    }
    EXPECT_GT(read, 500U);
    EXPECT_GT(refused, 5'000U);
}

}  // namespace
}  // namespace tocca::query_csv_test
