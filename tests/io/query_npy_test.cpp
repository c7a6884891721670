// SPDX-License-Identifier: Apache-2.0
#include "tocca/io/query_file.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>

#include "io/expect_error.hpp"
#include "io/npy_bytes.hpp"
#include "support/random.hpp"

namespace tocca::query_npy_test {
namespace {

using support::expect_error;
using support::npy_bytes;
using support::npy_with_header;

std::vector<PairRows> counting(std::size_t count)
{
    std::vector<PairRows> queries(count);
    for (std::size_t i = 0; i < 24 * count; ++i) queries[i / 24][i % 24] = static_cast<double>(i) - 7.5;
    return queries;
}

void expect_fault(const std::string& bytes, const std::string& says)
{
    expect_error({.code = ErrorCode::malformed_file, .line = {}, .says = says},
                 [&] { (void)parse_query_npy(bytes, "some.npy"); });
}

TEST(ParseQueryNpy, ReadsEveryTypeOrderAndVersion)
{
    const auto queries = counting(5);
    for (const int version : {1, 2, 3}) {
        for (const bool fortran : {false, true}) {
            for (const char* type : {"<f8", "<f4"}) {
                const auto found = parse_query_npy(
                    npy_bytes(queries, {.type = type, .fortran = fortran, .version = version}), "a.npy");
                EXPECT_EQ(found.queries, queries) << version << fortran << type;
                EXPECT_TRUE(found.labels.empty());
            }
        }
    }
}

TEST(ParseQueryNpy, ReadsHeadersInAnyOrder)
{
    const std::string data(192, '\0');
    for (const char* header : {"{'shape': (1, 8, 3), 'fortran_order': False, 'descr': '<f8'}",
                               "{'shape':(1,8,3,),'fortran_order':True,'descr':\"<f8\",}\n",
                               "{ 'descr': '<f8', 'fortran_order': False, 'shape': (1L, 8L, 3L), }      \n"}) {
        EXPECT_EQ(parse_query_npy(npy_with_header(header, data), "a.npy").queries.size(), 1U) << header;
    }
}

TEST(ParseQueryNpy, RefusesOtherArrays)
{
    const auto with = [](const std::string& type, const std::string& shape) {
        return npy_with_header("{'descr': '" + type + "', 'fortran_order': False, 'shape': " + shape + ", }",
                               std::string(192, '\0'));
    };
    expect_fault(with(">f8", "(1, 8, 3)"), "'>f8'");
    expect_fault(with("<i8", "(1, 8, 3)"), "'<i8'");
    expect_fault(with("|O", "(1, 8, 3)"), "'|O'");
    expect_fault(with("<f8", "(8, 3)"), "shape (8, 3), not (n, 8, 3)");
    expect_fault(with("<f8", "(1, 3, 8)"), "not (n, 8, 3)");
    expect_fault(with("<f8", "()"), "not (n, 8, 3)");
    expect_fault(with("<f8", "(0, 8, 3)"), "no queries");
    expect_fault(with("<f8", "(2, 8, 3)"), "does not fill its 192 bytes");
    expect_fault(with("<f4", "(1, 8, 3)"), "does not fill its 192 bytes");
    expect_fault(with("<f8", "(96076792050570582, 8, 3)"), "does not fill");  // 192 times it wraps around
    expect_fault(with("<f8", "(99999999999999999999, 8, 3)"), "cannot be understood");
    expect_fault(with("<f8", "(-1, 8, 3)"), "cannot be understood");
    expect_fault(npy_with_header("{'descr': [('x', '<f8')], 'fortran_order': False, 'shape': (1, 8, 3)}", ""),
                 "not one of plain numbers");
    expect_fault(npy_with_header("{'descr': '<f8', 'shape': (1, 8, 3)}", ""), "lacks");
    expect_fault(npy_with_header("{'descr': '<f8', 'fortran_order': 0, 'shape': (1, 8, 3)}", ""),
                 "cannot be understood");
    expect_fault(npy_with_header("{'color': 'red'}", ""), "unknown key 'color'");
    expect_fault(npy_with_header("{'descr", ""), "cannot be understood");
}

TEST(ParseQueryNpy, RefusesEveryBeginningOfAFile)
{
    const std::string whole = npy_bytes(counting(1), {});
    for (std::size_t size = 0; size < whole.size(); ++size) {
        EXPECT_THROW((void)parse_query_npy(whole.substr(0, size), "a.npy"), Error) << size;
    }
    expect_fault("PK\x03\x04", "does not begin as a NumPy array file");
    expect_fault(npy_bytes(counting(1), {.type = "<f8", .fortran = false, .version = 4}), "version 4");
    expect_fault(whole + "x", "does not fill");
}

TEST(ParseQueryNpy, NamesTheQueryThatIsNotFinite)
{
    for (const bool fortran : {false, true}) {
        auto queries = counting(3);
        queries[2][20] = std::numeric_limits<double>::quiet_NaN();
        expect_error({.code = ErrorCode::not_finite, .line = {}, .says = "a.npy: query 2"}, [&] {
            (void)parse_query_npy(npy_bytes(queries, {.type = "<f8", .fortran = fortran, .version = 1}), "a.npy");
        });
    }
}

TEST(ParseQueryNpy, IsSafeOnAnyBytes)
{
    const std::string good = npy_bytes(counting(2), {});
    support::Random random(16);
    std::size_t read = 0, refused = 0;
    for (int i = 0; i < 20'000; ++i) {
        std::string bytes = good;
        for (int change = random.between(1, 6); change > 0; --change) {
            bytes[random.below(random.chance(0.8) ? 128 : bytes.size())] = static_cast<char>(random.below(256));
        }
        try {
            for (const PairRows& rows : parse_query_npy(bytes, "a.npy").queries) {
                EXPECT_TRUE(std::ranges::all_of(rows, [](double x) { return std::isfinite(x); })) << i;
            }
            ++read;
        } catch (const Error& error) {
            EXPECT_EQ(error.place().file, "a.npy") << error.what();
            ++refused;
        }
    }
    EXPECT_GT(read, 200U);
    EXPECT_GT(refused, 5'000U);
}

}  // namespace
}  // namespace tocca::query_npy_test
