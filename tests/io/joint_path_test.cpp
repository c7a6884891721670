// SPDX-License-Identifier: Apache-2.0
#include "tocca/io/joint_path.hpp"

#include <gtest/gtest.h>

#include <bit>
#include <string>
#include <vector>

#include "io/damaged_text.hpp"
#include "io/expect_error.hpp"
#include "io/npy_bytes.hpp"
#include "io/small_robot.hpp"
#include "io/temporary_folder.hpp"
#include "support/effort.hpp"

namespace tocca::joint_path_test {
namespace {

using support::expect_error;
using support::robot;

JointPath parse(const std::string& text) { return parse_joint_path_csv(text, "path.csv", robot(), robot().zero()); }

TEST(ParseJointPath, ReadsColumnsInAnyOrder)
{
    const JointPath path = parse("# made by hand\r\nelbow , \"shoulder\"\r\n0.5,-1\n\n# then\n1e-3, 2 \n");
    ASSERT_EQ(path.waypoints.rows(), 2);
    ASSERT_EQ(path.waypoints.cols(), 13);
    EXPECT_EQ(path.waypoints(0, 0), -1);
    EXPECT_EQ(path.waypoints(0, 1), 0.5);
    EXPECT_EQ(path.waypoints(1, 0), 2);
    EXPECT_EQ(path.waypoints(1, 1), 1e-3);
    EXPECT_EQ(path.waypoints(1, 5), 1) << "a quaternion that is not named is no rotation";
    EXPECT_EQ(path.lines, (std::vector<std::size_t>{3, 6}));
    Eigen::VectorXd rest = robot().zero();
    rest[1] = 7;
    EXPECT_EQ(parse_joint_path_csv("shoulder\n1\n", "path.csv", robot(), rest).waypoints(0, 1), 7);
    EXPECT_EQ(parse("\xef\xbb\xbfshoulder\n1").waypoints(0, 0), 1);
    EXPECT_EQ(parse("ball.qz,ball.qw\n1,0").waypoints(0, 4), 1);
}

TEST(ParseJointPath, NamesTheLineAtFault)
{
    const auto fault = [](const std::string& text, std::optional<std::size_t> line, const std::string& says,
                          ErrorCode code = ErrorCode::malformed_file) {
        expect_error({.code = code, .line = line, .says = says}, [&] { (void)parse(text); });
    };
    fault("", {}, "path.csv: it is empty");
    fault("\n# nothing\n", {}, "it is empty");
    fault("elbow\n", {}, "no waypoints");
    fault("elbow,wrist\n1,2\n", 1, "path.csv:1: the robot 'small' has no joint value 'wrist'");
    fault("# \nelbow,,shoulder\n", 2, "''");
    fault("elbow,shoulder,elbow\n", 1, "'elbow' is named twice");
    fault("0.5,1\n1,2\n", 1, "the first line does not name the values");
    fault("grip\n1\n", 1, "follows 'elbow'");
    fault("mount\n1\n", 1, "is fixed");
    fault("ball\n1\n", 1, "ball.qx");
    fault("elbow,shoulder\n1,2\n1\n", 3, "there are 1 values, but the first line names 2");
    fault("elbow,shoulder\n1,2,3\n", 2, "there are 3 values");
    fault("elbow,shoulder\n1,2,\n", 2, "there are 3 values");
    fault("elbow\n1\nx\n", 3, "value 1 is not a number: 'x'");
    fault("elbow,shoulder\n1,\n", 2, "value 2 is not a number");
    fault("elbow\nnan\n", 2, "value 1 is not finite", ErrorCode::not_finite);
    fault("elbow\n1e999\n", 2, "value 1 is not finite", ErrorCode::not_finite);
    fault("ball.qw\n1\n0.4\n", 3, "has length 0.4", ErrorCode::not_a_rotation);
    fault("ball.qw\n1\n2.5\n", 3, "has length 2.5", ErrorCode::not_a_rotation);
}

/// Captured motions have quaternions that are not quite of length 1.
TEST(ParseJointPathCsv, NormalisesQuaternionsAndSaysSo)
{
    const JointPath path =
        parse_joint_path_csv("ball.qx,ball.qw\n0,1\n0,0.85\n0.6,0.88\n0,1.009\n", "path.csv", robot(), robot().zero());
    EXPECT_EQ(path.waypoints(1, 5), 1.0);
    EXPECT_NEAR(path.waypoints.row(2).segment(2, 4).norm(), 1.0, 1e-15);
    EXPECT_NEAR(path.waypoints(2, 2) / path.waypoints(2, 5), 0.6 / 0.88, 1e-15);
    EXPECT_EQ(path.waypoints(3, 5), 1.009) << "within rounding: as it is";
    ASSERT_EQ(path.notes.size(), 1U);
    EXPECT_EQ(path.notes[0].place.line, 3U);
    EXPECT_NE(path.notes[0].sentence.find("2 waypoints"), std::string::npos) << path.notes[0].sentence;
    EXPECT_NE(path.notes[0].sentence.find("from 0.85 to 1.065"), std::string::npos) << path.notes[0].sentence;
    EXPECT_EQ(path.named, (std::vector<std::size_t>{2, 5}));
}

/// A NumPy file of these numbers.
template <class Value>
std::string npy(const std::vector<Value>& values, const std::string& shape, const std::string& type,
                bool fortran = false)
{
    const std::string data(reinterpret_cast<const char*>(values.data()), values.size() * sizeof(Value));
    return support::npy_with_header(
        "{'descr': '" + type + "', 'fortran_order': " + (fortran ? "True" : "False") + ", 'shape': " + shape + ", }",
        data);
}

Robot slider()
{
    return Robot({.name = "slider",
                  .links = {{"rail"}, {"cart"}, {"arm"}},
                  .joints = {{.name = "x", .type = Joint::Type::prismatic, .parent = "rail", .child = "cart"},
                             {.name = "a", .type = Joint::Type::continuous, .parent = "cart", .child = "arm"}}});
}

TEST(ParseJointPath, ReadsArrays)
{
    const Robot cart = slider();
    const Eigen::MatrixXd expected = (Eigen::MatrixXd(3, 2) << 1, 2, 3, 4, 5, 6).finished();
    const std::vector<double> rows = {1, 2, 3, 4, 5, 6}, columns = {1, 3, 5, 2, 4, 6};
    EXPECT_EQ(parse_joint_path_npy(npy(rows, "(3, 2)", "<f8"), "p.npy", cart).waypoints, expected);
    EXPECT_EQ(parse_joint_path_npy(npy(columns, "(3, 2)", "<f8", true), "p.npy", cart).waypoints, expected);
    const std::vector<float> narrow = {1, 2, 3, 4, 5, 6};
    EXPECT_EQ(parse_joint_path_npy(npy(narrow, "(3, 2)", "<f4"), "p.npy", cart).waypoints, expected);
    std::vector<std::uint64_t> reversed;
    for (const double value : rows) reversed.push_back(__builtin_bswap64(std::bit_cast<std::uint64_t>(value)));
    EXPECT_EQ(parse_joint_path_npy(npy(reversed, "(3, 2)", ">f8"), "p.npy", cart).waypoints, expected);

    const auto fault = [&](const std::string& bytes, const std::string& says,
                           ErrorCode code = ErrorCode::malformed_file) {
        expect_error({.code = code, .says = says}, [&] { (void)parse_joint_path_npy(bytes, "p.npy", cart); });
    };
    fault("", "p.npy");
    fault(npy(rows, "(2, 3)", "<f8"), "not (waypoints, 2)");
    fault(npy(rows, "(6,)", "<f8"), "not (waypoints, 2)");
    fault(npy(rows, "(3, 2)", "<i8"), "float64");
    fault(npy(rows, "(4, 2)", "<f8"), "does not fill");
    fault(npy(std::vector<double>{}, "(0, 2)", "<f8"), "no waypoints");
    fault(npy(rows, "(9223372036854775807, 2)", "<f8"), "");
    fault(npy(std::vector<double>{1, 2, 3, HUGE_VAL}, "(2, 2)", "<f8"), "waypoint 1: the value of a is not finite",
          ErrorCode::not_finite);
}

TEST(ReadJointPath, ReadsAFileOrSaysWhich)
{
    const support::TemporaryFolder folder;
    const Robot cart = slider();
    const auto csv = folder.write("path.csv", "a\n1\n2\n");
    EXPECT_EQ(read_joint_path(csv, cart, cart.zero()).waypoints.rows(), 2);
    const auto array = folder.write("path.npy", npy(std::vector<double>{1, 2, 3, 4}, "(2, 2)", "<f8"));
    EXPECT_EQ(read_joint_path(array, cart, cart.zero()).waypoints(1, 1), 4);
    expect_error({.code = ErrorCode::unreadable_file, .says = "absent.csv"},
                 [&] { (void)read_joint_path(folder.path() / "absent.csv", cart, cart.zero()); });
}

/// Damaged text is refused with an Error or read: nothing else.
TEST(ParseJointPath, SurvivesDamagedText)
{
    const std::string good = "shoulder,elbow,ball.qw\n0.25,-1.5,1\n0.5,1e-3,-1\n0.75,2,1.001\n";
    (void)support::read_damaged(good, "path.csv", support::effort(3000), [](const auto& text) {
        const JointPath path = parse(text);
        EXPECT_EQ(path.waypoints.rows(), static_cast<Eigen::Index>(path.lines.size()));
        EXPECT_TRUE(path.waypoints.allFinite());
    });
}

}  // namespace
}  // namespace tocca::joint_path_test
