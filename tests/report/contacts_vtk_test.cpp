// SPDX-License-Identifier: Apache-2.0
#include "tocca/report/contacts_vtk.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "report/random_recording.hpp"
#include "report/vtk_reading.hpp"

namespace tocca::contacts_vtk_test {
namespace {

using support::RandomRecording;
using support::VtkReading;

TEST(ContactsVtk, HoldsEveryContactOfAnyRecording)
{
    std::size_t contacts = 0;
    for (std::uint64_t seed = 0; seed < 250; ++seed) {
        SCOPED_TRACE(seed);
        const RecordedMotion motion = RandomRecording(seed).make();
        const VtkReading reading(contacts_vtk(motion));
        ASSERT_EQ(reading.count(), motion.contacts.size());
        for (std::size_t i = 0; i < reading.count(); ++i, ++contacts) {
            const RecordedContact& recorded = motion.contacts[i];
            const Contact& contact = recorded.contact;
            for (std::size_t axis = 0; axis < 3; ++axis) {
                EXPECT_EQ(reading.points()[3 * i + axis], contact.point[static_cast<int>(axis)]);
                EXPECT_EQ(reading.normals()[3 * i + axis], contact.normal[static_cast<int>(axis)]);
            }
            EXPECT_EQ(reading.field("time")[i], time_of(recorded));
            EXPECT_EQ(reading.field("toc")[2 * i], contact.toc.lower);
            EXPECT_EQ(reading.field("toc")[2 * i + 1], contact.toc.upper);
            EXPECT_EQ(reading.field("kind")[i], contact.kind == PairKind::edge_edge ? 1.0 : 0.0);
            EXPECT_EQ(reading.field("step")[i], static_cast<double>(recorded.step));
            for (std::size_t j = 0; j < 2; ++j) EXPECT_EQ(reading.field("objects")[2 * i + j], contact.objects[j]);
            for (std::size_t j = 0; j < 4; ++j) {
                EXPECT_EQ(reading.field("vertices")[4 * i + j], contact.vertices[j]);
                EXPECT_EQ(reading.field("weights")[4 * i + j], contact.weights[j]);
            }
            if (recorded.distance) {
                EXPECT_EQ(reading.field("distance")[i], *recorded.distance);
            } else {
                EXPECT_TRUE(!reading.has("distance") || std::isnan(reading.field("distance")[i]));
            }
        }
    }
    EXPECT_GT(contacts, 100U);
}

TEST(ContactsVtk, TitlesAreOneShortLine)
{
    RecordedMotion motion = support::bare_recording(std::string(5000, 'x') + "\n\r", {0.0});
    EXPECT_LT(VtkReading(contacts_vtk(motion)).title().size(), 256U);
    motion.title = "a\nb\tc\xff";
    EXPECT_EQ(VtkReading(contacts_vtk(motion)).title(), "tocca contacts: a?b?c?");
}

TEST(ContactsVtk, RefusesABrokenRecording)
{
    RecordedMotion motion = support::bare_recording("broken", {0.0, 1.0});
    motion.contacts.push_back({.step = 7});
    EXPECT_THROW((void)contacts_vtk(motion), std::invalid_argument);
}

}  // namespace
}  // namespace tocca::contacts_vtk_test
