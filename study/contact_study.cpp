// SPDX-License-Identifier: Apache-2.0
#include "study/contact_study.hpp"

#include <algorithm>
#include <tuple>

#include "study/detail/contact_search.hpp"
#include "tocca/base/error.hpp"
#include "tocca/base/floating_point.hpp"
#include "tocca/geometry/triangle_intersection.hpp"

namespace tocca::study {

using detail::PairDecider;

std::string_view to_string(Strategy strategy)
{
    switch (strategy) {
        case Strategy::basic: return "basic";
        case Strategy::no_dupl: return "no_dupl";
        case Strategy::adj: return "adj";
        case Strategy::r_tri: return "r_tri";
        case Strategy::separate_trees: break;
    }
    return "separate_trees";
}

std::string_view to_string(BoundingVolume volume)
{
    switch (volume) {
        case BoundingVolume::aabb: return "aabb";
        case BoundingVolume::kdop14: return "kdop14";
        case BoundingVolume::kdop18: return "kdop18";
        case BoundingVolume::kdop26: break;
    }
    return "kdop26";
}

std::string_view to_string(TreeLayers layers)
{
    switch (layers) {
        case TreeLayers::swept: return "swept";
        case TreeLayers::kinetic: return "kinetic";
        case TreeLayers::hybrid: break;
    }
    return "hybrid";
}

std::string_view to_string(LocalAdvancement advancement)
{
    switch (advancement) {
        case LocalAdvancement::off: return "off";
        case LocalAdvancement::accelerator: return "accelerator";
        case LocalAdvancement::judge: break;
    }
    return "judge";
}

std::string_view to_string(Assignment assignment)
{
    switch (assignment) {
        case Assignment::greedy: return "greedy";
        case Assignment::uniform: return "uniform";
        case Assignment::maximal: break;
    }
    return "maximal";
}

namespace {

void check(const StudyOptions& options)
{
    require_floating_point();
    require(options.tolerance > 0.0, "the tolerance must be positive");
    require(options.threshold >= 0.0, "the threshold must not be negative");
    require(options.lower_levels >= 0, "the number of levels must not be negative");
}

}  // namespace

ContactStudy::ContactStudy(const deformable::MovingScene& scene, const StudyOptions& options) : options_(options)
{
    check(options);
    features_ = std::make_unique<detail::SceneFeatures>(scene, options.assignment);
    search_ = detail::ContactSearch::make(*features_, options_);
}

ContactStudy::ContactStudy(ContactStudy&&) noexcept = default;
ContactStudy& ContactStudy::operator=(ContactStudy&&) noexcept = default;
ContactStudy::~ContactStudy() = default;

void ContactStudy::refit(const deformable::MovingScene& scene)
{
    features_->move(scene);
    search_->refit();
}

std::size_t ContactStudy::bytes() const { return search_->bytes(); }

StudyResult ContactStudy::all_contacts() const
{
    require_floating_point();
    StudyResult result;
    PairDecider decider(*features_, options_, PairDecider::Verb::all_contacts, result.counts);
    search_->find(decider, result.counts);
    decider.finish();
    result.contacts = decider.contacts();
    return result;
}

StudyFirstContact ContactStudy::first_contact() const
{
    require_floating_point();
    StudyCounts counts;
    PairDecider decider(*features_, options_, PairDecider::Verb::first_contact, counts);
    search_->find(decider, counts);
    decider.finish();
    StudyFirstContact result = decider.first();
    result.counts = counts;
    return result;
}

StudyCollides ContactStudy::collides() const
{
    require_floating_point();
    StudyCollides result;
    PairDecider decider(*features_, options_, PairDecider::Verb::collides, result.counts);
    search_->find(decider, result.counts);
    decider.finish();
    result.collides = decider.collides();
    return result;
}

StudyResult study_contacts(const deformable::MovingScene& scene, const StudyOptions& options)
{
    return ContactStudy(scene, options).all_contacts();
}

StudyFirstContact study_first_contact(const deformable::MovingScene& scene, const StudyOptions& options)
{
    return ContactStudy(scene, options).first_contact();
}

StudyCollides study_collides(const deformable::MovingScene& scene, const StudyOptions& options)
{
    return ContactStudy(scene, options).collides();
}

ContactDifferences differences(std::vector<Contact> judged, std::vector<Contact> exact)
{
    const auto key = [](const Contact& contact) {
        // The feature of an edge has two vertices, a vertex one.
        const std::size_t first = contact.kind == PairKind::vertex_face ? 1 : 2;
        std::array<std::uint64_t, 4> vertices = {};
        for (std::size_t i = 0; i < 4; ++i)
            vertices[i] = std::uint64_t{contact.objects[i < first ? 0 : 1]} << 32U | contact.vertices[i];
        return std::tuple(contact.kind, vertices);
    };
    for (std::vector<Contact>* contacts : {&judged, &exact}) {
        std::sort(contacts->begin(), contacts->end(),
                  [&](const Contact& a, const Contact& b) { return key(a) < key(b); });
    }
    ContactDifferences result;
    auto j = judged.begin();
    auto e = exact.begin();
    while (j != judged.end() || e != exact.end()) {
        if (e == exact.end() || (j != judged.end() && key(*j) < key(*e))) {
            ++result.extra;
            ++j;
        } else if (j == judged.end() || key(*e) < key(*j)) {
            ++result.missed;
            ++e;
        } else {
            result.greatest_delay = std::max(result.greatest_delay, j->toc.lower - e->toc.upper);
            result.greatest_advance = std::max(result.greatest_advance, e->toc.lower - j->toc.upper);
            ++j;
            ++e;
        }
    }
    return result;
}

StudyIntersections study_intersections(const deformable::MovingScene& scene, const StudyOptions& options)
{
    check(options);
    require(options.strategy != Strategy::adj && options.strategy != Strategy::separate_trees,
            "discrete collision detection is studied with the strategies basic, no_dupl and r_tri");
    detail::SceneFeatures features(scene, options.assignment);
    features.end = features.start;
    StudyOptions at_start = options;
    at_start.layers = TreeLayers::swept;
    const auto search = detail::ContactSearch::make(features, at_start);

    StudyIntersections result;
    std::vector<std::array<std::uint32_t, 2>> found;
    const auto point = [&](std::uint32_t vertex) -> const Point& { return features.start[vertex]; };
    search->find_edge_faces(
        [&](std::uint32_t edge, std::uint32_t face) {
            ++result.edge_face_tests;
            const auto [a, b] = features.edges[edge];
            const auto& corners = features.faces[face];
            if (segment_meets_triangle({point(a), point(b)}, {point(corners[0]), point(corners[1]), point(corners[2])}))
                found.push_back({edge, face});
        },
        result.counts);
    std::sort(found.begin(), found.end());
    found.erase(std::unique(found.begin(), found.end()), found.end());
    for (const auto& [edge, face] : found) {
        EdgeFaceIntersection named{.edge_object = features.edge_objects[edge],
                                   .face_object = features.face_objects[face]};
        for (std::size_t i = 0; i < 2; ++i)
            named.edge[i] = features.edges[edge][i] - features.first_vertex[named.edge_object];
        for (std::size_t i = 0; i < 3; ++i)
            named.face[i] = features.faces[face][i] - features.first_vertex[named.face_object];
        result.intersections.push_back(named);
    }
    std::sort(result.intersections.begin(), result.intersections.end());
    return result;
}

}  // namespace tocca::study
