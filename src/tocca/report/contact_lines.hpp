// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "tocca/report/recorded_motion.hpp"

namespace tocca {

/// The contacts of a recording, a line each, in its order. Columns are those of the contacts of `tocca mesh`:
/// step,kind,v0,v1,v2,v3,toc_lower,toc_upper,px,py,pz,nx,ny,nz,object_a,object_b and then distance, empty for none.
///
/// Throws: std::invalid_argument for a recording that breaks a rule.
[[nodiscard]] std::string contacts_csv(const RecordedMotion& motion);

/// The same as a JSON object in each line, with `distance` null for none.
///
/// Throws: std::invalid_argument for a recording that breaks a rule.
[[nodiscard]] std::string contacts_jsonl(const RecordedMotion& motion);

}  // namespace tocca
