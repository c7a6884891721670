# SPDX-License-Identifier: Apache-2.0
"""A program that asks for days must not grow: the same small questions again and again. TOCCA_LONG_RUNS=1 asks fifty times
as many."""
import os
import pathlib

import numpy as np
import pytest
import tocca
from conftest import pose

STATUS = pathlib.Path('/proc/self/status')
MORE = 50 if os.environ.get('TOCCA_LONG_RUNS') == '1' else 1
THREADS = 2


def resident_kilobytes():
    return next(int(line.split()[1]) for line in STATUS.read_text().splitlines() if line.startswith('VmRSS:'))


def expect_no_growth(count, ask):
    if not STATUS.exists():
        pytest.skip('the system does not tell how much memory is resident')
    for i in range(count // 5 + 50):
        ask(i)
    before = resident_kilobytes()
    for i in range(count):
        ask(i)
    assert resident_kilobytes() <= before + 3072


def test_elementary_questions():
    rows = np.tile(np.array([[0.2, 0.2, 1], [0, 0, 0], [1, 0, 0], [0, 1, 0],
                             [0.2, 0.2, -1], [0, 0, 0], [1, 0, 0], [0, 1, 0]], float), (5000, 1, 1))
    expect_no_growth(200 * MORE, lambda i: tocca.collides(rows, kind='vf', threads=THREADS))


def test_mesh_questions():
    sheet = tocca.sheet(columns=12, rows=12)
    low = np.array(sheet.positions)
    high = low + [0, 0, 0.2] * (np.arange(len(low)) % 3 == 0)[:, None]
    mesh = tocca.MovingMesh(low, sheet.faces)

    def ask(i):
        mesh.move_to(high if i % 2 == 0 else low)
        tocca.first_contact(mesh, threads=THREADS)
        tocca.all_contacts(mesh, threads=THREADS)

    expect_no_growth(400 * MORE, ask)


def test_questions_about_bodies():
    body = tocca.RigidBody(tocca.box(), solid=True)
    rest = tocca.at_rest(pose())
    expect_no_growth(2000 * MORE, lambda i: tocca.first_contact(body, tocca.translation(pose(0, 0, 3), [0, 0, -4]), body, rest))
    world = tocca.Scene()
    for i in range(20):
        world.add(body, tocca.translation(pose(1.2 * i), [-0.3 * i, 0, 0]))
    expect_no_growth(200 * MORE, lambda i: tocca.first_contact(world, threads=THREADS))


def test_robot_questions(arm_text):
    scene = tocca.RobotScene([tocca.Obstacle('wall', [tocca.box_shape([0.1, 2, 1])], pose(0.9, 1.0))])
    checker = tocca.RobotChecker(tocca.parse_robot(arm_text), scene)
    path = np.linspace([0, 0], [2, 1], 9)
    expect_no_growth(200 * MORE, lambda i: tocca.check_path(checker, path, threads=THREADS))


def test_bodies_and_scenes_that_come_and_go():
    ball, sheet = tocca.ico_sphere(subdivisions=1), tocca.sheet(columns=4, rows=4)
    expect_no_growth(2000 * MORE, lambda i: tocca.RigidBody(ball, solid=True, threads=THREADS))
    expect_no_growth(2000 * MORE, lambda i: tocca.MovingMesh(sheet.positions, sheet.faces))
