// SPDX-License-Identifier: Apache-2.0
#include "support/query_sets.hpp"

#include <random>
#include <utility>

#include "scenes/elementary_queries.hpp"
#include "support/ply_mesh.hpp"
#include "support/swept_pairs.hpp"

namespace tocca::bench {
namespace {

constexpr std::size_t counted = 1'000'000;  // the size of the sets of which the exact number of contacts is known

std::optional<std::size_t> known(std::size_t count, std::size_t contacts)
{
    return count == counted ? std::optional{contacts} : std::nullopt;
}

}  // namespace

ClothTruth cloth_truth(PairKind kind)
{
    return kind == PairKind::vertex_face ? ClothTruth{.pairs = 1'655'541, .contacts = 19'032}
                                         : ClothTruth{.pairs = 5'197'332, .contacts = 94'822};
}

QuerySet near_set(PairKind kind, std::size_t count)
{
    return {.name = "near",
            .kind = kind,
            .queries = scenes::near_queries(kind, count),
            .exact_contacts = known(count, kind == PairKind::vertex_face ? 9'610 : 10'401)};
}

QuerySet uniform_set(PairKind kind, std::size_t count)
{
    return {.name = "uniform",
            .kind = kind,
            .queries = scenes::uniform_queries(kind, count),
            .exact_contacts = known(count, kind == PairKind::vertex_face ? 77'383 : 207'971)};
}

QuerySet grid_set(PairKind kind, std::size_t count)
{
    std::mt19937_64 bits(kind == PairKind::vertex_face ? 5 : 6);
    QuerySet set{.name = "grid", .kind = kind, .queries = std::vector<PairRows>(count)};
    for (PairRows& rows : set.queries) {
        for (double& x : rows) x = 250.0 * (static_cast<double>(bits() % 5) - 2.0);
    }
    return set;
}

std::optional<QuerySet> cloth_set(PairKind kind, ClothShare share, const std::filesystem::path& data)
{
    const std::filesystem::path folder = data / "sequences" / "cloth-ball";
    if (!std::filesystem::exists(folder / "cloth_ball92.ply")) return std::nullopt;
    PlyMesh start = read_big_endian_ply(folder / "cloth_ball92.ply");
    PlyMesh end = read_big_endian_ply(folder / "cloth_ball93.ply");
    const MovingShape shape{
        .start = std::move(start.vertices), .end = std::move(end.vertices), .faces = std::move(start.faces)};

    QuerySet set{.name = "cloth", .kind = kind, .queries = {}};
    const std::vector<PairVertices> pairs = swept_pairs(shape, kind);
    const std::size_t stride = share == ClothShare::every_pair ? 1 : kind == PairKind::vertex_face ? 2 : 6;
    set.queries.reserve(pairs.size() / stride + 1);
    for (std::size_t i = 0; i < pairs.size(); i += stride) set.queries.push_back(rows_of(shape, pairs[i]));
    if (share == ClothShare::every_pair) set.exact_contacts = cloth_truth(kind).contacts;
    return set;
}

}  // namespace tocca::bench
