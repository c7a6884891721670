// SPDX-License-Identifier: Apache-2.0
// The answers of named scenes, down to the last bit, as tests/data/golden_answers.txt has them: for one and two threads,
// every SIMD target and every compiler. `TOCCA_GOLDEN=write` in the environment writes the file in place of comparing.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>
#include <memory>
#include <sstream>
#include <string>
#include <tuple>
#include <vector>

#include "scenes/answer_hash.hpp"
#include "scenes/body_cloud.hpp"
#include "scenes/deforming_scene.hpp"
#include "scenes/elementary_queries.hpp"
#include "scenes/named_queries.hpp"
#include "scenes/rigid_models.hpp"
#include "scenes/rigid_shots.hpp"
#include "scenes/robots.hpp"
#include "support/places.hpp"
#include "tocca/deformable/mesh_query.hpp"
#include "tocca/elementary/batch.hpp"
#include "tocca/elementary/first_contact.hpp"
#include "tocca/rigid/rigid_query.hpp"
#include "tocca/rigid/rigid_world.hpp"
#include "tocca/robot/robot_query.hpp"

namespace tocca::golden_answers_test {
namespace {

/// How a scene is asked; the answers must not depend on it.
struct Way {
    int threads = 1;
    std::string target = {};
};

std::vector<Way> all_ways()
{
    std::vector<Way> ways;
    for (const std::string& target : simd_targets()) ways.push_back({1, target});
    ways.push_back({2, {}});
    return ways;
}

/// The hash of what was asked, and of the answers. What is asked comes of the C library's sine and cosine, which may
/// differ: then the answers may as well.
struct Hashes {
    std::string question;
    std::string answers;
};

std::filesystem::path path_of_file() { return support::test_data_folder() / "golden_answers.txt"; }

/// Lines of a name and two hashes.
std::map<std::string, Hashes> read_file()
{
    std::map<std::string, Hashes> stored;
    std::ifstream file(path_of_file());
    std::string name;
    Hashes hashes;
    while (file >> name >> hashes.question >> hashes.answers) stored[name] = hashes;
    return stored;
}

void write_to_file(const std::string& name, const Hashes& hashes)
{
    std::map<std::string, Hashes> stored = read_file();
    stored[name] = hashes;
    std::ofstream file(path_of_file());
    for (const auto& [each, its] : stored) file << each << ' ' << its.question << ' ' << its.answers << '\n';
}

/// `answers(way)` is asked in every way.
template <class Asked>
void compare(const std::string& name, const std::string& question, const Asked& answers)
{
    const Hashes here = {.question = question, .answers = answers(Way{})};
    for (const Way& way : all_ways()) {
        EXPECT_EQ(answers(way), here.answers) << name << ", " << way.threads << " threads, target " << way.target;
    }
    const char* const wish = std::getenv("TOCCA_GOLDEN");
    if (wish != nullptr && std::string(wish) == "write") {
        write_to_file(name, here);
        return;
    }
    const std::map<std::string, Hashes> stored = read_file();
    const auto found = stored.find(name);
    ASSERT_NE(found, stored.end()) << name << " is not in " << path_of_file();
    if (found->second.question != here.question) {
        GTEST_SKIP() << name << ": this C library's sine and cosine make another scene than the stored one";
    }
    EXPECT_EQ(found->second.answers, here.answers) << name;
}

std::string bytes_of(const std::vector<PairRows>& queries)
{
    return scenes::hash_of(
        std::string_view(reinterpret_cast<const char*>(queries.data()), queries.size() * sizeof(PairRows)));
}

TEST(GoldenAnswers, ElementaryQueries)
{
    for (const PairKind kind : {PairKind::vertex_face, PairKind::edge_edge}) {
        for (const bool near : {false, true}) {
            const std::vector<PairRows> queries =
                near ? scenes::near_queries(kind, 20'000) : scenes::uniform_queries(kind, 20'000);
            compare(std::string(near ? "near/" : "uniform/") + std::string(to_string(kind)), bytes_of(queries),
                    [&](const Way& way) {
                        const QueryOptions options = {.threads = way.threads, .target = way.target};
                        return scenes::hash_of(scenes::hash_of(collides(queries, kind, options)) +
                                               scenes::hash_of(first_contact(queries, kind, options)));
                    });
        }
    }
}

TEST(GoldenAnswers, NamedQueries)
{
    for (const PairKind kind : {PairKind::vertex_face, PairKind::edge_edge}) {
        std::vector<PairRows> queries;
        for (const scenes::NamedQuery& query : scenes::named_queries()) {
            if (query.kind == kind) queries.push_back(query.rows);
        }
        compare("named/" + std::string(to_string(kind)), bytes_of(queries), [&](const Way& way) {
            return scenes::hash_of(first_contact(queries, kind, {.threads = way.threads, .target = way.target}));
        });
    }
}

void compare_scene(const std::string& name, std::size_t triangles, int step, double clearance)
{
    const scenes::DeformingScene scene = scenes::deforming_scene(name, triangles).value();
    std::vector<deformable::SceneObject> objects;
    for (TriangleMesh& mesh : scenes::meshes_at(scene, step)) objects.push_back({std::move(mesh), {}});
    const scenes::ScenePositions end = scene.positions(step + 1);
    const std::vector<std::span<const Point>> next(end.begin(), end.end());
    deformable::MovingScene moving(std::move(objects));
    moving.move_to(next);
    std::string question;
    for (const std::span<const Point> positions : next) question += scenes::hash_of(positions);

    compare(name + "/clearance:" + std::to_string(clearance), scenes::hash_of(question), [&](const Way& way) {
        const QueryOptions options = {.clearance = clearance, .threads = way.threads, .target = way.target};
        const Answers all = all_contacts(moving, options);
        return scenes::hash_of(scenes::hash_of(first_contact(moving, options)) + std::string(to_string(all.outcome)) +
                               scenes::hash_of(std::span<const Contact>(all.contacts)));
    });
}

TEST(GoldenAnswers, DeformingScenes)
{
    for (const double clearance : {0.0, 1e-3}) {
        compare_scene("cloth-over-knot", 4'000, 25, clearance);
        compare_scene("twisting-cloth", 4'000, 20, clearance);
        compare_scene("needle-soup", 4'000, 2, clearance);
    }
}

TEST(GoldenAnswers, RigidShots)
{
    for (const char* const name : {"knot", "pot", "blob"}) {
        TriangleMesh mesh;
        for (const scenes::RigidModelEntry& model : scenes::rigid_models()) {
            if (model.name == name) mesh = scenes::scaled_to_radius(model.make(2'000), 50.0);
        }
        const RigidBody body(mesh);
        const std::vector<scenes::RigidShot> shots = scenes::rigid_shots({.count = 12});
        compare(std::string("shots/") + name, scenes::hash_of(mesh.positions()), [&](const Way& way) {
            std::string hashes;
            for (const scenes::RigidShot& shot : shots) {
                hashes += scenes::hash_of(first_contact(body, shot.moving, body, shot.resting, {.target = way.target}));
            }
            return scenes::hash_of(hashes);
        });
    }
}

/// What is known of every two objects that are not free of each other, in the order in which the stored hashes have it:
/// what touches or is inside at the start, then by safe_until, contacts before what is only near at the start and that
/// before what is undecided, at last by objects.
std::vector<Answer> pair_by_pair(const Answers& all)
{
    using Objects = std::array<std::uint32_t, 2>;
    std::map<Objects, Answer> known;
    for (const Contact& contact : all.contacts) {
        const auto [lower, higher] = std::minmax(contact.objects[0], contact.objects[1]);
        known[{lower, higher}] = {.outcome = contact.toc.upper == 0.0 ? Outcome::touching_at_start : Outcome::contact,
                                  .safe_until = contact.toc.lower,
                                  .contact = contact};
    }
    for (const ObjectPair& pair : all.start.inside)
        known[pair.objects] = {.outcome = Outcome::inside, .safe_until = 0.0};
    for (const Answers::UndecidedPair& pair : all.undecided)
        known[pair.objects] = {.outcome = Outcome::undecided, .safe_until = pair.safe_until};
    for (const ObjectPair& pair : all.start.near_objects)
        known.try_emplace(pair.objects, Answer{.outcome = Outcome::near_at_start});

    std::vector<Answer> answers;
    for (const auto& [objects, answer] : known) answers.push_back(answer);
    std::stable_sort(answers.begin(), answers.end(), [](const Answer& x, const Answer& y) {
        const auto order = [](const Answer& answer) {
            const int rank = answer.outcome == Outcome::undecided       ? 2
                             : answer.outcome == Outcome::near_at_start ? 1
                                                                        : 0;
            return std::tuple(!is_at_start(answer.outcome), answer.safe_until, rank);
        };
        return order(x) < order(y);
    });
    return answers;
}

TEST(GoldenAnswers, BodyCloud)
{
    const rigid::RigidWorld world = scenes::body_cloud({.bodies = 40, .triangles = 1'000});
    std::string question;
    for (rigid::BodyId id = 0; id < world.body_count(); ++id)
        question += scenes::hash_of(world.body(id)->mesh().positions());
    compare("body-cloud", scenes::hash_of(question), [&](const Way& way) {
        const QueryOptions options = {.threads = way.threads, .target = way.target};
        std::string hashes = scenes::hash_of(first_contact(world, options));
        for (const Answer& pair : pair_by_pair(all_contacts(world, options))) hashes += scenes::hash_of(pair);
        return scenes::hash_of(hashes);
    });
}

TEST(GoldenAnswers, RobotMotions)
{
    const scenes::MovingRobot robot = scenes::walking_mannequin({.motions = 12});
    const RobotChecker checker(robot.robot, robot.scene, {.threshold = robot.threshold});
    std::string question;
    for (const JointMotion& motion : robot.motions) {
        const std::vector<Point> values(1, Point{motion.to.sum(), motion.from.sum(), motion.to.norm()});
        question += scenes::hash_of(std::span<const Point>(values));
    }
    compare("walking-mannequin", scenes::hash_of(question), [&](const Way& way) {
        std::string hashes;
        for (const JointMotion& motion : robot.motions) {
            hashes += scenes::hash_of(first_contact(checker, motion, {.target = way.target}));
        }
        return scenes::hash_of(hashes);
    });
}

}  // namespace
}  // namespace tocca::golden_answers_test
