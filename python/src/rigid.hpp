// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include "tocca/rigid/rigid_body.hpp"

namespace tocca::python {

/// How Python holds a body: worlds and shapes share it.
using BodyHandle = std::shared_ptr<RigidBody>;

}  // namespace tocca::python
