// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <Eigen/Geometry>
#include <cmath>
#include <cstddef>
#include <string>
#include <vector>

#include "support/random.hpp"
#include "tocca/report/recorded_motion.hpp"

namespace tocca::support {

/// A recording of keys and steps alone.
[[nodiscard]] inline RecordedMotion bare_recording(const std::string& title, const std::vector<double>& key_times)
{
    RecordedMotion motion;
    motion.title = title;
    motion.key_times = key_times;
    motion.steps.resize(static_cast<std::size_t>(key_times.back()));
    return motion;
}

/// A contact of vertex 0 with face 0 1 2 of the first body at this time of a step.
[[nodiscard]] inline RecordedContact contact_at(std::size_t step, double time)
{
    RecordedContact recorded{.step = step};
    recorded.contact.toc = {time, time};
    recorded.contact.vertices = {0, 0, 1, 2};
    return recorded;
}

/// Recordings of all sorts that check() accepts: bodies that deform, move as a whole, rest, come and go; cuts; empty bodies,
/// loose edges and points, faces that repeat a vertex; contacts of both kinds.
class RandomRecording {
public:
    explicit RandomRecording(std::uint64_t seed) : random_(seed) {}

    /// With lengths of about `size`, around a place that far from the origin.
    [[nodiscard]] RecordedMotion make(double size = 1.0, double distance = 0.0)
    {
        size_ = size;
        distance_ = distance;
        RecordedMotion motion;
        motion.title = random_.chance(0.2) ? "" : "recording \"<&>\\\n\xff \xe2\x82\xac";
        const std::size_t steps = random_.below(5);
        add_keys(motion, steps);
        for (std::size_t i = random_.below(5); i > 0; --i) motion.bodies.push_back(make_body(motion));
        for (std::size_t i = 0; i < steps; ++i) add_step(motion, i);
        check(motion);
        return motion;
    }

private:
    void add_keys(RecordedMotion& motion, std::size_t steps)
    {
        motion.key_times = {0.0};
        for (std::size_t step = 0; step < steps; ++step) {
            const auto start = static_cast<double>(step);
            if (step > 0 && random_.chance(0.3)) motion.key_times.push_back(start);
            if (random_.chance(0.3)) motion.key_times.push_back(start + 0.25);
            if (random_.chance(0.3)) motion.key_times.push_back(start + 0.25 + 0.5 * random_.unit());
            motion.key_times.push_back(start + 1.0);
        }
    }

    Point place()
    {
        Point point;
        for (double& x : point) x = distance_ + size_ * (random_.chance(0.2) ? 1.0 : random_.signed_unit());
        return point;
    }

    std::vector<Point> places(std::size_t count)
    {
        std::vector<Point> points;
        for (std::size_t i = 0; i < count; ++i) points.push_back(place());
        return points;
    }

    Eigen::Isometry3d pose()
    {
        Eigen::Isometry3d pose = Eigen::Isometry3d::Identity();
        Eigen::Vector3d axis(random_.signed_unit(), random_.signed_unit(), random_.signed_unit() + 2.0);
        pose.linear() = Eigen::AngleAxisd(6.0 * random_.signed_unit(), axis.normalized()).toRotationMatrix();
        for (int i = 0; i < 3; ++i) pose.translation()[i] = distance_ + size_ * random_.signed_unit();
        return pose;
    }

    RecordedBody make_body(const RecordedMotion& motion)
    {
        RecordedBody body;
        body.name = random_.chance(0.2) ? "" : "body " + std::to_string(motion.bodies.size());
        body.last_key = motion.key_times.size() - 1;
        if (random_.chance(0.3)) {
            body.first_key = random_.below(motion.key_times.size());
            body.last_key = body.first_key + random_.below(motion.key_times.size() - body.first_key);
        }
        const std::size_t keys = body.last_key - body.first_key + 1;
        const std::size_t vertices = random_.chance(0.1) ? 0 : 1 + random_.below(12);
        const std::size_t sort = random_.below(3);
        for (std::size_t i = 0; i < (sort == 0 ? keys : 1); ++i) body.positions.push_back(places(vertices));
        for (std::size_t i = 0; i < (sort == 1 ? keys : 0); ++i) body.poses.push_back(pose());
        if (vertices == 0) return body;
        const auto any = [&] { return static_cast<VertexId>(random_.below(vertices)); };
        for (std::size_t i = random_.below(15); i > 0; --i) body.faces.push_back({any(), any(), any()});
        for (std::size_t i = random_.chance(0.5) ? 0 : random_.below(5); i > 0; --i) {
            body.loose_edges.push_back({any(), any()});
        }
        return body;
    }

    void add_step(RecordedMotion& motion, std::size_t number)
    {
        constexpr std::size_t outcomes = static_cast<std::size_t>(Outcome::undecided) + 1;
        RecordedStep step{.name = "step", .outcome = static_cast<Outcome>(random_.below(outcomes))};
        step.safe_until = step.outcome == Outcome::free ? 1.0 : random_.unit();
        std::vector<std::uint32_t> with_vertices;
        for (std::size_t i = 0; i < motion.bodies.size(); ++i) {
            if (!motion.bodies[i].positions.front().empty()) with_vertices.push_back(static_cast<std::uint32_t>(i));
        }
        if (step.outcome == Outcome::contact && !with_vertices.empty()) {
            step.contact_count = random_.below(6);
            for (std::size_t i = 0; i < step.contact_count; ++i) add_contact(motion, number, with_vertices);
        }
        motion.steps.push_back(step);
    }

    void add_contact(RecordedMotion& motion, std::size_t step, const std::vector<std::uint32_t>& bodies)
    {
        RecordedContact recorded{.step = step};
        Contact& contact = recorded.contact;
        contact.toc.lower = random_.chance(0.1) ? 1.0 : random_.unit();
        contact.toc.upper = std::min(1.0, contact.toc.lower + 1e-9);
        contact.kind = random_.chance(0.5) ? PairKind::vertex_face : PairKind::edge_edge;
        for (auto& object : contact.objects) object = bodies[random_.below(bodies.size())];
        for (std::size_t i = 0; i < 4; ++i) {
            const bool is_second = i >= (contact.kind == PairKind::vertex_face ? 1U : 2U);
            const auto& body = motion.bodies[contact.objects[is_second ? 1 : 0]];
            contact.vertices[i] = static_cast<std::uint32_t>(random_.below(body.positions.front().size()));
            contact.weights[i] = random_.unit();
        }
        const Point at = place();
        contact.point = {at[0], at[1], at[2]};
        if (random_.chance(0.8)) contact.normal = Eigen::Vector3d(random_.signed_unit(), 1.0, 0.5).normalized();
        if (random_.chance(0.4)) recorded.distance = random_.unit();
        motion.contacts.push_back(recorded);
    }

    Random random_;
    double size_ = 1.0;
    double distance_ = 0.0;
};

}  // namespace tocca::support
