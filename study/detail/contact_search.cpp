// SPDX-License-Identifier: Apache-2.0
#include "study/detail/contact_search.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <span>
#include <vector>

#include "study/detail/pair_database.hpp"
#include "study/layered_tree.hpp"
#include "study/segment_box.hpp"
#include "tocca/bvh/tree_traversal.hpp"

namespace tocca::study::detail {
namespace {

template <std::size_t Directions>
class Search final : public ContactSearch {
    using Moving = MovingKdop<Directions>;
    using Swept = Kdop<Directions>;
    using Tree = LayeredTree<Directions>;

public:
    Search(const SceneFeatures& features, const StudyOptions& options) : features_(features), options_(options)
    {
        if (options.strategy == Strategy::separate_trees) {
            vertex_tree_ = tree_over(features.start.size(), features.vertex_objects, [&](std::uint32_t v) {
                return features.box_of({&v, 1});
            });
            edge_tree_ = tree_over(features.edges.size(), features.edge_objects,
                                   [&](std::uint32_t e) { return features.box_of(features.edges[e]); });
            face_tree_ = tree_over(features.faces.size(), features.face_objects,
                                   [&](std::uint32_t f) { return features.box_of(features.faces[f]); });
        } else {
            std::vector<deformable::ObjectId> objects;
            for (const FeatureLeaf& leaf : features.leaves) objects.push_back(leaf.object);
            leaf_tree_ = tree_over(features.leaves.size(), objects, [&](std::uint32_t leaf) {
                return features.box_of(features.leaves[leaf].vertex_list(false));
            });
        }
        refit();
    }

    void refit() override
    {
        std::vector<Moving> points;
        points.reserve(features_.start.size());
        for (std::size_t v = 0; v < features_.start.size(); ++v)
            points.push_back(Moving::of(features_.start[v], features_.end[v]));
        const auto hull = [&](std::span<const std::uint32_t> vertices) {
            Moving volume = points[vertices[0]];
            for (const std::uint32_t v : vertices.subspan(1)) extend(volume, points[v]);
            return volume;
        };
        const auto vertex = [&](std::uint32_t v) { return points[v]; };
        const auto edge = [&](std::uint32_t e) { return hull(features_.edges[e]); };
        const auto face = [&](std::uint32_t f) { return hull(features_.faces[f]); };
        if (options_.strategy == Strategy::separate_trees) {
            vertex_tree_.refit(vertex);
            edge_tree_.refit(edge);
            face_tree_.refit(face);
            return;
        }
        leaf_tree_.refit([&](std::uint32_t leaf) { return hull(features_.leaves[leaf].vertex_list(false)); });
        if (!culls_features()) return;
        vertex_volumes_.fill(points.size(), is_swept(), vertex);
        edge_volumes_.fill(features_.edges.size(), is_swept(), edge);
        face_volumes_.fill(features_.faces.size(), is_swept(), face);
    }

    [[nodiscard]] std::size_t bytes() const override
    {
        return leaf_tree_.bytes() + vertex_tree_.bytes() + edge_tree_.bytes() + face_tree_.bytes() +
               vertex_volumes_.bytes() + edge_volumes_.bytes() + face_volumes_.bytes();
    }

    void find(PairDecider& decider, StudyCounts& counts) const override
    {
        Run run{decider, counts, {}, {}};
        if (options_.strategy == Strategy::separate_trees) {
            find_by_feature(run);
            return;
        }
        std::vector<std::array<std::uint32_t, 2>> adjacent;
        traverse(leaf_tree_, leaf_tree_, run, true, [&](std::uint32_t s, std::uint32_t t) {
            const FeatureLeaf &first = features_.leaves[s], &second = features_.leaves[t];
            if (!features_.may_touch(first.object, second.object)) return;
            ++counts.triangle_pairs;
            if (options_.strategy == Strategy::adj && are_adjacent(first, second))
                adjacent.push_back({s, t});
            else
                expand(first, second, run);
        });
        // What is left of these is orphaned: pairs of features that no two triangles apart from each other have.
        for (const auto& [s, t] : adjacent) expand(features_.leaves[s], features_.leaves[t], run);
    }

    void find_edge_faces(const std::function<void(std::uint32_t edge, std::uint32_t face)>& take,
                         StudyCounts& counts) const override
    {
        const auto edges_with_face = [&](const FeatureLeaf& edges, std::uint32_t face) {
            if (face == no_feature) return;
            for (const std::uint32_t edge : edges.edge_list(is_represented())) {
                const auto [a, b] = features_.edges[edge];
                if (features_.vertex_of_face(a, face) || features_.vertex_of_face(b, face)) continue;
                if (culls_features()) {
                    ++counts.feature_tests;
                    if (!may_meet(edge_volumes_.swept[edge], face_volumes_.swept[face])) continue;
                    if (options_.segment_box) {
                        ++counts.segment_tests;
                        if (!segment_may_meet(features_.start[a], features_.start[b], swept_box(face))) continue;
                    }
                }
                take(edge, face);
            }
        };
        const auto meet = [&](NodeId a, NodeId b) -> std::optional<double> {
            ++counts.node_tests;
            return may_meet(leaf_tree_, a, leaf_tree_, b) ? std::optional(0.0) : std::nullopt;
        };
        const auto too_late = [](double) { return false; };
        const auto visit = [&](NodeId a, NodeId b) {
            const FeatureLeaf& first = features_.leaves[leaf_tree_.primitive(a)];
            const FeatureLeaf& second = features_.leaves[leaf_tree_.primitive(b)];
            if (!features_.may_touch(first.object, second.object)) return;
            ++counts.triangle_pairs;
            edges_with_face(first, second.face);
            edges_with_face(second, first.face);
        };
        Traversal(leaf_tree_, leaf_tree_, meet, too_late, visit).within();
    }

private:
    /// Volumes of features: over the whole step, or at both ends.
    struct FeatureVolumes {
        std::vector<Swept> swept;
        std::vector<Moving> moving;

        template <class VolumeOf>
        void fill(std::size_t count, bool over_step, const VolumeOf& volume_of)
        {
            swept.clear();
            moving.clear();
            for (std::uint32_t i = 0; i < count; ++i) {
                if (over_step)
                    swept.push_back(volume_of(i).swept());
                else
                    moving.push_back(volume_of(i));
            }
        }
        [[nodiscard]] std::size_t bytes() const
        {
            return swept.size() * sizeof(Swept) + moving.size() * sizeof(Moving);
        }
    };

    /// One search under way.
    struct Run {
        PairDecider& decider;
        StudyCounts& counts;
        PairDatabase vertex_face, edge_edge;
    };

    [[nodiscard]] bool is_swept() const { return options_.layers == TreeLayers::swept; }
    [[nodiscard]] bool is_represented() const
    {
        return options_.strategy == Strategy::no_dupl || options_.strategy == Strategy::r_tri;
    }
    [[nodiscard]] bool culls_features() const
    {
        return options_.strategy == Strategy::r_tri || options_.strategy == Strategy::adj;
    }

    template <class BoxOf>
    [[nodiscard]] Tree tree_over(std::size_t count, std::span<const deformable::ObjectId> objects,
                                 const BoxOf& box_of) const
    {
        std::vector<MovingBox> boxes;
        boxes.reserve(count);
        for (std::uint32_t i = 0; i < count; ++i) boxes.push_back(box_of(i));
        int levels = Tree::all_levels;
        if (options_.layers == TreeLayers::swept) levels = 0;
        if (options_.layers == TreeLayers::hybrid) levels = options_.lower_levels;
        return Tree(build_tree(boxes, objects, 1), levels);
    }

    /// Calls `take(primitive, primitive)` for leaves that may meet: of two trees, or within one.
    template <class Take>
    void traverse(const Tree& first, const Tree& second, Run& run, bool within, const Take& take) const
    {
        const bool times = run.decider.by_time() || options_.overlap_times;
        const auto meet = [&](NodeId a, NodeId b) -> std::optional<double> {
            if (run.decider.enough()) return std::nullopt;
            ++run.counts.node_tests;
            if (!times) return may_meet(first, a, second, b) ? std::optional(0.0) : std::nullopt;
            const std::optional<TimeInterval> meeting = overlap_times(first, a, second, b);
            if (!meeting || meeting->lower > run.decider.until()) return std::nullopt;
            return meeting->lower;
        };
        const auto too_late = [&](double time) { return run.decider.enough() || time > run.decider.until(); };
        const auto visit = [&](NodeId a, NodeId b) { take(first.primitive(a), second.primitive(b)); };
        Traversal traversal(first, second, meet, too_late, visit);
        if (within)
            traversal.within();
        else
            traversal.between();
    }

    void find_by_feature(Run& run) const
    {
        traverse(vertex_tree_, face_tree_, run, false, [&](std::uint32_t vertex, std::uint32_t face) {
            if (features_.vertex_of_face(vertex, face)) return;
            if (!features_.may_touch(features_.vertex_objects[vertex], features_.face_objects[face])) return;
            if (segment_meets(vertex, face, run)) run.decider.take(PairKind::vertex_face, vertex, face);
        });
        traverse(edge_tree_, edge_tree_, run, true, [&](std::uint32_t first, std::uint32_t second) {
            if (features_.edges_share_vertex(first, second)) return;
            if (!features_.may_touch(features_.edge_objects[first], features_.edge_objects[second])) return;
            run.decider.take(PairKind::edge_edge, first, second);
        });
    }

    [[nodiscard]] bool are_adjacent(const FeatureLeaf& first, const FeatureLeaf& second) const
    {
        for (const std::uint32_t a : first.vertex_list(false)) {
            for (const std::uint32_t b : second.vertex_list(false)) {
                if (a == b) return true;
            }
        }
        return false;
    }

    /// The pairs of features of two leaves.
    void expand(const FeatureLeaf& first, const FeatureLeaf& second, Run& run) const
    {
        const bool represented = is_represented();
        for (const std::uint32_t vertex : first.vertex_list(represented)) vertex_with_face(vertex, second.face, run);
        for (const std::uint32_t vertex : second.vertex_list(represented)) vertex_with_face(vertex, first.face, run);
        for (const std::uint32_t a : first.edge_list(represented)) {
            for (const std::uint32_t b : second.edge_list(represented)) edge_with_edge(a, b, run);
        }
    }

    void vertex_with_face(std::uint32_t vertex, std::uint32_t face, Run& run) const
    {
        if (face == no_feature || features_.vertex_of_face(vertex, face)) return;
        if (culls_features() &&
            !(features_meet(vertex_volumes_, vertex, face_volumes_, face, run) && segment_meets(vertex, face, run)))
            return;
        if (options_.strategy == Strategy::adj) {
            ++run.counts.lookups;
            if (!run.vertex_face.insert(vertex, face)) return;
        }
        run.decider.take(PairKind::vertex_face, vertex, face);
    }

    void edge_with_edge(std::uint32_t a, std::uint32_t b, Run& run) const
    {
        if (features_.edges_share_vertex(a, b)) return;
        if (culls_features() && !features_meet(edge_volumes_, a, edge_volumes_, b, run)) return;
        if (options_.strategy == Strategy::adj) {
            ++run.counts.lookups;
            if (!run.edge_edge.insert(std::min(a, b), std::max(a, b))) return;
        }
        run.decider.take(PairKind::edge_edge, a, b);
    }

    [[nodiscard]] bool features_meet(const FeatureVolumes& a_volumes, std::uint32_t a, const FeatureVolumes& b_volumes,
                                     std::uint32_t b, Run& run) const
    {
        ++run.counts.feature_tests;
        if (is_swept()) return may_meet(a_volumes.swept[a], b_volumes.swept[b]);
        const Moving &x = a_volumes.moving[a], &y = b_volumes.moving[b];
        if (!may_meet(x, y)) return false;
        if (!run.decider.by_time() && !options_.overlap_times) return true;
        const std::optional<TimeInterval> times = overlap_times(x, y);
        return times && times->lower <= run.decider.until();
    }

    [[nodiscard]] PointBox swept_box(std::uint32_t face) const
    {
        const auto& corners = features_.faces[face];
        PointBox box = box_of(features_.start[corners[0]]);
        for (const std::uint32_t corner : corners) {
            extend(box, features_.start[corner]);
            extend(box, features_.end[corner]);
        }
        return box;
    }

    [[nodiscard]] bool segment_meets(std::uint32_t vertex, std::uint32_t face, Run& run) const
    {
        if (!options_.segment_box) return true;
        ++run.counts.segment_tests;
        return segment_may_meet(features_.start[vertex], features_.end[vertex], swept_box(face));
    }

    const SceneFeatures& features_;
    StudyOptions options_;
    Tree leaf_tree_, vertex_tree_, edge_tree_, face_tree_;
    FeatureVolumes vertex_volumes_, edge_volumes_, face_volumes_;
};

}  // namespace

std::unique_ptr<ContactSearch> ContactSearch::make(const SceneFeatures& features, const StudyOptions& options)
{
    switch (options.volume) {
        case BoundingVolume::kdop14: return std::make_unique<Search<7>>(features, options);
        case BoundingVolume::kdop18: return std::make_unique<Search<9>>(features, options);
        case BoundingVolume::kdop26: return std::make_unique<Search<13>>(features, options);
        case BoundingVolume::aabb: break;
    }
    return std::make_unique<Search<3>>(features, options);
}

}  // namespace tocca::study::detail
