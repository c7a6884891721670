// SPDX-License-Identifier: Apache-2.0
#include "tocca/report/verdict.hpp"

namespace tocca {

std::string_view to_string(Verdict verdict)
{
    switch (verdict) {
        case Verdict::free: return "free";
        case Verdict::contact: return "contact";
        case Verdict::undecided: return "undecided";
        case Verdict::nothing: break;
    }
    return "nothing";
}

std::string_view words(Outcome outcome)
{
    switch (outcome) {
        case Outcome::free: return "free";
        case Outcome::contact: return "contact";
        case Outcome::touching_at_start: return "touching at the start";
        case Outcome::crossing_at_start: return "crossing at the start";
        case Outcome::inside: return "inside";
        case Outcome::near_at_start: return "within the clearance at the start";
        case Outcome::undecided: break;
    }
    return "undecided";
}

}  // namespace tocca
