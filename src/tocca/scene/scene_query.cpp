// SPDX-License-Identifier: Apache-2.0
#include "tocca/scene/scene_query.hpp"

#include <algorithm>
#include <deque>
#include <iterator>
#include <numeric>
#include <span>
#include <tuple>
#include <utility>

#include "tocca/answer/option_rules.hpp"
#include "tocca/base/error.hpp"
#include "tocca/base/floating_point.hpp"
#include "tocca/base/list_limit.hpp"
#include "tocca/deformable/mesh_query.hpp"
#include "tocca/deformable/safe_step.hpp"
#include "tocca/rigid/rigid_world.hpp"
#include "tocca/rigid/rss_kernel.hpp"
#include "tocca/robot/configuration.hpp"
#include "tocca/scene/detail/cross_pairs.hpp"
#include "tocca/scene/detail/engine_numbers.hpp"
#include "tocca/scene/detail/findings.hpp"

namespace tocca {

namespace {

using rigid::PairAnswer;
using rigid::PairCandidate;
using scene::detail::CrossPairs;
using scene::detail::Findings;
using scene::detail::ignore_rejected;
using scene::detail::in_engine;
using scene::detail::in_scene;
using scene::detail::Numbers;
using scene::detail::objects_of;
using scene::detail::rename;
using scene::detail::SceneRule;

/// A scene and the query options: which query goes to which engine.
class SceneSearch {
public:
    SceneSearch(const Scene& scene, const QueryOptions& options, Subject subject = Subject::scene)
        : scene_(scene),
          options_(checked(options, subject)),
          mesh_numbers_(objects_of(scene, Scene::Kind::mesh)),
          body_numbers_(objects_of(scene, Scene::Kind::body)),
          rule_(scene, options_),
          meshes_(scene.meshes(options_.threads)),
          cross_(scene, meshes_, rule_, options_)
    {
        for (const PartId robot : scene.parts(Scene::Kind::robot)) {
            if (options_.check_limits) check_limits(scene.checker(robot).robot(), scene.joint_motion(robot));
            if (rule_.allows_self(robot)) robots_.push_back(robot);
        }
    }

    [[nodiscard]] Outcome collision_outcome();
    [[nodiscard]] Answer first_contact();
    /// With the answer about the meshes alone, if there are any.
    [[nodiscard]] Answer first_contact(const Answer& meshes);
    [[nodiscard]] Answers all_contacts();
    [[nodiscard]] SafeStep safe_step();

private:
    [[nodiscard]] static const QueryOptions& checked(const QueryOptions& options, Subject subject)
    {
        require_floating_point();
        check_options(options, subject);
        (void)rigid::rss_kernel(options.target);
        return options;
    }

    // ---- The options for each engine.

    [[nodiscard]] QueryOptions pairs_to_ignore() const;
    [[nodiscard]] QueryOptions mesh_options(double until) const;
    [[nodiscard]] QueryOptions world_options(double until) const;
    [[nodiscard]] QueryOptions robot_options(PartId robot, double until) const;
    /// The options they share.
    [[nodiscard]] QueryOptions shared_options(double until) const;
    [[nodiscard]] bool asks_meshes() const { return !mesh_numbers_.empty(); }
    [[nodiscard]] bool asks_world() const { return body_numbers_.size() > 1 && options_.between; }

    // ---- Their answers, with the numbers of the scene.

    template <class AnyAnswer>
    [[nodiscard]] AnyAnswer of_meshes(AnyAnswer answer) const;
    template <class AnyAnswer>
    [[nodiscard]] AnyAnswer of_robot(PartId robot, AnyAnswer answer) const;
    /// Adds what is said of the start of pairs across kinds.
    template <class AnyAnswer>
    [[nodiscard]] AnyAnswer of_cross(AnyAnswer answer);
    void add_meshes_inside(Findings& findings) const;

    [[nodiscard]] std::deque<PairAnswer> all_cross();
    [[nodiscard]] SafeStep mesh_step(double until) const;

    const Scene& scene_;
    const QueryOptions& options_;
    Numbers mesh_numbers_, body_numbers_;
    SceneRule rule_;
    std::vector<PartId> robots_;  ///< that are checked against themselves
    const deformable::MovingScene& meshes_;
    CrossPairs cross_;
};

QueryOptions SceneSearch::shared_options(double until) const
{
    return {.clearance = options_.clearance,
            .tolerance = options_.tolerance,
            .until = until,
            .max_contacts = options_.max_contacts,
            .threads = options_.threads,
            .target = options_.target,
            .stop = options_.stop,
            .statistics = options_.statistics};
}

/// Of meshes, but for predicates.
QueryOptions SceneSearch::pairs_to_ignore() const
{
    return {.self = options_.self,
            .between = options_.between,
            .ignored_pairs = in_engine(options_.ignored_pairs, mesh_numbers_),
            .ignored_groups = options_.ignored_groups,
            .changed = options_.changed};
}

QueryOptions SceneSearch::mesh_options(double until) const
{
    QueryOptions asked = shared_options(until);
    const QueryOptions ignored = pairs_to_ignore();
    asked.near_fraction = options_.near_fraction;
    asked.self = ignored.self;
    asked.between = ignored.between;
    asked.ignored_groups = ignored.ignored_groups;
    asked.ignored_pairs = ignored.ignored_pairs;
    asked.changed = options_.changed;
    asked.assume_start_free = options_.assume_start_free;
    asked.list_start = options_.list_start;
    asked.progress = options_.progress;
    // Tolerance 0, the default of bodies, means nothing to meshes.
    if (asked.tolerance == 0.0) asked.tolerance.reset();
    ignore_rejected(options_, mesh_numbers_, asked);
    if (options_.accept) {
        asked.accept = [this](FeaturePair pair) {
            rename(std::span(&pair, 1), mesh_numbers_);
            return options_.accept(pair);
        };
    }
    return asked;
}

QueryOptions SceneSearch::world_options(double until) const
{
    QueryOptions asked = shared_options(until);
    asked.threshold = options_.threshold;
    asked.budget = options_.budget;
    asked.progress = options_.progress;
    asked.ignored_groups = options_.ignored_groups;
    // What is ignored so is known to be, unlike what a predicate rejects.
    asked.ignored_pairs = in_engine(options_.ignored_pairs, body_numbers_);
    if (options_.accept_objects) {
        asked.accept_objects = [this](rigid::BodyId a, rigid::BodyId b) {
            return options_.accept_objects(body_numbers_[a], body_numbers_[b]);
        };
    }
    return asked;
}

QueryOptions SceneSearch::robot_options(PartId robot, double until) const
{
    QueryOptions asked = shared_options(until);
    asked.clearance += scene_.options(robot).thickness;
    asked.threshold = options_.threshold;
    asked.budget = options_.budget;
    return asked;
}

template <class AnyAnswer>
AnyAnswer SceneSearch::of_meshes(AnyAnswer answer) const
{
    AnyAnswer named = in_scene(std::move(answer), mesh_numbers_);
    // Unlike pairs that are ignored, those that a predicate rejects are pairs.
    if (options_.accept_objects) named.nothing_checked = !deformable::has_pairs(meshes_, pairs_to_ignore());
    if (named.contact && named.outcome != Outcome::crossing_at_start) {
        const auto [a, b] = named.contact->objects;
        named.pair = ObjectPair{.objects = {std::min(a, b), std::max(a, b)}};
    }
    return named;
}

template <class AnyAnswer>
AnyAnswer SceneSearch::of_robot(PartId robot, AnyAnswer answer) const
{
    Numbers links(scene_.checker(robot).robot().links().size());
    std::iota(links.begin(), links.end(), scene_.first_object(robot));
    return in_scene(std::move(answer), links);
}

template <class AnyAnswer>
AnyAnswer SceneSearch::of_cross(AnyAnswer answer)
{
    answer.nothing_checked = !cross_.any();
    if (answer.pair) answer.start.near = cross_.waves().starts_near();
    return answer;
}

/// Adds the meshes of which one starts inside the other. The outcome says so unless it says already that surfaces cross, or
/// that these two touch.
void SceneSearch::add_meshes_inside(Findings& findings) const
{
    const Answer& found = findings.answer();
    const bool crossing = found.outcome == Outcome::crossing_at_start;
    const std::optional<ObjectPair> touching = found.outcome == Outcome::touching_at_start ? found.pair : std::nullopt;
    for (const ObjectPair& pair : cross_.meshes_inside()) {
        if (crossing || pair == touching) {
            findings.add_inside(pair);
            continue;
        }
        Answer inside{.outcome = Outcome::inside, .safe_until = 0.0, .pair = pair};
        inside.start.inside = {pair};
        findings.add(std::move(inside), false);
    }
}

Outcome SceneSearch::collision_outcome()
{
    bool undecided = false;
    const auto is_contact = [&](Outcome outcome) {
        undecided = undecided || outcome == Outcome::undecided;
        return outcome != Outcome::free && outcome != Outcome::undecided;
    };
    for (const PartId robot : robots_) {
        if (is_contact(tocca::collision_outcome(scene_.checker(robot), scene_.joint_motion(robot),
                                                robot_options(robot, options_.until))))
            return Outcome::contact;
    }
    if (asks_world() && is_contact(rigid::collision_outcome(scene_.bodies(), world_options(options_.until))))
        return Outcome::contact;
    const Outcome cross = cross_.waves().collision_outcome();
    add_work(options_, cross_.waves().statistics());
    if (is_contact(cross) || !cross_.meshes_inside().empty()) return Outcome::contact;
    if (asks_meshes() && deformable::collides(meshes_, mesh_options(options_.until))) return Outcome::contact;
    return undecided ? Outcome::undecided : Outcome::free;
}

Answer SceneSearch::first_contact()
{
    if (!asks_meshes()) return first_contact(Answer{});
    return first_contact(deformable::first_contact(meshes_, mesh_options(options_.until)));
}

Answer SceneSearch::first_contact(const Answer& meshes)
{
    Findings findings(options_);
    if (asks_meshes()) findings.add(of_meshes(meshes), true);
    add_meshes_inside(findings);
    for (const PartId robot : robots_) {
        findings.add(of_robot(robot, tocca::first_contact(scene_.checker(robot), scene_.joint_motion(robot),
                                                          robot_options(robot, findings.limit()))),
                     false);
    }
    if (asks_world()) {
        Answer of_bodies = rigid::first_contact(scene_.bodies(), world_options(findings.limit()));
        findings.add(in_scene(std::move(of_bodies), body_numbers_), false);
    }
    findings.add(of_cross(answer_of(cross_.waves().first_contact(findings.limit()), options_.until)), false);
    add_work(options_, cross_.waves().statistics());
    Answer answer = findings.answer();
    answer.start.inside.clear();
    answer.start.near_objects.clear();
    return answer;
}

/// The first contacts of all pairs of objects across kinds that are not free.
std::deque<PairAnswer> SceneSearch::all_cross()
{
    std::vector<PairAnswer> found;
    cross_.waves().ask_all([](const PairCandidate&) { return true; },
                           [&](const PairCandidate&, const PairAnswer* answer) {
                               if (answer->outcome != Outcome::free) found.push_back(*answer);
                           });
    // Of the shapes of two objects the first counts.
    std::sort(found.begin(), found.end(), [](const PairAnswer& x, const PairAnswer& y) {
        return std::tuple(x.objects.objects, order_of(x)) < std::tuple(y.objects.objects, order_of(y));
    });
    std::deque<PairAnswer> pairs;
    for (PairAnswer& answer : found) {
        if (pairs.empty() || pairs.back().objects.objects != answer.objects.objects)
            pairs.push_back(std::move(answer));
        else
            pairs.back().near = pairs.back().near || answer.near;
    }
    return pairs;
}

Answers SceneSearch::all_contacts()
{
    Findings findings(options_);
    std::vector<Contact> of_meshes_alone, others;
    std::vector<Answers::UndecidedPair> undecided;
    const auto add = [&](Answers answers) {
        others.insert(others.end(), answers.contacts.begin(), answers.contacts.end());
        undecided.insert(undecided.end(), answers.undecided.begin(), answers.undecided.end());
        findings.add(std::move(answers), false);
    };
    if (asks_meshes()) {
        Answers answers = of_meshes(deformable::all_contacts(meshes_, mesh_options(options_.until)));
        of_meshes_alone = std::move(answers.contacts);
        findings.add(std::move(answers), true);
    }
    add_meshes_inside(findings);
    for (const PartId robot : robots_) {
        add(of_robot(robot, tocca::all_contacts(scene_.checker(robot), scene_.joint_motion(robot),
                                                robot_options(robot, options_.until))));
    }
    if (asks_world()) add(in_scene(rigid::all_contacts(scene_.bodies(), world_options(options_.until)), body_numbers_));
    add(of_cross(answers_of(all_cross(), options_.until)));
    add_work(options_, cross_.waves().statistics());

    Answers all{findings.answer()};
    all.until = options_.until;
    base::ListLimit limit(options_.max_contacts, "contacts");
    limit.add(of_meshes_alone.size() + others.size());
    const auto sorted = [](const auto& item) {
        return std::array{std::min(item.objects[0], item.objects[1]), std::max(item.objects[0], item.objects[1])};
    };
    std::sort(others.begin(), others.end(), [&](const Contact& x, const Contact& y) {
        return std::tuple(x.toc.lower, sorted(x)) < std::tuple(y.toc.lower, sorted(y));
    });
    // What is certified comes before what is exact at the same time.
    std::merge(others.begin(), others.end(), of_meshes_alone.begin(), of_meshes_alone.end(),
               std::back_inserter(all.contacts),
               [](const Contact& x, const Contact& y) { return x.toc.lower < y.toc.lower; });
    std::sort(undecided.begin(), undecided.end(),
              [&](const Answers::UndecidedPair& x, const Answers::UndecidedPair& y) {
                  return std::tuple(x.safe_until, sorted(x)) < std::tuple(y.safe_until, sorted(y));
              });
    all.undecided = std::move(undecided);
    rigid::sort_by_objects(all.start.near_objects);
    rigid::sort_by_objects(all.start.inside);
    return all;
}

SafeStep SceneSearch::safe_step()
{
    if (!asks_meshes()) {
        for (const auto* option : {&options_.keep, &options_.reach})
            require(!*option, "`keep` and `reach` apply to deforming meshes, and the scene has none");
        return SafeStep::to_safe_until(first_contact());
    }
    SafeStep meshes = mesh_step(options_.until);
    SafeStep result = SafeStep::to_safe_until(first_contact(meshes));
    if (result.step > 0.0 && result.step < meshes.step && !meshes.all_shorter_steps) meshes = mesh_step(result.step);
    if (meshes.step <= result.step) {
        result.step = meshes.step;
        if (meshes.limited_by) result.limited_by = of_meshes(meshes).limited_by;
    }
    result.all_shorter_steps = result.step > 0.0 && meshes.all_shorter_steps;
    result.tested_steps = meshes.tested_steps;
    return result;
}

/// How far the meshes may go, each against the others.
SafeStep SceneSearch::mesh_step(double until) const
{
    QueryOptions asked = mesh_options(until);
    asked.keep = options_.keep;
    asked.reach = options_.reach;
    return deformable::safe_step(meshes_, asked);
}

}  // namespace

bool collides(const Scene& scene, const QueryOptions& options)
{
    return collision_outcome(scene, options) != Outcome::free;
}

Outcome collision_outcome(const Scene& scene, const QueryOptions& options)
{
    return SceneSearch(scene, options).collision_outcome();
}

Answer first_contact(const Scene& scene, const QueryOptions& options)
{
    return SceneSearch(scene, options).first_contact();
}

Answers all_contacts(const Scene& scene, const QueryOptions& options)
{
    return SceneSearch(scene, options).all_contacts();
}

SafeStep safe_step(const Scene& scene, const QueryOptions& options)
{
    return SceneSearch(scene, options, Subject::scene_step).safe_step();
}

}  // namespace tocca
