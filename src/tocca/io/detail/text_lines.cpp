// SPDX-License-Identifier: Apache-2.0
#include "tocca/io/detail/text_lines.hpp"

#include <charconv>
#include <cmath>
#include <system_error>

#include "tocca/io/detail/excerpt.hpp"
#include "tocca/io/number_text.hpp"

namespace tocca::io::detail {
namespace {

constexpr std::size_t lines_between_stop_checks = 1 << 14;

template <class Integer>
std::optional<Integer> whole_number_of(std::string_view text)
{
    Integer value = 0;
    const char* end = text.data() + text.size();
    const auto [stop, error] = std::from_chars(text.data(), end, value);
    if (error != std::errc() || stop != end) return std::nullopt;
    return value;
}

}  // namespace

std::optional<std::uint64_t> natural_number_of(std::string_view text) { return whole_number_of<std::uint64_t>(text); }

std::optional<std::int64_t> integer_of(std::string_view text)
{
    if (text.size() > 1 && text.front() == '+' && text[1] != '-') text.remove_prefix(1);
    return whole_number_of<std::int64_t>(text);
}

std::string_view trimmed(std::string_view text, std::string_view blanks)
{
    const std::size_t first = text.find_first_not_of(blanks);
    if (first == std::string_view::npos) return {};
    return text.substr(first, text.find_last_not_of(blanks) - first + 1);
}

std::vector<std::string_view> comma_separated(std::string_view text)
{
    std::vector<std::string_view> parts;
    for (;;) {
        const std::size_t comma = text.find(',');
        parts.push_back(text.substr(0, comma));
        if (comma == std::string_view::npos) return parts;
        text.remove_prefix(comma + 1);
    }
}

std::string_view without_byte_order_mark(std::string_view text)
{
    constexpr std::string_view byte_order_mark = "\xEF\xBB\xBF";
    if (text.starts_with(byte_order_mark)) text.remove_prefix(byte_order_mark.size());
    return text;
}

void throw_if_stopped(const std::stop_token& stop, const std::string& file)
{
    if (stop.stop_requested()) throw Error(ErrorCode::interrupted, "interrupted while reading", {.file = file});
}

std::string_view TextLines::take_line()
{
    const std::size_t end = rest_.find('\n');
    const std::string_view line = rest_.substr(0, end);
    rest_.remove_prefix(end == std::string_view::npos ? rest_.size() : end + 1);
    if (++lines_read_ % lines_between_stop_checks == 0) throw_if_stopped(stop_, file_);
    return line;
}

/// A line with those that its last backslash joins to it; a comment is never joined.
std::string_view TextLines::join_lines(std::string_view line)
{
    const auto without_return = [](std::string_view text) {
        if (text.ends_with('\r')) text.remove_suffix(1);
        return text;
    };
    line = without_return(line);
    if (!line.ends_with('\\') || line.find(rules_.comment) != std::string_view::npos) return line;
    joined_.clear();
    while (line.ends_with('\\')) {
        joined_ += line.substr(0, line.size() - 1);
        joined_ += ' ';
        if (rest_.empty()) return joined_;
        line = without_return(take_line());
    }
    joined_ += line;
    return joined_;
}

bool TextLines::next_line()
{
    if (rest_.empty()) return false;
    std::string_view line = take_line();
    line_ = lines_read_;
    if (rules_.continued) line = join_lines(line);
    at_ = line.data();
    end_ = at_ + line.size();
    return true;
}

bool TextLines::next_filled_line()
{
    while (next_line()) {
        const char* begin = at_;
        if (!word().empty()) {
            at_ = begin;
            return true;
        }
    }
    return false;
}

double TextLines::coordinate()
{
    const std::string_view text = word();
    if (text.empty()) fail("the line ends before all its coordinates");
    const auto value = double_of(text);
    if (!value) fail(excerpt(text) + " is not a number");
    if (!std::isfinite(*value)) fail(excerpt(text) + " is not a finite double", ErrorCode::not_finite);
    return *value;
}

std::uint64_t TextLines::natural_number()
{
    const std::string_view text = word();
    if (text.empty()) fail("the line ends before all its numbers");
    const auto value = natural_number_of(text);
    if (!value) fail(excerpt(text) + " is not a natural number");
    return *value;
}

void TextLines::expect_end_of_line()
{
    const std::string_view text = word();
    if (!text.empty()) fail("the line goes on with " + excerpt(text) + " where it should end");
}

void TextLines::fail(const std::string& sentence, ErrorCode code) const
{
    throw Error(code, sentence, {.file = file_, .line = line_});
}

}  // namespace tocca::io::detail
