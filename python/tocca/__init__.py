# SPDX-License-Identifier: Apache-2.0
"""Continuous collision detection with proven answers: do moving triangles touch, when first, and where?

Four verbs, collides, first_contact, all_contacts and safe_step, apply to pairs of features, deforming meshes, rigid
bodies, robots, and scenes of them. Arrays are NumPy's: float64 in C order is read where it lies, other numbers are converted once. Time
runs from 0 to 1. Queries let other threads go on, and Ctrl-C ends them.

Raises ValueError for a broken contract (a wrong shape, a tolerance that is not positive), TypeError for an argument of
the wrong kind, Error for bad data (NaN, a vertex that does not exist, a malformed file). Warns with InputWarning of what
a reader passed over or took otherwise than it is written, and of a robot of which nothing is checked.

    import numpy as np, tocca
    cloth = tocca.sheet(columns=20, rows=20)
    start, end = cloth.positions + [0, 0, 1], cloth.positions * [1, 1, 0] + [0, 0, -1]
    ball = tocca.ico_sphere(radius=0.3)
    scene = tocca.Scene()
    falling = scene.add(cloth)
    scene.add(ball)
    scene.move(falling, start, end)
    print(tocca.first_contact(scene))
"""
from . import _tocca
from ._errors import Error, InputWarning
from ._tocca import (Answer, Answers, BodyDistance, Contact, ExplainedRoot, Explanation,
                     FreeTimes, MovingMesh, NearFeatures, ObjectPair, Obstacle, PathAnswer, PlanningScene,
                     RigidBody, RigidMotion, Robot, RobotChecker, RobotInScene, RobotScene, RobotShape,
                     SafeStep, Scene, Start, Statistics, TriangleMesh, UndecidedPair, __version__, at_rest,
                     attach, box, box_shape, capsule, capsule_shape, check_path, collides_at, cylinder, cylinder_shape,
                     distance, ico_sphere, load_mesh, load_robot, load_scene, mesh_shape,
                     near_features, parse_robot, place_robot, read_joint_path, read_limits, read_planning_request,
                     screw_motion, set_read_limits, sheet, simd_targets, sphere_shape, torus, torus_knot, translation,
                     tube, turn, uv_sphere, write_mesh, write_report)
from ._verbs import (all_contacts, collides, contact_islands, explain, first_contact, free_radii, free_times,
                     intersections, intersects, near_pairs, safe_fractions, safe_step, steps)

__all__ = [*(name for name in dir() if not name.startswith('_')), '__version__']

# All of it is shown as part of this package, wherever it is made.
for _name in __all__:
    if hasattr(globals()[_name], '__module__'):
        globals()[_name].__module__ = __name__
del _name, _tocca
