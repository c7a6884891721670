// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace tocca::bench {

/// What a benchmark program measured: a machine and named results, as a JSON document (tocca.bench/1).
class Report {
public:
    Report();

    /// Adds a result: `name` is a path from the scene to the variant, `details` whatever else belongs to it.
    void add(const std::string& name, double value, const std::string& unit,
             const nlohmann::ordered_json& details = nlohmann::ordered_json::object());

    /// Throws: Error (unwritable_file).
    void write(const std::filesystem::path& file) const;

    [[nodiscard]] const nlohmann::ordered_json& json() const { return document_; }

private:
    nlohmann::ordered_json document_;
};

}  // namespace tocca::bench
