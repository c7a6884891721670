// SPDX-License-Identifier: Apache-2.0
#include "simulation/judge.hpp"

#include "simulation/judges/additive_judge.hpp"
#include "simulation/judges/bernstein_judge.hpp"
#include "simulation/judges/cubic_judge.hpp"

namespace tocca::simulation {
namespace {

QueryOptions query_of(const ContactScene& scene, const KeptGap& gap)
{
    QueryOptions query = scene.options();
    query.clearance = gap.clearance;
    if (gap.clearance > 0.0) query.near_fraction = gap.near_fraction;
    return query;
}

class ExactJudge : public Judge {
public:
    std::vector<Impact> impacts(ContactScene& scene, const Positions& from, const Positions& to,
                                const KeptGap& gap) const override
    {
        scene.set_step(from, to);
        const TimeSpent time(scene.seconds);
        const Answers answers = all_contacts(scene.scene(), query_of(scene, gap));
        std::vector<Impact> impacts;
        impacts.reserve(answers.contacts.size());
        for (const Contact& contact : answers.contacts) {
            impacts.push_back({scene.stencil_of(contact.features(), contact.weights), contact.normal});
        }
        return impacts;
    }

    SafeMotion safe_step(ContactScene& scene, const Positions& from, const Positions& to,
                         const KeptGap& gap) const override
    {
        scene.set_step(from, to);
        const TimeSpent time(scene.seconds);
        const SafeStep safe = tocca::safe_step(scene.scene(), query_of(scene, gap));
        return {safe.step, safe.all_shorter_steps};
    }

    bool is_free(ContactScene& scene, const Positions& from, const Positions& to) const override
    {
        scene.set_step(from, to);
        const TimeSpent time(scene.seconds);
        return !collides(scene.scene(), query_of(scene, {}));
    }
};

}  // namespace

std::unique_ptr<Judge> exact_judge() { return std::make_unique<ExactJudge>(); }

std::unique_ptr<Judge> judge_of_name(std::string_view name)
{
    if (name == "exact") return exact_judge();
    if (name == "cubic") return std::make_unique<CubicJudge>();
    if (name == "additive") return std::make_unique<AdditiveJudge>();
    if (name == "bsc-float") return std::make_unique<BernsteinJudge>();
    return nullptr;
}

}  // namespace tocca::simulation
