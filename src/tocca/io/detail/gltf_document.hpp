// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include "tocca/io/detail/document.hpp"
#include "tocca/io/expansion_budget.hpp"

namespace tocca::io::detail {

/// Values of a glTF accessor, element after element.
struct GltfValues {
    std::size_t components = 0;  ///< of an element
    std::vector<double> values;

    [[nodiscard]] std::size_t count() const { return components == 0 ? 0 : values.size() / components; }
    [[nodiscard]] const double* element(std::size_t index) const { return values.data() + components * index; }
};

/// A glTF 2.0 document with its buffers: JSON, or binary (GLB), with data in the document or in files beside it.
///
/// Source: registry.khronos.org/glTF/specs/2.0/glTF-2.0.html
class GltfDocument {
public:
    /// `file` is its name in errors, and files that the document names lie beside it.
    ///
    /// Throws: Error (malformed_file, unreadable_file, interrupted) with the file; also for an extension that it
    ///         requires and that changes where vertices are.
    GltfDocument(std::string_view bytes, const std::string& file, const std::stop_token& stop);
    GltfDocument(const GltfDocument&) = delete;
    GltfDocument& operator=(const GltfDocument&) = delete;

    [[nodiscard]] DocumentPlace root() const { return DocumentPlace(document_); }
    [[nodiscard]] const std::string& file() const { return file_; }
    /// What is made of the document's data counts here.
    [[nodiscard]] ExpansionBudget& budget() const { return budget_; }

    /// The numbers of the accessor that `index` names, normalised integers as fractions.
    ///
    /// Guarantee: finite.
    /// Throws:    Error (malformed_file, not_finite, index_out_of_range).
    [[nodiscard]] GltfValues numbers(const DocumentPlace& index) const;
    /// The same for an accessor of natural numbers, all components one after the other.
    [[nodiscard]] std::vector<std::uint32_t> natural_numbers(const DocumentPlace& index) const;

private:
    struct Elements;

    void read_binary(std::string_view bytes);
    void read_buffers(const std::stop_token& stop);
    [[nodiscard]] std::string buffer_at(const std::string& address, const DocumentPlace& place, std::size_t size,
                                        const std::stop_token& stop) const;
    [[nodiscard]] std::string_view view_bytes(const DocumentPlace& index) const;
    [[nodiscard]] Elements elements_of(const DocumentPlace& accessor) const;
    void apply_sparse(const DocumentPlace& accessor, GltfValues& values) const;

    std::string file_;
    Document document_ = {};
    std::string chunk_;  ///< the data within a binary document
    std::vector<std::string> buffers_;
    std::size_t bytes_ = 0;  ///< of the document and its buffers
    mutable ExpansionBudget budget_;
};

}  // namespace tocca::io::detail
