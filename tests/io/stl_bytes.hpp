// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "io/mesh_text.hpp"

namespace tocca::support {

using Facet = std::array<Point, 3>;

/// A binary STL file; `heading` fills its first 80 bytes.
[[nodiscard]] inline std::string binary_stl(const std::vector<Facet>& facets, std::string heading = "by hand")
{
    heading.resize(80);
    std::string bytes = heading;
    for (int i = 0; i < 4; ++i) bytes += static_cast<char>(facets.size() >> (8 * i) & 0xff);
    for (const Facet& facet : facets) {
        bytes.append(12, '\0');
        for (const Point& point : facet) {
            for (const double x : point) {
                const auto narrow = static_cast<float>(x);
                bytes.append(reinterpret_cast<const char*>(&narrow), sizeof narrow);
            }
        }
        bytes.append(2, '\x7f');
    }
    return bytes;
}

[[nodiscard]] inline std::string ascii_stl(const std::vector<Facet>& facets, bool hexadecimal = false)
{
    std::string text = "solid some name\n";
    for (const Facet& facet : facets) {
        text += "  facet normal 0 0 1\n    outer loop\n";
        for (const Point& point : facet) text += "      vertex " + line_of(point, hexadecimal) + "\n";
        text += "    endloop\n  endfacet\n";
    }
    return text + "endsolid some name\n";
}

}  // namespace tocca::support
