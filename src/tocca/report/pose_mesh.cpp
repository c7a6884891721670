// SPDX-License-Identifier: Apache-2.0
#include "tocca/report/pose_mesh.hpp"

#include "tocca/report/shown_moment.hpp"

namespace tocca {

double shown_time(const RecordedMotion& motion) { return shown_moment(motion).time; }

MeshFile pose_at(const RecordedMotion& motion, double time)
{
    check(motion);
    MeshFile pose;
    for (std::size_t body = 0; body < motion.bodies.size(); ++body) {
        const std::vector<Point> positions = positions_at(motion, body, time);
        if (positions.empty()) continue;
        const auto shifted = [before = static_cast<VertexId>(pose.positions.size())](auto vertices) {
            for (VertexId& vertex : vertices) vertex += before;
            return vertices;
        };
        pose.positions.insert(pose.positions.end(), positions.begin(), positions.end());
        for (const FaceVertices& face : motion.bodies[body].faces) pose.faces.push_back(shifted(face));
        for (const EdgeVertices& edge : motion.bodies[body].loose_edges) pose.edges.push_back(shifted(edge));
    }
    return pose;
}

MeshFile pose_at_first_contact(const RecordedMotion& motion)
{
    check(motion);
    return pose_at(motion, shown_time(motion));
}

}  // namespace tocca
