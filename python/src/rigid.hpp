// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include "calls.hpp"
#include "options.hpp"
#include "tocca/rigid/rigid_body.hpp"
#include "tocca/rigid/rigid_query.hpp"

namespace tocca::python {

/// How Python holds a body: worlds and shapes share it.
using BodyHandle = std::shared_ptr<RigidBody>;

/// Reads the options of a pair of bodies.
void read_rigid(Options& options, RigidQueryOptions& query);

}  // namespace tocca::python
