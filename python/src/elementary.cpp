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

Doubles queries_of(const py::object& pairs)
{
    Doubles array = doubles_of(pairs, "the pairs");
    require(array.ndim() == 3 && array.shape(1) == 8 && array.shape(2) == 3, "pairs must have the shape (n, 8, 3)");
    return array;
}

std::span<const PairRows> rows_of_queries(const Doubles& array)
{
    static_assert(sizeof(PairRows) == 24 * sizeof(double));
    return {reinterpret_cast<const PairRows*>(array.data()), static_cast<std::size_t>(array.shape(0))};
}

Duration duration_of(std::size_t queries) { return queries <= short_batch ? Duration::short_ : Duration::maybe_long; }

py::array hits_of(std::vector<std::uint8_t> hits) { return adopt(std::move(hits), py::dtype("?")); }

py::array batch_table(std::vector<BatchContact> contacts)
{
    static_assert(sizeof(std::size_t) == 8);
    static const std::array<Column, 3> columns{{{"query", "u8", offsetof(BatchContact, query)},
                                                {"toc", "(2,)f8", offsetof(BatchContact, toc)},
                                                {"touching_at_start", "?", offsetof(BatchContact, touching_at_start)}}};
    return adopt(std::move(contacts), record_type(columns, sizeof(BatchContact)));
}

py::array batch_collides(const py::object& pairs, const std::string& kind, const py::kwargs& given)
{
    Query query(given, "collides");
    const Doubles array = queries_of(pairs);
    const std::span<const PairRows> rows = rows_of_queries(array);
    const PairKind pair_kind = pair_kind_of(kind);
    return hits_of(query.run(duration_of(rows.size()),
                             [&](const QueryOptions& options) { return collides(rows, pair_kind, options); }));
}

py::array batch_first_contact(const py::object& pairs, const std::string& kind, const py::kwargs& given)
{
    Query query(given, "first_contact");
    const Doubles array = queries_of(pairs);
    const std::span<const PairRows> rows = rows_of_queries(array);
    const PairKind pair_kind = pair_kind_of(kind);
    return batch_table(query.run(duration_of(rows.size()),
                                 [&](const QueryOptions& options) { return first_contact(rows, pair_kind, options); }));
}

/// Queries by vertex numbers.
struct Indexed {
    Indexed(const py::object& start_array, const py::object& end_array, const py::object& pair_array)
        : start(start_array, "the start positions"),
          end(end_array, "the end positions"),
          pairs(indices_of<4>(pair_array, "pairs"))
    {}

    [[nodiscard]] IndexedPairs queries() const { return {start.points(), end.points(), pairs}; }

    Positions start, end;
    std::vector<std::array<std::uint32_t, 4>> pairs;
};

py::array indexed_collides(const py::object& start, const py::object& end, const py::object& pairs,
                           const std::string& kind, const py::kwargs& given)
{
    Query query(given, "collides");
    const Indexed indexed(start, end, pairs);
    const PairKind pair_kind = pair_kind_of(kind);
    return hits_of(query.run(duration_of(indexed.pairs.size()), [&](const QueryOptions& options) {
        return collides(indexed.queries(), pair_kind, options);
    }));
}

py::array indexed_first_contact(const py::object& start, const py::object& end, const py::object& pairs,
                                const std::string& kind, const py::kwargs& given)
{
    Query query(given, "first_contact");
    const Indexed indexed(start, end, pairs);
    const PairKind pair_kind = pair_kind_of(kind);
    return batch_table(query.run(duration_of(indexed.pairs.size()), [&](const QueryOptions& options) {
        return first_contact(indexed.queries(), pair_kind, options);
    }));
}

/// Single pairs take microseconds: the interpreter's lock is not worth releasing.
void add_pairs(py::module_& module)
{
    module.def("pair_collides", [](const py::object& pair, const std::string& kind, const py::kwargs& given) {
        const Query query(given, "collides");
        return collides(rows_of_array(pair), pair_kind_of(kind), query.options());
    });
    module.def("pair_first_contact", [](const py::object& pair, const std::string& kind, const py::kwargs& given) {
        const Query query(given, "first_contact");
        Answer answer = first_contact(rows_of_array(pair), pair_kind_of(kind), query.options());
        return held(std::move(answer), query.work());
    });
    module.def("pair_all_contacts", [](const py::object& pair, const std::string& kind, const py::kwargs& given) {
        const Query query(given, "all_contacts");
        Answers answers = all_contacts(rows_of_array(pair), pair_kind_of(kind), query.options());
        return held(std::move(answers), query.work());
    });
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

py::tuple tuple_of(const TimeInterval& time) { return py::make_tuple(time.lower, time.upper); }

void add_explanation(py::module_& module)
{
    py::class_<Explanation::Root>(module, "ExplainedRoot",
                                  "One root of the coplanarity cubic in [0, 1] and what the inside test says there.")
        .def_property_readonly(
            "time", [](const Explanation::Root& self) { return tuple_of(self.time); }, "Its bracket (lower, upper).")
        .def_readonly("multiplicity", &Explanation::Root::multiplicity, "Of the root.")
        .def_property_readonly(
            "inside",
            [](const Explanation::Root& self) {
                py::list axes;
                for (const std::vector<int>& signs : self.inside) {
                    py::list axis;
                    for (const int sign : signs) axis.append(sign);
                    axes.append(axis);
                }
                return axes;
            },
            "Exact signs -1, 0, 1 of the inside products, for the axes x, y, z.")
        .def_readonly("degenerate", &Explanation::Root::degenerate, "All signs are zero.")
        .def_readonly("contact", &Explanation::Root::contact, "Whether the features touch there.")
        .def("__repr__", [](const Explanation::Root& self) {
            return "<tocca.ExplainedRoot at [" + text_of(self.time.lower) + ", " + text_of(self.time.upper) + "], " +
                   (self.contact ? "contact" : "no contact") + ">";
        });
    py::class_<Explanation>(module, "Explanation", "How a query is decided, step by step, in exact arithmetic.")
        .def_property_readonly(
            "kind", [](const Explanation& self) { return std::string(to_string(self.kind)); }, "\"vf\" or \"ee\".")
        .def_property_readonly(
            "cubic", [](const Explanation& self) { return array_of(std::span<const double>(self.cubic)); },
            "Bernstein coefficients of the coplanarity cubic, rounded to doubles.")
        .def_property_readonly(
            "cubic_signs",
            [](const Explanation& self) {
                py::list signs;
                for (const int sign : self.cubic_signs) signs.append(sign);
                return signs;
            },
            "Their exact signs.")
        .def_readonly("coplanar_throughout", &Explanation::coplanar_throughout, "The cubic vanishes altogether.")
        .def_property_readonly(
            "roots", [](const Explanation& self) { return list_of(self.roots); },
            "The roots in [0, 1]; none when coplanar throughout.")
        .def_property_readonly(
            "decided_by", [](const Explanation& self) { return std::string(to_string(self.decided_by)); },
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
    module.def("batch_collides", batch_collides);
    module.def("batch_first_contact", batch_first_contact);
    module.def("indexed_collides", indexed_collides);
    module.def("indexed_first_contact", indexed_first_contact);
    module.def("simd_targets", simd_targets,
               "The SIMD targets this machine can run, best first, such as \"AVX2\", \"SSE4\", \"EMU128\".");
}

}  // namespace tocca::python
