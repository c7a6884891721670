// SPDX-License-Identifier: Apache-2.0
#include "tocca/io/detail/ply_values.hpp"

#include "tocca/io/detail/excerpt.hpp"
#include "tocca/io/number_text.hpp"

namespace tocca::io::detail {

void PlyText::end()
{
    const std::string_view text = lines_.word();
    if (!text.empty()) fail("the line goes on with " + excerpt(text) + " where it should end");
}

std::string_view PlyText::value()
{
    const std::string_view text = lines_.word();
    if (text.empty()) fail("the line ends before all its values");
    return text;
}

double PlyText::number(PlyType)
{
    // The declared type limits what was written, not what the text says: it is read as the double nearest to it.
    const std::string_view text = value();
    const auto number = double_of(text);
    if (!number) fail(excerpt(text) + " is not a number");
    return *number;
}

std::int64_t PlyText::integer(PlyType)
{
    const std::string_view text = value();
    const auto integer = integer_of(text);
    if (!integer) fail(excerpt(text) + " is not an integer");
    return *integer;
}

void PlyText::skip(PlyType, std::uint64_t count)
{
    for (; count > 0; --count) (void)value();
}

void PlyText::finish()
{
    if (lines_.next_filled_line()) fail("there is text after the last element");
}

void PlyText::fail(const std::string& sentence, ErrorCode code) const
{
    throw Error(code, sentence, {.file = file_, .line = lines_before_ + lines_.line()});
}

void PlyText::fail_short(const PlyElement& element, std::size_t index) const
{
    throw Error(ErrorCode::malformed_file,
                "the file ends before " + excerpt(element.name) + " " + std::to_string(index) + " of " +
                    std::to_string(element.count),
                {.file = file_, .line = lines_before_ + lines_.line()});
}

}  // namespace tocca::io::detail
