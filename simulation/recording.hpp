// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "simulation/contact_scene.hpp"
#include "simulation/world.hpp"
#include "tocca/report/mesh_recorder.hpp"

namespace tocca::simulation {

/// Records the states of a world, for write_report and other outputs made from recordings.
class Recording {
public:
    /// Begins the recording with the world at its start.
    ///
    /// Assumes: the world outlives it.
    Recording(std::string title, const World& world);

    /// Adds the next state, with what is known about the straight-line motion to it.
    void add(const Positions& positions, RecordedStep step);

    [[nodiscard]] const RecordedMotion& motion() const { return recorder_.motion(); }

private:
    ContactScene scene_;
    MeshRecorder recorder_;
    Positions last_;
};

/// Writes a frame as binary PLY: `folder`/PART_0007.ply for every part that moves; parts at rest have one such file,
/// written with the first frame. `tocca mesh --object` reads these files.
///
/// Throws: as write_mesh.
void write_frame(const World& world, const Positions& positions, int frame, const std::string& folder);

/// The file name patterns of these files, one per part.
[[nodiscard]] std::vector<std::string> frame_patterns(const World& world, const std::string& folder);

}  // namespace tocca::simulation
