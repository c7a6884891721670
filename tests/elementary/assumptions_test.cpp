// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>
#include <pmmintrin.h>

#include <functional>
#include <stdexcept>
#include <vector>

#include "tocca/elementary/all_contacts.hpp"
#include "tocca/elementary/batch.hpp"
#include "tocca/elementary/collides.hpp"
#include "tocca/elementary/explain.hpp"
#include "tocca/elementary/first_contact.hpp"

namespace tocca::assumptions_test {
namespace {

/// A vertex at rest a subnormal distance above a face at rest: free, unless subnormals count as zero.
constexpr PairRows barely_above{0.25, 0.25, 0x1p-1060, 0, 0, 0, 1, 0, 0, 0, 1, 0,
                                0.25, 0.25, 0x1p-1060, 0, 0, 0, 1, 0, 0, 0, 1, 0};

TEST(FloatingPointMode, IsCheckedByEveryVerb)
{
    constexpr PairKind vf = PairKind::vertex_face;
    const std::vector<PairRows> batch{barely_above};
    const std::vector<std::function<bool()>> verbs{
        [] { return collides(barely_above, vf); },
        [] { return collides_exact(barely_above, vf); },
        [] { return first_contact(barely_above, vf).contact.has_value(); },
        [] { return first_contact_exact(barely_above, vf).contact.has_value(); },
        [] { return !all_contacts(barely_above, vf).contacts.empty(); },
        [] { return explain(barely_above, vf).answer.contact.has_value(); },
        [] { return collides(barely_above, vf, {.clearance = 0x1p-1070}); },
        [] { return first_contact(barely_above, vf, {.clearance = 0x1p-1070}).contact.has_value(); },
        [&] { return collides(batch, vf)[0] != 0; },
        [&] { return !first_contact(batch, vf).empty(); },
    };
    for (std::size_t i = 0; i < verbs.size(); ++i) {
        EXPECT_FALSE(verbs[i]()) << i;
        const unsigned before = _mm_getcsr();
        _MM_SET_DENORMALS_ZERO_MODE(_MM_DENORMALS_ZERO_ON);
        bool refused = false;
        try {
            (void)verbs[i]();
        } catch (const std::invalid_argument&) {
            refused = true;
        }
        _mm_setcsr(before);
        EXPECT_TRUE(refused) << i;
    }
}

}  // namespace
}  // namespace tocca::assumptions_test
