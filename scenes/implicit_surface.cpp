// SPDX-License-Identifier: Apache-2.0
#include "scenes/implicit_surface.hpp"

#include <Eigen/Geometry>
#include <algorithm>
#include <cstdint>
#include <unordered_map>
#include <utility>
#include <vector>

#include "tocca/base/error.hpp"

namespace tocca::scenes {
namespace {

using Eigen::Vector3d;
using Eigen::Vector3i;

using GridPoint = std::array<std::size_t, 3>;
using Tetrahedron = std::array<GridPoint, 4>;

class Marching {
public:
    Marching(const std::function<double(const Vector3d&)>& field, double level, const CubeGrid& grid)
        : grid_(grid), level_(level)
    {
        values_.reserve((grid.cubes[0] + 1) * (grid.cubes[1] + 1) * (grid.cubes[2] + 1));
        for (std::size_t k = 0; k <= grid.cubes[2]; ++k) {
            for (std::size_t j = 0; j <= grid.cubes[1]; ++j) {
                for (std::size_t i = 0; i <= grid.cubes[0]; ++i) values_.push_back(field(place({i, j, k})));
            }
        }
    }

    Surface march()
    {
        for (std::size_t k = 0; k < grid_.cubes[2]; ++k) {
            for (std::size_t j = 0; j < grid_.cubes[1]; ++j) {
                for (std::size_t i = 0; i < grid_.cubes[0]; ++i) march_cube({i, j, k});
            }
        }
        return std::move(surface_);
    }

private:
    [[nodiscard]] Vector3d place(const GridPoint& p) const
    {
        const Vector3d steps(static_cast<double>(p[0]), static_cast<double>(p[1]), static_cast<double>(p[2]));
        return grid_.low + grid_.cube * steps;
    }

    [[nodiscard]] std::uint64_t number(const GridPoint& p) const
    {
        return p[0] + (grid_.cubes[0] + 1) * (p[1] + (grid_.cubes[1] + 1) * p[2]);
    }

    [[nodiscard]] double value(const GridPoint& p) const { return values_[number(p)]; }
    [[nodiscard]] bool inside(const GridPoint& p) const { return value(p) > level_; }

    /// The six ways from the cube's first corner to the one opposite, along an edge of each direction.
    void march_cube(const GridPoint& corner)
    {
        std::array<std::size_t, 3> axes{0, 1, 2};
        do {
            Tetrahedron tetrahedron{corner, corner, corner, corner};
            for (std::size_t i = 0; i < 3; ++i) {
                for (std::size_t later = i + 1; later < 4; ++later) ++tetrahedron[later][axes[i]];
            }
            march_tetrahedron(tetrahedron);
        } while (std::next_permutation(axes.begin(), axes.end()));
    }

    /// The side on which d lies of the triangle abc: positive when the four turn as the axes do.
    static int turn(const Tetrahedron& t)
    {
        const auto edge = [&](std::size_t i) {
            Vector3i e;
            for (std::size_t axis = 0; axis < 3; ++axis) {
                e[static_cast<int>(axis)] = static_cast<int>(t[i][axis]) - static_cast<int>(t[0][axis]);
            }
            return e;
        };
        return edge(1).dot(edge(2).cross(edge(3)));
    }

    void march_tetrahedron(Tetrahedron t)
    {
        // Those inside come first; then a, b, c, d turn as the axes do.
        const auto outside_begin =
            std::stable_partition(t.begin(), t.end(), [&](const GridPoint& p) { return inside(p); });
        const auto count = outside_begin - t.begin();
        if (count == 0 || count == 4) return;
        if (turn(t) < 0) {
            if (count == 3) {
                std::swap(t[0], t[1]);
            } else {
                std::swap(t[2], t[3]);
            }
        }
        const auto& [a, b, c, d] = t;
        if (count == 1) add_face(crossing(a, b), crossing(a, c), crossing(a, d));
        if (count == 3) add_face(crossing(a, d), crossing(b, d), crossing(c, d));
        if (count == 2) {
            const VertexId ac = crossing(a, c), ad = crossing(a, d), bd = crossing(b, d), bc = crossing(b, c);
            add_face(ac, ad, bd);
            add_face(ac, bd, bc);
        }
    }

    void add_face(VertexId a, VertexId b, VertexId c) { surface_.faces.push_back({a, b, c}); }

    /// The vertex on an edge of the grid, the same for all tetrahedra that have the edge.
    VertexId crossing(const GridPoint& p, const GridPoint& q)
    {
        const auto [first, second] =
            std::minmax(p, q, [&](const GridPoint& x, const GridPoint& y) { return number(x) < number(y); });
        const std::uint64_t direction =
            (second[0] - first[0]) + 2 * (second[1] - first[1]) + 4 * (second[2] - first[2]);
        const auto [found, is_new] =
            crossings_.try_emplace(8 * number(first) + direction, static_cast<VertexId>(surface_.points.size()));
        if (is_new) {
            const double part = (level_ - value(first)) / (value(second) - value(first));
            const double t = std::clamp(part, 0.05, 0.95);
            surface_.points.emplace_back((1.0 - t) * place(first) + t * place(second));
        }
        return found->second;
    }

    CubeGrid grid_;
    double level_;
    std::vector<double> values_;
    std::unordered_map<std::uint64_t, VertexId> crossings_;
    Surface surface_;
};

}  // namespace

Surface implicit_surface(const std::function<double(const Vector3d&)>& field, double level, const CubeGrid& grid)
{
    require(grid.cube > 0.0, "a cube has a positive length");
    return Marching(field, level, grid).march();
}

}  // namespace tocca::scenes
