// SPDX-License-Identifier: Apache-2.0
#include "support/scene_reference.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <utility>
#include <vector>

#include "support/placed_triangles.hpp"
#include "support/scene_stage.hpp"

namespace tocca::support {

namespace {

using Objects = std::array<std::uint32_t, 2>;

/// Nothing is known, not even of the start.
constexpr double never = -1.0;
/// Of all contacts, the longest list that is looked through.
constexpr std::size_t max_checked_contacts = 200;

/// No more times are looked at once so much was done, but so many always: vertices placed, and pairs of triangles near each
/// other, which take about as long as twenty vertices.
constexpr std::size_t max_work = 20'000, least_times = 24, work_of_pair = 20;

/// Whether an edge of a triangle passes through another one, and still does wherever each point of both is moved by a margin:
/// neither do the ends of the edge come to the triangle on the way, nor the edge to the sides of the triangle.
bool passes_through(const TrianglePoints& a, const TrianglePoints& b, double margin)
{
    const double far = 2.0 * margin;
    for (std::size_t i = 0; i < 3; ++i) {
        const Point &from = a[i], &to = a[(i + 1) % 3];
        const TrianglePoints edge = {from, to, to};
        if (!triangles_meet(edge, b)) continue;
        bool through = judged_distance({from, from, from}, b) > far && judged_distance({to, to, to}, b) > far;
        for (std::size_t k = 0; k < 3 && through; ++k)
            through = judged_distance(edge, {b[k], b[(k + 1) % 3], b[(k + 1) % 3]}) > far;
        if (through) return true;
    }
    return false;
}

bool cross_deeply(const TrianglePoints& a, const TrianglePoints& b, double margin)
{
    return passes_through(a, b, margin) || passes_through(b, a, margin);
}

Objects sorted(const Objects& objects) { return {std::min(objects[0], objects[1]), std::max(objects[0], objects[1])}; }

/// Checks the answers of a case.
class Inspection {
public:
    Inspection(const SceneCase& c, const Answer& first, const Answers& all)
        : case_(c), first_(first), all_(all), stage_(c), start_(stage_.at(0.0))
    {
        const bool nothing_known =
            is_at_start(first.outcome) || (first.outcome == Outcome::undecided && first.safe_until == 0.0);
        first_safe_ = nothing_known ? never : first.safe_until;
        for (const SurfacePair& pair : stage_.pairs()) safe_.push_back(std::max(first_safe_, safe_until(pair)));
    }

    std::optional<std::string> run(std::size_t max_times)
    {
        if (auto fault = wrong_shape()) return fault;
        if (auto fault = wrong_start()) return fault;
        const std::vector<double> times = this->times(max_times);
        for (std::size_t i = 0; i < times.size() && (i < least_times || work_ < max_work); ++i) {
            if (auto fault = wrong_at(times[i])) return fault;
        }
        if (first_.contact) {
            if (auto fault = wrong_contact(*first_.contact)) return "first contact: " + *fault;
        }
        for (std::size_t i = 0; i < std::min(all_.contacts.size(), max_checked_contacts); ++i) {
            if (auto fault = wrong_contact(all_.contacts[i])) return fmt::format("contact {}: {}", i, *fault);
        }
        return std::nullopt;
    }

private:
    /// Until when all_contacts proves two objects free of each other.
    [[nodiscard]] double safe_until(const SurfacePair& pair) const
    {
        double safe = case_.options.until;
        for (const Contact& contact : all_.contacts) {
            if (sorted(contact.objects) != pair.objects) continue;
            safe = std::min(safe, contact.toc.lower > 0.0 ? contact.toc.lower : never);
        }
        for (const Answers::UndecidedPair& undecided : all_.undecided) {
            if (undecided.objects != pair.objects) continue;
            safe = std::min(safe, undecided.safe_until > 0.0 ? undecided.safe_until : never);
        }
        const auto starts_in = [&](const auto& list) {
            return std::ranges::any_of(list, [&](const auto& item) { return sorted(item.objects) == pair.objects; });
        };
        return starts_in(all_.start.inside) || starts_in(all_.start.crossings) ? never : safe;
    }

    [[nodiscard]] std::optional<std::string> wrong_shape() const
    {
        for (const Answer* const answer : {&first_, static_cast<const Answer*>(&all_)}) {
            const Outcome outcome = answer->outcome;
            const bool has_contact = outcome == Outcome::contact || outcome == Outcome::touching_at_start;
            if (outcome != Outcome::crossing_at_start && has_contact != answer->contact.has_value())
                return "outcome and contact do not fit";
            if (!(answer->safe_until >= 0.0 && answer->safe_until <= case_.options.until))
                return fmt::format("safe_until is {:g}", answer->safe_until);
            if (outcome == Outcome::free && answer->safe_until != case_.options.until)
                return "free, but not until the end";
            if (is_at_start(outcome) && answer->safe_until != 0.0) return "at the start, but safe until later";
            if (outcome == Outcome::near_at_start && !answer->start.near) return "near_at_start, but the start is not";
            if (outcome == Outcome::free && (answer->start.near || answer->pair)) return "free, but not the start";
            if (has_contact && answer->contact->toc.lower != answer->safe_until)
                return "safe_until is not the start of the contact";
            if (has_contact && (!answer->pair || answer->pair->objects != sorted(answer->contact->objects)))
                return "the contact is of other objects";
        }
        if (!std::ranges::is_sorted(all_.contacts, {}, [](const Contact& contact) { return contact.toc.lower; }))
            return "contacts are not sorted";
        return std::nullopt;
    }

    [[nodiscard]] std::string names(const SurfacePair& pair) const
    {
        const Surface &a = stage_.surfaces()[pair.a], &b = stage_.surfaces()[pair.b];
        return fmt::format("{}.{} and {}.{} ({})", a.object, a.shape, b.object, b.shape,
                           scene_pair_names[scene_pair_kind(case_.scene, a.object, b.object)]);
    }

    /// Whether some vertex of one starts within the other, a solid.
    [[nodiscard]] bool starts_inside(const SurfacePair& pair) const
    {
        const auto holds = [&](std::size_t outer, std::size_t inner) {
            if (!stage_.surfaces()[outer].solid) return false;
            return std::ranges::any_of(start_[inner].triangles, [&](const TrianglePoints& triangle) {
                return std::ranges::any_of(triangle, [&](const Point& corner) {
                    CornerBox point;
                    point.hold(corner);
                    return gap(point, start_[outer].box) == 0.0 && std::abs(winding_about(corner, start_[outer])) > 0.5;
                });
            });
        };
        return holds(pair.a, pair.b) || holds(pair.b, pair.a);
    }

    /// Of two objects with triangles that are to be checked, any surfaces.
    template <class Holds>
    [[nodiscard]] bool any_surfaces(const Objects& objects, const Holds& holds) const
    {
        return std::ranges::any_of(stage_.pairs(),
                                   [&](const SurfacePair& pair) { return pair.objects == objects && holds(pair); });
    }

    [[nodiscard]] double distance_at_start(const SurfacePair& pair) const
    {
        return judged_distance(start_[pair.a], start_[pair.b]) - pair.padding;
    }

    [[nodiscard]] std::optional<std::string> wrong_start() const
    {
        for (const ObjectPair& pair : all_.start.inside) {
            const bool told = any_surfaces(pair.objects, [&](const SurfacePair& surfaces) {
                return starts_inside(surfaces) || distance_at_start(surfaces) <= surfaces.margin;
            });
            if (!told) return fmt::format("{} and {} are not inside", pair.objects[0], pair.objects[1]);
        }
        for (const Intersection& crossing : all_.start.crossings) {
            const std::vector<Point>& edge = case_.scene.start(case_.scene.part_of(crossing.objects[0]));
            const std::vector<Point>& face = case_.scene.start(case_.scene.part_of(crossing.objects[1]));
            if (!is_asked(case_, crossing.objects[0], crossing.objects[1]))
                return "a crossing that was not asked about";
            if (!triangles_meet({edge[crossing.edge[0]], edge[crossing.edge[1]], edge[crossing.edge[1]]},
                                {face[crossing.face[0]], face[crossing.face[1]], face[crossing.face[2]]}))
                return "an edge and a face do not cross at the start";
        }
        bool near = false, maybe_near = false;
        for (std::size_t i = 0; i < stage_.pairs().size(); ++i) {
            const SurfacePair& pair = stage_.pairs()[i];
            const double distance = distance_at_start(pair);
            near = near || distance < pair.clearance - pair.margin;
            maybe_near = maybe_near || distance <= pair.clearance + pair.margin;
            if (safe_[i] == never) continue;
            // Where meshes cross at the start, meshes inside each other are not looked for.
            const bool told = !pair.of_meshes || first_.outcome != Outcome::crossing_at_start;
            if (told && distance > pair.margin && starts_inside(pair)) return names(pair) + " start inside, untold";
            if (distance < -pair.margin) return names(pair) + " start touching, untold";
        }
        if (is_at_start(first_.outcome) || first_.outcome == Outcome::undecided) return std::nullopt;
        if (near && !first_.start.near) return "something starts near, untold";
        const auto touches_itself = [&](PartId part) {
            const std::uint32_t object = case_.scene.first_object(part);
            return is_asked(case_, object, object);
        };
        const bool selves = std::ranges::any_of(case_.scene.parts(Scene::Kind::mesh), touches_itself);
        if (first_.start.near && !maybe_near && !selves) return "nothing starts near";
        return std::nullopt;
    }

    /// Evenly over what was asked about, and crowded towards where proofs end, where a miss would be.
    [[nodiscard]] std::vector<double> times(std::size_t count) const
    {
        std::vector<double> times = {0.0, case_.options.until};
        for (const double safe : safe_) {
            if (safe > 0.0) times.push_back(safe);
        }
        for (std::size_t i = 0; i < count; ++i) {
            // However few of them are looked at, they are spread.
            const double golden = static_cast<double>(i) * std::numbers::phi, part = golden - std::floor(golden);
            if (i % 2 == 0)
                times.push_back(case_.options.until * part);
            else if (first_safe_ > 0.0)
                times.push_back(first_safe_ * (1.0 - std::exp2(-40.0 * part)));
        }
        return times;
    }

    /// What two triangles keep from each other.
    [[nodiscard]] double kept(const SurfacePair& pair, std::size_t i, std::size_t j) const
    {
        const auto distance =
            static_cast<double>(judged_distance(start_[pair.a].triangles[i], start_[pair.b].triangles[j]));
        const double start = std::max(0.0, distance - pair.margin);
        if (!pair.of_meshes) return kept_distance(start, pair.padding, pair.clearance, pair.threshold);
        return start > pair.clearance ? pair.clearance : case_.options.near_fraction.value_or(0.25) * start;
    }

    [[nodiscard]] std::optional<std::string> wrong_at(double t)
    {
        std::optional<std::string> fault;
        std::vector<std::optional<PlacedSurface>> placed(start_.size());
        const auto at = [&](std::size_t i) -> const PlacedSurface& {
            if (!placed[i]) {
                placed[i] = stage_.place(i, t);
                work_ += placed[i]->positions.size();
            }
            return *placed[i];
        };
        for (std::size_t p = 0; p < stage_.pairs().size(); ++p) {
            if (t > safe_[p]) continue;
            const SurfacePair& pair = stage_.pairs()[p];
            const PlacedSurface &a = at(pair.a), &b = at(pair.b);
            const double greatest = pair.padding + pair.clearance + (pair.of_meshes ? 0.0 : pair.threshold);
            if (gap(a.box, b.box) > greatest) continue;
            for_each_pair_within(a, b, greatest, [&](std::size_t i, std::size_t j, double distance) {
                work_ += work_of_pair;
                const bool crosses = distance == 0.0 && cross_deeply(a.triangles[i], b.triangles[j], pair.margin);
                const double least = kept(pair, i, j);
                if (!crosses && distance >= least - pair.margin) return;
                fault = fmt::format(
                    "triangles {} and {} of {} {} {:g} apart at {:.17g}, not {:g}; {}, safe until {:.17g}, these until "
                    "{:.17g}",
                    i, j, names(pair), crosses ? "cross," : "are", distance, t, least, to_string(first_.outcome),
                    first_.safe_until, safe_[p]);
            });
        }
        return fault;
    }

    /// The two features of a contact, as triangles that may be flat.
    [[nodiscard]] static std::array<TrianglePoints, 2> features(const Contact& contact, const PlacedSurface& first,
                                                                const PlacedSurface& second)
    {
        const auto& v = contact.vertices;
        const auto &p = first.positions, &q = second.positions;
        if (contact.kind == PairKind::vertex_face)
            return {TrianglePoints{p[v[0]], p[v[0]], p[v[0]]}, TrianglePoints{q[v[1]], q[v[2]], q[v[3]]}};
        return {TrianglePoints{p[v[0]], p[v[1]], p[v[1]]}, TrianglePoints{q[v[2]], q[v[3]], q[v[3]]}};
    }

    [[nodiscard]] std::optional<std::string> wrong_contact(const Contact& contact) const
    {
        const auto [a, b] = contact.objects;
        const auto i = stage_.find(a, contact.shapes[0]), j = stage_.find(b, contact.shapes[1]);
        if (!i || !j) return "there are no such surfaces";
        const auto &x = stage_.surfaces()[*i], &y = stage_.surfaces()[*j];
        if (!is_asked(case_, a, b)) return fmt::format("{} and {} are not to be checked", a, b);
        const auto features_at = [&](double t) {
            const auto [of_a, of_b] = features(contact, stage_.place(*i, t), stage_.place(*j, t));
            return static_cast<double>(judged_distance(of_a, of_b));
        };
        const double padding = x.padding + y.padding, clearance = stage_.clearance(a, b);
        const double margin = x.margin + y.margin, speed = x.speed + y.speed;
        const double lower = contact.toc.lower, upper = contact.toc.upper;
        // Times are doubles, and what moves between two of them cannot be told.
        const double slack = margin + 0x1p-49 * speed;
        const bool of_meshes = x.kind == Scene::Kind::mesh && y.kind == Scene::Kind::mesh;
        if ((contact.proof == Proof::touches) != of_meshes) return "another kind of proof";
        if (of_meshes) {
            const double distance = features_at(upper), most = clearance + slack + speed * (upper - lower);
            if (distance <= most) return std::nullopt;
            return fmt::format("{} and {} are {:g} apart at {:.17g}, not {:g}", a, b, distance, upper, most);
        }
        const double wanted = case_.options.threshold.value_or(1.001e-5 * std::min(x.diameter, y.diameter));
        if (contact.threshold > std::max({wanted, 64.0 * margin, 0x1p-400}))
            return fmt::format("the threshold is {:g}, not {:g}", contact.threshold, wanted);
        // Which features of surfaces that cross at the start are named is not promised.
        if (upper == 0.0 && !contact.sooner_than_any_double) {
            const double distance = judged_distance(start_[*i], start_[*j]) - padding;
            if (distance <= margin) return std::nullopt;
            return fmt::format("{} and {} are {:g} apart at the start, not touching", a, b, distance);
        }
        if (lower < upper) {
            if (judged_distance(stage_.place(*i, upper), stage_.place(*j, upper)) > margin)
                return "nothing crosses at toc.upper";
        } else if (features_at(lower) > padding + clearance + contact.threshold + slack) {
            return fmt::format("{} and {} are {:g} apart at {:.17g}, not {:g}", a, b, features_at(lower), lower,
                               padding + clearance + contact.threshold + slack);
        }
        const double near = 1e-8 * (contact.distance + padding) + slack;
        const double distance = std::max(0.0, features_at(lower) - padding);
        if (std::abs(distance - contact.distance) > near)
            return fmt::format("the features are {:g} apart, not {:g}", distance, contact.distance);
        return std::nullopt;
    }

    const SceneCase& case_;
    const Answer& first_;
    const Answers& all_;
    SceneStage stage_;
    std::vector<PlacedSurface> start_;
    double first_safe_ = 0.0;
    std::size_t work_ = 0;
    std::vector<double> safe_;  // of each pair of surfaces
};

}  // namespace

std::size_t scene_pair_kind(const Scene& scene, std::uint32_t a, std::uint32_t b)
{
    const PartId part_a = scene.part_of(a), part_b = scene.part_of(b);
    const auto [low, high] = std::minmax({scene.kind(part_a), scene.kind(part_b)});
    if (part_a == part_b && low == Scene::Kind::robot) return 6;
    if (low == Scene::Kind::mesh) return static_cast<std::size_t>(high);
    return low == Scene::Kind::body ? 2 + static_cast<std::size_t>(high) : 5;
}

std::array<std::size_t, scene_pair_names.size()> count_scene_pairs(const SceneCase& c)
{
    std::array<std::size_t, scene_pair_names.size()> count = {};
    std::vector<Objects> counted;
    const SceneStage stage(c);
    for (const SurfacePair& pair : stage.pairs()) counted.push_back(pair.objects);
    std::ranges::sort(counted);
    counted.erase(std::unique(counted.begin(), counted.end()), counted.end());
    for (const Objects& objects : counted) ++count[scene_pair_kind(c.scene, objects[0], objects[1])];
    return count;
}

double judged_distance(const SceneCase& c, const ObjectPair& pair, double t)
{
    const SceneStage stage(c);
    const std::size_t a = stage.find(pair.objects[0], pair.shapes[0]).value();
    const std::size_t b = stage.find(pair.objects[1], pair.shapes[1]).value();
    return judged_distance(stage.place(a, t), stage.place(b, t)) - stage.surfaces()[a].padding -
           stage.surfaces()[b].padding;
}

std::optional<std::string> find_fault(const SceneCase& c, const Answer& first, const Answers& all,
                                      std::size_t max_times)
{
    return Inspection(c, first, all).run(max_times);
}

}  // namespace tocca::support
