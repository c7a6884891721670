// SPDX-License-Identifier: Apache-2.0
#include "scenes/elementary_queries.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <random>

namespace tocca::scenes {
namespace {

/// Random doubles made from the generator's bits directly: the standard distributions differ between libraries.
class Random {
public:
    explicit Random(std::uint64_t seed) : bits_(seed) {}

    /// Uniform in [0, 1), a multiple of 2^-53.
    double unit() { return static_cast<double>(bits_() >> 11) * 0x1p-53; }
    /// Uniform in [-1, 1).
    double sign_unit() { return 2.0 * unit() - 1.0; }

private:
    std::mt19937_64 bits_;
};

/// The size of the features, and of the random part of each point's motion relative to it.
struct NearShape {
    double size;
    double spread;
};

PairRows near_candidate(Random& random, const NearShape& shape)
{
    std::array<double, 3> centre;
    std::array<double, 3> velocity;
    for (double& x : centre) x = random.sign_unit();
    for (double& x : velocity) x = 0.5 * shape.size * random.sign_unit();
    PairRows rows;
    for (std::size_t i = 0; i < 12; ++i) rows[i] = centre[i % 3] + shape.size * random.sign_unit();
    for (std::size_t i = 0; i < 12; ++i) {
        rows[12 + i] = rows[i] + (velocity[i % 3] + shape.spread * shape.size * random.sign_unit());
    }
    return rows;
}

/// Whether the boxes around the two features overlap, each box around both times.
bool swept_boxes_overlap(const PairRows& rows, std::size_t points_of_first)
{
    for (std::size_t axis = 0; axis < 3; ++axis) {
        std::array<double, 2> low;
        std::array<double, 2> high;
        for (std::size_t side = 0; side < 2; ++side) {
            const std::size_t begin = side == 0 ? 0 : points_of_first;
            const std::size_t end = side == 0 ? points_of_first : 4;
            low[side] = high[side] = rows[3 * begin + axis];
            for (std::size_t point = begin; point < end; ++point) {
                for (const double x : {rows[3 * point + axis], rows[12 + 3 * point + axis]}) {
                    low[side] = std::min(low[side], x);
                    high[side] = std::max(high[side], x);
                }
            }
        }
        if (high[0] < low[1] || high[1] < low[0]) return false;
    }
    return true;
}

}  // namespace

std::vector<PairRows> uniform_queries(PairKind kind, std::size_t count)
{
    Random random(kind == PairKind::vertex_face ? 1 : 2);
    std::vector<PairRows> queries(count);
    for (PairRows& rows : queries) {
        for (double& x : rows) x = random.unit();
    }
    return queries;
}

std::vector<PairRows> near_queries(PairKind kind, std::size_t count)
{
    const bool vertex_face = kind == PairKind::vertex_face;
    const NearShape shape{.size = 0.01, .spread = vertex_face ? 0.075 : 0.0375};
    Random random(vertex_face ? 3 : 4);
    std::vector<PairRows> queries(count);
    for (PairRows& rows : queries) {
        do {
            rows = near_candidate(random, shape);
        } while (!swept_boxes_overlap(rows, vertex_face ? 1 : 2));
    }
    return queries;
}

}  // namespace tocca::scenes
