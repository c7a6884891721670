// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <sstream>
#include <string>
#include <vector>

#include "apps/command_folder.hpp"
#include "tocca/io/mesh_file.hpp"
#include "tocca/io/number_text.hpp"
#include "tocca/io/write_mesh.hpp"

namespace tocca::support {

/// A mesh as the text of an OBJ file.
[[nodiscard]] inline std::string obj_of(const std::vector<Point>& positions, const std::vector<FaceVertices>& faces)
{
    std::string text;
    for (const Point& p : positions) {
        text += "v " + shortest_text(p[0]) + " " + shortest_text(p[1]) + " " + shortest_text(p[2]) + "\n";
    }
    for (const FaceVertices& f : faces) {
        text +=
            "f " + std::to_string(f[0] + 1) + " " + std::to_string(f[1] + 1) + " " + std::to_string(f[2] + 1) + "\n";
    }
    return text;
}

/// A face on the ground, vertices 0 to 2, and a triangle that points down on its middle with vertex 3, which is at this
/// height; vertices 4 and 5 are one higher. They are not connected.
[[nodiscard]] inline std::string spike_above_face(double height)
{
    return obj_of({{0, 0, 0}, {4, 0, 0}, {0, 4, 0}, {1, 1, height}, {1.5, 1, height + 1}, {1, 1.5, height + 1}},
                  {{0, 1, 2}, {3, 4, 5}});
}

/// The two parts of it, each as a mesh of its own.
[[nodiscard]] inline std::string ground_face() { return obj_of({{0, 0, 0}, {4, 0, 0}, {0, 4, 0}}, {{0, 1, 2}}); }
[[nodiscard]] inline std::string spike(double height)
{
    return obj_of({{1, 1, height}, {1.5, 1, height + 1}, {1, 1.5, height + 1}}, {{0, 1, 2}});
}

/// A folder for frames and outputs of `tocca mesh`.
class MeshCommandTest : public CommandFolder {
protected:
    /// Runs `tocca mesh` with these arguments.
    [[nodiscard]] static Ran mesh(std::vector<std::string> arguments)
    {
        arguments.insert(arguments.begin(), "mesh");
        return run_command(arguments);
    }

    /// Runs `tocca mesh`, expects the code, and gives what --json wrote.
    [[nodiscard]] nlohmann::json report(const std::vector<std::string>& arguments, int code) const
    {
        return report_of(mesh, arguments, code);
    }

    [[nodiscard]] std::vector<nlohmann::json> json_lines(const std::string& name) const
    {
        std::vector<nlohmann::json> lines;
        std::istringstream text(bytes_of(path(name)));
        for (std::string line; std::getline(text, line);) lines.push_back(nlohmann::json::parse(line));
        return lines;
    }
};

}  // namespace tocca::support
