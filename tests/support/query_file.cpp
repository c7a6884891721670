// SPDX-License-Identifier: Apache-2.0
#include "support/query_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <sstream>
#include <stdexcept>

namespace tocca::support {

std::string hex_text(double x) { return fmt::format("{:a}", x); }

double number_of(const std::string& text)
{
    char* end = nullptr;
    const double value = std::strtod(text.c_str(), &end);
    if (end == text.c_str() || *end != '\0') throw std::runtime_error("not a number: " + text);
    return value;
}

std::vector<std::string> split(const std::string& line, char separator)
{
    std::vector<std::string> parts;
    std::istringstream stream(line);
    for (std::string part; std::getline(stream, part, separator);) parts.push_back(part);
    return parts;
}

void write_query_file(const std::filesystem::path& file, const PairRows& rows, const std::string& comment)
{
    std::filesystem::create_directories(file.parent_path());
    std::ofstream out(file);
    out << "# " << comment << '\n';
    for (std::size_t i = 0; i < rows.size(); i += 3) {
        out << hex_text(rows[i]) << ',' << hex_text(rows[i + 1]) << ',' << hex_text(rows[i + 2]) << '\n';
    }
    out.flush();
    if (!out) throw std::runtime_error("cannot write " + file.string());
}

StoredQuery read_query_file(const std::filesystem::path& file)
{
    const std::string name = file.stem().string();
    if (!name.ends_with("-vf") && !name.ends_with("-ee")) throw std::runtime_error("no kind in the name of " + name);
    StoredQuery query;
    query.kind = name.ends_with("-vf") ? PairKind::vertex_face : PairKind::edge_edge;

    std::ifstream in(file);
    std::vector<double> numbers;
    for (std::string line; std::getline(in, line);) {
        if (line.empty() || line.front() == '#') continue;
        for (const std::string& part : split(line, ',')) numbers.push_back(number_of(part));
    }
    if (numbers.size() != query.rows.size()) throw std::runtime_error(name + " does not hold 24 numbers");
    std::copy(numbers.begin(), numbers.end(), query.rows.begin());
    return query;
}

}  // namespace tocca::support
