# SPDX-License-Identifier: Apache-2.0
"""What docs/python.md shows works as it stands there."""
import ast
import re

import numpy as np
import pytest
import tocca
from conftest import ARM, SOURCE, crumpled_sheet, near_pairs, pose

TEXT = (SOURCE / 'docs' / 'python.md').read_text()


@pytest.fixture
def names(tmp_path, monkeypatch):
    """What the snippets speak of, and the files they read."""
    monkeypatch.chdir(tmp_path)
    box = tocca.box()
    tocca.write_mesh('wrench.obj', box.positions, box.faces)
    (tmp_path / 'panda.urdf').write_text(ARM)
    (tmp_path / 'panda.srdf').write_text('<robot name="arm"><disable_collisions link1="base" link2="fore"/></robot>')
    (tmp_path / 'scene.yaml').write_text('name: empty\nworld:\n  collision_objects: []\n')
    faces, start, end = crumpled_sheet(3, 1, 0.1)
    return {'tocca': tocca, 'pairs': near_pairs('vf', 5), 'numbers': [[0, 1, 4, 5]], 'F': faces, 'V': start,
            'V0': start, 'V1': end, 'frames': np.stack([start, end, start]), 'T0': pose(3), 'T1': pose(-3), 'T': pose(),
            'other': tocca.RigidBody(box), 'q0': [0, 0], 'q1': [1, 1], 'path': [[0, 0], [1, 1]], 'pose': pose(3)}


def test_the_snippets_run_in_order(names, capsys):
    snippets = re.findall(r'```python\n(.*?)```', TEXT, re.DOTALL)
    assert len(snippets) >= 4
    missing = None
    for snippet in snippets:
        try:
            exec(compile(snippet, 'docs/python.md', 'exec'), names)
        except tocca.Error as error:
            if 'without the page' not in str(error):
                raise
            missing = str(error)
    assert capsys.readouterr().out
    for inline in re.findall(r'`(tocca\.RobotScene.*?)`', TEXT):
        eval(inline, names)
    if missing:
        pytest.skip(f'all but the report ran: {missing}')


def test_the_docstring_of_the_package_runs(capsys):
    lines = [line[4:] for line in tocca.__doc__.splitlines() if line.startswith('    ')]
    exec('\n'.join(lines), {})
    assert 'contact' in capsys.readouterr().out


def test_the_options_are_those_of_the_stubs():
    """The table of options names every keyword of the stubs, and no other."""
    stub = ast.parse((SOURCE / 'python' / 'tocca' / '__init__.pyi').read_text())
    keywords = {argument.arg for node in stub.body if isinstance(node, ast.FunctionDef)
                and node.name in ('collides', 'first_contact', 'all_contacts', 'safe_step', 'check_path')
                for argument in node.args.kwonlyargs}
    rows = [line for line in TEXT.split('## Options')[1].split('## ')[0].splitlines() if line.startswith('| `')]
    told = {name for row in rows for name in re.findall(r'`(\w+)(?:\(.*?\))?`', row.split('|')[1])}
    assert told == keywords - {'kind', 'pairs'}
