// SPDX-License-Identifier: Apache-2.0
#include "tocca/base/printable_text.hpp"

#include <gtest/gtest.h>

#include <string>

#include "tocca/base/error.hpp"

namespace tocca::printable_text_test {
namespace {

TEST(Printable, KeepsTextOfAnyScript)
{
    for (const char* text : {"", "link_7", "a b\\n~", "Gr\xC3\xBC\xC3\x9F", "\xE6\x89\x8B\xE8\x87\x82",
                             "\xF0\x9F\xA4\x96", "\xEF\xBF\xBD"}) {
        EXPECT_EQ(printable(text), text);
    }
}

TEST(Printable, ShowsWhatATerminalWouldObey)
{
    EXPECT_EQ(printable("\x1b[2J"), "\\x1b[2J");
    EXPECT_EQ(printable("a\nfree, proven\r\t"), "a\\nfree, proven\\r\\t");
    EXPECT_EQ(printable(std::string("\0\x7f", 2)), "\\x00\\x7f");
    EXPECT_EQ(printable("\xC2\x9B"), "\\u009b");                         // C1: the sequence introducer
    EXPECT_EQ(printable("\xE2\x80\xAEtxt"), "\\u202etxt");               // right-to-left override
    EXPECT_EQ(printable("\xE2\x81\xA6\xE2\x80\xA8"), "\\u2066\\u2028");  // isolate, line separator
    EXPECT_EQ(printable("\xF3\xA0\x81\x81"), "\\ue0041");                // a tag
    EXPECT_EQ(printable("\xEF\xBB\xBFx"), "\\ufeffx");
}

TEST(Printable, ShowsBytesThatAreNotUtf8)
{
    EXPECT_EQ(printable("\xFF\x80"), "\\xff\\x80");
    EXPECT_EQ(printable("\xC3"), "\\xc3");                             // cut off
    EXPECT_EQ(printable("\xC0\x9B"), "\\xc0\\x9b");                    // too long a form
    EXPECT_EQ(printable("\xE0\x80\x9B"), "\\xe0\\x80\\x9b");           // likewise
    EXPECT_EQ(printable("\xED\xA0\x80"), "\\xed\\xa0\\x80");           // half a pair
    EXPECT_EQ(printable("\xF4\x90\x80\x80"), "\\xf4\\x90\\x80\\x80");  // beyond the last character
}

/// No sequence of up to three bytes leaves one that a terminal obeys.
TEST(Printable, LeavesNoControlByte)
{
    for (unsigned code = 0; code < (1U << 18U); ++code) {
        // Half of the bytes, those that begin and continue sequences among them.
        std::string text;
        for (unsigned i = 0; i < 3; ++i)
            text += static_cast<char>((code >> (6 * i) & 0x3FU) | (i == 0 ? 0xC0U : 0x80U));
        const std::string shown = printable(text) + printable(text.substr(1));
        for (std::size_t i = 0; i < shown.size(); ++i) {
            const auto byte = static_cast<unsigned char>(shown[i]);
            ASSERT_TRUE(byte >= 0x20 && byte != 0x7F) << code;
            const bool introduces = byte == 0xC2 && i + 1 < shown.size();
            ASSERT_TRUE(!introduces || static_cast<unsigned char>(shown[i + 1]) >= 0xA0U) << code;
        }
        ASSERT_EQ(printable(shown), shown);
    }
}

TEST(Error, ShowsNoControlCharacterOfWhatItQuotes)
{
    const Error error(ErrorCode::malformed_file, "the link 'a\n\x1b[2Jfree, proven' is bad",
                      {.file = "dir\n/x\x1b.urdf", .line = 3});
    EXPECT_STREQ(error.what(), "dir\\n/x\\x1b.urdf:3: the link 'a\\n\\x1b[2Jfree, proven' is bad");
    EXPECT_EQ(error.place().file, "dir\n/x\x1b.urdf");
}

}  // namespace
}  // namespace tocca::printable_text_test
