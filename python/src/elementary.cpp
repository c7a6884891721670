// SPDX-License-Identifier: Apache-2.0
// Vertex-face and edge-edge pairs, one by one and in batches.
#include <pybind11/stl.h>

#include <algorithm>
#include <utility>

#include "answers.hpp"
#include "arrays.hpp"
#include "query.hpp"
#include "tocca/base/error.hpp"
#include "tocca/elementary/all_contacts.hpp"
#include "tocca/elementary/batch.hpp"
#include "tocca/elementary/collides.hpp"
#include "tocca/elementary/explain.hpp"
#include "tocca/elementary/first_contact.hpp"

namespace tocca::python {
namespace {

/// Batches up to this size are not watched for Ctrl-C: a millisecond.
constexpr std::size_t short_batch = 20'000;

PairRows rows_of_array(const py::object& pair)
{
    const Doubles array = doubles_of(pair, "the pair");
    require(array.ndim() == 2 && array.shape(0) == 8 && array.shape(1) == 3, "a pair must have the shape (8, 3)");
    PairRows rows;
    std::copy_n(array.data(), rows.size(), rows.begin());
    return rows;
}

/// Pairs one after the other.
struct Batch {
    explicit Batch(const py::object& pairs) : array(doubles_of(pairs, "the pairs"))
    {
        require(array.ndim() == 3 && array.shape(1) == 8 && array.shape(2) == 3, "pairs must have the shape (n, 8, 3)");
    }

    [[nodiscard]] std::size_t size() const { return static_cast<std::size_t>(array.shape(0)); }
    [[nodiscard]] std::span<const PairRows> queries() const
    {
        static_assert(sizeof(PairRows) == 24 * sizeof(double));
        return {reinterpret_cast<const PairRows*>(array.data()), size()};
    }

    Doubles array;
};

/// Pairs by vertex numbers.
struct Indexed {
    Indexed(const py::object& start_array, const py::object& end_array, const py::object& pair_array)
        : start(start_array, "the start positions"),
          end(end_array, "the end positions"),
          pairs(indices_of<4>(pair_array, "pairs"))
    {}

    [[nodiscard]] std::size_t size() const { return pairs.size(); }
    [[nodiscard]] IndexedPairs queries() const { return {start.points(), end.points(), pairs}; }

    Positions start, end;
    std::vector<std::array<std::uint32_t, 4>> pairs;
};

py::array table_of(std::vector<std::uint8_t> hits) { return adopt(std::move(hits), py::dtype("?")); }

py::array table_of(std::vector<BatchContact> contacts)
{
    static_assert(sizeof(std::size_t) == 8);
    static const std::array<Column, 4> columns{{{"query", "u8", offsetof(BatchContact, query)},
                                                {"toc", "(2,)f8", offsetof(BatchContact, toc)},
                                                {"touching_at_start", "?", offsetof(BatchContact, touching_at_start)},
                                                {"near_at_start", "?", offsetof(BatchContact, near_at_start)}}};
    return adopt(std::move(contacts), record_type(columns, sizeof(BatchContact)));
}

/// Adds a verb about many pairs, which are made of `Arguments`.
template <class Pairs, class... Arguments, class Ask>
void add_many(py::module_& module, const char* subject, const Verb<Ask>& verb)
{
    const auto ask = [=](const Arguments&... arguments, const std::string& kind, const py::kwargs& given) {
        Query query(given, verb.name);
        const Pairs pairs(arguments...);
        const PairKind pair_kind = pair_kind_of(kind);
        const Duration duration = pairs.size() <= short_batch ? Duration::short_ : Duration::maybe_long;
        return table_of(query.run(
            duration, [&](const QueryOptions& options) { return verb.ask(pairs.queries(), pair_kind, options); }));
    };
    add_verb(module, subject, verb, ask);
}

template <class Ask>
void add_batches(py::module_& module, const Verb<Ask>& verb)
{
    add_many<Batch, py::object>(module, "batch", verb);
    add_many<Indexed, py::object, py::object, py::object>(module, "indexed", verb);
}

/// Single pairs take microseconds: the interpreter's lock is not worth releasing.
void add_pairs(py::module_& module)
{
    const auto add = [&](const auto& verb) {
        add_verb(module, "pair", verb, [=](const py::object& pair, const std::string& kind, const py::kwargs& given) {
            const Query query(given, verb.name);
            auto answer = verb.ask(rows_of_array(pair), pair_kind_of(kind), query.options());
            return held(std::move(answer), query.work());
        });
    };
    add(collides_verb);
    add(first_contact_verb);
    add(all_contacts_verb);
    module.def("explain_pair", [](const py::object& pair, const std::string& kind, const py::kwargs& given) {
        const Query query(given, "explain");
        return explain(rows_of_array(pair), pair_kind_of(kind), query.options());
    });
}

/// The answer, and that one stage decided it.
HeldAnswer answer_of(const Explanation& explanation)
{
    Statistics work;
    work.stages[static_cast<std::size_t>(explanation.decided_by)] = 1;
    return held(explanation.answer, work);
}

void add_explanation(py::module_& module)
{
    using Root = Explanation::Root;
    py::class_<Root>(module, "ExplainedRoot",
                     "One root of the coplanarity cubic in [0, 1] and what the inside test says there.")
        .def_readonly("time", &Root::time, "Its bracket (lower, upper).")
        .def_readonly("multiplicity", &Root::multiplicity, "Of the root.")
        .def_readonly("inside", &Root::inside, "Exact signs -1, 0, 1 of the inside products, for the axes x, y, z.")
        .def_readonly("degenerate", &Root::degenerate, "All signs are zero.")
        .def_readonly("contact", &Root::contact, "Whether the features touch there.")
        .def("__repr__", [](const Root& self) {
            return "<tocca.ExplainedRoot at [" + text_of(self.time.lower) + ", " + text_of(self.time.upper) + "], " +
                   (self.contact ? "contact" : "no contact") + ">";
        });
    py::class_<Explanation>(module, "Explanation", "How a query is decided, step by step, in exact arithmetic.")
        .def_readonly("kind", &Explanation::kind, "\"vf\" or \"ee\".")
        .def_readonly("cubic", &Explanation::cubic,
                      "Bernstein coefficients of the coplanarity cubic, rounded to doubles.")
        .def_readonly("cubic_signs", &Explanation::cubic_signs, "Their exact signs.")
        .def_readonly("coplanar_throughout", &Explanation::coplanar_throughout, "The cubic vanishes altogether.")
        .def_readonly("roots", &Explanation::roots, "The roots in [0, 1]; none when coplanar throughout.")
        .def_readonly("decided_by", &Explanation::decided_by,
                      "The first stage of the fast path that settles the query.")
        .def_property_readonly("answer", answer_of, "The Answer.")
        .def("__repr__", [](const Explanation& self) {
            return "<tocca.Explanation " + text_of(self.answer) + ", decided by " +
                   std::string(to_string(self.decided_by)) + ">";
        });
}

}  // namespace

void add_elementary(py::module_& module)
{
    add_explanation(module);
    add_pairs(module);
    add_batches(module, collides_verb);
    add_batches(module, first_contact_verb);
    module.def("simd_targets", simd_targets,
               "The SIMD targets this machine can run, best first, such as \"AVX2\", \"SSE4\", \"EMU128\".");
}

}  // namespace tocca::python
