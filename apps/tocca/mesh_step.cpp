// SPDX-License-Identifier: Apache-2.0
#include "apps/tocca/mesh_step.hpp"

#include <algorithm>
#include <tuple>
#include <utility>

namespace tocca::app {
namespace {

/// The contact that `first_contact` gives: the least by its times, then in the order of the list.
FirstContact first_of(const MeshContacts& all)
{
    FirstContact first{.outcome = all.outcome, .safe_until = all.safe_until};
    const auto least =
        std::min_element(all.contacts.begin(), all.contacts.end(), [](const Contact& a, const Contact& b) {
            return std::tie(a.toc.lower, a.toc.upper) < std::tie(b.toc.lower, b.toc.upper);
        });
    if (least == all.contacts.end()) return first;
    first.contact = *least;
    first.sooner_than_any_double = least->toc.lower == 0.0 && least->toc.upper > 0.0;
    return first;
}

StepResult all_of(const MovingScene& scene, const MeshQueryOptions& options)
{
    MeshContacts all = all_contacts(scene, options);
    StepResult result;
    result.answer.first = first_of(all);
    for (const Contact& contact : all.contacts) ++result.answer.counts[static_cast<std::size_t>(contact.kind)];
    result.answer.statistics = all.statistics;
    result.contacts = std::move(all.contacts);
    return result;
}

StepResult first_only(const MovingScene& scene, const MeshQueryOptions& options)
{
    const MeshFirstContact first = first_contact(scene, options);
    StepResult result;
    result.answer.first = first;
    result.answer.statistics = first.statistics;
    if (first.contact) result.contacts.push_back(*first.contact);
    return result;
}

StepResult whether(const MovingScene& scene, const MeshQueryOptions& options)
{
    StepResult result;
    if (collides(scene, options)) result.answer.first = {.outcome = Outcome::contact, .safe_until = 0.0};
    return result;
}

}  // namespace

std::string_view to_string(Verb verb)
{
    switch (verb) {
        case Verb::first_contact: return "first_contact";
        case Verb::all_contacts: return "all_contacts";
        case Verb::collides: break;
    }
    return "collides";
}

StepResult answer_step(const MovingScene& scene, Verb verb, const MeshQueryOptions& options)
{
    switch (verb) {
        case Verb::first_contact: return first_only(scene, options);
        case Verb::all_contacts: return all_of(scene, options);
        case Verb::collides: break;
    }
    return whether(scene, options);
}

}  // namespace tocca::app
