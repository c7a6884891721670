// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "simulation/contact_scene.hpp"
#include "simulation/world.hpp"
#include "tocca/report/mesh_recorder.hpp"

namespace tocca::simulation {

/// Records states of a world, for write_report and all that is made from recordings.
class Recording {
public:
    /// Begins with the world at its start.
    ///
    /// Assumes: the world outlives it.
    Recording(std::string title, const World& world);

    /// The next state, and what is known about the straight way to it.
    void add(const Positions& positions, RecordedStep step);

    [[nodiscard]] const RecordedMotion& motion() const { return recorder_.motion(); }

private:
    ContactScene scene_;
    MeshRecorder recorder_;
    Positions last_;
};

/// Writes a frame as binary PLY: `folder`/PART_0007.ply for every part that moves, and for the others one such file with
/// the first frame. `tocca mesh --object` reads them.
///
/// Throws: as write_mesh.
void write_frame(const World& world, const Positions& positions, int frame, const std::string& folder);

/// The patterns of those files, part by part.
[[nodiscard]] std::vector<std::string> frame_patterns(const World& world, const std::string& folder);

}  // namespace tocca::simulation
