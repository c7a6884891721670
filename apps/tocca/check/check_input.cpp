// SPDX-License-Identifier: Apache-2.0
#include "apps/tocca/check/check_input.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <numeric>
#include <set>
#include <stdexcept>
#include <utility>
#include <variant>

#include "apps/tocca/check/check_robot_input.hpp"
#include "apps/tocca/rigid/rigid_input.hpp"
#include "apps/tocca/terminal/builtin_entry.hpp"
#include "apps/tocca/terminal/cost.hpp"
#include "scenes/mixed_scenes.hpp"
#include "tocca/base/error.hpp"
#include "tocca/io/expansion_budget.hpp"
#include "tocca/io/load_mesh.hpp"
#include "tocca/io/scene_file.hpp"
#include "tocca/io/sequence.hpp"
#include "tocca/io/shape_text.hpp"

namespace tocca::app {
namespace {

/// How a part moves: a mesh from frame to frame, a body and a robot from pose to pose.
struct MovingMesh {
    PartId part = 0;
    Sequence frames;
};
struct MovingBody {
    PartId part = 0;
    SceneFile::Body body;
};
struct MovingRobotPart {
    PartId part = 0;
    Eigen::MatrixXd waypoints;
};

/// All motions of a scene.
class SceneMotions {
public:
    SceneMotions(std::string file, std::stop_token stop) : file_(std::move(file)), stop_(std::move(stop)) {}

    void add(MovingMesh mesh) { meshes_.push_back(std::move(mesh)); }
    void add(MovingBody body) { bodies_.push_back(std::move(body)); }
    void add(MovingRobotPart robot) { robots_.push_back(std::move(robot)); }

    /// Those of the longest part; a scene at rest has one.
    [[nodiscard]] std::size_t step_count() const
    {
        std::size_t count = 1;
        for (const MovingMesh& mesh : meshes_) count = std::max(count, mesh.frames.frame_count() - 1);
        for (const MovingBody& body : bodies_) count = std::max(count, body.body.poses.size() - 1);
        for (const MovingRobotPart& robot : robots_) count = std::max(count, waypoint_count(robot) - 1);
        return count;
    }

    /// Every part starts where it ended the step before; one with fewer steps rests at its end.
    void move(Scene& scene, std::size_t step) const
    {
        for (const MovingMesh& mesh : meshes_) move(scene, mesh, step);
        for (const MovingBody& body : bodies_) move(scene, body, step);
        for (const MovingRobotPart& robot : robots_) {
            const auto row = [&](std::size_t number) -> Eigen::VectorXd {
                const std::size_t last = waypoint_count(robot) - 1;
                return robot.waypoints.row(static_cast<Eigen::Index>(std::min(number, last))).transpose();
            };
            scene.move(robot.part, JointMotion{.from = row(step), .to = row(step + 1)});
        }
    }

private:
    [[nodiscard]] static std::size_t waypoint_count(const MovingRobotPart& robot)
    {
        return static_cast<std::size_t>(robot.waypoints.rows());
    }

    void move(Scene& scene, const MovingMesh& mesh, std::size_t step) const
    {
        const std::size_t last = mesh.frames.frame_count() - 1;
        if (step > last || last == 0) return;  // it rests already
        const std::vector<Point> start = scene.end(mesh.part);
        if (step == last)
            scene.move(mesh.part, start, start);
        else
            scene.move(mesh.part, start, mesh.frames.read_frame(step + 1, stop_));
    }

    void move(Scene& scene, const MovingBody& body, std::size_t step) const
    {
        const std::size_t last = body.body.poses.size() - 1;
        try {
            scene.move(body.part, step < last ? body.body.motion(step) : at_rest(body.body.poses.back()));
        } catch (const Error& error) {
            throw Error(error.code(), fmt::format("part '{}', step {}: {}", body.body.name, step, error.what()),
                        {.file = file_});
        }
    }

    std::string file_;
    std::stop_token stop_;
    std::vector<MovingMesh> meshes_;
    std::vector<MovingBody> bodies_;
    std::vector<MovingRobotPart> robots_;
};

/// Makes a scene of the parts of a file.
class SceneMaker {
public:
    SceneMaker(const std::string& file, const CheckedSceneOptions& options)
        : file_(file),
          options_(options),
          description_(read_scene(file, {.package_paths = options.package_paths, .stop = options.stop})),
          store_(file, options.threads, options.stop),
          budget_(file, 0),
          motions_(std::make_shared<SceneMotions>(file, options.stop))
    {}

    CheckedScene make()
    {
        const Stopwatch watch;
        checked_.title = file_;
        checked_.inputs.emplace_back(file_);
        for (const SceneFile::Part& part : description_.parts) {
            std::visit([&](const auto& what) { add(part, what); }, part.what);
        }
        checked_.step_count = motions_->step_count();
        checked_.move = [motions = motions_](Scene& scene, std::size_t step) { motions->move(scene, step); };
        checked_.ignored_groups = description_.ignored_groups;
        for (const SceneFile::IgnoredPair& pair : description_.ignored_pairs) ignore(pair);
        checked_.clearance = description_.clearance;
        checked_.threshold = description_.threshold;
        checked_.build_seconds = store_.build_seconds();
        checked_.read_seconds = watch.seconds() - checked_.build_seconds;
        return std::move(checked_);
    }

private:
    void add(const SceneFile::Part& part, const SceneFile::Mesh& mesh)
    {
        checked_.inputs.emplace_back(mesh.mesh);
        std::vector<std::filesystem::path> files = mesh.frame_files(file_, options_.package_paths);
        checked_.inputs.insert(checked_.inputs.end(), files.begin(), files.end());
        const SequenceOptions how{.topology = files.empty() ? "" : mesh.mesh, .stop = options_.stop};
        if (files.empty()) files.emplace_back(mesh.mesh);
        Sequence frames(files, how);
        const MeshFile& first = frames.first_frame();
        count_bytes(mesh.mesh);
        budget_.take(first.positions.size() + first.faces.size(), sizeof(Point) + sizeof(FaceVertices));
        // Without frames a glTF file is where it is at first, even if it holds an animation.
        const bool rests = mesh.frames.empty();
        const PartId id = at_part(part, mesh.mesh, [&] {
            return checked_.scene.add(TriangleMesh(first.positions, first.faces, first.edges), part.options);
        });
        if (!rests) motions_->add(MovingMesh{id, std::move(frames)});
    }

    void add(const SceneFile::Part& part, const SceneFile::Body& body)
    {
        if (!names_a_shape(body.mesh)) checked_.inputs.emplace_back(body.mesh);
        PartOptions options = part.options;
        options.solid = false;  // the body has its own
        auto made = store_.body(body.mesh, body.solid, body.isolated_vertices);
        checked_.ignored_vertices += made->ignored_vertices();
        const PartId id = at_part(part, "", [&] { return checked_.scene.add(std::move(made), options); });
        motions_->add(MovingBody{id, body});
    }

    void add(const SceneFile::Part& part, const SceneFile::Robot& robot)
    {
        PartOptions options = part.options;
        options.solid = false;  // its shapes have their own
        CheckedRobot made = read_checked_robot(part, robot, {options_.package_paths, options_.stop});
        count_bytes(robot.urdf);
        budget_.take(made.robot.links().size(), sizeof(Link) + sizeof(Joint));
        checked_.inputs.insert(checked_.inputs.end(), made.inputs.begin(), made.inputs.end());
        for (const std::string& note : made.notes) checked_.notes.push_back(part.options.name + ": " + note);
        const PartId id = at_part(part, robot.urdf, [&] { return checked_.scene.add(std::move(made.robot), options); });
        motions_->add(MovingRobotPart{id, std::move(made.waypoints)});
    }

    /// A part that is refused names itself, and its file if the fault is there.
    template <class Make>
    [[nodiscard]] PartId at_part(const SceneFile::Part& part, const std::string& file, const Make& make) const
    {
        const std::string name = fmt::format("part '{}': ", part.options.name);
        try {
            return make();
        } catch (const Error& error) {
            throw Error(error.code(), name + error.what(), file.empty() ? part.place : ErrorPlace{.file = file});
        } catch (const std::invalid_argument& error) {
            throw Error(ErrorCode::malformed_file, name + error.what(), part.place);
        }
    }

    /// Each file counts once, however many parts it has.
    void count_bytes(const std::string& file)
    {
        std::error_code unknown;
        const auto size = std::filesystem::file_size(file, unknown);
        if (!unknown && counted_.insert(file).second) budget_.add_file_bytes(size);
    }

    void ignore(const SceneFile::IgnoredPair& pair)
    {
        const auto first = objects_of(pair, 0), second = objects_of(pair, 1);
        for (const std::uint32_t a : first) {
            for (const std::uint32_t b : second) {
                const PartId part = checked_.scene.part_of(a);
                if (part == checked_.scene.part_of(b)) refuse_within(pair, part);
                checked_.ignored_pairs.push_back({a, b});
            }
        }
    }

    void refuse_within(const SceneFile::IgnoredPair& pair, PartId part) const
    {
        if (checked_.scene.kind(part) == Scene::Kind::mesh) return;
        throw Error(
            ErrorCode::malformed_file,
            checked_.scene.kind(part) == Scene::Kind::body
                ? fmt::format("ignored_pairs: '{}' is rigid and cannot touch itself", pair.names[0])
                : fmt::format("ignored_pairs: '{}' and '{}' belong to one robot: ignore pairs of its links in its "
                              "SRDF file, or all with \"self\": false",
                              pair.names[0], pair.names[1]),
            pair.place);
    }

    /// The objects of a part, or the one link.
    [[nodiscard]] std::vector<std::uint32_t> objects_of(const SceneFile::IgnoredPair& pair, std::size_t side) const
    {
        const std::string& name = pair.names[side];
        const Scene& scene = checked_.scene;
        PartId part = 0;
        while (scene.name(part) != name.substr(0, name.find('/'))) ++part;
        const std::uint32_t first = scene.first_object(part);
        const std::size_t after = part + 1 < scene.part_count() ? scene.first_object(part + 1) : scene.object_count();
        std::vector<std::uint32_t> objects;
        for (std::uint32_t object = first; object < after; ++object) {
            if (scene.name(part) == name || scene.object_name(object) == name) objects.push_back(object);
        }
        if (objects.empty()) {
            throw Error(ErrorCode::index_out_of_range, fmt::format("ignored_pairs: there is no link '{}'", name),
                        pair.place);
        }
        return objects;
    }

    const std::string& file_;
    const CheckedSceneOptions& options_;
    SceneFile description_;
    BodyStore store_;
    ExpansionBudget budget_;
    std::set<std::string> counted_;
    std::shared_ptr<SceneMotions> motions_;
    CheckedScene checked_;
};

}  // namespace

CheckedScene read_checked_scene(const std::string& file, const CheckedSceneOptions& options)
{
    return SceneMaker(file, options).make();
}

CheckedScene builtin_checked_scene(const std::string& name)
{
    const Stopwatch watch;
    scenes::MixedScene made = made_by_name(scenes::mixed_scenes(), name, "scene");
    return {.title = name,
            .scene = std::move(made.scene),
            .step_count = made.step_count,
            .move = std::move(made.move),
            .build_seconds = watch.seconds()};
}

std::size_t triangle_count(const Scene& scene)
{
    std::size_t count = 0;
    for (PartId part = 0; part < scene.part_count(); ++part) {
        switch (scene.kind(part)) {
            case Scene::Kind::mesh: count += scene.mesh(part).faces().size(); break;
            case Scene::Kind::body: count += scene.body(part)->mesh().faces().size(); break;
            case Scene::Kind::robot: count += scene.checker(part).robot().triangle_count(); break;
        }
    }
    return count;
}

}  // namespace tocca::app
