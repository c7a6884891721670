// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "tocca/elementary/pair.hpp"

namespace tocca::support {

struct NpyLayout {
    std::string type = "<f8";
    bool fortran = false;
    int version = 1;
};

/// A NumPy array file with this header and this content, padded as NumPy does.
[[nodiscard]] inline std::string npy_with_header(std::string header, const std::string& data, int version = 1)
{
    const std::size_t size_bytes = version == 1 ? 2 : 4;
    while ((8 + size_bytes + header.size() + 1) % 64 != 0) header += ' ';
    header += '\n';
    std::string bytes = "\x93NUMPY";
    bytes += static_cast<char>(version);
    bytes += '\0';
    for (std::size_t i = 0; i < size_bytes; ++i) bytes += static_cast<char>(header.size() >> (8 * i) & 0xff);
    return bytes + header + data;
}

/// A NumPy array file of shape (n, 8, 3) with these queries.
[[nodiscard]] inline std::string npy_bytes(const std::vector<PairRows>& queries, const NpyLayout& layout)
{
    std::string data;
    const auto append = [&](double value) {
        if (layout.type == "<f4") {
            const auto narrow = static_cast<float>(value);
            data.append(reinterpret_cast<const char*>(&narrow), sizeof narrow);
        } else {
            data.append(reinterpret_cast<const char*>(&value), sizeof value);
        }
    };
    if (layout.fortran) {
        for (std::size_t axis = 0; axis < 3; ++axis) {
            for (std::size_t row = 0; row < 8; ++row) {
                for (const PairRows& rows : queries) append(rows[3 * row + axis]);
            }
        }
    } else {
        for (const PairRows& rows : queries) {
            for (const double value : rows) append(value);
        }
    }
    const std::string header = "{'descr': '" + layout.type +
                               "', 'fortran_order': " + (layout.fortran ? "True" : "False") + ", 'shape': (" +
                               std::to_string(queries.size()) + ", 8, 3), }";
    return npy_with_header(header, data, layout.version);
}

}  // namespace tocca::support
