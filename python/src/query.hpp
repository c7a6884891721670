// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <pybind11/pybind11.h>

#include <cstdint>
#include <string>

#include "calls.hpp"
#include "options.hpp"
#include "tocca/answer/options.hpp"

namespace tocca::python {

/// One query: its options, as keyword arguments say, and the call into the library. The keywords are the members of
/// QueryOptions, the same for every verb and subject; the library refuses those that cannot apply. `self` is
/// `self_contact`, as Python has another use for the word.
class Query {
public:
    /// Reads the options and leaves others in `given`.
    explicit Query(Options& given);
    /// Refuses others.
    Query(const py::kwargs& given, const char* verb);
    Query(const Query&) = delete;
    Query& operator=(const Query&) = delete;

    [[nodiscard]] const QueryOptions& options() const { return options_; }
    /// What has been done so far.
    [[nodiscard]] const Statistics& work() const { return work_; }
    /// Whether Python is called meanwhile.
    [[nodiscard]] bool calls_back() const;

    /// Runs `ask(options)`.
    template <class Ask>
    auto run(Duration duration, const Ask& ask)
    {
        return call_.run(duration, [&] { return ask(options_); });
    }

    /// Runs `ask(options)`, a query within a budget, where it is asked if it takes few steps, as most do. Only what
    /// takes more is asked again with its whole budget, and watched for Ctrl-C.
    ///
    /// Guarantee: the answer with the whole budget. Where less than half of a budget was spent, it ended nothing early.
    template <class Ask>
    auto run_budgeted(const Ask& ask)
    {
        constexpr std::uint64_t few_steps = 10'000;  // some milliseconds
        if (options_.budget.value_or(UINT64_MAX) > few_steps && !calls_back()) {
            Statistics took;
            QueryOptions brief = options_;
            brief.budget = few_steps;
            brief.statistics = &took;
            auto answer = call_.run(Duration::short_, [&] { return ask(brief); });
            if (took.node_pairs + took.triangle_tests < few_steps / 2) {
                work_ += took;
                return answer;
            }
        }
        return run(Duration::maybe_long, ask);
    }

private:
    void read(Options& given);
    [[nodiscard]] bool accepts(const FeaturePair& pair);
    [[nodiscard]] bool accepts(std::uint32_t a, std::uint32_t b);

    Call call_;
    QueryOptions options_;
    Statistics work_;
    py::object accept_ = py::none();
    py::object accept_objects_ = py::none();
    py::object progress_ = py::none();
};

/// A verb by its name, about any subject.
template <class Ask>
struct Verb {
    const char* name;
    Ask ask;
};
template <class Ask>
Verb(const char*, Ask) -> Verb<Ask>;

inline constexpr Verb collides_verb{"collides", [](auto&&... all) { return collides(all...); }};
inline constexpr Verb first_contact_verb{"first_contact", [](auto&&... all) { return first_contact(all...); }};
inline constexpr Verb all_contacts_verb{"all_contacts", [](auto&&... all) { return all_contacts(all...); }};
inline constexpr Verb safe_step_verb{"safe_step", [](auto&&... all) { return safe_step(all...); }};

/// Adds what the package calls for a verb about a subject: "mesh_collides".
template <class Ask, class Function>
void add_verb(py::module_& module, const char* subject, const Verb<Ask>& verb, const Function& function)
{
    module.def((std::string(subject) + "_" + verb.name).c_str(), function);
}

}  // namespace tocca::python
