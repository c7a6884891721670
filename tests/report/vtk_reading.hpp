// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <map>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace tocca::support {

/// Reads a binary legacy VTK file of points strictly, as its format is described; anything else throws.
class VtkReading {
public:
    explicit VtkReading(std::string_view file) : rest_(file)
    {
        refuse_unless(line() == "# vtk DataFile Version 3.0", "version");
        title_ = line();
        refuse_unless(title_.size() < 256, "title");
        refuse_unless(line() == "BINARY" && line() == "DATASET POLYDATA", "kind");
        count_ = head_number("POINTS ", " double");
        points_ = numbers("double", 3 * count_);
        end_line();
        const std::string cells = line();
        refuse_unless(cells == "VERTICES " + std::to_string(count_) + ' ' + std::to_string(2 * count_), "cells");
        for (std::size_t i = 0; i < count_; ++i) {
            refuse_unless(number("int") == 1.0 && number("int") == static_cast<double>(i), "cell");
        }
        end_line();
        refuse_unless(line() == "POINT_DATA " + std::to_string(count_), "data");
        refuse_unless(line() == "NORMALS normal double", "normals");
        normals_ = numbers("double", 3 * count_);
        end_line();
        const std::size_t fields = head_number("FIELD contacts ", "");
        for (std::size_t i = 0; i < fields; ++i) read_field();
        refuse_unless(rest_.empty(), "end");
    }

    [[nodiscard]] std::size_t count() const { return count_; }
    [[nodiscard]] const std::string& title() const { return title_; }
    [[nodiscard]] const std::vector<double>& points() const { return points_; }
    [[nodiscard]] const std::vector<double>& normals() const { return normals_; }
    [[nodiscard]] bool has(const std::string& name) const { return fields_.count(name) > 0; }
    [[nodiscard]] const std::vector<double>& field(const std::string& name) const { return fields_.at(name); }

private:
    static void refuse_unless(bool holds, const char* what)
    {
        if (!holds) throw std::runtime_error(std::string("no VTK file: ") + what);
    }

    std::string line()
    {
        const std::size_t end = rest_.find('\n');
        refuse_unless(end != std::string_view::npos, "line");
        const std::string text(rest_.substr(0, end));
        rest_.remove_prefix(end + 1);
        return text;
    }

    void end_line() { refuse_unless(line().empty(), "end of numbers"); }

    std::size_t head_number(const std::string& before, const std::string& after)
    {
        const std::string text = line();
        refuse_unless(text.size() > before.size() + after.size() && text.compare(0, before.size(), before) == 0,
                      "head");
        const std::string digits = text.substr(before.size(), text.size() - before.size() - after.size());
        refuse_unless(before + std::to_string(std::stoull(digits)) + after == text, "head");
        return std::stoull(digits);
    }

    template <class Number>
    double turned()
    {
        refuse_unless(rest_.size() >= sizeof(Number), "number");
        std::string bytes(rest_.substr(0, sizeof(Number)));
        rest_.remove_prefix(sizeof(Number));
        std::reverse(bytes.begin(), bytes.end());
        Number value;
        std::memcpy(&value, bytes.data(), sizeof(Number));
        return static_cast<double>(value);
    }

    double number(const std::string& type)
    {
        if (type == "double") return turned<double>();
        if (type == "int") return turned<std::int32_t>();
        if (type == "unsigned_int") return turned<std::uint32_t>();
        refuse_unless(type == "unsigned_char", "type");
        return turned<std::uint8_t>();
    }

    std::vector<double> numbers(const std::string& type, std::size_t count)
    {
        std::vector<double> values;
        for (std::size_t i = 0; i < count; ++i) values.push_back(number(type));
        return values;
    }

    void read_field()
    {
        const std::string head = line();
        const std::size_t name_end = head.find(' '), width_end = head.find(' ', name_end + 1);
        const std::size_t count_end = head.find(' ', width_end + 1);
        refuse_unless(count_end != std::string::npos, "head of a field");
        const std::size_t width = std::stoull(head.substr(name_end + 1, width_end - name_end - 1));
        refuse_unless(std::stoull(head.substr(width_end + 1, count_end - width_end - 1)) == count_, "count of a field");
        const bool is_new =
            fields_.emplace(head.substr(0, name_end), numbers(head.substr(count_end + 1), width * count_)).second;
        refuse_unless(is_new, "name of a field");
        end_line();
    }

    std::string_view rest_;
    std::size_t count_ = 0;
    std::string title_;
    std::vector<double> points_, normals_;
    std::map<std::string, std::vector<double>> fields_;
};

}  // namespace tocca::support
