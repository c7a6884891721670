# SPDX-License-Identifier: Apache-2.0
"""Random scenes of two shapes, one of which moves in straight lines: questions that every subject can be asked.

All coordinates are multiples of 2^-10 and small, so that no way to place the shapes rounds anything. With the standard
library alone: the tests of the command and those of the Python package share this file."""
import dataclasses
import itertools
import random

GRID = 1024


@dataclasses.dataclass
class Shape:
    positions: list
    faces: list

    def moved(self, by):
        return Shape([tuple(x + d for x, d in zip(point, by)) for point in self.positions], self.faces)

    def obj(self):
        return ''.join(f'v {x!r} {y!r} {z!r}\n' for x, y, z in self.positions) + ''.join(
            f'f {a + 1} {b + 1} {c + 1}\n' for a, b, c in self.faces)


@dataclasses.dataclass
class Scene:
    seed: int
    moving: Shape
    resting: Shape
    places: list  # where `moving` is at the start of the first step and at the end of each
    clearance: float
    solid: bool

    def steps(self):
        return list(zip(self.places, self.places[1:]))

    def __str__(self):
        return (f'scene {self.seed}: places {self.places}, clearance {self.clearance}, solid {self.solid}\n'
                f'# moving\n{self.moving.obj()}# resting\n{self.resting.obj()}')


def on_grid(x):
    return round(x * GRID) / GRID


def box(a, b, c):
    corners = [(x * a / 2, y * b / 2, z * c / 2) for x, y, z in itertools.product((-1, 1), repeat=3)]
    return corners, [(0, 1, 3), (0, 3, 2), (4, 6, 7), (4, 7, 5), (0, 4, 5), (0, 5, 1), (2, 3, 7), (2, 7, 6),
                     (0, 2, 6), (0, 6, 4), (1, 5, 7), (1, 7, 3)]


def octahedron(r):
    corners = [(r, 0, 0), (-r, 0, 0), (0, r, 0), (0, -r, 0), (0, 0, r), (0, 0, -r)]
    return corners, [(0, 2, 4), (2, 1, 4), (1, 3, 4), (3, 0, 4), (2, 0, 5), (1, 2, 5), (3, 1, 5), (0, 3, 5)]


def snapped(positions, faces):
    return Shape([tuple(on_grid(x) for x in point) for point in positions], faces)


def closed_shape(chance, size):
    """Convex, with faces that turn counterclockwise seen from outside."""
    sides = [size * chance.uniform(0.5, 1.5) for _ in range(3)]
    kind = chance.randrange(3)
    if kind == 0:
        a, b, c = sides
        return snapped([(0, 0, 0), (a, 0, 0), (0, b, 0), (0, 0, c)], [(0, 2, 1), (0, 1, 3), (1, 2, 3), (0, 3, 2)])
    return snapped(*box(*sides)) if kind == 1 else snapped(*octahedron(0.7 * size))


def open_shape(chance, size):
    if chance.random() < 0.5:
        corners = [(x * size, y * size, 0) for x, y in itertools.product((-0.5, 0.5), repeat=2)]
        return snapped(corners, [(0, 1, 2), (1, 3, 2)])
    flat = chance.random() < 0.3
    return snapped([(chance.uniform(-size, size), chance.uniform(-size, size),
                     0 if flat else chance.uniform(-size, size)) for _ in range(3)], [(0, 1, 2)])


def offset(chance, reach):
    return tuple(on_grid(chance.uniform(-reach, reach)) for _ in range(3))


def touching_offset(chance, moving, resting):
    """Such that a vertex of the one lies on a face or a vertex of the other."""
    vertex = chance.choice(moving.positions)
    a, b, c = (resting.positions[i] for i in chance.choice(resting.faces))
    target = a if chance.random() < 0.5 else tuple(on_grid(0.25 * p + 0.5 * q + 0.25 * r) for p, q, r in zip(a, b, c))
    return tuple(t - v for t, v in zip(target, vertex))


def random_scene(seed):
    """Starts that are apart, near, touching, crossing and inside; motions that meet, pass, part and rest."""
    chance = random.Random(seed)
    solid, nested = chance.random() < 0.3, chance.random() < 0.25
    size = chance.choice((0.5, 1.0, 2.0))
    closed_rest = solid or nested or chance.random() < 0.5
    resting = closed_shape(chance, 4 * size if nested else size) if closed_rest else open_shape(chance, size)
    closed = solid or chance.random() < 0.5
    moving = closed_shape(chance, size * chance.choice((0.25, 1))) if closed else open_shape(chance, size)
    clearance = chance.choice((2.0**-6, 2.0**-4, 2.0**-2)) if chance.random() < 0.5 else 0.0
    start = (touching_offset(chance, moving, resting), offset(chance, 0.5 * size), offset(chance, 2 * size),
             offset(chance, 6 * size))[chance.randrange(4)]
    moving = moving.moved(start)
    places = [(0.0, 0.0, 0.0)]
    for _ in range(chance.choice((1, 1, 1, 2, 3))):
        travel = ((0.0, 0.0, 0.0), offset(chance, 4 * size), offset(chance, 0.1),
                  tuple(-2 * x for x in start))[chance.randrange(4)]
        places.append(tuple(p + t for p, t in zip(places[-1], travel)))
    return Scene(seed, moving, resting, places, clearance, solid)


# What is certain about a scene, in integers: multiples of 2^-12, so that quarters of the way are whole numbers too.

def whole(point):
    return tuple(round(4 * GRID * x) for x in point)


def minus(a, b):
    return a[0] - b[0], a[1] - b[1], a[2] - b[2]


def side(a, b, c, d):
    """The sign of the volume of a tetrahedron."""
    p, q, r = minus(b, a), minus(c, a), minus(d, a)
    volume = (p[0] * (q[1] * r[2] - q[2] * r[1]) - p[1] * (q[0] * r[2] - q[2] * r[0]) +
              p[2] * (q[0] * r[1] - q[1] * r[0]))
    return (volume > 0) - (volume < 0)


def passes_through(p, q, a, b, c):
    """Strictly: ends on both sides of the plane, and all corners turn the same way about the line."""
    above = side(a, b, c, p)
    if above == 0 or side(a, b, c, q) != -above:
        return False
    turn = side(p, q, a, b)
    return turn != 0 and side(p, q, b, c) == turn and side(p, q, c, a) == turn


def edges_pass_through(one, one_faces, other, other_faces):
    edges = {tuple(sorted((face[i], face[i - 1]))) for face in one_faces for i in range(3)}
    return any(passes_through(one[i], one[j], *(other[k] for k in face)) for i, j in edges for face in other_faces)


def crosses_at(scene, step, quarter):
    """Whether an edge passes through a face at a quarter of a step, 0 to 4."""
    start, end = scene.steps()[step]
    place = tuple((4 - quarter) * round(GRID * p) + quarter * round(GRID * q) for p, q in zip(start, end))
    moving = [tuple(x + d for x, d in zip(whole(point), place)) for point in scene.moving.positions]
    resting = [whole(point) for point in scene.resting.positions]
    return (edges_pass_through(moving, scene.moving.faces, resting, scene.resting.faces) or
            edges_pass_through(resting, scene.resting.faces, moving, scene.moving.faces))


def vertices_start_near(scene, step):
    """Whether two vertices are nearer than the clearance, or at one place, at the start of a step."""
    start = scene.steps()[step][0]
    reach = round(4 * GRID * scene.clearance)
    for point in scene.moving.positions:
        here = whole(tuple(x + d for x, d in zip(point, start)))
        for other in scene.resting.positions:
            square = sum(x * x for x in minus(here, whole(other)))
            if square == 0 or square < reach * reach:
                return True
    return False


def starts_inside(scene, step):
    """Whether a vertex of a solid starts inside the other one, both being convex."""
    start = scene.steps()[step][0]
    moving = [whole(tuple(x + d for x, d in zip(point, start))) for point in scene.moving.positions]
    resting = [whole(point) for point in scene.resting.positions]

    def within(point, corners, faces):
        return all(side(*(corners[i] for i in face), point) < 0 for face in faces)

    return scene.solid and (any(within(point, resting, scene.resting.faces) for point in moving) or
                            any(within(point, moving, scene.moving.faces) for point in resting))


def is_certainly_not_free(scene, step):
    """True only of what nobody may call free."""
    return (any(crosses_at(scene, step, quarter) for quarter in range(5)) or vertices_start_near(scene, step))
