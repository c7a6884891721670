// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include "tocca/base/error.hpp"

namespace tocca::io::detail {

/// What lines of a text may hold beside words.
struct LineRules {
    char comment = '\n';     ///< a word that begins with it ends the line; the default never does
    bool continued = false;  ///< whether a backslash at the end of a line joins the next one to it
};

/// A text read line by line, and each line word by word. Lines end in LF or CRLF.
class TextLines {
public:
    TextLines(std::string_view text, const std::string& file, const std::stop_token& stop, LineRules rules = {})
        : rest_(text), file_(file), stop_(stop), rules_(rules)
    {}

    /// Moves to the next line; false at the end of the text. Throws: Error (interrupted) after a stop request.
    bool next_line();
    /// Moves to the next line that has a word; false at the end of the text.
    bool next_filled_line();

    /// The next word of the line; empty at its end.
    std::string_view word()
    {
        while (at_ != end_ && is_blank(*at_)) ++at_;
        const char* begin = at_;
        while (at_ != end_ && !is_blank(*at_)) ++at_;
        if (begin != at_ && *begin == rules_.comment) at_ = end_ = begin;
        return {begin, static_cast<std::size_t>(at_ - begin)};
    }

    /// The next word as a finite number. Throws: Error (malformed_file, not_finite) with the line.
    double coordinate();
    /// The next word as a natural number. Throws: Error (malformed_file) with the line.
    std::uint64_t natural_number();
    /// Throws: Error (malformed_file) if the line has another word.
    void expect_end_of_line();

    /// The text after the line.
    [[nodiscard]] std::string_view rest() const { return rest_; }
    [[nodiscard]] std::size_t line() const { return line_; }

    [[noreturn]] void fail(const std::string& sentence, ErrorCode code = ErrorCode::malformed_file) const;

private:
    static bool is_blank(char c) { return c == ' ' || (c >= '\t' && c <= '\r'); }

    std::string_view take_line();
    std::string_view join_lines(std::string_view line);

    std::string_view rest_;
    const std::string& file_;
    const std::stop_token& stop_;
    LineRules rules_;
    const char* at_ = nullptr;
    const char* end_ = nullptr;
    std::size_t line_ = 0;        ///< counted from 1; the first of those joined
    std::size_t lines_read_ = 0;  ///< in the text
    std::string joined_;
};

/// A natural number in decimal digits; nothing for any other text, and for numbers beyond 64 bits.
[[nodiscard]] std::optional<std::uint64_t> natural_number_of(std::string_view text);
/// An integer in decimal digits with an optional sign; nothing for any other text, and for numbers beyond 64 bits.
[[nodiscard]] std::optional<std::int64_t> integer_of(std::string_view text);

/// Text without the blanks at its ends.
[[nodiscard]] std::string_view trimmed(std::string_view text, std::string_view blanks = " \t");

/// The parts of a text between commas, with their blanks; one if there is no comma.
[[nodiscard]] std::vector<std::string_view> comma_separated(std::string_view text);

/// Text without the mark that some editors put before it.
[[nodiscard]] std::string_view without_byte_order_mark(std::string_view text);

/// Throws: Error (interrupted) after a stop request.
void throw_if_stopped(const std::stop_token& stop, const std::string& file);

}  // namespace tocca::io::detail
