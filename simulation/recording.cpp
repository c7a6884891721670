// SPDX-License-Identifier: Apache-2.0
#include "simulation/recording.hpp"

#include <algorithm>
#include <utility>

#include "tocca/io/write_mesh.hpp"

namespace tocca::simulation {
namespace {

bool moves(const World::Part& part) { return part.deforms || part.schedule; }

std::string file_stem(const World::Part& part, const std::string& folder)
{
    std::string name = part.name;
    std::replace(name.begin(), name.end(), ' ', '-');
    return folder + "/" + name + "_";
}

}  // namespace

Recording::Recording(std::string title, const World& world)
    : scene_(world), recorder_(std::move(title)), last_(world.start())
{
    recorder_.begin(scene_.scene().meshes());
}

void Recording::add(const Positions& positions, RecordedStep step)
{
    scene_.set_step(last_, positions);
    recorder_.add_step(scene_.scene().meshes(), std::move(step), {});
    last_ = positions;
}

void write_frame(const World& world, const Positions& positions, int frame, const std::string& folder)
{
    const std::string number = std::to_string(frame);
    const std::string digits = std::string(number.size() < 4 ? 4 - number.size() : 0, '0') + number;
    for (const World::Part& part : world.parts()) {
        if (frame > 0 && !moves(part)) continue;
        std::vector<Point> points(part.mesh.vertex_count());
        for (std::size_t i = 0; i < points.size(); ++i) {
            const auto place = positions.col(static_cast<Eigen::Index>(part.first_vertex + i));
            points[i] = {place[0], place[1], place[2]};
        }
        write_mesh(file_stem(part, folder) + digits + ".ply", points, part.mesh.faces());
    }
}

std::vector<std::string> frame_patterns(const World& world, const std::string& folder)
{
    std::vector<std::string> patterns;
    for (const World::Part& part : world.parts()) patterns.push_back(file_stem(part, folder) + "*.ply");
    return patterns;
}

}  // namespace tocca::simulation
