# SPDX-License-Identifier: Apache-2.0
"""What README.md and the quick starts show in Python. python_test.py runs it, in a folder that has arm.urdf, path.csv and
snake/."""
# docs: readme
import tocca

sheet = tocca.sheet(columns=40, rows=40, width=2.0, depth=2.0)
before, after = sheet.positions.copy(), sheet.positions.copy()
half = before[:, 0] > 1
before[half, 2] = before[half, 0] - 1                      # one half stands up ...
after[half, 0], after[half, 2] = 2 - after[half, 0], -0.1  # ... and folds down, through the other

first = tocca.first_contact(before, after, sheet.faces)
print(first.outcome, 'free until', first.safe_until)

contacts = tocca.all_contacts(before, after, sheet.faces).contacts  # an array of records: toc, kind, point, normal, ...
print(len(contacts), 'pairs of features touch on the way')

safe = tocca.safe_step(before, after, sheet.faces, clearance=1e-3)
print('a step of', safe.step, 'keeps a gap of 1e-3')
# docs: end
assert 0 < safe.step <= first.safe_until < 1 and first.outcome == 'contact' and len(contacts) > 0


def simulation():
    # docs: simulation
    import numpy as np
    import tocca

    sheet = tocca.sheet(columns=24, rows=24, width=1.5, depth=1.5)
    ball = tocca.ico_sphere(radius=0.5, subdivisions=3)
    positions, velocity, seconds, gap = sheet.positions - [0.75, 0.75, -0.6], np.zeros(3), 1 / 60, 1e-3
    a, b = np.unique(np.sort(sheet.faces[:, [0, 1, 1, 2, 2, 0]].reshape(-1, 2)), axis=0).T  # the edges
    lengths = np.linalg.norm(positions[b] - positions[a], axis=1, keepdims=True)
    edges_at = np.bincount(np.r_[a, b])[:, None]

    scene = tocca.Scene()
    cloth = scene.add(positions, sheet.faces, name='sheet')
    scene.add(ball, name='ball')
    for frame in range(200):
        # Where the integrator would like to go: down, with edges that keep their lengths. The ball rests.
        velocity = 0.95 * velocity - [0, 0, 9.81 * seconds]
        proposed = positions + velocity * seconds
        for _ in range(15):
            way = proposed[b] - proposed[a]
            excess = way - way * lengths / np.linalg.norm(way, axis=1, keepdims=True)
            np.add.at(proposed, a, excess / edges_at[a])
            np.add.at(proposed, b, -excess / edges_at[b])

        step = 0
        while step < 1:
            scene.move(cloth, proposed)
            safe = tocca.safe_step(scene, clearance=gap)
            touching = tocca.all_contacts(scene, clearance=2 * gap, near_fraction=0.999)
            scene.advance(safe.step)                       # to exactly the positions that are proven
            # What would come too near does not go on in this frame; the rest does.
            for contact in [*touching, *([safe.limited_by] if safe.limited_by else [])]:
                sides = [1, 3] if contact.kind == 'vf' else [2, 2]
                stopped = np.array(contact.vertices)[np.repeat(contact.objects, sides) == cloth]
                proposed[stopped] = scene.start(cloth)[stopped]
            step = safe.step
        velocity, positions = (scene.start(cloth) - positions) / seconds, scene.start(cloth)
    print('the sheet lies', positions[:, 2].max() - 0.5, 'above the ball')
    # docs: end
    assert 0 < positions[:, 2].max() - 0.5 < 3 * gap and np.abs(velocity * seconds).max() < 1e-3
    assert not tocca.intersects(scene, 0.0)


def robots():
    # docs: robots
    import numpy as np
    import tocca

    arm = tocca.load_robot('arm.urdf')
    place = np.eye(4)
    place[:3, 3] = 1.2, 1.2, 0
    checker = tocca.RobotChecker(arm, tocca.RobotScene([tocca.Obstacle('ball', [tocca.sphere_shape(0.2)], place)]))

    first = tocca.first_contact(checker, [0, 0], [1.5, 0])
    print([checker.body_names[body] for body in first.pair.objects], 'free until', first.safe_until)

    report = tocca.check_path(checker, tocca.read_joint_path('path.csv', arm))  # or an array, a configuration in a row
    print('of', len(report), 'edges the first', report.free_edges, 'are proven free')
    # docs: end
    assert report.outcome == 'free' and first.outcome == 'contact'


def physics():
    # docs: physics
    import numpy as np
    import tocca

    knot = tocca.RigidBody(tocca.torus_knot(segments=400, sides=20))
    ring = tocca.RigidBody(tocca.torus(radius=2.0, tube_radius=0.4))
    start, end = np.eye(4), np.eye(4)
    start[:3, 3], end[:3, 3] = (0, 1.5, 6), (0, 1.5, -6)

    tumbles = tocca.RigidMotion(start, end, rotation=[0, 20, 5])  # radians, of any number of turns
    first = tocca.first_contact(knot, tumbles, ring, tocca.at_rest(np.eye(4)))
    pose = tumbles.at(first.safe_until)  # free up to here, proven
    manifold = tocca.near_features(knot, pose, ring, np.eye(4), 0.01)
    print(first.outcome, 'at', first.safe_until, 'with', len(manifold), 'pairs of features near')
    # docs: end
    assert first.outcome == 'contact' and manifold


def animation():
    # docs: animation
    import pathlib

    import numpy as np
    import tocca

    meshes = [tocca.load_mesh(file) for file in sorted(pathlib.Path('snake').glob('*.ply'))]
    frames = np.array([mesh.positions for mesh in meshes])  # (frames, vertices, 3), from wherever you have them
    for step, first in enumerate(tocca.first_contact(frames, meshes[0].faces)):
        if first.outcome != 'free':
            print('step', step, 'touches at', first.safe_until, 'near', first.contact.point)
            break
    # docs: end
    assert step == 60


for part in (simulation, robots, physics, animation):
    part()
