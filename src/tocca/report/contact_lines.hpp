// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "tocca/report/recorded_motion.hpp"

namespace tocca {

/// What lines of contacts hold beside step, kind, vertices, toc, point and normal.
struct ContactColumns {
    bool objects = true;
    bool distance = true;
};

/// The first line of a CSV file: step,kind,v0,v1,v2,v3,toc_lower,toc_upper,px,py,pz,nx,ny,nz and, as asked for,
/// object_a,object_b and distance.
[[nodiscard]] std::string contact_csv_head(const ContactColumns& columns);

/// Appends a contact as a line of CSV; the distance is empty for none.
void append_contact_csv(std::string& text, const RecordedContact& recorded, const ContactColumns& columns);

/// Appends a contact as a JSON object in a line; the distance is null for none.
void append_contact_json(std::string& text, const RecordedContact& recorded, const ContactColumns& columns);

/// The contacts of a recording as CSV with all columns, a line each, in its order.
///
/// Throws: std::invalid_argument for a recording that breaks a rule.
[[nodiscard]] std::string contacts_csv(const RecordedMotion& motion);

/// The same as a JSON object in each line.
///
/// Throws: std::invalid_argument for a recording that breaks a rule.
[[nodiscard]] std::string contacts_jsonl(const RecordedMotion& motion);

/// The same as one JSON document with the names of the bodies: docs/schemas/contacts.json.
///
/// Throws: std::invalid_argument for a recording that breaks a rule.
[[nodiscard]] std::string contacts_json(const RecordedMotion& motion);

}  // namespace tocca
