// SPDX-License-Identifier: Apache-2.0
#include "tocca/io/joint_path.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <vector>

#include "tocca/base/error.hpp"
#include "tocca/io/detail/excerpt.hpp"
#include "tocca/io/detail/npy_header.hpp"
#include "tocca/io/detail/text_lines.hpp"
#include "tocca/io/file_bytes.hpp"
#include "tocca/io/joint_state.hpp"
#include "tocca/io/joint_values.hpp"
#include "tocca/io/number_text.hpp"

namespace tocca {
namespace {

using Eigen::Index;

constexpr std::size_t rows_between_stop_checks = 1024;

/// What is to be said of the quaternions of a whole path.
class OrientationNotes {
public:
    void add(const OrientationReading& reading, const ErrorPlace& place)
    {
        if (reading.joint.empty()) return;
        if (count_++ == 0) {
            joint_ = reading.joint;
            place_ = place;
        }
        shortest_ = std::min(shortest_, reading.shortest);
        longest_ = std::max(longest_, reading.longest);
    }

    [[nodiscard]] std::vector<Note> notes() const
    {
        if (count_ == 0) return {};
        return {{fmt::format("{} with quaternions that are not of length 1, the first of joint {}: lengths from {:.4g} "
                             "to {:.4g}, normalised",
                             count_ == 1 ? std::string("a waypoint") : fmt::format("{} waypoints", count_),
                             io::detail::excerpt(joint_), shortest_, longest_),
                 place_}};
    }

private:
    std::size_t count_ = 0;
    std::string joint_;
    ErrorPlace place_;
    double shortest_ = 1.0;
    double longest_ = 1.0;
};

class PathCsvParser {
public:
    PathCsvParser(std::string_view text, const std::string& file, const Robot& robot, const Eigen::VectorXd& rest)
        : rest_(io::detail::without_byte_order_mark(text)), file_(file), robot_(robot), row_(rest)
    {}

    JointPath parse(const std::stop_token& stop)
    {
        if (!next_line()) {
            throw Error(ErrorCode::malformed_file, "it is empty: the first line names the values", {.file = file_});
        }
        read_header();
        while (next_line()) {
            if (lines_.size() % rows_between_stop_checks == 0) io::detail::throw_if_stopped(stop, file_);
            read_row();
        }
        if (lines_.empty()) throw Error(ErrorCode::malformed_file, "there are no waypoints in it", {.file = file_});
        const auto rows = static_cast<Index>(lines_.size());
        using Rows = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
        return {Eigen::Map<const Rows>(values_.data(), rows, row_.size()),
                std::move(lines_),
                orientations_.notes(),
                {columns_.begin(), columns_.end()}};
    }

private:
    [[noreturn]] void fail(const std::string& sentence, ErrorCode code = ErrorCode::malformed_file) const
    {
        throw Error(code, sentence, {.file = file_, .line = line_number_});
    }

    /// Moves to the next line that is neither blank nor a comment; false at the end of the text.
    bool next_line()
    {
        while (!rest_.empty()) {
            const std::size_t end = rest_.find('\n');
            line_ = io::detail::trimmed(rest_.substr(0, end), " \t\r");
            rest_.remove_prefix(end == std::string_view::npos ? rest_.size() : end + 1);
            ++line_number_;
            if (!line_.empty() && line_.front() != '#') return true;
        }
        return false;
    }

    /// Takes the next word off the front of the line; false when there is none left.
    bool next_word(std::string_view& word)
    {
        if (line_.data() == nullptr) return false;
        const std::size_t comma = line_.find(',');
        word = io::detail::trimmed(line_.substr(0, comma), " \t\r");
        line_ = comma == std::string_view::npos ? std::string_view() : line_.substr(comma + 1);
        return true;
    }

    void read_header()
    {
        std::vector<bool> named(robot_.value_count());
        for (std::string_view word; next_word(word);) {
            if (word.size() >= 2 && word.front() == '"' && word.back() == '"') word = word.substr(1, word.size() - 2);
            const ValueReading reading = find_value(robot_, word);
            if (!reading.fault.empty()) {
                fail(double_of(word) ? "the first line does not name the values: " + reading.fault : reading.fault);
            }
            if (named[reading.value]) fail("the value " + io::detail::excerpt(word) + " is named twice");
            named[reading.value] = true;
            columns_.push_back(static_cast<Index>(reading.value));
        }
    }

    void read_row()
    {
        std::size_t count = 0;
        for (std::string_view word; next_word(word); ++count) {
            if (count >= columns_.size()) continue;
            const auto number = double_of(word);
            if (!number) fail(fmt::format("value {} is not a number: {}", count + 1, io::detail::excerpt(word)));
            if (!std::isfinite(*number)) fail(fmt::format("value {} is not finite", count + 1), ErrorCode::not_finite);
            row_[columns_[count]] = *number;
        }
        if (count != columns_.size()) {
            fail(fmt::format("there are {} values, but the first line names {}", count, columns_.size()));
        }
        // Values that this row does not name are those of `rest`, so that what is read is kept as it is.
        Eigen::VectorXd waypoint = row_;
        const OrientationReading reading = normalise_orientations(waypoint, robot_);
        if (!reading.fault.empty()) fail(reading.fault, ErrorCode::not_a_rotation);
        orientations_.add(reading, {.file = file_, .line = line_number_});
        values_.insert(values_.end(), waypoint.begin(), waypoint.end());
        lines_.push_back(line_number_);
    }

    std::string_view rest_;
    const std::string& file_;
    const Robot& robot_;
    Eigen::VectorXd row_;
    std::string_view line_;
    std::size_t line_number_ = 0;
    std::vector<Index> columns_;  ///< which value each column is
    std::vector<double> values_;
    std::vector<std::size_t> lines_;
    OrientationNotes orientations_;
};

}  // namespace

JointPath parse_joint_path_csv(std::string_view text, const std::string& file, const Robot& robot,
                               const Eigen::VectorXd& rest, const std::stop_token& stop)
{
    require(rest.size() == static_cast<Index>(robot.value_count()),
            "a configuration must have as many values as the robot has");
    return PathCsvParser(text, file, robot, rest).parse(stop);
}

JointPath parse_joint_path_npy(std::string_view bytes, const std::string& file, const Robot& robot)
{
    const auto fail = [&](const std::string& sentence, ErrorCode code = ErrorCode::malformed_file) {
        throw Error(code, sentence, {.file = file});
    };
    const io::detail::NpyLayout layout = io::detail::take_npy_header(bytes, file);
    const std::size_t columns = robot.value_count();
    if (layout.shape.size() != 2 || layout.shape[1] != columns) {
        fail(fmt::format("the array has shape {}, not (waypoints, {})", io::detail::shape_text(layout.shape), columns));
    }
    const std::size_t rows = layout.shape[0];
    if (rows == 0 || columns == 0) fail("there are no waypoints in it");
    const io::detail::NpyFloats floats = io::detail::npy_floats(layout, bytes.size(), file);
    JointPath path{Eigen::MatrixXd(static_cast<Index>(rows), static_cast<Index>(columns))};
    OrientationNotes orientations;
    for (std::size_t row = 0; row < rows; ++row) {
        for (std::size_t column = 0; column < columns; ++column) {
            const std::size_t place = layout.fortran_order ? column * rows + row : row * columns + column;
            const double value = floats.at(bytes.data(), place);
            if (!std::isfinite(value)) {
                fail(fmt::format("waypoint {}: the value of {} is not finite", row, robot.value_name(column)),
                     ErrorCode::not_finite);
            }
            path.waypoints(static_cast<Index>(row), static_cast<Index>(column)) = value;
        }
        Eigen::VectorXd waypoint = path.waypoints.row(static_cast<Index>(row)).transpose();
        const OrientationReading reading = normalise_orientations(waypoint, robot);
        if (!reading.fault.empty()) fail(fmt::format("waypoint {}: {}", row, reading.fault), ErrorCode::not_a_rotation);
        orientations.add(reading, {.file = file});
        path.waypoints.row(static_cast<Index>(row)) = waypoint.transpose();
    }
    path.notes = orientations.notes();
    path.named.resize(columns);
    std::iota(path.named.begin(), path.named.end(), std::size_t{0});
    return path;
}

JointPath read_joint_path(const std::filesystem::path& path, const Robot& robot, const Eigen::VectorXd& rest,
                          const std::stop_token& stop)
{
    if (path.extension() == ".npy") return parse_joint_path_npy(read_npy_file(path, stop), path.string(), robot);
    return parse_joint_path_csv(read_text_file(path, stop), path.string(), robot, rest, stop);
}

}  // namespace tocca
