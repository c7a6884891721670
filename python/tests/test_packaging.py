# SPDX-License-Identifier: Apache-2.0
"""The package installs with pip, without a download, out of a build tree that is there."""
import os
import subprocess
import sys

import tocca
from conftest import SOURCE


def test_pip_install(tmp_path):
    tree = os.environ.get('TOCCA_BINARY_DIR', '')
    assert os.path.exists(os.path.join(tree, 'CMakeCache.txt')), 'TOCCA_BINARY_DIR must name a build tree'
    environment = {name: value for name, value in os.environ.items() if not name.startswith(('PYTHON', 'PIP'))}
    environment.update(TOCCA_BUILD_DIR=tree, PIP_NO_INDEX='1', PIP_DISABLE_PIP_VERSION_CHECK='1', PIP_NO_CACHE_DIR='1')
    subprocess.run([sys.executable, '-m', 'venv', '--system-site-packages', tmp_path / 'venv'], check=True, timeout=120,
                   env=environment)
    python = tmp_path / 'venv' / 'bin' / 'python'
    done = subprocess.run([python, '-m', 'pip', 'install', '--no-build-isolation', '--no-deps', SOURCE],
                          capture_output=True, text=True, timeout=600, env=environment, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    script = 'import tocca; print(tocca.__version__, tocca.__file__, tocca.collides(tocca.MovingMesh(tocca.box())))'
    shown = subprocess.run([python, '-c', script], capture_output=True, text=True, timeout=60, cwd=tmp_path,
                           env=environment, check=True).stdout.split()
    assert shown[0] == tocca.__version__ and shown[1].startswith(str(tmp_path)) and shown[2] == 'False'
    listed = subprocess.run([python, '-m', 'pip', 'show', '-f', 'tocca'], capture_output=True, text=True, timeout=60,
                            env=environment, check=True).stdout
    assert 'py.typed' in listed and '__init__.pyi' in listed and f'Version: {tocca.__version__}' in listed
