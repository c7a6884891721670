# SPDX-License-Identifier: Apache-2.0
"""Builds the Python package with CMake. Nothing is downloaded; what it needs is installed by

    tools/install-dependencies core python

and the package by

    pip install --no-build-isolation --no-deps .

TOCCA_BUILD_DIR names a build tree that is configured already, to build in; without it one is made below build/, with
the further options of CMake in CMAKE_ARGS.
"""
import os
import pathlib
import re
import shlex
import shutil
import subprocess
import sys
import tempfile

from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext

ROOT = pathlib.Path(__file__).resolve().parent
WORK = ROOT / 'build' / 'python-package'  # all that setuptools writes


def version():
    """The version stands in CMakeLists.txt and nowhere else."""
    return re.search(r'^\s*VERSION\s+([\d.]+)', (ROOT / 'CMakeLists.txt').read_text(), re.MULTILINE)[1]


class CMakeBuild(build_ext):
    """Has CMake build the module and puts it where setuptools wants it."""

    def build_extension(self, ext):
        given = os.environ.get('TOCCA_BUILD_DIR')
        tree = pathlib.Path(given).resolve() if given else WORK / f'cmake-{sys.implementation.cache_tag}'
        if not given:
            parts = [f'-DTOCCA_BUILD_{part}=OFF' for part in ('APPS', 'TESTS', 'BENCH', 'EXAMPLES', 'ADAPTERS')]
            subprocess.run(['cmake', '--preset', 'release', '-B', tree, *parts, '-DTOCCA_BUILD_PYTHON=ON',
                            '-DTOCCA_WERROR=OFF', f'-DPython_EXECUTABLE={sys.executable}',
                            *shlex.split(os.environ.get('CMAKE_ARGS', ''))], cwd=ROOT, check=True)
        jobs = os.environ.get('CMAKE_BUILD_PARALLEL_LEVEL') or str(len(os.sched_getaffinity(0)))
        subprocess.run(['cmake', '--build', tree, '--target', 'tocca_python', '--parallel', jobs], check=True)
        target = pathlib.Path(self.get_ext_fullpath(ext.name))
        target.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory() as stage:
            subprocess.run(['cmake', '--install', tree, '--component', 'python', '--prefix', stage, '--strip'],
                           check=True)
            (built,) = pathlib.Path(stage).rglob(target.name)
            shutil.copy2(built, target)


WORK.mkdir(parents=True, exist_ok=True)
setup(
    version=version(),
    packages=['tocca'],
    package_dir={'tocca': 'python/tocca'},
    package_data={'tocca': ['*.pyi', 'py.typed']},
    ext_modules=[Extension('tocca._tocca', sources=[])],
    cmdclass={'build_ext': CMakeBuild},
    options={'build': {'build_base': str(WORK)}, 'egg_info': {'egg_base': str(WORK)}},
    zip_safe=False,
)
