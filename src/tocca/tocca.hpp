// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tocca/answer/first_contact.hpp"
#include "tocca/answer/outcome.hpp"
#include "tocca/answer/time_interval.hpp"
#include "tocca/base/error.hpp"
#include "tocca/base/floating_point.hpp"
#include "tocca/base/version.hpp"
#include "tocca/elementary/all_contacts.hpp"
#include "tocca/elementary/batch.hpp"
#include "tocca/elementary/clearance.hpp"
#include "tocca/elementary/collides.hpp"
#include "tocca/elementary/explain.hpp"
#include "tocca/elementary/first_contact.hpp"
#include "tocca/elementary/pair.hpp"
