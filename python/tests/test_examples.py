# SPDX-License-Identifier: Apache-2.0
"""The examples run without a display and write their pictures."""
import os
import subprocess
import sys

import pytest
from conftest import SOURCE

EXAMPLES = sorted((SOURCE / 'examples' / 'python').glob('*.py'))


def test_there_are_examples():
    assert len(EXAMPLES) >= 2


@pytest.mark.parametrize('script', EXAMPLES, ids=lambda path: path.stem)
def test_examples(script, tmp_path):
    environment = {**os.environ, 'MPLBACKEND': 'Agg', 'MPLCONFIGDIR': str(tmp_path)}
    environment.pop('DISPLAY', None)
    picture = tmp_path / 'picture.png'
    done = subprocess.run([sys.executable, script, '--output', picture], capture_output=True, text=True, timeout=120,
                          cwd=tmp_path, env=environment, check=False)
    assert done.returncode == 0, done.stderr
    assert picture.read_bytes().startswith(b'\x89PNG') and done.stdout
