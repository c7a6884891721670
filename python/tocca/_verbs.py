# SPDX-License-Identifier: Apache-2.0
"""The verbs: each finds out what its subject is and asks the compiled part."""
import numpy as np

from . import _tocca

# A vertex is an edge of length zero: how the rows of other kinds of pairs become those of two edges.
_EDGE_ROWS = {'ve': (6, [0, 0, 1, 2, 3, 3, 4, 5]), 'vv': (4, [0, 0, 1, 1, 2, 2, 3, 3])}


def _as_pairs(pairs, kind):
    """The pairs as (..., 8, 3) and their kind as "vf" or "ee"."""
    if kind in _EDGE_ROWS:
        count, rows = _EDGE_ROWS[kind]
        array = np.asanyarray(pairs)
        if array.ndim not in (2, 3) or array.shape[-2:] != (count, 3):
            raise ValueError(f'pairs of kind "{kind}" must have the shape ({count}, 3) or (n, {count}, 3), '
                             f'not {array.shape}')
        return array[..., rows, :], 'ee'
    return (pairs if isinstance(pairs, np.ndarray) else np.asarray(pairs)), kind


def _take_kind(verb, options):
    kind = options.pop('kind', None)
    if kind is None:
        raise TypeError(f'{verb}() of pairs needs kind="vf", "ee", "ve" or "vv"')
    if not isinstance(kind, str):
        raise TypeError(f'{verb}(): kind must be text, not {type(kind).__name__}')
    return kind


def _ask_pairs(verb, subject, arguments, options):
    """A pair, a batch of pairs, or pairs by vertex numbers."""
    kind = _take_kind(verb, options)
    if 'pairs' in options:
        if len(arguments) != 1:
            raise TypeError(f'{verb}() with pairs= takes the start and the end positions')
        pairs = options.pop('pairs')
        if kind in _EDGE_ROWS:
            raise ValueError('pairs by vertex numbers must be of kind "vf" or "ee"; name a vertex twice for an edge')
        ask = getattr(_tocca, 'indexed_' + verb, None)
        if ask is None:
            raise TypeError(f'{verb}() does not take many pairs; ask one by one')
        return ask(subject, arguments[0], pairs, kind, **options)
    if arguments:
        raise TypeError(f'{verb}() of pairs takes one array')
    pairs, kind = _as_pairs(subject, kind)
    if pairs.ndim == 2:
        return getattr(_tocca, 'pair_' + verb)(pairs, kind, **options)
    ask = getattr(_tocca, 'batch_' + verb, None)
    if ask is None:
        raise TypeError(f'{verb}() does not take many pairs; ask one by one')
    return ask(pairs, kind, **options)


def _ask_positions(verb, ask, subject, arguments, options):
    """A step (V0, V1, F), or a sequence of frames and its faces."""
    threads = options.get('threads', 0)
    if len(arguments) == 2:
        end, faces = arguments
        mesh = _tocca.MovingMesh(subject, faces, threads=threads)
        mesh.move_to(end, threads)
        return ask(mesh, **options)
    (faces,) = arguments
    return [ask(mesh, **options) for mesh in steps(subject, faces, threads=threads)]


def _ask(verb, subject, arguments, options):
    """Hands the question on to the subject it is about."""
    if isinstance(subject, _tocca.MovingMesh):
        return getattr(_tocca, 'mesh_' + verb)(subject, *arguments, **options)
    if isinstance(subject, _tocca.RigidBody):
        ask = getattr(_tocca, 'rigid_' + verb, None)
        if ask is None:
            raise TypeError(f'{verb}() is not a question about two bodies')
        return ask(subject, *arguments, **options)
    if isinstance(subject, _tocca.Scene):
        return getattr(_tocca, 'scene_' + verb)(subject, *arguments, **options)
    if isinstance(subject, _tocca.RobotChecker):
        return getattr(_tocca, 'robot_' + verb)(subject, *arguments, **options)
    if isinstance(subject, _tocca.TriangleMesh):
        raise TypeError(f'{verb}() asks about motion: make a MovingMesh or a RigidBody of the mesh')
    if 'kind' in options or 'pairs' in options or not arguments:
        if not hasattr(_tocca, 'pair_' + verb):
            raise TypeError(f'{verb}() is not a question about pairs')
        return _ask_pairs(verb, subject, arguments, options)
    if len(arguments) > 2:
        raise TypeError(f'{verb}() takes (V0, V1, faces) or (frames, faces)')
    return _ask_positions(verb, getattr(_tocca, 'mesh_' + verb), subject, arguments, options)


def steps(frames, faces, *, threads=0):
    """The steps of a sequence of frames (T, n, 3), one after the other, as one MovingMesh that goes on.

    Each turn of the loop has the mesh between two frames, T - 1 turns in all; the tree is refitted from step to step.
    frames may be any iterable of positions, also one that reads them when they are asked for.
    """
    if isinstance(frames, np.ndarray) and (frames.ndim != 3 or frames.shape[2] != 3):
        raise ValueError(f'frames must have the shape (T, n, 3), not {frames.shape}')
    following = iter(frames)
    first = next(following, None)
    if first is None:
        raise ValueError('a sequence must have at least one frame')
    return _steps(_tocca.MovingMesh(first, faces, threads=threads), following, threads)


def _steps(mesh, following, threads):
    for positions in following:
        mesh.move_to(positions, threads)
        yield mesh


def collides(subject, *arguments, **options):
    """Whether anything touches during the motion: proven, touching counts.

    collides(pair, kind="vf")                       one pair, (8, 3): bool
    collides(pairs, kind="vf")                      a batch, (n, 8, 3): array of n bools
    collides(V0, V1, pairs=P, kind="vf")            a batch by vertex numbers, P of shape (m, 4)
    collides(mesh)                                  a MovingMesh: bool
    collides(V0, V1, faces)                         a mesh in one call
    collides(frames, faces)                         a sequence (T, n, 3): a list of T - 1 answers
    collides(body_a, motion_a, body_b, motion_b)    two RigidBodies
    collides(checker, q0, q1)                       a robot's motion between configurations
    collides(scene)                                 a Scene of meshes, bodies and robots

    Options are the members of QueryOptions in C++, by keyword, the same for every verb and subject; docs/python.md
    lists them. One that cannot apply to the subject is refused with ValueError.
    """
    return _ask('collides', subject, arguments, options)


def first_contact(subject, *arguments, **options):
    """The first contact of the motion: when and where. Arguments as in collides.

    Gives an Answer for every subject; for a batch an array of records query, toc, touching_at_start of the pairs that
    touch. Whatever the outcome, the motion is proven free on [0, safe_until].
    """
    return _ask('first_contact', subject, arguments, options)


def all_contacts(subject, *arguments, **options):
    """Every contact of the motion. Arguments as in collides, but for batches and two bodies.

    A mesh gives Answers with every pair of features that touches and its first time, a robot Answers with the first
    contact of every pair of objects, a scene both; a pair of features every time it touches.
    """
    return _ask('all_contacts', subject, arguments, options)


def safe_step(subject, *arguments, **options):
    """How far the motion may go, as a SafeStep. Arguments as in collides, but for pairs.

    Its step is a fraction of the motion that is proven free; of meshes, also of the motion to the rounded positions
    there.
    """
    return _ask('safe_step', subject, arguments, options)


def intersects(subject, *arguments, **options):
    """Whether surfaces have a point in common at one instant.

    intersects(mesh, time)                          an edge and a face of a MovingMesh
    intersects(scene, time)                         of the deforming meshes of a Scene
    intersects(body_a, pose_a, body_b, pose_b)      two RigidBodies
    """
    if isinstance(subject, _tocca.RigidBody):
        return _tocca.rigid_intersects(subject, *arguments, **options)
    if isinstance(subject, _tocca.MovingMesh):
        return _tocca.mesh_intersects(subject, *arguments, **options)
    _require_scene('intersects', subject)
    return _tocca.scene_intersects(subject, *arguments, **options)


def _require_scene(verb, subject):
    if not isinstance(subject, _tocca.Scene):
        raise TypeError(f'{verb}() is not a question about {type(subject).__name__}')


def intersections(subject, time, **options):
    """Every edge and face of deforming meshes without a common vertex that have a point in common at a time of the step.

    subject is a MovingMesh or a Scene; gives records edge, face, objects, crosses. Options: self_contact, between,
    ignored_pairs, ignored_groups, max_contacts, threads, progress.
    """
    if isinstance(subject, _tocca.MovingMesh):
        return _tocca.mesh_intersections(subject, time, **options)
    _require_scene('intersections', subject)
    return _tocca.scene_intersections(subject, time, **options)


def _of_meshes(verb, subject):
    """What answers a question about deforming meshes: those of a MovingMesh or of a Scene."""
    if isinstance(subject, _tocca.MovingMesh):
        return getattr(_tocca, 'mesh_' + verb)
    _require_scene(verb, subject)
    return getattr(_tocca, 'scene_' + verb)


def near_pairs(subject, distance, time, **options):
    """Every pair of features of deforming meshes at most a distance apart at one end of the step, time 0 or 1.

    subject is a MovingMesh or a Scene; gives records kind, vertices, objects, distance, weights, normal, region,
    multiplicity. A contact that several pairs name has their number in the first, 0 in the others. Options:
    self_contact, between, ignored_pairs, ignored_groups, accept, max_contacts, threads, progress.
    """
    return _of_meshes('near_pairs', subject)(subject, distance, time, **options)


def free_radii(subject, distance, time, **options):
    """How far each vertex may go in any direction, all at once, with nothing touching: at most half of the distance.

    free_radii(mesh, distance, time)                a value per vertex of a MovingMesh
    free_radii(scene, distance, time)               a list with the values of each part of a Scene

    From where they are at time 0 or 1. Options are those of near_pairs.
    """
    return _of_meshes('free_radii', subject)(subject, distance, time, **options)


def safe_fractions(subject, **options):
    """How far each vertex may go, as a fraction of its own motion: what is near no contact goes all the way.

    safe_fractions(mesh)                            a value per vertex, for mesh.positions_at
    safe_fractions(scene)                           a list with the values of each part, for scene.advance

    Options are those of safe_step, but until.
    """
    return _of_meshes('safe_fractions', subject)(subject, **options)


def contact_islands(contacts, *, resting=()):
    """The island of each contact: numbers from 0, the same for contacts that are connected by common vertices.

    contacts is what all_contacts or near_pairs gave. The objects in resting, by number, connect nothing.
    """
    table = contacts.contacts if isinstance(contacts, _tocca.Answers) else contacts
    islands = _tocca.islands_of(table['vertices'], table['objects'], (table['kind'] == 'ee').tolist(), list(resting))
    return np.array(islands, np.uint32)


def free_times(subject, contacts, part=None):
    """How long each feature of a deforming mesh is free, by the Answers that all_contacts gave for this step.

    free_times(mesh, contacts)                      a MovingMesh
    free_times(scene, contacts, part)               a part of a Scene
    """
    if isinstance(subject, _tocca.MovingMesh):
        if part is not None:
            raise TypeError('free_times() of a MovingMesh takes no part')
        return _tocca.mesh_free_times(subject, contacts)
    _require_scene('free_times', subject)
    if part is None:
        raise TypeError('free_times() of a Scene needs the part it is about')
    return _tocca.scene_free_times(subject, contacts, part)


def explain(pair, *, kind, tolerance=None):
    """How the first contact of a pair is found, root by root, in exact arithmetic."""
    pair, kind = _as_pairs(pair, kind)
    return _tocca.explain_pair(pair, kind, tolerance=tolerance)
