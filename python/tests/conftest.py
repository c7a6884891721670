# SPDX-License-Identifier: Apache-2.0
"""What the tests of the Python package share."""
import json
import os
import pathlib
import subprocess

import hypothesis
import numpy as np
import pytest

hypothesis.settings.register_profile('tocca', database=None, deadline=None, derandomize=True, max_examples=60)
hypothesis.settings.load_profile('tocca')

SOURCE = pathlib.Path(os.environ.get('TOCCA_SOURCE_DIR', pathlib.Path(__file__).resolve().parents[2]))

ARM = """<robot name="arm">
  <link name="base"/>
  <link name="upper"><collision><origin xyz="0.25 0 0"/><geometry><box size="0.5 0.1 0.1"/></geometry></collision></link>
  <link name="fore"><collision><origin xyz="0.25 0 0"/><geometry><box size="0.4 0.1 0.1"/></geometry></collision></link>
  <joint name="shoulder" type="revolute"><parent link="base"/><child link="upper"/><axis xyz="0 0 1"/>
    <limit lower="-3" upper="3" effort="1" velocity="1"/></joint>
  <joint name="elbow" type="revolute"><origin xyz="0.6 0 0"/><parent link="upper"/><child link="fore"/><axis xyz="0 0 1"/>
    <limit lower="-2" upper="2" effort="1" velocity="1"/></joint>
</robot>
"""


@pytest.fixture
def arm_text():
    """A planar arm of two boxes."""
    return ARM


@pytest.fixture
def command(tmp_path):
    """Runs the command line and returns what it writes as JSON."""
    executable = os.environ.get('TOCCA_EXECUTABLE', '')
    assert os.access(executable, os.X_OK), 'TOCCA_EXECUTABLE must name the built command'

    def run(*arguments):
        answer = tmp_path / 'answer.json'
        done = subprocess.run([executable, *map(str, arguments), '--json', str(answer)], capture_output=True, text=True,
                              timeout=120, check=False)
        assert done.returncode in (0, 1), done.stderr
        return json.loads(answer.read_text())

    return run


def pose(x=0.0, y=0.0, z=0.0):
    """A pose without a turn."""
    matrix = np.eye(4)
    matrix[:3, 3] = x, y, z
    return matrix


def near_pairs(kind, count, seed=0):
    """Small features that move together, of which some touch."""
    random = np.random.default_rng(seed + (kind == 'ee'))
    centre, velocity = random.uniform(-1, 1, (count, 1, 3)), random.uniform(-0.005, 0.005, (count, 1, 3))
    start = centre + random.uniform(-0.01, 0.01, (count, 4, 3))
    return np.concatenate([start, start + velocity + random.uniform(-0.004, 0.004, (count, 4, 3))], axis=1)


def crumpled_sheet(cells, seed, amount=0.3):
    """Faces, and two positions of a sheet whose vertices wander so far that it touches itself."""
    import tocca
    random = np.random.default_rng(seed)
    mesh = tocca.sheet(columns=cells, rows=cells)
    start = mesh.positions + random.uniform(-amount, amount, mesh.positions.shape) / cells
    return mesh.faces, start, start + random.uniform(-amount, amount, start.shape)
