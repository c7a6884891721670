// SPDX-License-Identifier: Apache-2.0
#include "support/study_measurements.hpp"

#include <span>
#include <utility>

#include "scenes/answer_hash.hpp"
#include "support/timing.hpp"

namespace tocca::bench {
namespace {

using study::BoundingVolume;
using study::ContactStudy;
using study::LocalAdvancement;
using study::Strategy;
using study::StudyFirstContact;
using study::StudyOptions;
using study::StudyResult;
using study::TreeLayers;

StudyVariant variant(StudyOptions options, const std::string& more = {})
{
    std::string name = std::string(to_string(options.strategy)) + "/" + std::string(to_string(options.layers));
    if (!more.empty()) name += "/" + more;
    return {.name = std::move(name), .options = options};
}

}  // namespace

std::vector<StudyVariant> contact_variants()
{
    std::vector<StudyVariant> variants;
    for (const TreeLayers layers : {TreeLayers::swept, TreeLayers::kinetic}) {
        for (const Strategy strategy :
             {Strategy::basic, Strategy::no_dupl, Strategy::adj, Strategy::r_tri, Strategy::separate_trees}) {
            variants.push_back(variant({.strategy = strategy, .layers = layers}));
        }
    }
    variants.push_back(variant({.layers = TreeLayers::swept, .segment_box = true}, "segment_box"));
    variants.push_back(variant({.layers = TreeLayers::hybrid}));
    variants.push_back(variant({.overlap_times = true}, "overlap_times"));
    for (const TreeLayers layers : {TreeLayers::swept, TreeLayers::kinetic}) {
        for (const BoundingVolume volume : {BoundingVolume::kdop14, BoundingVolume::kdop18, BoundingVolume::kdop26}) {
            variants.push_back(variant({.volume = volume, .layers = layers}, std::string(to_string(volume))));
        }
    }
    for (const Assignment assignment : {Assignment::uniform, Assignment::maximal}) {
        variants.push_back(variant({.assignment = assignment}, std::string(study::to_string(assignment))));
    }
    for (const LocalAdvancement local : {LocalAdvancement::accelerator, LocalAdvancement::judge}) {
        variants.push_back(variant({.local_advancement = local}, std::string(to_string(local))));
    }
    return variants;
}

std::vector<StudyVariant> first_contact_variants()
{
    return {variant({.temporal_culling = false}, "no_culling"), variant({}),
            variant({.local_advancement = LocalAdvancement::accelerator}, "accelerator"),
            variant({.local_advancement = LocalAdvancement::judge}, "judge")};
}

StudyMeasurement measure_study(const deformable::MovingScene& scene, const StudyOptions& options, MeshVerb verb,
                               int passes)
{
    ContactStudy study(scene, options);
    StudyMeasurement result;
    BestTime time;
    for (int pass = 0; pass < passes; ++pass) {
        if (verb == MeshVerb::all_contacts) {
            StudyResult answer;
            time.measure([&] {
                study.refit(scene);
                answer = study.all_contacts();
            });
            result.counts = answer.counts;
            result.hash = scenes::hash_of(answer.contacts);
            result.contacts = std::move(answer.contacts);
        } else {
            StudyFirstContact answer;
            time.measure([&] {
                study.refit(scene);
                answer = study.first_contact();
            });
            result.counts = answer.counts;
            result.hash = scenes::hash_of(answer);
            result.contacts.clear();
            if (answer.contact) result.contacts.push_back(*answer.contact);
        }
    }
    result.seconds = time.seconds();
    return result;
}

StudyPath measure_study_path(const scenes::DeformingScene& path, const StudyOptions& options, MeshVerb verb, int passes)
{
    std::vector<scenes::ScenePositions> frames;
    for (int frame = 0; frame < path.frames; ++frame) frames.push_back(path.positions(frame));
    const MeshStep first = step_of(path, 0);
    deformable::MovingScene scene = scene_at_start(first);
    ContactStudy study(scene, options);
    BestTime time;
    StudyPath result;
    for (int pass = 0; pass < passes; ++pass) {
        set_step(scene, {.name = {}, .faces = {}, .start = frames[0], .end = frames[0]}, 1);
        result.steps = 0;
        time.measure([&] {
            bool touches = false;
            while (!touches && result.steps + 1 < frames.size()) {
                const scenes::ScenePositions& next = frames[++result.steps];
                scene.move_to(std::vector<std::span<const Point>>(next.begin(), next.end()), 1);
                study.refit(scene);
                touches =
                    verb == MeshVerb::collides ? study.collides().collides : study.first_contact().contact.has_value();
            }
        });
    }
    result.seconds = time.seconds();
    return result;
}

}  // namespace tocca::bench
