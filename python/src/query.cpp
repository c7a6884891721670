// SPDX-License-Identifier: Apache-2.0
#include "query.hpp"

#include <string>

namespace tocca::python {
namespace {

bool is_true(const py::object& answer)
{
    const int truth = PyObject_IsTrue(answer.ptr());
    if (truth < 0) throw py::error_already_set();
    return truth > 0;
}

}  // namespace

Query::Query(Options& given) { read(given); }

Query::Query(const py::kwargs& given, const char* verb)
{
    Options options(given, verb);
    read(options);
    options.finish();
}

bool Query::calls_back() const { return !accept_.is_none() || !accept_objects_.is_none() || !progress_.is_none(); }

void Query::read(Options& given)
{
    options_.stop = call_.stop();
    options_.statistics = &work_;
    if (given.empty()) return;
    given.read("clearance", options_.clearance);
    given.read("threshold", options_.threshold);
    given.read("near_fraction", options_.near_fraction);
    given.read("keep", options_.keep);
    given.read("reach", options_.reach);
    given.read("tolerance", options_.tolerance);
    given.read("until", options_.until);
    given.read("self_contact", options_.self);
    given.read("between", options_.between);
    given.read("ignored_pairs", options_.ignored_pairs);
    given.read("ignored_groups", options_.ignored_groups);
    given.read("changed", options_.changed);
    given.read("assume_start_free", options_.assume_start_free);
    given.read("check_limits", options_.check_limits);
    given.read("only_collides", options_.only_collides);
    given.read("stop_at_contact", options_.stop_at_contact);
    given.read("list_start", options_.list_start);
    given.read("max_contacts", options_.max_contacts);
    given.read("budget", options_.budget);
    given.read("threads", options_.threads);
    given.read("target", options_.target);
    accept_ = given.callback("accept");
    accept_objects_ = given.callback("accept_objects");
    progress_ = given.callback("progress");
    // The functions hold no Python objects: the library may copy them without the interpreter's lock.
    if (!accept_.is_none()) options_.accept = [this](const FeaturePair& pair) { return accepts(pair); };
    if (!accept_objects_.is_none()) {
        options_.accept_objects = [this](std::uint32_t a, std::uint32_t b) { return accepts(a, b); };
    }
    options_.progress = call_.progress<double>(progress_);
}

bool Query::accepts(const FeaturePair& pair)
{
    bool accepted = true;
    call_.guarded([&] {
        const auto& v = pair.vertices;
        accepted = is_true(accept_(std::string(to_string(pair.kind)), py::make_tuple(v[0], v[1], v[2], v[3]),
                                   py::make_tuple(pair.objects[0], pair.objects[1])));
    });
    return accepted;
}

bool Query::accepts(std::uint32_t a, std::uint32_t b)
{
    bool accepted = true;
    call_.guarded([&] { accepted = is_true(accept_objects_(a, b)); });
    return accepted;
}

}  // namespace tocca::python
