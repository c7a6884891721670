# SPDX-License-Identifier: Apache-2.0
"""Long calls: other threads go on, Ctrl-C ends them, objects in use are not changed."""
import signal
import subprocess
import sys
import textwrap
import threading
import time

import numpy as np
import pytest
import tocca
from conftest import crumpled_sheet, near_pairs, pose

LONG_CALLS = {
    'batch': """
        random = np.random.default_rng(1)
        pairs = np.repeat(random.integers(-2, 3, (3000, 8, 3)).astype(float), 400, axis=0)
        call = lambda: tocca.first_contact(pairs, kind='ee', tolerance=1e-15)
    """,
    'mesh': """
        random = np.random.default_rng(1)
        mesh = tocca.sheet(columns=150, rows=150)
        moved = random.uniform(size=mesh.positions.shape)
        call = lambda: tocca.all_contacts(mesh.positions, moved, mesh.faces)
    """,
    'bodies': """
        ball = tocca.RigidBody(tocca.ico_sphere(subdivisions=5))
        scene = tocca.Scene()
        for i in range(300):
            spin = tocca.turn(np.eye(4), [0, 0, 1e-7 * i], [0, 0, 1e5])
            scene.add(ball, spin)
        call = lambda: tocca.all_contacts(scene)
    """,
    'rigid': """
        rod, wall = tocca.RigidBody(tocca.cylinder(segments=64)), tocca.RigidBody(tocca.box())
        beside = np.eye(4)
        beside[0, 3] = 1.0 + 1e-4
        spin = tocca.turn(np.eye(4), [0, 0, 0], [0, 0, 1e6])
        call = lambda: tocca.first_contact(rod, spin, wall, tocca.at_rest(beside), threshold=1e-6, budget=10**15)
    """,
    'callback': """
        mesh = tocca.sheet(columns=60, rows=60)
        moved = np.random.default_rng(1).uniform(size=mesh.positions.shape)
        call = lambda: tocca.all_contacts(mesh.positions, moved, mesh.faces, accept=lambda *pair: True)
    """,
}


@pytest.mark.parametrize('name', LONG_CALLS)
def test_ctrl_c_ends_a_long_call(name):
    # A shell that runs the tests in the background has its children ignore Ctrl-C.
    script = 'import numpy as np, signal, tocca\n' + textwrap.dedent(LONG_CALLS[name]) + textwrap.dedent("""
        signal.signal(signal.SIGINT, signal.default_int_handler)
        print('begun', flush=True)
        try:
            while True:
                call()
        except KeyboardInterrupt:
            print('interrupted', flush=True)
    """)
    child = subprocess.Popen([sys.executable, '-c', script], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    try:
        assert child.stdout.readline() == 'begun\n', child.stderr.read()
        time.sleep(0.5)
        child.send_signal(signal.SIGINT)
        out, err = child.communicate(timeout=60)
    finally:
        child.kill()
    assert out == 'interrupted\n' and child.returncode == 0, err


def test_other_threads_go_on():
    mesh = tocca.sheet(columns=40, rows=40)
    moved = np.random.default_rng(1).uniform(size=mesh.positions.shape)
    turns, done = 0, threading.Event()

    def ask():
        tocca.all_contacts(mesh.positions, moved, mesh.faces, threads=1)
        done.set()

    asking = threading.Thread(target=ask)
    asking.start()
    while not done.is_set():
        turns += 1
        time.sleep(0.001)
    asking.join()
    assert turns > 3


def test_many_threads_get_the_same_answers():
    faces, start, end = crumpled_sheet(8, 4)
    pairs = near_pairs('vf', 5000)
    mesh = tocca.MovingMesh(start, faces)
    mesh.move_to(end)
    expected = tocca.all_contacts(mesh).contacts, tocca.collides(pairs, kind='vf')
    wrong = []

    def ask():
        for _ in range(10):
            if not np.array_equal(tocca.all_contacts(mesh).contacts, expected[0]):
                wrong.append('mesh')
            if not np.array_equal(tocca.collides(pairs, kind='vf'), expected[1]):
                wrong.append('batch')

    asking = [threading.Thread(target=ask) for _ in range(4)]
    for thread in asking:
        thread.start()
    for thread in asking:
        thread.join()
    assert not wrong


def test_an_object_in_use_is_not_changed():
    faces, start, end = crumpled_sheet(4, 4)
    mesh = tocca.MovingMesh(start, faces)
    mesh.move_to(end)
    expected = tocca.all_contacts(mesh).contacts
    with pytest.raises(RuntimeError, match='in use'):
        tocca.all_contacts(mesh, accept=lambda *_: mesh.move_to(start))
    assert np.array_equal(tocca.all_contacts(mesh).contacts, expected)
    scene, box = tocca.Scene(), tocca.RigidBody(tocca.box())
    scene.add(box, tocca.at_rest(pose()))
    scene.add(box, tocca.at_rest(pose(0.5)))
    for change in (lambda: scene.add(box, tocca.at_rest(pose())), lambda: scene.move(0, tocca.at_rest(pose(1))),
                   scene.advance, lambda: scene.keep_front(10), lambda: scene.keep_candidates(0.1)):
        with pytest.raises(RuntimeError, match='in use'):
            tocca.collides(scene, accept_objects=lambda *_: change())
    assert scene.part_count == 2 and np.array_equal(scene.motion(0).from_, pose())


def test_a_callback_may_ask_back():
    faces, start, end = crumpled_sheet(4, 4)
    mesh = tocca.MovingMesh(start, faces)
    mesh.move_to(end)
    inner = []
    tocca.first_contact(mesh, accept=lambda *_: inner.append(tocca.collides(mesh)) or True)
    assert inner and all(inner)


def test_short_calls_are_quick():
    pair = near_pairs('vf', 1)[0]
    best = min(_seconds(lambda: [tocca.collides(pair, kind='vf') for _ in range(1000)]) for _ in range(5))
    assert best < 0.1  # a thread for each would take longer


def _seconds(call):
    begin = time.perf_counter()
    call()
    return time.perf_counter() - begin
