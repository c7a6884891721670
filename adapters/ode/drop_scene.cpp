// SPDX-License-Identifier: Apache-2.0
#include "adapters/ode/drop_scene.hpp"

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <cstdarg>
#include <numbers>
#include <type_traits>
#include <utility>
#include <vector>

#include "scenes/seeded_random.hpp"

namespace tocca::ode {
namespace {

template <auto destroy>
struct Destroy {
    template <typename T>
    void operator()(T* object) const
    {
        destroy(object);
    }
};

using WorldHandle = std::unique_ptr<std::remove_pointer_t<dWorldID>, Destroy<dWorldDestroy>>;
using GeomHandle = std::unique_ptr<std::remove_pointer_t<dGeomID>, Destroy<dGeomDestroy>>;
using DataHandle = std::unique_ptr<std::remove_pointer_t<dTriMeshDataID>, Destroy<dGeomTriMeshDataDestroy>>;
using JointsHandle = std::unique_ptr<std::remove_pointer_t<dJointGroupID>, Destroy<dJointGroupDestroy>>;

Eigen::Vector3d random_direction(scenes::SeededRandom& random)
{
    const double z = random.between(-1.0, 1.0), angle = random.between(0.0, 2.0 * std::numbers::pi);
    const double across = std::sqrt(1.0 - z * z);
    return {across * std::cos(angle), across * std::sin(angle), z};
}

Eigen::Quaterniond random_orientation(scenes::SeededRandom& random)
{
    const Eigen::Vector3d axis = random_direction(random);
    return Eigen::Quaterniond(Eigen::AngleAxisd(random.between(0.0, 2.0 * std::numbers::pi), axis));
}

void place(dGeomID geom, const Eigen::Isometry3d& pose)
{
    const Eigen::Quaterniond turned(pose.linear());
    const dQuaternion quaternion = {turned.w(), turned.x(), turned.y(), turned.z()};
    dGeomSetQuaternion(geom, quaternion);
    dGeomSetPosition(geom, pose.translation().x(), pose.translation().y(), pose.translation().z());
}

/// A step as ODE's manual has it: contacts of the triangle meshes as they are, joints, dWorldStep. Returns the contacts.
std::size_t step_ode_alone(dWorldID world, dJointGroupID joints, std::array<dGeomID, 2> geoms, double friction,
                           double seconds)
{
    constexpr int most = 64;
    std::array<dContactGeom, most> found = {};
    const int count = dCollide(geoms[0], geoms[1], most, found.data(), sizeof(dContactGeom));
    for (int i = 0; i < count; ++i) {
        dContact contact = {};
        contact.surface.mode = dContactApprox1;
        contact.surface.mu = friction;
        contact.geom = found[static_cast<std::size_t>(i)];
        dJointAttach(dJointCreateContact(world, joints, &contact), dGeomGetBody(geoms[0]), dGeomGetBody(geoms[1]));
    }
    dWorldStep(world, seconds);
    dJointGroupEmpty(joints);
    return static_cast<std::size_t>(count);
}

}  // namespace

Engine::Engine()
{
    dInitODE2(0);
    // ODE's collision of triangle meshes writes a line for every deep penetration.
    dSetMessageHandler([](int, const char*, va_list) {});
}

Engine::~Engine()
{
    dSetMessageHandler(nullptr);
    dCloseODE();
}

void DropTally::add(const DropTally& other)
{
    drops += other.drops;
    steps += other.steps;
    steps_with_crossing += other.steps_with_crossing;
    drops_with_crossing += other.drops_with_crossing;
    drops_with_contact += other.drops_with_contact;
    substeps += other.substeps;
    most_substeps = std::max(most_substeps, other.most_substeps);
    seconds_lost += other.seconds_lost;
    steps_cut_short += other.steps_cut_short;
    queries += other.queries;
    query_seconds += other.query_seconds;
    slowest_query_seconds = std::max(slowest_query_seconds, other.slowest_query_seconds);
    seconds += other.seconds;
}

/// A mesh as both libraries have it, with its mass about its centre.
struct DropScene::Model {
    explicit Model(const TriangleMesh& mesh)
    {
        for (const Point& point : mesh.positions())
            vertices.insert(vertices.end(), {point[0], point[1], point[2], 0.0});
        for (const FaceVertices& face : mesh.faces()) indices.insert(indices.end(), face.begin(), face.end());
        data.reset(dGeomTriMeshDataCreate());
        dGeomTriMeshDataBuildDouble(data.get(), vertices.data(), 4 * sizeof(double),
                                    static_cast<int>(mesh.vertex_count()), indices.data(),
                                    static_cast<int>(indices.size()), 3 * sizeof(dTriIndex));
        body = std::make_shared<RigidBody>(mesh);
        const GeomHandle geom = make_geom();
        dMassSetTrimesh(&mass, 1.0, geom.get());
        // A mesh that is open or turned inside out may enclose no mass to speak of.
        if (!(mass.mass > 0.0) || dMassCheck(&mass) == 0) dMassSetSphere(&mass, 1.0, 0.5);
        centre = Eigen::Vector3d(mass.c[0], mass.c[1], mass.c[2]);
        dMassTranslate(&mass, -mass.c[0], -mass.c[1], -mass.c[2]);
        mass.c[0] = mass.c[1] = mass.c[2] = 0.0;
    }

    [[nodiscard]] GeomHandle make_geom() const
    {
        return GeomHandle(dCreateTriMesh(nullptr, data.get(), nullptr, nullptr, nullptr));
    }

    std::vector<double> vertices;
    std::vector<dTriIndex> indices;
    DataHandle data;
    std::shared_ptr<const RigidBody> body;
    dMass mass = {};
    Eigen::Vector3d centre = Eigen::Vector3d::Zero();
};

DropScene::DropScene(const TriangleMesh& falling, const TriangleMesh& fixed)
    : falling_(std::make_unique<Model>(falling)), fixed_(std::make_unique<Model>(fixed))
{}

DropScene::~DropScene() = default;

DropTally DropScene::drop(Keeper keeper, const DropOptions& options) const
{
    scenes::SeededRandom random(options.seed);
    const WorldHandle world(dWorldCreate());
    dWorldSetGravity(world.get(), 0.0, 0.0, -9.81);

    Eigen::Isometry3d fixed_pose = Eigen::Isometry3d::Identity();
    fixed_pose.linear() = random_orientation(random).toRotationMatrix();
    const GeomHandle fixed_geom = fixed_->make_geom();
    place(fixed_geom.get(), fixed_pose);

    const Eigen::Quaterniond turned = random_orientation(random);
    const double miss = options.greatest_miss * random.unit(), around = 2.0 * std::numbers::pi * random.unit();
    const Eigen::Vector3d spin = options.greatest_spin * random.unit() * random_direction(random);
    const dQuaternion quaternion = {turned.w(), turned.x(), turned.y(), turned.z()};
    const dBodyID body = dBodyCreate(world.get());
    dBodySetMass(body, &falling_->mass);
    dBodySetQuaternion(body, quaternion);
    dBodySetPosition(body, miss * std::cos(around), miss * std::sin(around), options.height);
    dBodySetLinearVel(body, 0.0, 0.0, -options.speed);
    dBodySetAngularVel(body, spin.x(), spin.y(), spin.z());
    const GeomHandle falling_geom = falling_->make_geom();
    dGeomSetBody(falling_geom.get(), body);
    dGeomSetOffsetPosition(falling_geom.get(), -falling_->centre.x(), -falling_->centre.y(), -falling_->centre.z());

    ContactStepper stepper(world.get(), options.stepper);
    const PartId falling_id = stepper.add(body, falling_->body, falling_->centre);
    stepper.add_fixed(fixed_->body, fixed_pose);
    const JointsHandle joints(dJointGroupCreate(0));

    DropTally tally{.drops = 1};
    int steps_at_rest = 0;
    for (int step = 0; step < options.greatest_steps; ++step) {
        const auto start = std::chrono::steady_clock::now();
        std::size_t contacts = 0;
        if (keeper == Keeper::tocca) {
            const StepReport report = stepper.step(options.step);
            contacts = report.contact_joints;
            tally.substeps += static_cast<std::size_t>(report.substeps);
            tally.queries += static_cast<std::size_t>(report.substeps);
            tally.most_substeps = std::max(tally.most_substeps, report.substeps);
            tally.seconds_lost += report.time_lost;
            if (report.time_lost > 0.0) ++tally.steps_cut_short;
            tally.query_seconds += report.query_seconds;
            tally.slowest_query_seconds = std::max(tally.slowest_query_seconds, report.slowest_query_seconds);
        } else {
            contacts = step_ode_alone(world.get(), joints.get(), {falling_geom.get(), fixed_geom.get()},
                                      options.stepper.friction, options.step);
        }
        tally.seconds += std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
        ++tally.steps;
        if (contacts > 0) tally.drops_with_contact = 1;
        if (intersects(*falling_->body, stepper.pose(falling_id), *fixed_->body, fixed_pose)) {
            ++tally.steps_with_crossing;
            tally.drops_with_crossing = 1;
        }

        const dReal* place = dBodyGetPosition(body);
        const dReal* velocity = dBodyGetLinearVel(body);
        const dReal* turning = dBodyGetAngularVel(body);
        const bool away = place[2] < -options.height || std::hypot(place[0], place[1]) > 2.0 * options.height;
        const bool slow = std::hypot(velocity[0], velocity[1], velocity[2]) < 0.02 &&
                          std::hypot(turning[0], turning[1], turning[2]) < 0.02;
        steps_at_rest = slow ? steps_at_rest + 1 : 0;
        if (away || steps_at_rest >= 10) break;
    }
    return tally;
}

}  // namespace tocca::ode
