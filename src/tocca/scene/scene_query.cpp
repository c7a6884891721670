// SPDX-License-Identifier: Apache-2.0
#include "tocca/scene/scene_query.hpp"

#include <algorithm>
#include <iterator>
#include <tuple>
#include <utility>

#include "tocca/answer/option_rules.hpp"
#include "tocca/base/error.hpp"
#include "tocca/base/floating_point.hpp"
#include "tocca/base/list_limit.hpp"
#include "tocca/deformable/free_times.hpp"
#include "tocca/deformable/intersections.hpp"
#include "tocca/deformable/mesh_query.hpp"
#include "tocca/deformable/safe_step.hpp"
#include "tocca/rigid/rigid_world.hpp"
#include "tocca/scene/detail/cross_pairs.hpp"

namespace tocca {

namespace {

using rigid::PairAnswer;
using rigid::PairCandidate;
using scene::detail::CrossPairs;
using scene::detail::SceneRule;

/// Combines the answers of the engines. Each engine is queried no further than the limit at that time; meshes come first.
class Findings {
    /// What is wrong at the start comes first, crossings before the rest of it; then by safe_until, contacts before what is
    /// only near and that before what is undecided, what is certified before what is exact, at last by objects.
    [[nodiscard]] static auto order_of(const Answer& answer, bool exact)
    {
        const Outcome outcome = answer.outcome;
        const int rank = outcome == Outcome::undecided ? 2 : outcome == Outcome::near_at_start ? 1 : 0;
        const ObjectPair pair = answer.pair.value_or(ObjectPair{});
        return std::tuple(outcome == Outcome::free, !is_at_start(outcome), outcome != Outcome::crossing_at_start,
                          answer.safe_until, rank, exact, pair.objects, pair.shapes);
    }

public:
    explicit Findings(const QueryOptions& options) : options_(options)
    {
        all_.safe_until = options.until;
        all_.nothing_checked = true;
    }

    /// The next query need not go further than this.
    [[nodiscard]] double limit() const
    {
        const bool known = all_.outcome != Outcome::free && all_.outcome != Outcome::near_at_start &&
                           all_.outcome != Outcome::crossing_at_start;
        if (!known) return options_.until;
        return std::min(options_.until, all_.safe_until + options_.tolerance.value_or(0.0));
    }

    /// Adds an answer with the numbers of the scene; `exact` if it is about meshes alone.
    void add(Answer answer, bool exact)
    {
        Start start = merged(std::move(all_.start), answer.start);
        const bool nothing_checked = all_.nothing_checked && answer.nothing_checked;
        // What is only near was checked up to the limit, and is free to the end if nothing else is found.
        if (answer.outcome == Outcome::near_at_start) answer.safe_until = options_.until;
        const bool crossing = all_.outcome == Outcome::crossing_at_start;
        if (crossing && answer.outcome != Outcome::free && answer.outcome != Outcome::near_at_start)
            all_.contact.reset();
        if (order_of(answer, exact) < order_of(all_, exact_)) {
            all_ = std::move(answer);
            exact_ = exact;
        }
        all_.start = std::move(start);
        all_.nothing_checked = nothing_checked;
    }

    [[nodiscard]] const Answer& answer() const { return all_; }

private:
    [[nodiscard]] static Start merged(Start start, const Start& more)
    {
        const auto append = [](auto& list, const auto& others) {
            list.insert(list.end(), others.begin(), others.end());
        };
        start.near = start.near || more.near;
        start.assumed_free = start.assumed_free || more.assumed_free;
        start.crossing_count += more.crossing_count;
        start.near_count += more.near_count;
        append(start.crossings, more.crossings);
        append(start.near_pairs, more.near_pairs);
        append(start.near_objects, more.near_objects);
        append(start.inside, more.inside);
        return start;
    }

    const QueryOptions& options_;
    Answer all_;
    bool exact_ = false;
};

/// A scene and the query options: which query goes to which engine.
class SceneSearch {
public:
    SceneSearch(const Scene& scene, const QueryOptions& options)
        : scene_(scene),
          options_(checked(options)),
          mesh_parts_(scene.parts(Scene::Kind::mesh)),
          body_parts_(scene.parts(Scene::Kind::body)),
          robot_parts_(scene.parts(Scene::Kind::robot)),
          rule_(scene, options_),
          meshes_(scene.meshes(options_.threads)),
          cross_(scene, meshes_, rule_, options_)
    {}

    [[nodiscard]] Outcome collision_outcome();
    [[nodiscard]] Answer first_contact();
    [[nodiscard]] Answers all_contacts();
    [[nodiscard]] SafeStep safe_step();

private:
    [[nodiscard]] static const QueryOptions& checked(const QueryOptions& options)
    {
        require_floating_point();
        check_options(options, Subject::scene);
        (void)rigid::rss_kernel(options.target);
        return options;
    }

    // ---- The options for each engine.

    [[nodiscard]] QueryOptions mesh_options(double until) const;
    [[nodiscard]] QueryOptions world_options(double until) const;
    [[nodiscard]] QueryOptions robot_options(PartId robot, double until) const;
    /// The options they share.
    [[nodiscard]] QueryOptions shared_options(double until) const;
    [[nodiscard]] bool asks_meshes() const { return !mesh_parts_.empty(); }
    [[nodiscard]] bool asks_world() const { return body_parts_.size() > 1 && options_.between; }
    [[nodiscard]] bool asks_robot(PartId part) const { return rule_.allows_self(part); }

    // ---- Their answers, with the numbers of the scene.

    void rename(std::array<std::uint32_t, 2>& objects, const std::vector<PartId>& parts) const
    {
        for (std::uint32_t& object : objects) object = scene_.first_object(parts[object]);
    }
    template <class Items>
    void rename_all(Items& items, const std::vector<PartId>& parts) const
    {
        for (auto& item : items) rename(item.objects, parts);
    }
    [[nodiscard]] Answer of_meshes(Answer answer) const;
    [[nodiscard]] Answer of_world(Answer answer) const;
    [[nodiscard]] Answer of_robot(PartId robot, Answer answer) const;
    /// The first of the pairs across kinds.
    [[nodiscard]] Answer of_cross(const std::optional<PairAnswer>& first);
    void add_meshes_inside(Findings& findings) const;

    [[nodiscard]] std::vector<PairAnswer> all_cross();

    const Scene& scene_;
    const QueryOptions& options_;
    std::vector<PartId> mesh_parts_, body_parts_, robot_parts_;
    SceneRule rule_;
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

QueryOptions SceneSearch::mesh_options(double until) const
{
    QueryOptions asked = shared_options(until);
    asked.near_fraction = options_.near_fraction;
    asked.self = options_.self;
    asked.between = options_.between;
    asked.ignored_groups = options_.ignored_groups;
    asked.assume_start_free = options_.assume_start_free;
    asked.list_start = options_.list_start;
    asked.progress = options_.progress;
    // Tolerance 0, the default of bodies, means nothing to meshes.
    if (asked.tolerance == 0.0) asked.tolerance.reset();
    const auto objects = [&](std::size_t a, std::size_t b) {
        return std::array{scene_.first_object(mesh_parts_[a]), scene_.first_object(mesh_parts_[b])};
    };
    const bool lists = !options_.ignored_pairs.empty() || options_.accept_objects;
    for (std::uint32_t b = 0; lists && b < mesh_parts_.size(); ++b) {
        for (std::uint32_t a = 0; a <= b; ++a) {
            const auto [in_scene_a, in_scene_b] = objects(a, b);
            const bool ignored = !rule_.allows(in_scene_a, in_scene_b);
            const bool accepted = a == b || !options_.accept_objects || options_.accept_objects(in_scene_a, in_scene_b);
            if (ignored || !accepted) asked.ignored_pairs.push_back({a, b});
        }
    }
    if (options_.accept) {
        asked.accept = [this](const FeaturePair& pair) {
            FeaturePair named = pair;
            rename(named.objects, mesh_parts_);
            return options_.accept(named);
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
    // By the numbers of bodies; what is ignored so is known to be, unlike what a predicate rejects.
    const auto number_of = [this](std::uint32_t object) -> std::optional<rigid::BodyId> {
        if (object >= scene_.object_count()) return std::nullopt;
        const PartId part = scene_.part_of(object);
        const auto found = std::lower_bound(body_parts_.begin(), body_parts_.end(), part);
        if (found == body_parts_.end() || *found != part) return std::nullopt;
        return static_cast<rigid::BodyId>(found - body_parts_.begin());
    };
    for (const auto& [object_a, object_b] : options_.ignored_pairs) {
        const auto a = number_of(object_a), b = number_of(object_b);
        if (a && b) asked.ignored_pairs.push_back({*a, *b});
    }
    if (options_.accept_objects) {
        asked.accept_objects = [this](rigid::BodyId a, rigid::BodyId b) {
            return options_.accept_objects(scene_.first_object(body_parts_[a]), scene_.first_object(body_parts_[b]));
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
    asked.check_limits = options_.check_limits;
    return asked;
}

Answer SceneSearch::of_meshes(Answer answer) const
{
    if (answer.contact) rename(answer.contact->objects, mesh_parts_);
    if (answer.contact && answer.outcome != Outcome::crossing_at_start) {
        const auto [a, b] = answer.contact->objects;
        answer.pair = ObjectPair{.objects = {std::min(a, b), std::max(a, b)}};
    }
    rename_all(answer.start.crossings, mesh_parts_);
    rename_all(answer.start.near_pairs, mesh_parts_);
    return answer;
}

Answer SceneSearch::of_world(Answer answer) const
{
    if (answer.contact) rename(answer.contact->objects, body_parts_);
    if (answer.pair) rename(answer.pair->objects, body_parts_);
    rename_all(answer.start.near_objects, body_parts_);
    rename_all(answer.start.inside, body_parts_);
    return answer;
}

Answer SceneSearch::of_robot(PartId robot, Answer answer) const
{
    const auto rename_links = [&](std::array<std::uint32_t, 2>& objects) {
        for (std::uint32_t& object : objects) object += scene_.first_object(robot);
    };
    if (answer.contact) rename_links(answer.contact->objects);
    if (answer.pair) rename_links(answer.pair->objects);
    for (ObjectPair& pair : answer.start.near_objects) rename_links(pair.objects);
    for (ObjectPair& pair : answer.start.inside) rename_links(pair.objects);
    return answer;
}

Answer SceneSearch::of_cross(const std::optional<PairAnswer>& first)
{
    Answer answer{.safe_until = options_.until, .nothing_checked = !cross_.any()};
    if (!first) return answer;
    answer.outcome = first->outcome;
    answer.safe_until = first->safe_until;
    answer.contact = first->contact;
    answer.pair = first->objects;
    answer.threshold = first->threshold;
    answer.start.near = cross_.waves().starts_near();
    return answer;
}

/// Adds the meshes of which one starts inside the other, as far as that is worth saying: surfaces that cross or touch at the
/// start do so first.
void SceneSearch::add_meshes_inside(Findings& findings) const
{
    if (findings.answer().outcome == Outcome::crossing_at_start) return;
    const std::optional<ObjectPair> touching =
        findings.answer().outcome == Outcome::touching_at_start ? findings.answer().pair : std::nullopt;
    for (const ObjectPair& pair : cross_.meshes_inside()) {
        if (pair == touching) continue;
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
    for (const PartId robot : robot_parts_) {
        if (!asks_robot(robot)) continue;
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
    Findings findings(options_);
    if (asks_meshes()) findings.add(of_meshes(deformable::first_contact(meshes_, mesh_options(options_.until))), true);
    add_meshes_inside(findings);
    for (const PartId robot : robot_parts_) {
        if (!asks_robot(robot)) continue;
        findings.add(of_robot(robot, tocca::first_contact(scene_.checker(robot), scene_.joint_motion(robot),
                                                          robot_options(robot, findings.limit()))),
                     false);
    }
    if (asks_world())
        findings.add(of_world(rigid::first_contact(scene_.bodies(), world_options(findings.limit()))), false);
    findings.add(of_cross(cross_.waves().first_contact(findings.limit())), false);
    add_work(options_, cross_.waves().statistics());
    Answer answer = findings.answer();
    answer.start.inside.clear();
    answer.start.near_objects.clear();
    return answer;
}

/// The first contacts of all pairs of objects across kinds that are not free, by order_of.
std::vector<PairAnswer> SceneSearch::all_cross()
{
    std::vector<PairAnswer> found;
    cross_.waves().ask_all([](const PairCandidate&) { return true; },
                           [&](const PairCandidate&, const PairAnswer* answer) {
                               if (answer->outcome != Outcome::free) found.push_back(*answer);
                           });
    // Of the shapes of two objects the first counts.
    const auto by_objects = [](const PairAnswer& x, const PairAnswer& y) {
        return std::tuple(x.objects.objects, order_of(x)) < std::tuple(y.objects.objects, order_of(y));
    };
    std::sort(found.begin(), found.end(), by_objects);
    std::vector<PairAnswer> pairs;
    for (PairAnswer& answer : found) {
        if (pairs.empty() || pairs.back().objects.objects != answer.objects.objects)
            pairs.push_back(std::move(answer));
        else
            pairs.back().near = pairs.back().near || answer.near;
    }
    std::sort(pairs.begin(), pairs.end(),
              [](const PairAnswer& x, const PairAnswer& y) { return order_of(x) < order_of(y); });
    return pairs;
}

Answers SceneSearch::all_contacts()
{
    Findings findings(options_);
    std::vector<Contact> of_meshes_alone, others;
    std::vector<Answers::UndecidedPair> undecided;
    const auto append = [](auto& list, const auto& more) { list.insert(list.end(), more.begin(), more.end()); };
    if (asks_meshes()) {
        Answers answers = deformable::all_contacts(meshes_, mesh_options(options_.until));
        rename_all(answers.contacts, mesh_parts_);
        of_meshes_alone = std::move(answers.contacts);
        findings.add(of_meshes(std::move(answers)), true);
    }
    add_meshes_inside(findings);
    for (const PartId robot : robot_parts_) {
        if (!asks_robot(robot)) continue;
        Answers answers = tocca::all_contacts(scene_.checker(robot), scene_.joint_motion(robot),
                                              robot_options(robot, options_.until));
        const auto rename_links = [&](auto& items) {
            for (auto& item : items) {
                for (std::uint32_t& object : item.objects) object += scene_.first_object(robot);
            }
        };
        rename_links(answers.contacts);
        rename_links(answers.undecided);
        append(others, answers.contacts);
        append(undecided, answers.undecided);
        findings.add(of_robot(robot, std::move(answers)), false);
    }
    if (asks_world()) {
        Answers answers = rigid::all_contacts(scene_.bodies(), world_options(options_.until));
        rename_all(answers.contacts, body_parts_);
        rename_all(answers.undecided, body_parts_);
        append(others, answers.contacts);
        append(undecided, answers.undecided);
        findings.add(of_world(std::move(answers)), false);
    }
    const std::vector<PairAnswer> cross = all_cross();
    Answers of_pairs{of_cross(cross.empty() ? std::nullopt : std::optional(cross.front()))};
    for (const PairAnswer& pair : cross) add_to_lists(pair, of_pairs);
    append(others, of_pairs.contacts);
    append(undecided, of_pairs.undecided);
    findings.add(std::move(of_pairs), false);
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
    rigid::sort_near_objects(all.start);
    std::sort(all.start.inside.begin(), all.start.inside.end(),
              [](const ObjectPair& x, const ObjectPair& y) { return x.objects < y.objects; });
    return all;
}

SafeStep SceneSearch::safe_step()
{
    SafeStep result{first_contact()};
    result.step = result.safe_until;
    // A whole step ends at positions that were given, any other at positions that are rounded.
    if (!asks_meshes() || result.step == 0.0 || result.step == 1.0) return result;
    const SafeStep rounded = deformable::safe_step(meshes_, mesh_options(result.step));
    result.step = std::min(result.step, rounded.step);
    result.tested_steps = rounded.tested_steps;
    return result;
}

/// The meshes of a scene by the numbers that their engine has for them.
class InstantNames {
public:
    explicit InstantNames(const Scene& scene) : scene_(scene), parts_(scene.parts(Scene::Kind::mesh))
    {
        require(!parts_.empty(), "the query is about deforming meshes, and the scene has none");
    }

    /// Pairs of objects that are not meshes are left out: the query is not about them.
    [[nodiscard]] QueryOptions in_engine(QueryOptions options) const
    {
        std::vector<std::array<std::uint32_t, 2>> pairs;
        for (const auto& [a, b] : options.ignored_pairs) {
            const auto in_engine_a = number_of(a), in_engine_b = number_of(b);
            if (in_engine_a && in_engine_b) pairs.push_back({*in_engine_a, *in_engine_b});
        }
        options.ignored_pairs = std::move(pairs);
        return options;
    }

    template <class Items>
    void rename(Items& items) const
    {
        for (auto& item : items) {
            for (std::uint32_t& object : item.objects) object = scene_.first_object(parts_[object]);
        }
    }

    [[nodiscard]] FreeTimes free_times(PartId part, const Answers& contacts) const
    {
        require(part < scene_.part_count() && scene_.kind(part) == Scene::Kind::mesh,
                "free_times() needs a part that is a deforming mesh");
        const std::uint32_t object = scene_.first_object(part);
        Answers among_meshes{Answer{contacts}};
        // Of bodies and links only the first contact is known, so that no feature is known to be free beyond it.
        among_meshes.until = contacts.until;
        const auto end_at = [&](const std::array<std::uint32_t, 2>& objects, double time) {
            if (objects[0] == object || objects[1] == object) among_meshes.until = std::min(among_meshes.until, time);
        };
        const auto in_engine = [this](const std::array<std::uint32_t, 2>& objects) {
            const auto a = number_of(objects[0]), b = number_of(objects[1]);
            return a && b ? std::optional(std::array{*a, *b}) : std::nullopt;
        };
        for (Contact contact : contacts.contacts) {
            const auto objects = in_engine(contact.objects);
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
            const auto objects = in_engine(crossing.objects);
            require(objects.has_value(), "the contacts must be those of this scene");
            crossing.objects = *objects;
        }
        return deformable::free_times(scene_.meshes(), *number_of(object), among_meshes);
    }

private:
    [[nodiscard]] std::optional<deformable::ObjectId> number_of(std::uint32_t object) const
    {
        for (deformable::ObjectId number = 0; number < parts_.size(); ++number) {
            if (scene_.first_object(parts_[number]) == object) return number;
        }
        return std::nullopt;
    }

    const Scene& scene_;
    std::vector<PartId> parts_;
};

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

SafeStep safe_step(const Scene& scene, const QueryOptions& options) { return SceneSearch(scene, options).safe_step(); }

bool intersects(const Scene& scene, double time, const QueryOptions& options)
{
    return deformable::intersects(scene.meshes(options.threads), time, InstantNames(scene).in_engine(options));
}

std::vector<Intersection> intersections(const Scene& scene, double time, const QueryOptions& options)
{
    const InstantNames names(scene);
    std::vector<Intersection> found =
        deformable::intersections(scene.meshes(options.threads), time, names.in_engine(options));
    names.rename(found);
    return found;
}

FreeTimes free_times(const Scene& scene, PartId part, const Answers& contacts)
{
    return InstantNames(scene).free_times(part, contacts);
}

}  // namespace tocca
