// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <memory>
#include <stop_token>
#include <string>
#include <tuple>
#include <utility>

#include "tocca/io/expansion_budget.hpp"
#include "tocca/rigid/rigid_body.hpp"

namespace tocca::app {

/// Makes rigid bodies of mesh files and of shapes in words, each only once.
class BodyStore {
public:
    /// `file` is what names the bodies: a small one must not make any number of large ones.
    BodyStore(const std::string& file, int threads, std::stop_token stop = {})
        : budget_(file, 0), threads_(threads), stop_(std::move(stop))
    {}

    /// `text` is a shape of shape_of_text, or else the name of a mesh file.
    ///
    /// Throws: Error as load_mesh, as RigidBody with the file, and as ExpansionBudget; std::invalid_argument for a shape that is none.
    [[nodiscard]] std::shared_ptr<const RigidBody> body(const std::string& text, bool solid, bool isolated_vertices);

    [[nodiscard]] double read_seconds() const { return read_seconds_; }
    [[nodiscard]] double build_seconds() const { return build_seconds_; }
    /// What all bodies hold.
    [[nodiscard]] std::size_t memory_bytes() const;

private:
    /// A text, whether it is a solid, and whether isolated vertices belong to it.
    using Key = std::tuple<std::string, bool, bool>;
    [[nodiscard]] std::shared_ptr<const RigidBody> make(const Key& key);

    std::map<Key, std::shared_ptr<const RigidBody>> bodies_;
    ExpansionBudget budget_;
    int threads_;
    std::stop_token stop_;
    double read_seconds_ = 0.0;
    double build_seconds_ = 0.0;
};

}  // namespace tocca::app
