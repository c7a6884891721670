// SPDX-License-Identifier: Apache-2.0
// Damaged robot files: they make a robot or are refused with an Error.
#include <gtest/gtest.h>

#include <algorithm>
#include <string>

#include "io/robot_text.hpp"
#include "io/temporary_folder.hpp"
#include "support/effort.hpp"
#include "support/random.hpp"
#include "tocca/base/error.hpp"
#include "tocca/io/robot_file.hpp"

namespace tocca::robot_mutation_test {
namespace {

using support::Random;

/// The elements <...> of a text that end in the same tag, or a single tag.
std::string some_element(const std::string& text, Random& random)
{
    const std::size_t begin = text.find('<', random.below(text.size()));
    if (begin == std::string::npos) return {};
    const std::size_t end = text.find(random.chance(0.5) ? "/>" : "</", begin);
    const std::size_t close = end == std::string::npos ? end : text.find('>', end);
    return close == std::string::npos ? std::string() : text.substr(begin, close + 1 - begin);
}

/// Changes a text in one of the ways in which files of robots come to be wrong.
void damage(std::string& text, Random& random)
{
    if (text.empty()) return;
    const auto place = [&] { return random.below(text.size()); };
    switch (random.below(8)) {
        case 0: text.resize(place()); break;
        case 1: text[place()] = static_cast<char>(random.below(256)); break;
        case 2: text[place()] ^= static_cast<char>(1 << random.below(8)); break;
        case 3: text.erase(place(), 1 + random.below(60)); break;
        case 4: {  // an element twice, here or elsewhere
            const std::string element = some_element(text, random);
            const std::size_t at = random.chance(0.5) ? text.find(element) : text.find('<', place());
            text.insert(std::min(at, text.size()), element);
            break;
        }
        case 5: {  // an element less
            const std::string element = some_element(text, random);
            if (!element.empty()) text.erase(text.find(element), element.size());
            break;
        }
        case 6: {  // a number becomes another one
            const std::size_t digit = text.find_first_of("0123456789", place());
            if (digit == std::string::npos) break;
            const std::size_t end = std::min(text.find_first_not_of("0123456789.", digit), text.size());
            text.replace(digit, end - digit,
                         random.pick<const char*>({"nan", "inf", "-1", "0", "1e999", "1e308", "1e-320", "1e15", "1e14",
                                                   "", "7", "0 0", "0x1p3", "1,5", "-0", "&#0;", "&amp;", "&nope;"}));
            break;
        }
        default: {  // a name becomes another one
            const std::size_t from = text.find("=\"", place());
            const std::size_t to = text.find("=\"", place());
            if (from == std::string::npos || to == std::string::npos) break;
            const auto value = [&](std::size_t at) { return text.substr(at + 2, text.find('"', at + 2) - at - 2); };
            const std::string name = value(from);
            text.replace(to + 2, value(to).size(), name);
        }
    }
}

TEST(RobotMutations, AreReadOrRefused)
{
    const support::TemporaryFolder folder;
    folder.write("m.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n");
    std::string urdf(support::arm_urdf);
    urdf.insert(urdf.find("<link name=\"slide2\"/>"),
                "<link name=\"held\"><collision><geometry><mesh filename=\"m.obj\" scale=\"1 2 3\"/></geometry>"
                "</collision></link>\n<joint name=\"hold\" type=\"spherical\"><parent link=\"slide\"/>"
                "<child link=\"held\"/></joint>\n");
    const std::string srdf(support::arm_srdf);
    const std::string file = (folder.path() / "damaged.urdf").string();

    Random random(6000);
    const std::size_t rounds = std::max<std::size_t>(400, support::effort(6000));
    std::size_t read = 0, refused = 0;
    for (std::size_t round = 0; round < rounds; ++round) {
        std::string robot_text = urdf, srdf_text = srdf;
        for (int changes = random.between(1, 3); changes > 0; --changes) {
            damage(round % 3 == 0 ? srdf_text : robot_text, random);
        }
        try {
            RobotFile robot = parse_robot(robot_text, file, {});
            const SrdfFile semantics = parse_srdf(srdf_text, file);
            robot.parts.allowed = allowed_pairs(semantics, robot.parts.links).pairs;
            const Robot made(std::move(robot.parts));
            for (const Eigen::Isometry3d& pose : made.poses(made.zero())) ASSERT_EQ(pose.matrix(), pose.matrix());
            for (const SrdfGroup& group : semantics.groups) (void)group_values(made, semantics, group.name);
            (void)named_states(semantics, made.joints(), robot.notes);
            ++read;
        } catch (const Error& error) {
            ++refused;
            EXPECT_EQ(error.place().file, file) << error.what();
        } catch (const std::exception& other) {
            FAIL() << "round " << round << ": " << other.what() << "\n" << robot_text << srdf_text;
        }
    }
    EXPECT_GT(read, rounds / 15);
    EXPECT_GT(refused, rounds / 5);
}

}  // namespace
}  // namespace tocca::robot_mutation_test
