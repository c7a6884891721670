// SPDX-License-Identifier: Apache-2.0
#include "simulation/contact_scene.hpp"

#include <chrono>

#include "tocca/deformable/safe_step.hpp"

namespace tocca::simulation {
namespace {

constexpr std::uint32_t obstacles = 0, cloths = 1;  // groups

constexpr std::size_t front_pairs_per_triangle = 40;

double now() { return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count(); }

Point point_at(const Positions& positions, Eigen::Index vertex)
{
    return {positions(0, vertex), positions(1, vertex), positions(2, vertex)};
}

bool is_same(const Positions& a, const Positions& b) { return a.cols() == b.cols() && a == b; }

/// The coordinates of the vertices of a part, one vertex after the other.
Eigen::Map<const Eigen::VectorXd> numbers_of(const World::Part& part, const Positions& positions)
{
    return {positions.data() + 3 * static_cast<Eigen::Index>(part.first_vertex),
            3 * static_cast<Eigen::Index>(part.mesh.vertex_count())};
}

}  // namespace

ClosestPoints closest_points_of(PairKind kind, const std::array<Eigen::Vector3d, 4>& points)
{
    if (kind == PairKind::vertex_face) return closest_points(points[0], Triangle{points[1], points[2], points[3]});
    return closest_points(Segment{points[0], points[1]}, Segment{points[2], points[3]});
}

TimeSpent::TimeSpent(double& seconds) : seconds_(seconds), begin_(now()) {}
TimeSpent::~TimeSpent() { seconds_ += now() - begin_; }

ContactScene::ContactScene(const World& world, int threads) : world_(world), threads_(threads)
{
    for (const World::Part& part : world.parts()) {
        const auto count = static_cast<Eigen::Index>(part.mesh.vertex_count());
        std::vector<Point> start;
        for (Eigen::Index i = 0; i < count; ++i) start.push_back(point_at(world.start(), part.first_vertex + i));
        const TriangleMesh mesh(start, {part.mesh.faces().begin(), part.mesh.faces().end()});
        const PartOptions options = {
            .name = part.name, .group = part.deforms ? cloths : obstacles, .self = part.deforms};
        step_.add(mesh, options);
        instant_.add(mesh, options);
        moves_.push_back(part.deforms || part.schedule);
    }
}

QueryOptions ContactScene::options() const
{
    return {.ignored_groups = {{obstacles, obstacles}}, .list_start = false, .threads = threads_};
}

void ContactScene::keep_front() { step_.keep_front(front_pairs_per_triangle * world_.triangle_count()); }

void ContactScene::set_step(const Positions& from, const Positions& to)
{
    const TimeSpent time(seconds);
    const bool same_start = is_same(from, from_), same_end = same_start && is_same(to, to_);
    if (same_end) return;
    for (std::size_t part = 0; part < moves_.size(); ++part) {
        if (!moves_[part]) continue;
        if (same_start)
            step_.move(static_cast<PartId>(part), numbers_of(world_.parts()[part], to));
        else
            step_.move(static_cast<PartId>(part), numbers_of(world_.parts()[part], from),
                       numbers_of(world_.parts()[part], to));
    }
    if (!same_start) from_ = from;
    to_ = to;
}

ContactScene::Instant ContactScene::instant_at(const Positions& positions)
{
    if (is_same(positions, to_)) return {step_, 1.0};
    if (is_same(positions, from_)) return {step_, 0.0};
    for (std::size_t part = 0; part < moves_.size(); ++part) {
        if (!moves_[part]) continue;
        const auto numbers = numbers_of(world_.parts()[part], positions);
        instant_.move(static_cast<PartId>(part), numbers, numbers);
    }
    return {instant_, 0.0};
}

Positions ContactScene::after(const Positions& from, const Positions& to, double step)
{
    Positions result(3, from.cols());
    for (Eigen::Index i = 0; i < from.cols(); ++i) {
        const Point point = deformable::position_at(point_at(from, i), point_at(to, i), step);
        result.col(i) = Eigen::Vector3d(point.data());
    }
    return result;
}

Stencil ContactScene::stencil_of(const FeaturePair& pair, const std::array<double, 4>& weights) const
{
    const std::size_t of_first = pair.kind == PairKind::vertex_face ? 1 : 2;
    const std::uint32_t first = world_.parts()[pair.objects[0]].first_vertex;
    const std::uint32_t second = world_.parts()[pair.objects[1]].first_vertex;
    Stencil stencil;
    for (std::size_t i = 0; i < 4; ++i) {
        stencil.vertices[i] = pair.vertices[i] + (i < of_first ? first : second);
        stencil.weights[i] = i < of_first ? weights[i] : -weights[i];
    }
    return stencil;
}

std::vector<NearContact> ContactScene::near_contacts(const Positions& positions, double distance)
{
    const TimeSpent time(seconds);
    const Instant instant = instant_at(positions);
    near_pairs(instant.scene, distance, instant.time, {.ignored_groups = {{obstacles, obstacles}}, .threads = threads_},
               near_);
    std::vector<NearContact> contacts;
    contacts.reserve(near_.size());
    for (const FeaturePair::Near& pair : near_)
        contacts.push_back({stencil_of(pair, pair.weights), pair.distance * pair.normal});
    return contacts;
}

std::uint64_t ContactScene::crossings(const Positions& positions)
{
    const TimeSpent time(checking_seconds);
    const Instant instant = instant_at(positions);
    QueryOptions query = options();
    query.list_start = true;
    return intersections(instant.scene, instant.time, query).size();
}

}  // namespace tocca::simulation
