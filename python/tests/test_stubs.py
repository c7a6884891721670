# SPDX-License-Identifier: Apache-2.0
"""The type stubs say what the package does."""
import ast
import os
import pathlib
import subprocess
import sys

import pytest
import tocca
from conftest import ARM, SOURCE, crumpled_sheet, near_pairs, pose

STUB = pathlib.Path(tocca.__file__).with_name('__init__.pyi')
# The parts that __init__.pyi speaks for.
PARTS = """[mypy-tocca._verbs]
ignore_errors = True
"""
# What stubtest cannot compare: the compiled classes' own type, constructors and properties, and verbs whose signature
# depends on the subject. The tests below do.
ALLOWED = r"""tocca\._.*
tocca\.[A-Z]\w+
tocca\.[A-Z]\w+\.__init__
tocca\.(collides|first_contact|all_contacts|safe_step|intersects)
"""


def classes():
    return [node for node in ast.parse(STUB.read_text()).body if isinstance(node, ast.ClassDef)]


def finals(node):
    """The attributes of a class that cannot be set."""
    return {item.target.id for item in node.body
            if isinstance(item, ast.AnnAssign) and ast.unparse(item.annotation).startswith('Final[')}


def run(arguments, tmp_path):
    environment = {**os.environ, 'MYPY_CACHE_DIR': str(tmp_path / 'cache'),
                   'MYPYPATH': str(STUB.parent.parent), 'PYTHONPATH': str(STUB.parent.parent)}
    return subprocess.run([sys.executable, '-m', *arguments], capture_output=True, text=True, timeout=300,
                          cwd=tmp_path, env=environment, check=False)


def test_stubtest(tmp_path):
    properties = [f'tocca.{node.name}.{name}\n' for node in classes() for name in finals(node)]
    (tmp_path / 'allowed.txt').write_text(ALLOWED + ''.join(properties))
    (tmp_path / 'mypy.ini').write_text('[mypy]\n' + PARTS)
    done = run(['mypy.stubtest', 'tocca', '--allowlist', 'allowed.txt', '--mypy-config-file', 'mypy.ini',
                '--ignore-unused-allowlist'], tmp_path)
    assert done.returncode == 0, done.stdout + done.stderr


def test_the_examples_and_the_stubs_are_typed_strictly(tmp_path):
    examples = sorted((SOURCE / 'examples' / 'python').glob('*.py'))
    assert examples
    done = run(['mypy', '--strict', '--ignore-missing-imports', *map(str, examples)], tmp_path)
    assert done.returncode == 0, done.stdout + done.stderr


def test_all_names_are_in_the_stub():
    tree = ast.parse(STUB.read_text())
    defined = {node.name for node in tree.body if isinstance(node, (ast.FunctionDef, ast.ClassDef))}
    assert defined | {'__version__'} == set(tocca.__all__)


def test_members_of_classes_are_in_the_stub():
    for node in classes():
        if node.name != 'Error':
            runtime = {name: thing for name, thing in vars(getattr(tocca, node.name)).items() if name[0] != '_'}
            methods = {item.name for item in node.body if isinstance(item, ast.FunctionDef) and item.name[0] != '_'}
            assert finals(node) | methods == runtime.keys(), node.name
            assert finals(node) == {name for name, thing in runtime.items()
                                    if isinstance(thing, property) and thing.fset is None}, node.name


def subjects():
    """For each first parameter of an overload what may be given for all its positional parameters, once or more."""
    faces, start, end = crumpled_sheet(2, 1)
    mesh = tocca.MovingMesh(start, faces)
    mesh.move_to(end)
    body, rest = tocca.RigidBody(tocca.box()), tocca.at_rest(pose())
    checker = tocca.RobotChecker(tocca.parse_robot(ARM), tocca.RobotScene())
    bodies = tocca.Scene()
    bodies.add(body, rest)
    scene = tocca.Scene()
    for part in (tocca.sheet(columns=2, rows=2), body):
        scene.add(part)
    return {
        ('subject:MovingMesh',): [(mesh,)],
        ('V0', 'V1', 'faces'): [(start, end, faces)],
        ('frames', 'faces'): [([start, end], faces)],
        ('a', 'motion_a', 'b', 'motion_b'): [(body, rest, body, tocca.at_rest(pose(3)))],
        ('subject:Scene',): [(scene,), (bodies,)],
        ('subject:RobotChecker', 'from_', 'to'): [(checker, [0, 0], [1, 1])],
        ('pairs',): [(near_pairs('vf', 3),)],
        ('pair',): [(near_pairs('vf', 1)[0],)],
        ('V0', 'V1'): [(start, end)],
        ('subject:MovingMesh | Scene', 'time'): [(mesh, 0.5), (scene, 0.5)],
        ('subject:MovingMesh | Scene', 'distance', 'time'): [(mesh, 0.5, 1.0), (scene, 0.5, 0.0)],
        ('subject:MovingMesh', 'distance', 'time'): [(mesh, 0.5, 1.0)],
        ('subject:Scene', 'distance', 'time'): [(scene, 0.5, 0.0)],
        ('a', 'pose_a', 'b', 'pose_b'): [(body, pose(), body, pose(3))],
        ('checker', 'path'): [(checker, [[0, 0], [1, 1]])],
    }


def verbs():
    wanted = {'collides', 'first_contact', 'all_contacts', 'safe_step', 'intersects', 'intersections', 'check_path',
              'explain', 'near_pairs', 'free_radii'}
    for number, node in enumerate(ast.parse(STUB.read_text()).body):
        if isinstance(node, ast.FunctionDef) and node.name in wanted:
            yield pytest.param(node, id=f'{node.name}-{number}')


@pytest.mark.parametrize('node', verbs())
def test_every_keyword_with_its_default_is_accepted_and_changes_nothing(node):
    positional = tuple(a.arg + (':' + ast.unparse(a.annotation) if a.arg == 'subject' else '')
                       for a in node.args.posonlyargs + node.args.args)
    required = {'kind': 'vf', 'pairs': [[0, 3, 4, 5]]}
    names = [a.arg for a in node.args.kwonlyargs]
    options = {name: required[name] for name, default in zip(names, node.args.kw_defaults) if default is None}
    verb = getattr(tocca, node.name)
    for arguments in subjects()[positional]:
        plain = verb(*arguments, **options)
        for name, default in zip(names, node.args.kw_defaults):
            if default is not None:
                answer = verb(*arguments, **options, **{name: ast.literal_eval(default)})
                assert repr(answer) == repr(plain), name
        with pytest.raises(TypeError):
            verb(*arguments, **options, no_such_option=1)


def parameters(node):
    """(names of the positional ones, keywords with their defaults)"""
    keywords = {a.arg: default for a, default in zip(node.args.kwonlyargs, node.args.kw_defaults)}
    return [a.arg for a in node.args.posonlyargs + node.args.args], keywords


def test_the_parts_of_a_scene_and_a_mesh_take_the_keywords_of_the_stub():
    faces, start, _ = crumpled_sheet(2, 1)
    body = tocca.RigidBody(tocca.box())
    given = {('mesh',): (tocca.box(),), ('positions', 'faces'): (start, faces),
             ('body', 'motion'): (body, tocca.at_rest(pose())), ('robot',): (tocca.parse_robot(ARM),)}
    of_name = {node.name: node for node in classes()}
    asked = 0
    for owner, method, make in (('Scene', 'add', lambda: tocca.Scene().add),
                                ('MovingMesh', '__init__', lambda: tocca.MovingMesh)):
        for node in of_name[owner].body:
            if not isinstance(node, ast.FunctionDef) or node.name != method:
                continue
            names, keywords = parameters(node)
            arguments = given[tuple(names[1:])]
            make()(*arguments)
            for name, default in keywords.items():
                make()(*arguments, **{name: ast.literal_eval(default)})
                asked += 1
            with pytest.raises(TypeError):
                make()(*arguments, no_such_option=1)
    assert asked == 4 * 5 + 2 * 2
