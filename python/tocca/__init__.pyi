# SPDX-License-Identifier: Apache-2.0
import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, Final, Literal, TypeAlias, overload

import numpy as np
from numpy.typing import ArrayLike, NDArray

_Outcome: TypeAlias = Literal['free', 'contact', 'touching_at_start', 'crossing_at_start', 'inside', 'near_at_start', 'undecided']
_Kind: TypeAlias = Literal['vf', 'ee']
_PartKind: TypeAlias = Literal['mesh', 'body', 'robot']
_PairKind: TypeAlias = Literal['vf', 'ee', 've', 'vv']
_Code: TypeAlias = Literal['not_finite', 'index_out_of_range', 'not_a_rotation', 'malformed_mesh', 'malformed_robot',
                           'joint_limit', 'mismatched_frames', 'malformed_file', 'unreadable_file', 'unwritable_file',
                           'too_many_contacts', 'interrupted']
_Proof: TypeAlias = Literal['touches', 'within']
_Stage: TypeAlias = Literal['coordinates', 'coefficients', 'roots', 'subdivision', 'exact']
_Path: TypeAlias = str | bytes | os.PathLike[str]
_Time: TypeAlias = tuple[float, float]
_Doubles: TypeAlias = NDArray[np.float64]
_Numbers: TypeAlias = NDArray[np.uint32]
_Table: TypeAlias = NDArray[np.void]
_Progress: TypeAlias = Callable[[float], object] | None
_AcceptFeatures: TypeAlias = Callable[[str, tuple[int, int, int, int], tuple[int, int]], bool] | None
_AcceptObjects: TypeAlias = Callable[[int, int], bool] | None
_Changed: TypeAlias = Sequence[ArrayLike] | None

__version__: str

class InputWarning(UserWarning): ...

class Error(RuntimeError):
    code: _Code
    file: str | None
    line: int | None
    query: int | None
    def __init__(self, sentence: str, code: _Code, file: str | None = None, line: int | None = None,
                 query: int | None = None) -> None: ...
    def __reduce__(self) -> tuple[Any, ...]: ...

# Answers

class Contact:
    toc: Final[_Time]
    kind: Final[_Kind]
    end: Final[_Time | None]
    vertices: Final[tuple[int, int, int, int]]
    objects: Final[tuple[int, int]]
    weights: Final[_Doubles]
    point: Final[_Doubles]
    normal: Final[_Doubles]
    proof: Final[_Proof]
    sooner_than_any_double: Final[bool]
    shapes: Final[tuple[int, int]]
    distance: Final[float]
    threshold: Final[float]
    crosses_at: Final[float | None]

class ObjectPair:
    objects: Final[tuple[int, int]]
    shapes: Final[tuple[int, int]]

class UndecidedPair(ObjectPair):
    safe_until: Final[float]

class Start:
    near: Final[bool]
    assumed_free: Final[bool]
    crossing_count: Final[int]
    crossings: Final[_Table]
    near_count: Final[int]
    near_pairs: Final[_Table]
    near_objects: Final[list[ObjectPair]]
    inside: Final[list[ObjectPair]]

class Statistics:
    object_pairs: Final[int]
    near_pairs: Final[int]
    searched_pairs: Final[int]
    finished_pairs: Final[int]
    node_pairs: Final[int]
    node_tests: Final[int]
    leaf_pairs: Final[int]
    feature_tests: Final[int]
    elementary_tests: Final[int]
    triangle_tests: Final[int]
    kept_searches: Final[int]
    iterations: Final[int]
    stages: Final[dict[_Stage, int]]

class Answer:
    outcome: Final[_Outcome]
    safe_until: Final[float]
    contact: Final[Contact | None]
    pair: Final[ObjectPair | None]
    threshold: Final[float]
    start: Final[Start]
    nothing_checked: Final[bool]
    only_changed: Final[bool]
    statistics: Final[Statistics]
    def _repr_html_(self) -> str: ...

class Answers(Answer):
    contacts: Final[_Table]
    undecided: Final[list[UndecidedPair]]
    def __len__(self) -> int: ...
    def __getitem__(self, index: int) -> Contact: ...

class SafeStep(Answer):
    step: Final[float]
    all_shorter_steps: Final[bool]
    limited_by: Final[Contact | None]
    tested_steps: Final[int]
    def __float__(self) -> float: ...

class PathAnswer:
    outcome: Final[_Outcome]
    free_edges: Final[int]
    safe_until: Final[float]
    edges: Final[list[Answer]]
    statistics: Final[Statistics]
    def __len__(self) -> int: ...

class ExplainedRoot:
    time: Final[_Time]
    multiplicity: Final[int]
    inside: Final[list[list[int]]]
    degenerate: Final[bool]
    contact: Final[bool]

class Explanation:
    kind: Final[_Kind]
    cubic: Final[_Doubles]
    cubic_signs: Final[list[int]]
    coplanar_throughout: Final[bool]
    roots: Final[list[ExplainedRoot]]
    decided_by: Final[_Stage]
    answer: Final[Answer]

class FreeTimes:
    vertices: Final[_Doubles]
    edges: Final[_Doubles]
    faces: Final[_Doubles]

class NearFeatures:
    distance: Final[float]
    contact: Final[Contact]
    points: Final[tuple[_Doubles, _Doubles]]

class BodyDistance:
    lower: Final[float]
    upper: Final[float]
    nearest: Final[NearFeatures | None]

# Subjects

class TriangleMesh:
    def __init__(self, positions: ArrayLike, faces: ArrayLike, loose_edges: ArrayLike | None = None) -> None: ...
    positions: Final[_Doubles]
    faces: Final[_Numbers]
    edges: Final[_Numbers]
    face_edges: Final[_Numbers]
    loose_edges: Final[_Numbers]
    isolated_vertices: Final[_Numbers]
    degenerate_faces: Final[_Numbers]
    def counts(self) -> dict[str, int]: ...

class MovingMesh:
    @overload
    def __init__(self, positions: ArrayLike, faces: ArrayLike, *, thickness: float = 0.0, threads: int = 0) -> None: ...
    @overload
    def __init__(self, mesh: TriangleMesh, /, *, thickness: float = 0.0, threads: int = 0) -> None: ...
    mesh: Final[TriangleMesh]
    def move_to(self, end: ArrayLike, threads: int = 0) -> None: ...
    def set_step(self, start: ArrayLike, end: ArrayLike, threads: int = 0) -> None: ...
    def positions_at(self, step: float | ArrayLike) -> _Doubles: ...

class RigidBody:
    def __init__(self, mesh: TriangleMesh, *, solid: bool = False, isolated_vertices: bool = False,
                 threads: int = 0) -> None: ...
    mesh: Final[TriangleMesh]
    solid: Final[bool]
    ignored_vertices: Final[int]
    diameter: Final[float]
    middle: Final[_Doubles]

class RigidMotion:
    def __init__(self, from_: ArrayLike, to: ArrayLike, *, reference: ArrayLike = (0, 0, 0),
                 rotation: ArrayLike | None = None) -> None: ...
    from_: Final[_Doubles]
    to: Final[_Doubles]
    reference: Final[_Doubles]
    def at(self, t: float) -> _Doubles: ...

class Scene:
    def __init__(self) -> None: ...
    @overload
    def add(self, mesh: TriangleMesh, /, *, name: str = '', group: int = 0, self_contact: bool = True,
            thickness: float = 0.0, solid: bool = False) -> int: ...
    @overload
    def add(self, positions: ArrayLike, /, faces: ArrayLike, *, name: str = '', group: int = 0,
            self_contact: bool = True, thickness: float = 0.0, solid: bool = False) -> int: ...
    @overload
    def add(self, body: RigidBody, /, motion: RigidMotion | None = None, *, name: str = '', group: int = 0,
            self_contact: bool = True, thickness: float = 0.0, solid: bool = False) -> int: ...
    @overload
    def add(self, robot: Robot, /, *, name: str = '', group: int = 0, self_contact: bool = True,
            thickness: float = 0.0, solid: bool = False) -> int: ...
    @overload
    def move(self, part: int, motion: RigidMotion, /) -> None: ...
    @overload
    def move(self, part: int, end: ArrayLike, /) -> None: ...
    @overload
    def move(self, part: int, start: ArrayLike, end: ArrayLike, /) -> None: ...
    def replace(self, part: int, positions: ArrayLike, faces: ArrayLike, old_vertices: ArrayLike) -> None: ...
    def advance(self, step: float | Sequence[ArrayLike] = 1.0) -> None: ...
    def keep_front(self, most_pairs: int) -> None: ...
    def keep_candidates(self, slack: float, most: int = 4194304) -> None: ...
    part_count: Final[int]
    object_count: Final[int]
    def kind(self, part: int) -> _PartKind: ...
    def name(self, part: int) -> str: ...
    def first_object(self, part: int) -> int: ...
    def part_of(self, object: int) -> int: ...
    def object_name(self, object: int) -> str: ...
    def start(self, part: int) -> _Doubles: ...
    def end(self, part: int) -> _Doubles: ...
    def motion(self, part: int) -> RigidMotion: ...

class RobotShape:
    padding: Final[float]

class Robot:
    name: Final[str]
    link_names: Final[list[str]]
    joint_names: Final[list[str]]
    value_count: Final[int]
    value_names: Final[list[str]]
    limits: Final[list[tuple[float, float] | None]]
    allowed_pairs: Final[list[tuple[str, str, str]]]
    states: Final[list[tuple[str, str]]]
    def zero(self) -> _Doubles: ...
    def state(self, name: str, rest: ArrayLike | None = None) -> _Doubles: ...
    def default_start(self) -> _Doubles: ...
    def poses(self, configuration: ArrayLike) -> _Doubles: ...
    def limit_broken(self, configuration: ArrayLike) -> str | None: ...

class Obstacle:
    def __init__(self, name: str, shapes: Sequence[RobotShape], pose: ArrayLike | None = None) -> None: ...
    name: Final[str]
    pose: Final[_Doubles]

class RobotScene:
    def __init__(self, objects: Sequence[Obstacle] = (), allowed: Iterable[Sequence[str]] = ()) -> None: ...
    objects: Final[list[Obstacle]]

class PlanningScene:
    name: Final[str]
    object_names: Final[list[str]]

class RobotInScene:
    robot: Final[Robot]
    scene: Final[RobotScene]
    start: Final[_Doubles]

class RobotChecker:
    def __init__(self, robot: Robot, scene: RobotScene, *, self_contact: bool = True, clearance: float = 0.0,
                 pair_clearances: Iterable[tuple[str, str, float]] = (), threshold: float | None = None) -> None: ...
    robot: Final[Robot]
    scene: Final[RobotScene]
    body_names: Final[list[str]]
    pair_count: Final[int]

# Verbs

@overload
def collides(subject: MovingMesh, /, *, clearance: float = 0.0, near_fraction: float | None = None,
             tolerance: float | None = None, until: float = 1.0, self_contact: bool = True, between: bool = True,
             ignored_pairs: ArrayLike = (), ignored_groups: ArrayLike = (), accept: _AcceptFeatures = None,
             changed: _Changed = None, assume_start_free: bool = False, list_start: bool = True, threads: int = 0,
             target: str = '', progress: _Progress = None) -> bool: ...
@overload
def collides(V0: ArrayLike, V1: ArrayLike, faces: ArrayLike, /, *, clearance: float = 0.0,
             near_fraction: float | None = None, tolerance: float | None = None, until: float = 1.0,
             self_contact: bool = True, between: bool = True, ignored_pairs: ArrayLike = (),
             ignored_groups: ArrayLike = (), accept: _AcceptFeatures = None, changed: _Changed = None,
             assume_start_free: bool = False, list_start: bool = True, threads: int = 0, target: str = '',
             progress: _Progress = None) -> bool: ...
@overload
def collides(frames: ArrayLike | Iterable[ArrayLike], faces: ArrayLike, /, *, clearance: float = 0.0,
             near_fraction: float | None = None, tolerance: float | None = None, until: float = 1.0,
             self_contact: bool = True, between: bool = True, ignored_pairs: ArrayLike = (),
             ignored_groups: ArrayLike = (), accept: _AcceptFeatures = None, changed: _Changed = None,
             assume_start_free: bool = False, list_start: bool = True, threads: int = 0, target: str = '',
             progress: _Progress = None) -> list[bool]: ...
@overload
def collides(a: RigidBody, motion_a: RigidMotion, b: RigidBody, motion_b: RigidMotion, /, *, clearance: float = 0.0,
             threshold: float | None = None, tolerance: float | None = None, until: float = 1.0,
             budget: int | None = None, threads: int = 0, target: str = '', progress: _Progress = None) -> bool: ...
@overload
def collides(subject: Scene, /, *, clearance: float = 0.0, threshold: float | None = None,
             near_fraction: float | None = None, tolerance: float | None = None, until: float = 1.0,
             self_contact: bool = True, between: bool = True, ignored_pairs: ArrayLike = (),
             ignored_groups: ArrayLike = (), accept: _AcceptFeatures = None, accept_objects: _AcceptObjects = None,
             changed: _Changed = None, assume_start_free: bool = False, check_limits: bool = False,
             list_start: bool = True, budget: int | None = None, threads: int = 0, target: str = '',
             progress: _Progress = None) -> bool: ...
@overload
def collides(subject: RobotChecker, from_: ArrayLike, to: ArrayLike, /, *, clearance: float = 0.0,
             threshold: float | None = None, tolerance: float | None = None, until: float = 1.0,
             check_limits: bool = False, budget: int | None = None, threads: int = 0, target: str = '',
             progress: _Progress = None) -> bool: ...
@overload
def collides(pairs: ArrayLike, /, *, kind: _PairKind, clearance: float = 0.0, near_fraction: float | None = None,
             tolerance: float | None = None, threads: int = 0, target: str = '',
             progress: _Progress = None) -> Any: ...
@overload
def collides(V0: ArrayLike, V1: ArrayLike, /, *, pairs: ArrayLike, kind: _Kind, tolerance: float | None = None,
             threads: int = 0, target: str = '', progress: _Progress = None) -> NDArray[np.bool_]: ...
@overload
def first_contact(subject: MovingMesh, /, *, clearance: float = 0.0, near_fraction: float | None = None,
                  tolerance: float | None = None, until: float = 1.0, self_contact: bool = True, between: bool = True,
                  ignored_pairs: ArrayLike = (), ignored_groups: ArrayLike = (), accept: _AcceptFeatures = None,
                  changed: _Changed = None, assume_start_free: bool = False, list_start: bool = True, threads: int = 0,
                  target: str = '', progress: _Progress = None) -> Answer: ...
@overload
def first_contact(V0: ArrayLike, V1: ArrayLike, faces: ArrayLike, /, *, clearance: float = 0.0,
                  near_fraction: float | None = None, tolerance: float | None = None, until: float = 1.0,
                  self_contact: bool = True, between: bool = True, ignored_pairs: ArrayLike = (),
                  ignored_groups: ArrayLike = (), accept: _AcceptFeatures = None, changed: _Changed = None,
                  assume_start_free: bool = False, list_start: bool = True, threads: int = 0, target: str = '',
                  progress: _Progress = None) -> Answer: ...
@overload
def first_contact(frames: ArrayLike | Iterable[ArrayLike], faces: ArrayLike, /, *, clearance: float = 0.0,
                  near_fraction: float | None = None, tolerance: float | None = None, until: float = 1.0,
                  self_contact: bool = True, between: bool = True, ignored_pairs: ArrayLike = (),
                  ignored_groups: ArrayLike = (), accept: _AcceptFeatures = None, changed: _Changed = None,
                  assume_start_free: bool = False, list_start: bool = True, threads: int = 0, target: str = '',
                  progress: _Progress = None) -> list[Answer]: ...
@overload
def first_contact(a: RigidBody, motion_a: RigidMotion, b: RigidBody, motion_b: RigidMotion, /, *,
                  clearance: float = 0.0, threshold: float | None = None, tolerance: float | None = None,
                  until: float = 1.0, budget: int | None = None, threads: int = 0, target: str = '',
                  progress: _Progress = None) -> Answer: ...
@overload
def first_contact(subject: Scene, /, *, clearance: float = 0.0, threshold: float | None = None,
                  near_fraction: float | None = None, tolerance: float | None = None, until: float = 1.0,
                  self_contact: bool = True, between: bool = True, ignored_pairs: ArrayLike = (),
                  ignored_groups: ArrayLike = (), accept: _AcceptFeatures = None, accept_objects: _AcceptObjects = None,
                  changed: _Changed = None, assume_start_free: bool = False, check_limits: bool = False,
                  list_start: bool = True, budget: int | None = None, threads: int = 0, target: str = '',
                  progress: _Progress = None) -> Answer: ...
@overload
def first_contact(subject: RobotChecker, from_: ArrayLike, to: ArrayLike, /, *, clearance: float = 0.0,
                  threshold: float | None = None, tolerance: float | None = None, until: float = 1.0,
                  check_limits: bool = False, budget: int | None = None, threads: int = 0, target: str = '',
                  progress: _Progress = None) -> Answer: ...
@overload
def first_contact(pairs: ArrayLike, /, *, kind: _PairKind, clearance: float = 0.0, near_fraction: float | None = None,
                  tolerance: float | None = None, threads: int = 0, target: str = '',
                  progress: _Progress = None) -> Any: ...
@overload
def first_contact(V0: ArrayLike, V1: ArrayLike, /, *, pairs: ArrayLike, kind: _Kind, tolerance: float | None = None,
                  threads: int = 0, target: str = '', progress: _Progress = None) -> _Table: ...
@overload
def all_contacts(subject: MovingMesh, /, *, clearance: float = 0.0, near_fraction: float | None = None,
                 tolerance: float | None = None, until: float = 1.0, self_contact: bool = True, between: bool = True,
                 ignored_pairs: ArrayLike = (), ignored_groups: ArrayLike = (), accept: _AcceptFeatures = None,
                 changed: _Changed = None, assume_start_free: bool = False, list_start: bool = True,
                 max_contacts: int = 18446744073709551615, threads: int = 0, target: str = '',
                 progress: _Progress = None) -> Answers: ...
@overload
def all_contacts(V0: ArrayLike, V1: ArrayLike, faces: ArrayLike, /, *, clearance: float = 0.0,
                 near_fraction: float | None = None, tolerance: float | None = None, until: float = 1.0,
                 self_contact: bool = True, between: bool = True, ignored_pairs: ArrayLike = (),
                 ignored_groups: ArrayLike = (), accept: _AcceptFeatures = None, changed: _Changed = None,
                 assume_start_free: bool = False, list_start: bool = True, max_contacts: int = 18446744073709551615,
                 threads: int = 0, target: str = '', progress: _Progress = None) -> Answers: ...
@overload
def all_contacts(frames: ArrayLike | Iterable[ArrayLike], faces: ArrayLike, /, *, clearance: float = 0.0,
                 near_fraction: float | None = None, tolerance: float | None = None, until: float = 1.0,
                 self_contact: bool = True, between: bool = True, ignored_pairs: ArrayLike = (),
                 ignored_groups: ArrayLike = (), accept: _AcceptFeatures = None, changed: _Changed = None,
                 assume_start_free: bool = False, list_start: bool = True, max_contacts: int = 18446744073709551615,
                 threads: int = 0, target: str = '', progress: _Progress = None) -> list[Answers]: ...
@overload
def all_contacts(subject: Scene, /, *, clearance: float = 0.0, threshold: float | None = None,
                 near_fraction: float | None = None, tolerance: float | None = None, until: float = 1.0,
                 self_contact: bool = True, between: bool = True, ignored_pairs: ArrayLike = (),
                 ignored_groups: ArrayLike = (), accept: _AcceptFeatures = None, accept_objects: _AcceptObjects = None,
                 changed: _Changed = None, assume_start_free: bool = False, check_limits: bool = False,
                 list_start: bool = True, max_contacts: int = 18446744073709551615, budget: int | None = None,
                 threads: int = 0, target: str = '', progress: _Progress = None) -> Answers: ...
@overload
def all_contacts(subject: RobotChecker, from_: ArrayLike, to: ArrayLike, /, *, clearance: float = 0.0,
                 threshold: float | None = None, tolerance: float | None = None, until: float = 1.0,
                 check_limits: bool = False, max_contacts: int = 18446744073709551615, budget: int | None = None,
                 threads: int = 0, target: str = '', progress: _Progress = None) -> Answers: ...
@overload
def all_contacts(pair: ArrayLike, /, *, kind: _PairKind, tolerance: float | None = None, threads: int = 0,
                 target: str = '', progress: _Progress = None) -> Answers: ...
@overload
def safe_step(subject: MovingMesh, /, *, clearance: float = 0.0, near_fraction: float | None = None,
              keep: float | None = None, reach: float | None = None, tolerance: float | None = None, until: float = 1.0,
              self_contact: bool = True, between: bool = True, ignored_pairs: ArrayLike = (),
              ignored_groups: ArrayLike = (), accept: _AcceptFeatures = None, changed: _Changed = None,
              assume_start_free: bool = False, list_start: bool = True, threads: int = 0, target: str = '',
              progress: _Progress = None) -> SafeStep: ...
@overload
def safe_step(V0: ArrayLike, V1: ArrayLike, faces: ArrayLike, /, *, clearance: float = 0.0,
              near_fraction: float | None = None, keep: float | None = None, reach: float | None = None,
              tolerance: float | None = None, until: float = 1.0, self_contact: bool = True, between: bool = True,
              ignored_pairs: ArrayLike = (), ignored_groups: ArrayLike = (), accept: _AcceptFeatures = None,
              changed: _Changed = None, assume_start_free: bool = False, list_start: bool = True, threads: int = 0,
              target: str = '', progress: _Progress = None) -> SafeStep: ...
@overload
def safe_step(frames: ArrayLike | Iterable[ArrayLike], faces: ArrayLike, /, *, clearance: float = 0.0,
              near_fraction: float | None = None, keep: float | None = None, reach: float | None = None,
              tolerance: float | None = None, until: float = 1.0, self_contact: bool = True, between: bool = True,
              ignored_pairs: ArrayLike = (), ignored_groups: ArrayLike = (), accept: _AcceptFeatures = None,
              changed: _Changed = None, assume_start_free: bool = False, list_start: bool = True, threads: int = 0,
              target: str = '', progress: _Progress = None) -> list[SafeStep]: ...
@overload
def safe_step(a: RigidBody, motion_a: RigidMotion, b: RigidBody, motion_b: RigidMotion, /, *, clearance: float = 0.0,
              threshold: float | None = None, tolerance: float | None = None, until: float = 1.0,
              budget: int | None = None, threads: int = 0, target: str = '',
              progress: _Progress = None) -> SafeStep: ...
@overload
def safe_step(subject: Scene, /, *, clearance: float = 0.0, threshold: float | None = None,
              near_fraction: float | None = None, keep: float | None = None, reach: float | None = None,
              tolerance: float | None = None, until: float = 1.0, self_contact: bool = True, between: bool = True,
              ignored_pairs: ArrayLike = (), ignored_groups: ArrayLike = (), accept: _AcceptFeatures = None,
              accept_objects: _AcceptObjects = None, changed: _Changed = None, assume_start_free: bool = False,
              check_limits: bool = False, list_start: bool = True, budget: int | None = None, threads: int = 0,
              target: str = '', progress: _Progress = None) -> SafeStep: ...
@overload
def safe_step(subject: RobotChecker, from_: ArrayLike, to: ArrayLike, /, *, clearance: float = 0.0,
              threshold: float | None = None, tolerance: float | None = None, until: float = 1.0,
              check_limits: bool = False, budget: int | None = None, threads: int = 0, target: str = '',
              progress: _Progress = None) -> SafeStep: ...
@overload
def intersects(subject: MovingMesh | Scene, time: float, /, *, self_contact: bool = True, between: bool = True,
               ignored_pairs: ArrayLike = (), ignored_groups: ArrayLike = (), changed: _Changed = None,
               threads: int = 0, target: str = '', progress: _Progress = None) -> bool: ...
@overload
def intersects(a: RigidBody, pose_a: ArrayLike, b: RigidBody, pose_b: ArrayLike, /) -> bool: ...
def intersections(subject: MovingMesh | Scene, time: float, *, self_contact: bool = True, between: bool = True,
                  ignored_pairs: ArrayLike = (), ignored_groups: ArrayLike = (), changed: _Changed = None,
                  max_contacts: int = 18446744073709551615, threads: int = 0, target: str = '',
                  progress: _Progress = None) -> _Table: ...
def near_pairs(subject: MovingMesh | Scene, distance: float, time: float, *, self_contact: bool = True,
               between: bool = True, ignored_pairs: ArrayLike = (), ignored_groups: ArrayLike = (),
               accept: _AcceptFeatures = None, changed: _Changed = None, max_contacts: int = 18446744073709551615,
               threads: int = 0, target: str = '', progress: _Progress = None) -> _Table: ...
@overload
def free_radii(subject: MovingMesh, distance: float, time: float, *, self_contact: bool = True,
               between: bool = True, ignored_pairs: ArrayLike = (), ignored_groups: ArrayLike = (),
               accept: _AcceptFeatures = None, max_contacts: int = 18446744073709551615, threads: int = 0,
               target: str = '', progress: _Progress = None) -> _Doubles: ...
@overload
def free_radii(subject: Scene, distance: float, time: float, *, self_contact: bool = True,
               between: bool = True, ignored_pairs: ArrayLike = (), ignored_groups: ArrayLike = (),
               accept: _AcceptFeatures = None, max_contacts: int = 18446744073709551615, threads: int = 0,
               target: str = '', progress: _Progress = None) -> list[_Doubles]: ...
@overload
def safe_fractions(subject: MovingMesh, *, clearance: float = 0.0, near_fraction: float | None = None,
                   tolerance: float | None = None, self_contact: bool = True, between: bool = True,
                   ignored_pairs: ArrayLike = (), ignored_groups: ArrayLike = (), accept: _AcceptFeatures = None,
                   assume_start_free: bool = False, list_start: bool = True, max_contacts: int = 18446744073709551615,
                   threads: int = 0, target: str = '', progress: _Progress = None) -> _Doubles: ...
@overload
def safe_fractions(subject: Scene, *, clearance: float = 0.0, near_fraction: float | None = None,
                   tolerance: float | None = None, self_contact: bool = True, between: bool = True,
                   ignored_pairs: ArrayLike = (), ignored_groups: ArrayLike = (), accept: _AcceptFeatures = None,
                   assume_start_free: bool = False, list_start: bool = True, max_contacts: int = 18446744073709551615,
                   threads: int = 0, target: str = '', progress: _Progress = None) -> list[_Doubles]: ...
def contact_islands(contacts: Answers | _Table, *, resting: Sequence[int] = ()) -> _Numbers: ...
@overload
def free_times(subject: MovingMesh, contacts: Answers, part: None = None) -> FreeTimes: ...
@overload
def free_times(subject: Scene, contacts: Answers, part: int) -> FreeTimes: ...
def steps(frames: ArrayLike | Iterable[ArrayLike], faces: ArrayLike, *, threads: int = 0) -> Iterator[MovingMesh]: ...
def explain(pair: ArrayLike, *, kind: _PairKind, tolerance: float | None = None) -> Explanation: ...
def collides_at(checker: RobotChecker, configuration: ArrayLike) -> bool: ...
def check_path(checker: RobotChecker, path: ArrayLike, *, only_collides: bool = False, stop_at_contact: bool = False,
               clearance: float = 0.0, threshold: float | None = None, tolerance: float | None = None,
               check_limits: bool = False, budget: int | None = None, threads: int = 0, target: str = '',
               progress: _Progress = None) -> PathAnswer: ...
def distance(a: RigidBody, pose_a: ArrayLike, b: RigidBody, pose_b: ArrayLike) -> BodyDistance: ...
def near_features(a: RigidBody, pose_a: ArrayLike, b: RigidBody, pose_b: ArrayLike,
                  distance: float) -> list[NearFeatures]: ...
def simd_targets() -> list[str]: ...

# Meshes, motions, robots and their files

def load_mesh(path: _Path) -> TriangleMesh: ...
def read_limits() -> dict[str, int]: ...
def set_read_limits(*, max_file_bytes: int = 2147483648, max_expanded_bytes: int = 67108864) -> None: ...
def write_mesh(path: _Path, positions: ArrayLike, faces: ArrayLike, /, *, ascii: bool = False,
               edges: ArrayLike = ()) -> None: ...
def sheet(*, columns: int = 1, rows: int = 1, width: float = 1.0, depth: float = 1.0) -> TriangleMesh: ...
def uv_sphere(*, radius: float = 1.0, segments: int = 16, rings: int = 8) -> TriangleMesh: ...
def ico_sphere(*, radius: float = 1.0, subdivisions: int = 2) -> TriangleMesh: ...
def torus(*, radius: float = 1.0, tube_radius: float = 0.3, segments: int = 32, sides: int = 12) -> TriangleMesh: ...
def torus_knot(*, turns: int = 2, windings: int = 3, radius: float = 1.0, tube_radius: float = 0.15,
               segments: int = 128, sides: int = 12) -> TriangleMesh: ...
def box(*, lengths: ArrayLike = (1.0, 1.0, 1.0), cells: Sequence[int] = (1, 1, 1)) -> TriangleMesh: ...
def cylinder(*, radius: float = 0.5, height: float = 1.0, segments: int = 16, rings: int = 1) -> TriangleMesh: ...
def tube(*, radius: float = 0.5, height: float = 1.0, segments: int = 16, rings: int = 1) -> TriangleMesh: ...
def capsule(*, radius: float = 0.5, height: float = 1.0, segments: int = 16, rings: int = 1) -> TriangleMesh: ...
def at_rest(pose: ArrayLike) -> RigidMotion: ...
def translation(from_: ArrayLike, by: ArrayLike) -> RigidMotion: ...
def turn(from_: ArrayLike, centre: ArrayLike, rotation: ArrayLike) -> RigidMotion: ...
def screw_motion(from_: ArrayLike, to: ArrayLike) -> RigidMotion: ...
def box_shape(lengths: ArrayLike, pose: ArrayLike | None = None) -> RobotShape: ...
def sphere_shape(radius: float, pose: ArrayLike | None = None) -> RobotShape: ...
def cylinder_shape(radius: float, height: float, pose: ArrayLike | None = None) -> RobotShape: ...
def capsule_shape(radius: float, height: float, pose: ArrayLike | None = None) -> RobotShape: ...
def mesh_shape(mesh: TriangleMesh, /, *, pose: ArrayLike | None = None, scale: ArrayLike = (1, 1, 1),
               solid: bool = False, isolated_vertices: bool = False) -> RobotShape: ...
def load_robot(path: _Path, *, srdf: _Path | None = None, package_paths: Sequence[str] = (),
               solid_meshes: bool = False, isolated_vertices: bool = False) -> Robot: ...
def parse_robot(text: str, file: str = 'robot.urdf', *, srdf: _Path | None = None, package_paths: Sequence[str] = (),
                solid_meshes: bool = False, isolated_vertices: bool = False) -> Robot: ...
def load_scene(path: _Path, *, package_paths: Sequence[str] = ()) -> PlanningScene: ...
def place_robot(robot: Robot, scene: PlanningScene) -> RobotInScene: ...
def attach(robot: Robot, name: str, link: str, shapes: Sequence[RobotShape], pose: ArrayLike | None = None,
           touch_links: Sequence[str] = ()) -> Robot: ...
def read_joint_path(path: _Path, robot: Robot, rest: ArrayLike | None = None) -> _Doubles: ...
def read_planning_request(path: _Path, robot: Robot) -> tuple[_Doubles, list[_Doubles]]: ...
def write_report(scene: Scene, answers: Answer, file: _Path, *, title: str = 'scene') -> None: ...
