// SPDX-License-Identifier: Apache-2.0
#include "tocca/deformable/safe_fractions.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>

#include "tocca/base/disjoint_sets.hpp"
#include "tocca/base/error.hpp"
#include "tocca/deformable/safe_step.hpp"
#include "tocca/deformable/step_tree.hpp"

namespace tocca::deformable {
namespace {

constexpr int max_rounds = 32;

/// Fractions of all vertices, by their numbers over all objects, one for each set of vertices that contacts connect.
///
/// The contacts of the whole step tell when a pair whose vertices go alike touches. So all contacts within a set are avoided
/// by the first of their times, and a pair that was not among them by any: where vertices of two sets come into contact,
/// the less of both fractions will do for both. Only what rounding has spoilt takes less.
class Fractions {
public:
    explicit Fractions(const StepTree& step)
        : step_(step), sets_(step.vertices().size()), of_set_(step.vertices().size(), 1.0), tried_(of_set_)
    {}

    /// Makes the vertices of a contact go alike, and so far that they avoid it: in the first round, that of the whole step,
    /// until then; later, if they went alike already, a little less. False if none of them moves.
    bool avoid(const Contact& contact, int round)
    {
        std::array<std::uint32_t, 4> members = {};
        std::size_t count = 0;
        double least = 1.0, largest = 0.0;
        for (std::size_t corner = 0; corner < 4; ++corner) {
            const ObjectId object = contact.objects[corner < (contact.kind == PairKind::vertex_face ? 1U : 2U) ? 0 : 1];
            const MovingVertex& vertex = step_.vertices()[step_.place(object, contact.vertices[corner])];
            if (vertex.start == vertex.end) continue;
            const std::uint32_t number = members[count++] = step_.first_number(object) + contact.vertices[corner];
            least = std::min(least, tried_[number]);
            largest = std::max(largest, tried_[number]);
        }
        if (largest == 0.0) return false;
        if (round == 0)
            least = contact.toc.lower;
        else if (least == largest)
            least *= round < 16 ? 1.0 - std::ldexp(1.0, 2 * (round - 16)) : 0.0;
        for (std::size_t i = 0; i < count; ++i) {
            // The joined set has the least of both.
            least = std::min({least, value(members[0]), value(members[i])});
            sets_.join(members[0], members[i]);
        }
        of_set_[sets_.find(members[0])] = least;
        return true;
    }

    /// The fractions to try next, by object.
    [[nodiscard]] std::vector<std::vector<double>> next(const MovingScene& scene)
    {
        std::vector<std::vector<double>> all;
        for (ObjectId object = 0; object < scene.object_count(); ++object) {
            std::vector<double>& own = all.emplace_back(scene.object(object).mesh.vertex_count());
            for (std::uint32_t v = 0; v < own.size(); ++v) {
                const std::uint32_t number = step_.first_number(object) + v;
                own[v] = tried_[number] = value(number);
            }
        }
        return all;
    }

private:
    [[nodiscard]] double value(std::uint32_t number) { return of_set_[sets_.find(number)]; }

    const StepTree& step_;
    base::DisjointSets sets_;
    std::vector<double> of_set_;  ///< by the representative of a set
    std::vector<double> tried_;   ///< by vertex, in the last round
};

std::vector<std::vector<double>> same_for_all(const MovingScene& scene, double fraction)
{
    std::vector<std::vector<double>> all;
    for (ObjectId object = 0; object < scene.object_count(); ++object)
        all.emplace_back(scene.object(object).mesh.vertex_count(), fraction);
    return all;
}

/// Begins the step again, every vertex going by its fraction.
void shorten(MovingScene& shortened, const MovingScene& scene, const std::vector<std::vector<double>>& fractions,
             int threads)
{
    std::vector<std::vector<Point>> start, end;
    for (ObjectId object = 0; object < scene.object_count(); ++object) {
        start.push_back(positions_at(scene, object, 0.0));
        end.push_back(positions_at(start.back(), positions_at(scene, object, 1.0), fractions[object]));
    }
    const std::vector<std::span<const Point>> starts(start.begin(), start.end()), ends(end.begin(), end.end());
    shortened.set_step(starts, ends, threads);
}

}  // namespace

std::vector<Point> positions_at(std::span<const Point> start, std::span<const Point> end,
                                std::span<const double> fractions)
{
    require(fractions.size() == start.size(), "there must be a fraction for every vertex of the mesh");
    std::vector<Point> positions;
    positions.reserve(start.size());
    for (std::size_t i = 0; i < start.size(); ++i) {
        require(fractions[i] >= 0.0 && fractions[i] <= 1.0, "a fraction must be in [0, 1]");
        positions.push_back(position_at(start[i], end[i], fractions[i]));
    }
    return positions;
}

std::vector<std::vector<double>> safe_fractions(const MovingScene& scene, const QueryOptions& options)
{
    require(options.until == 1.0, "`until` does not apply to safe_fractions");
    require(!options.changed, "`changed` does not apply to safe_fractions: a vertex that goes less far meets others");
    QueryOptions search = options;
    search.list_start = false;
    Answers found = all_contacts(scene, search);
    if (found.start.crossing_count > 0) return same_for_all(scene, 0.0);
    search.assume_start_free = true;  // it was tested
    Fractions fractions(scene.tree());
    MovingScene shortened(scene);
    std::vector<std::vector<double>> tried = same_for_all(scene, 1.0);
    for (int round = 0; round < max_rounds; ++round) {
        bool free = true;
        for (const Contact& contact : found.contacts) {
            if (fractions.avoid(contact, round)) free = false;
        }
        if (free) return tried;
        tried = fractions.next(scene);
        shorten(shortened, scene, tried, options.threads);
        found = all_contacts(shortened, search);
    }
    return same_for_all(scene, safe_step(scene, options).step);
}

}  // namespace tocca::deformable
