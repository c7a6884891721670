// SPDX-License-Identifier: Apache-2.0
#include "tocca/io/query_file.hpp"

#include <array>
#include <cmath>
#include <cstddef>
#include <utility>

#include "tocca/base/error.hpp"
#include "tocca/io/detail/excerpt.hpp"
#include "tocca/io/detail/text_lines.hpp"
#include "tocca/io/number_text.hpp"

namespace tocca {
namespace {

constexpr std::size_t rows_per_query = 8;
constexpr std::size_t max_columns = 7;
constexpr std::size_t queries_between_stop_checks = 4096;

std::string_view trimmed(std::string_view text) { return io::detail::trimmed(text, " \t\r"); }

/// The values of one line; those after `max_columns` are counted only.
struct Row {
    std::array<std::string_view, max_columns> values;
    std::size_t columns = 0;
};

Row split(std::string_view line)
{
    Row row;
    for (;;) {
        const std::size_t comma = line.find(',');
        if (row.columns < max_columns) row.values[row.columns] = trimmed(line.substr(0, comma));
        ++row.columns;
        if (comma == std::string_view::npos) return row;
        line.remove_prefix(comma + 1);
    }
}

class QueryCsvParser {
public:
    QueryCsvParser(std::string_view text, const std::string& file)
        : rest_(io::detail::without_byte_order_mark(text)), file_(file)
    {}

    LabelledQueries parse(const std::stop_token& stop)
    {
        while (next_row()) {
            read_row(split(line_));
            if (rows_read_ == rows_per_query) end_query(stop);
        }
        if (rows_read_ != 0) fail_short(query_line_);
        if (found_.queries.empty()) {
            throw Error(ErrorCode::malformed_file, "there are no queries in it", {.file = file_});
        }
        return std::move(found_);
    }

private:
    /// Moves to the next line that holds a row; false at the end of the text.
    bool next_row()
    {
        while (!rest_.empty()) {
            const std::size_t end = rest_.find('\n');
            const std::string_view line = rest_.substr(0, end);
            const std::size_t comment = line.find('#');
            line_ = trimmed(line.substr(0, comment));
            rest_.remove_prefix(end == std::string_view::npos ? rest_.size() : end + 1);
            ++line_number_;
            if (!line_.empty()) return true;
            if (comment == std::string_view::npos) blank_before_ = true;
        }
        return false;
    }

    void read_row(const Row& row)
    {
        check_columns(row);
        if (rows_read_ == 0) {
            query_line_ = line_number_;
        } else if (blank_before_) {
            fail_short(query_line_);
        }
        blank_before_ = false;
        for (std::size_t axis = 0; axis < 3; ++axis) {
            rows_[3 * rows_read_ + axis] =
                rational_ ? ratio(row.values[2 * axis], row.values[2 * axis + 1]) : decimal(row.values[axis]);
        }
        if (labelled_) read_label(row.values[columns_ - 1]);
        ++rows_read_;
    }

    void check_columns(const Row& row)
    {
        if (columns_ == 0) {
            columns_ = row.columns;
            rational_ = columns_ >= 6;
            labelled_ = columns_ == 4 || columns_ == 7;
            if (columns_ == 3 || columns_ == 4 || columns_ == 6 || columns_ == 7) return;
            fail(
                "a row has 3 columns (x, y, z) or 6 (numerator and denominator of each), and one more for a label, "
                "not " +
                std::to_string(columns_));
        }
        if (row.columns != columns_) {
            fail("a row of " + std::to_string(row.columns) + (row.columns == 1 ? " column" : " columns") +
                 " in a file of " + std::to_string(columns_));
        }
    }

    double decimal(std::string_view text) const
    {
        const auto value = double_of(text);
        if (!value) fail(io::detail::excerpt(text) + " is not a number");
        if (!std::isfinite(*value)) {
            throw Error(ErrorCode::not_finite, io::detail::excerpt(text) + " is not a finite double", place());
        }
        return *value;
    }

    double ratio(std::string_view numerator, std::string_view denominator) const
    {
        const RatioReading reading = double_of_ratio(numerator, denominator);
        if (reading.fault != nullptr) {
            fail(io::detail::excerpt(numerator) + " / " + io::detail::excerpt(denominator) + " is " + reading.fault);
        }
        return reading.value;
    }

    void read_label(std::string_view text)
    {
        if (text != "0" && text != "1") fail("the label must be 0 or 1, not " + io::detail::excerpt(text));
        const std::uint8_t label = text == "1" ? 1 : 0;
        if (rows_read_ > 0 && label != label_) fail("the label differs from the one in the query's first row");
        label_ = label;
    }

    void end_query(const std::stop_token& stop)
    {
        found_.queries.push_back(rows_);
        if (labelled_) found_.labels.push_back(label_);
        rows_read_ = 0;
        if (found_.queries.size() % queries_between_stop_checks == 0 && stop.stop_requested()) {
            throw Error(ErrorCode::interrupted, "interrupted while reading", {.file = file_});
        }
    }

    [[noreturn]] void fail_short(std::size_t first_line) const
    {
        throw Error(ErrorCode::malformed_file,
                    "the query that begins here has " + std::to_string(rows_read_) +
                        (rows_read_ == 1 ? " row" : " rows") + " instead of 8",
                    {.file = file_, .line = first_line});
    }

    [[noreturn]] void fail(const std::string& sentence) const
    {
        throw Error(ErrorCode::malformed_file, sentence, place());
    }

    ErrorPlace place() const { return {.file = file_, .line = line_number_}; }

    std::string_view rest_;
    const std::string& file_;
    std::string_view line_;
    std::size_t line_number_ = 0;
    bool blank_before_ = false;

    std::size_t columns_ = 0;  ///< of every row, once the first is read
    bool rational_ = false;
    bool labelled_ = false;

    PairRows rows_ = {};  ///< the query being read
    std::size_t rows_read_ = 0;
    std::size_t query_line_ = 0;
    std::uint8_t label_ = 0;
    LabelledQueries found_;
};

}  // namespace

LabelledQueries parse_query_csv(std::string_view text, const std::string& file, const std::stop_token& stop)
{
    return QueryCsvParser(text, file).parse(stop);
}

}  // namespace tocca
