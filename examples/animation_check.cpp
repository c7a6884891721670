// SPDX-License-Identifier: Apache-2.0
// Frames of an animation in files: which steps touch, and where first?
#include <cmath>
#include <filesystem>
#include <iostream>
#include <numbers>
#include <string>
#include <tocca/io.hpp>
#include <vector>

namespace {

/// Frames of a sheet that rolls up until it meets itself.
void write_frames(const std::filesystem::path& folder)
{
    const tocca::Shape sheet = tocca::sheet({.columns = 40, .rows = 6, .width = 2.0, .depth = 0.3});
    for (int frame = 0; frame < 9; ++frame) {
        const double bend = 0.5 * std::numbers::pi * frame;  // the angle between the two ends
        std::vector<tocca::Point> positions = sheet.positions;
        for (tocca::Point& point : positions) {
            const double along = point[0] / 2.0, angle = bend * along, radius = bend > 0 ? 2.0 / bend : 0.0;
            if (bend > 0) point = {radius * std::sin(angle), point[1] + 0.01 * along, radius * (1 - std::cos(angle))};
        }
        tocca::write_mesh(folder / ("roll_" + std::to_string(frame) + ".ply"), positions, sheet.faces);
    }
}

}  // namespace

int main()
{
    const std::filesystem::path folder = std::filesystem::temp_directory_path() / "tocca_animation_check";
    std::filesystem::create_directories(folder);
    write_frames(folder);
    const std::vector<std::string> texts = {folder.string()};
    int touching = 0;
    // docs: check
    const tocca::Sequence sequence = tocca::open_sequence(texts);  // files, folders and patterns, as for tocca mesh
    const tocca::MeshFile& first_frame = sequence.first_frame();
    tocca::MovingMesh mesh(tocca::TriangleMesh(first_frame.positions, first_frame.faces));

    for (std::size_t frame = 1; frame < sequence.frame_count(); ++frame) {
        mesh.move_to(sequence.read_frame(frame));
        const auto first = tocca::first_contact(mesh);
        if (first.outcome == tocca::Outcome::free) continue;
        ++touching;
        std::cout << "step " << frame - 1 << " touches at " << first.safe_until << '\n';
    }
    // docs: end
    std::filesystem::remove_all(folder);
    return touching > 0 ? 0 : 1;
}
