// SPDX-License-Identifier: Apache-2.0
#include "tocca/scene/scene_query.hpp"

#include <algorithm>
#include <deque>
#include <iterator>
#include <numeric>
#include <span>
#include <tuple>
#include <type_traits>
#include <utility>

#include "tocca/answer/option_rules.hpp"
#include "tocca/base/error.hpp"
#include "tocca/base/floating_point.hpp"
#include "tocca/base/list_limit.hpp"
#include "tocca/deformable/free_times.hpp"
#include "tocca/deformable/intersections.hpp"
#include "tocca/deformable/mesh_query.hpp"
#include "tocca/deformable/near_pairs.hpp"
#include "tocca/deformable/safe_fractions.hpp"
#include "tocca/deformable/safe_step.hpp"
#include "tocca/rigid/rigid_world.hpp"
#include "tocca/rigid/rss_kernel.hpp"
#include "tocca/robot/configuration.hpp"
#include "tocca/scene/detail/cross_pairs.hpp"
#include "tocca/scene/detail/findings.hpp"

namespace tocca {

namespace {

using rigid::PairAnswer;
using rigid::PairCandidate;
using scene::detail::CrossPairs;
using scene::detail::Findings;
using scene::detail::SceneRule;

/// The numbers in the scene of what an engine numbers from 0; ascending.
using Numbers = std::vector<std::uint32_t>;

Numbers objects_of(const Scene& scene, Scene::Kind kind)
{
    Numbers numbers;
    for (const PartId part : scene.parts(kind)) numbers.push_back(scene.first_object(part));
    return numbers;
}

/// The engine's number of an object, if it has one.
std::optional<std::uint32_t> number_of(std::uint32_t object, const Numbers& numbers)
{
    const auto found = std::lower_bound(numbers.begin(), numbers.end(), object);
    if (found == numbers.end() || *found != object) return std::nullopt;
    return static_cast<std::uint32_t>(found - numbers.begin());
}

/// The engine's numbers of two objects, if it knows both.
std::optional<std::array<std::uint32_t, 2>> in_engine(const std::array<std::uint32_t, 2>& objects,
                                                      const Numbers& numbers)
{
    const auto a = number_of(objects[0], numbers), b = number_of(objects[1], numbers);
    return a && b ? std::optional(std::array{*a, *b}) : std::nullopt;
}

/// Pairs of other objects are left out: they are not the engine's.
std::vector<std::array<std::uint32_t, 2>> in_engine(const std::vector<std::array<std::uint32_t, 2>>& pairs,
                                                    const Numbers& numbers)
{
    std::vector<std::array<std::uint32_t, 2>> result;
    for (const auto& pair : pairs) {
        if (const auto known = in_engine(pair, numbers)) result.push_back(*known);
    }
    return result;
}

/// Gives the engine's numbers in some items those of the scene.
template <class Items>
void rename(Items&& items, const Numbers& numbers)
{
    for (auto& item : items) {
        for (std::uint32_t& object : item.objects) object = numbers[object];
    }
}

/// An engine's answer with the numbers of the scene.
template <class AnyAnswer>
AnyAnswer in_scene(AnyAnswer answer, const Numbers& numbers)
{
    if (answer.contact) rename(std::span(&*answer.contact, 1), numbers);
    if (answer.pair) rename(std::span(&*answer.pair, 1), numbers);
    rename(answer.start.crossings, numbers);
    rename(answer.start.near_pairs, numbers);
    rename(answer.start.near_objects, numbers);
    rename(answer.start.inside, numbers);
    if constexpr (std::is_same_v<AnyAnswer, Answers>) {
        rename(answer.contacts, numbers);
        rename(answer.undecided, numbers);
    }
    if constexpr (std::is_same_v<AnyAnswer, SafeStep>) {
        if (answer.limited_by) rename(std::span(&*answer.limited_by, 1), numbers);
    }
    return answer;
}

/// Ignores the pairs of meshes that accept_objects rejects.
void ignore_rejected(const QueryOptions& options, const Numbers& meshes, QueryOptions& asked)
{
    if (!options.accept_objects) return;
    for (std::uint32_t b = 0; b < meshes.size(); ++b) {
        for (std::uint32_t a = 0; a < b; ++a) {
            if (!options.accept_objects(meshes[a], meshes[b])) asked.ignored_pairs.push_back({a, b});
        }
    }
}

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
    const auto objects_of = [](const auto& item) {
        return std::array{std::min(item.objects[0], item.objects[1]), std::max(item.objects[0], item.objects[1])};
    };
    std::sort(others.begin(), others.end(), [&](const Contact& x, const Contact& y) {
        return std::tuple(x.toc.lower, objects_of(x)) < std::tuple(y.toc.lower, objects_of(y));
    });
    // What is certified comes before what is exact at the same time.
    std::merge(others.begin(), others.end(), of_meshes_alone.begin(), of_meshes_alone.end(),
               std::back_inserter(all.contacts),
               [](const Contact& x, const Contact& y) { return x.toc.lower < y.toc.lower; });
    std::sort(undecided.begin(), undecided.end(),
              [&](const Answers::UndecidedPair& x, const Answers::UndecidedPair& y) {
                  return std::tuple(x.safe_until, objects_of(x)) < std::tuple(y.safe_until, objects_of(y));
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

/// The meshes of a scene, for a query about meshes alone.
Numbers meshes_of(const Scene& scene)
{
    Numbers numbers = objects_of(scene, Scene::Kind::mesh);
    require(!numbers.empty(), "the query is about deforming meshes, and the scene has none");
    return numbers;
}

QueryOptions instant_options(const Scene& scene, const QueryOptions& options, const Numbers& meshes)
{
    (void)SceneRule(scene, options);  // refuses what cannot apply
    QueryOptions asked = options;
    asked.ignored_pairs = in_engine(options.ignored_pairs, meshes);
    ignore_rejected(options, meshes, asked);
    asked.accept_objects = {};
    return asked;
}

QueryOptions near_options(const Scene& scene, const QueryOptions& options, const Numbers& meshes)
{
    QueryOptions asked = instant_options(scene, options, meshes);
    if (options.accept) {
        asked.accept = [&meshes, accept = options.accept](FeaturePair pair) {
            rename(std::span(&pair, 1), meshes);
            return accept(pair);
        };
    }
    return asked;
}

/// What an engine says of its meshes, by part.
std::vector<std::vector<double>> by_part(const Scene& scene, std::vector<std::vector<double>> of_meshes)
{
    std::vector<std::vector<double>> all(scene.part_count());
    const std::vector<PartId> parts = scene.parts(Scene::Kind::mesh);
    for (std::size_t mesh = 0; mesh < parts.size(); ++mesh) all[parts[mesh]] = std::move(of_meshes[mesh]);
    return all;
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

bool intersects(const Scene& scene, double time, const QueryOptions& options)
{
    return deformable::intersects(scene.meshes(options.threads), time,
                                  instant_options(scene, options, meshes_of(scene)));
}

std::vector<Intersection> intersections(const Scene& scene, double time, const QueryOptions& options)
{
    const Numbers numbers = meshes_of(scene);
    std::vector<Intersection> found =
        deformable::intersections(scene.meshes(options.threads), time, instant_options(scene, options, numbers));
    rename(found, numbers);
    return found;
}

std::vector<FeaturePair::Near> near_pairs(const Scene& scene, double distance, double time, const QueryOptions& options)
{
    std::vector<FeaturePair::Near> pairs;
    near_pairs(scene, distance, time, options, pairs);
    return pairs;
}

void near_pairs(const Scene& scene, double distance, double time, const QueryOptions& options,
                std::vector<FeaturePair::Near>& pairs)
{
    const Numbers numbers = meshes_of(scene);
    deformable::near_pairs(scene.meshes(options.threads), distance, time, near_options(scene, options, numbers), pairs);
    rename(pairs, numbers);
}

std::vector<std::vector<double>> free_radii(const Scene& scene, double distance, double time,
                                            const QueryOptions& options)
{
    const Numbers numbers = meshes_of(scene);
    return by_part(scene, deformable::free_radii(scene.meshes(options.threads), distance, time,
                                                 near_options(scene, options, numbers)));
}

std::vector<std::vector<double>> safe_fractions(const Scene& scene, const QueryOptions& options)
{
    const Numbers numbers = meshes_of(scene);
    require(scene.parts(Scene::Kind::mesh).size() == scene.part_count(),
            "safe_fractions() is about deforming meshes: bodies and robots go all alike, by safe_step()");
    return deformable::safe_fractions(scene.meshes(options.threads), options);
}

FreeTimes free_times(const Scene& scene, PartId part, const Answers& contacts)
{
    const Numbers numbers = meshes_of(scene);
    require(part < scene.part_count() && scene.kind(part) == Scene::Kind::mesh,
            "free_times() needs a part that is a deforming mesh");
    const std::uint32_t object = scene.first_object(part);
    Answers among_meshes{Answer{contacts}};
    // Of bodies and links only the first contact is known, so that no feature is known to be free beyond it.
    among_meshes.until = contacts.until;
    const auto end_at = [&](const std::array<std::uint32_t, 2>& objects, double time) {
        if (objects[0] == object || objects[1] == object) among_meshes.until = std::min(among_meshes.until, time);
    };
    for (Contact contact : contacts.contacts) {
        const auto objects = in_engine(contact.objects, numbers);
        if (!objects) {
            end_at(contact.objects, contact.toc.lower);
            continue;
        }
        contact.objects = *objects;
        among_meshes.contacts.push_back(contact);
    }
    for (const Answers::UndecidedPair& pair : contacts.undecided) end_at(pair.objects, pair.safe_until);
    for (const ObjectPair& pair : contacts.start.inside) end_at(pair.objects, 0.0);
    for (Intersection& crossing : among_meshes.start.crossings) {
        const auto objects = in_engine(crossing.objects, numbers);
        require(objects.has_value(), "the contacts must be those of this scene");
        crossing.objects = *objects;
    }
    return deformable::free_times(scene.meshes(), *number_of(object, numbers), among_meshes);
}

}  // namespace tocca
