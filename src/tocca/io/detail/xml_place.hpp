// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <Eigen/Core>
#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "tocca/base/error.hpp"

namespace tinyxml2 {
class XMLDocument;
class XMLElement;  // NOLINT(cppcoreguidelines-virtual-class-destructor): as the library has it
class XMLNode;
}  // namespace tinyxml2

namespace tocca::io::detail {

/// An element of an XML document that knows its line and what it belongs to, so that a fault can name them.
///
/// Throws:  all readings that fail throw Error (malformed_file, not_finite) with the file and the line.
/// Assumes: the document and the name of its file outlive it.
class XmlPlace {
public:
    XmlPlace(const tinyxml2::XMLElement& element, const std::string& file) : element_(&element), file_(&file) {}

    /// The same element, whose faults and those of what is in it say first what it is, such as "joint 'elbow'".
    [[nodiscard]] XmlPlace called(const std::string& owner) const;

    [[nodiscard]] std::string_view name() const;
    [[nodiscard]] bool is_root() const;
    [[nodiscard]] std::size_t line() const;
    [[nodiscard]] const std::string& file() const { return *file_; }
    /// The same for the same element only.
    [[nodiscard]] const void* identity() const { return element_; }

    /// The elements in it, in order; those of one name only, if given.
    [[nodiscard]] std::vector<XmlPlace> children(const char* name = nullptr) const;
    /// The element of that name in it, if there is one. Two are a fault: neither is the right one.
    [[nodiscard]] std::optional<XmlPlace> child(const char* name) const;
    [[nodiscard]] XmlPlace required_child(const char* name) const;

    [[nodiscard]] std::vector<std::string> attribute_names() const;
    [[nodiscard]] std::optional<std::string> attribute(const char* name) const;
    /// A text that is not empty.
    [[nodiscard]] std::string required_attribute(const char* name) const;
    /// Finite numbers with white space between them; none for no such attribute.
    [[nodiscard]] std::optional<std::vector<double>> numbers(const char* name) const;
    [[nodiscard]] std::optional<double> number(const char* name) const;
    [[nodiscard]] double required_number(const char* name) const;
    [[nodiscard]] std::optional<Eigen::Vector3d> vector(const char* name) const;
    [[nodiscard]] std::optional<std::size_t> natural_number(const char* name) const;

    [[noreturn]] void fail(const std::string& is_wrong, ErrorCode code = ErrorCode::malformed_file) const;
    [[noreturn]] void fail_at(std::size_t line, const std::string& is_wrong,
                              ErrorCode code = ErrorCode::malformed_file) const;

private:
    friend class XmlWords;

    const tinyxml2::XMLElement* element_;
    const std::string* file_;
    std::string owner_ = {};
};

/// The words of the text in an element, one after the other, each with its line. Comments among them are passed over.
class XmlWords {
public:
    /// Assumes: the element outlives it.
    explicit XmlWords(const XmlPlace& place);

    /// Moves to the next word; false after the last.
    bool next();
    [[nodiscard]] std::string_view word() const { return word_; }

    /// The word as a number. Throws: Error (malformed_file, not_finite) with the line of the word.
    [[nodiscard]] double number() const;
    [[nodiscard]] std::size_t natural_number() const;
    [[noreturn]] void fail(const std::string& is_wrong, ErrorCode code = ErrorCode::malformed_file) const;

private:
    void take_text();

    const XmlPlace& place_;
    const tinyxml2::XMLNode* node_;  ///< the piece of text that comes next, or another node before it
    std::string_view rest_ = {};
    std::string_view word_ = {};
    std::size_t line_ = 0;
};

/// All finite numbers in the text of an element.
[[nodiscard]] std::vector<double> numbers_in(const XmlPlace& place);

/// An XML document and the name of its file.
class XmlDocument {
public:
    /// Throws: Error (malformed_file) with `file` and the line, also for elements nested more than 100 deep, for one of
    ///         more than 1000 attributes, and for a text in UTF-16.
    XmlDocument(std::string_view text, const std::string& file);
    ~XmlDocument();
    XmlDocument(const XmlDocument&) = delete;
    XmlDocument& operator=(const XmlDocument&) = delete;

    [[nodiscard]] XmlPlace root() const;

private:
    std::string file_;
    std::unique_ptr<tinyxml2::XMLDocument> document_;
};

}  // namespace tocca::io::detail
