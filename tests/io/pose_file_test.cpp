// SPDX-License-Identifier: Apache-2.0
#include "tocca/io/pose_file.hpp"

#include <gtest/gtest.h>

#include <string>

#include "io/expect_error.hpp"
#include "io/temporary_folder.hpp"

namespace tocca::pose_file_test {
namespace {

using support::expect_error;

const std::string quarter_turn = "0 -1 0 5\n1 0 0 6\n0 0 1 7\n0 0 0 1\n";

void expect_fault(const std::string& text, const support::ExpectedError& expected)
{
    expect_error(expected, [&] { (void)parse_pose_file(text, "pose.txt"); });
}

TEST(ParsePoseFile, ReadsTheRowsOfAMatrix)
{
    const Eigen::Isometry3d pose = parse_pose_file(quarter_turn, "pose.txt");
    EXPECT_EQ(pose * Eigen::Vector3d(1, 0, 0), Eigen::Vector3d(5, 7, 7));
    EXPECT_EQ(parse_pose_file("# a comment\n\n 0.0e+00 -1 0 5 # x\r\n1 0 0 6\n0 0 1 7\n0 0 0 1", "pose.txt").matrix(),
              pose.matrix());
    EXPECT_EQ(parse_pose_file("\xef\xbb\xbf" + quarter_turn, "pose.txt").matrix(), pose.matrix());
}

TEST(ParsePoseFile, NamesTheLineAtFault)
{
    const auto fault = [](std::size_t line, const std::string& says) {
        return support::ExpectedError{.code = ErrorCode::malformed_file, .line = line, .says = says};
    };
    expect_fault("1 0 0 0\n0 1 0\n0 0 1 0\n0 0 0 1\n", fault(2, "pose.txt:2: the line ends"));
    expect_fault("1 0 0 0\n0 1 0 0 0\n0 0 1 0\n0 0 0 1\n", fault(2, "where it should end"));
    expect_fault("1 0 0 0\n0 x 0 0\n0 0 1 0\n0 0 0 1\n", fault(2, "'x' is not a number"));
    expect_fault("1,0,0,0\n0,1,0,0\n0,0,1,0\n0,0,0,1\n", fault(1, "is not a number"));
    expect_fault(quarter_turn + "0 0 0 1\n", fault(5, "after the fourth row"));
    expect_fault("1 0 0 0\n0 1 0 0\n0 0 nan 0\n0 0 0 1\n",
                 {.code = ErrorCode::not_finite, .line = 3, .says = "not a finite double"});
    expect_fault("1 0 0 0\n0 1 0 0\n", {.code = ErrorCode::malformed_file, .says = "2 of 4 rows"});
    expect_fault("", {.code = ErrorCode::malformed_file, .says = "0 of 4 rows"});
}

TEST(ParsePoseFile, RefusesWhatIsNoPose)
{
    const auto rotation = [](const std::string& says) {
        return support::ExpectedError{.code = ErrorCode::not_a_rotation, .says = says};
    };
    expect_fault("1 0 0 0\n0 1 0 0\n0 0 1 0\n0 0 0 2\n",
                 {.code = ErrorCode::malformed_file, .says = "last row of the matrix is not 0 0 0 1"});
    expect_fault("2 0 0 0\n0 2 0 0\n0 0 2 0\n0 0 0 1\n", rotation("not a rotation"));
    expect_fault("-1 0 0 0\n0 1 0 0\n0 0 1 0\n0 0 0 1\n", rotation("reflect"));
    expect_fault("0.707 -0.707 0 0\n0.707 0.707 0 0\n0 0 1 0\n0 0 0 1\n", rotation("too few digits"));
    expect_fault("0 0 0 0\n0 0 0 0\n0 0 0 0\n0 0 0 1\n", rotation("pose.txt: "));
}

TEST(ReadPoseFile, ReadsAFileOrSaysWhich)
{
    const support::TemporaryFolder folder;
    const auto file = folder.write("pose.txt", quarter_turn);
    EXPECT_EQ(read_pose_file(file).translation(), Eigen::Vector3d(5, 6, 7));
    expect_error({.code = ErrorCode::unreadable_file, .says = "absent.txt"},
                 [&] { (void)read_pose_file(folder.path() / "absent.txt"); });
    expect_error({.code = ErrorCode::unreadable_file, .says = folder.path().string()},
                 [&] { (void)read_pose_file(folder.path()); });
}

}  // namespace
}  // namespace tocca::pose_file_test
