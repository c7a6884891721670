// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <Eigen/Core>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "simulation/length_term.hpp"
#include "tocca/mesh/triangle_mesh.hpp"

namespace tocca::simulation {

/// Where the vertices of a part should be at a given time: turning bodies, frames of an animated figure, hands that
/// hold a hem. Within a step, the vertices move there in straight lines from where they are; the proofs are about these
/// lines.
using Schedule = std::function<std::vector<Point>(double time)>;

struct Material {
    double density = 0.2;   ///< kg per square metre
    double stretch = 50.0;  ///< N per metre, for every edge
    double bending = 2e-6;  ///< N times metre
};

/// A cloth or a shell, which deforms.
struct Cloth {
    std::string name;
    TriangleMesh rest;              ///< the shape in which nothing is stretched or bent
    std::vector<Point> start = {};  ///< empty: the rest shape
    Material material = {};
    std::vector<VertexId> held = {};  ///< these vertices stay where they start, or follow the schedule
    Schedule schedule = {};
};

/// An obstacle, which stays where it is or follows its schedule.
struct Obstacle {
    std::string name;
    TriangleMesh mesh;
    Schedule schedule = {};
};

struct Surroundings {
    Eigen::Vector3d gravity = {0.0, 0.0, -9.81};
    Eigen::Vector3d wind = Eigen::Vector3d::Zero();  ///< metres per second
    double drag = 0.0;                               ///< kg per cubic metre: force per area and squared speed across it
    double damping = 0.5;                            ///< per second, of all velocities
    double friction = 0.2;                           ///< friction coefficient of all pairs
};

enum class Role : unsigned char {
    free,    ///< moves under forces
    driven,  ///< follows a schedule as well as it can
    fixed,   ///< never moves
};

/// What is simulated: everything that does not change from step to step. The vertices of all parts are numbered
/// consecutively, in the order in which parts were added.
class World {
public:
    struct Part {
        std::string name;
        TriangleMesh mesh;
        std::uint32_t first_vertex = 0;
        bool deforms = false;
        Schedule schedule = {};
    };

    explicit World(const Surroundings& surroundings = {}) : surroundings_(surroundings) {}

    /// Throws: std::invalid_argument if the number of start positions is wrong or a held vertex does not exist.
    void add(Cloth cloth);
    void add(Obstacle obstacle);

    [[nodiscard]] const Surroundings& surroundings() const { return surroundings_; }
    [[nodiscard]] std::span<const Part> parts() const { return parts_; }
    [[nodiscard]] std::span<const Role> roles() const { return roles_; }
    /// In kg; 0 for vertices that are not free.
    [[nodiscard]] std::span<const double> masses() const { return masses_; }
    [[nodiscard]] double mean_mass() const;
    [[nodiscard]] std::span<const LengthTerm> terms() const { return terms_; }
    [[nodiscard]] const Positions& start() const { return start_; }
    [[nodiscard]] std::uint32_t vertex_count() const { return static_cast<std::uint32_t>(roles_.size()); }
    [[nodiscard]] std::size_t triangle_count() const;

    /// The positions that driven vertices should have at a time; the other vertices keep their `positions`.
    [[nodiscard]] Positions targets(double time, const Positions& positions) const;
    /// The acceleration of every free vertex by gravity, wind and damping; 0 for the others.
    [[nodiscard]] Positions accelerations(const Positions& positions, const Positions& velocities) const;

private:
    std::uint32_t append(Part part, std::span<const Point> start);

    Surroundings surroundings_;
    std::vector<Part> parts_;
    std::vector<Role> roles_;
    std::vector<double> masses_;
    std::vector<LengthTerm> terms_;
    Positions start_;
};

/// The state that changes from step to step.
struct State {
    Positions positions;
    Positions velocities;
    double schedule_time = 0.0;  ///< goes back while driven vertices cannot follow
};

/// The state at the start, with all velocities 0.
[[nodiscard]] State start_of(const World& world);

/// Advances schedule_time by a step, or takes it back by a step if a driven vertex is further than `reach` from where
/// it should be by now. So a motion that is blocked is tried again and again, but not with ever more force.
///
/// Returns whether it advanced.
bool advance_schedule(const World& world, State& state, double time_step, double reach);

}  // namespace tocca::simulation
