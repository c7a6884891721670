# SPDX-License-Identifier: Apache-2.0
"""Meshes: shapes, files, what they tell."""
import numpy as np
import pytest
import tocca

SHAPES = ['sheet', 'uv_sphere', 'ico_sphere', 'torus', 'torus_knot', 'box', 'cylinder', 'tube', 'capsule']


@pytest.mark.parametrize('name', SHAPES)
def test_shapes(name):
    mesh = getattr(tocca, name)()
    counts = mesh.counts()
    assert counts['vertices'] == len(mesh.positions) and counts['faces'] == len(mesh.faces)
    assert counts['edges'] == len(mesh.edges) and counts['non_manifold_edges'] == 0
    assert (counts['boundary_edges'] == 0) == (name not in ('sheet', 'tube'))
    assert str(counts['faces']) in repr(mesh)


def test_sizes_are_heeded():
    assert tocca.sheet(columns=3, rows=2).counts()['faces'] == 12
    assert np.ptp(tocca.box(lengths=(1, 2, 3), cells=(1, 2, 3)).positions, axis=0).tolist() == [1, 2, 3]
    with pytest.raises(ValueError):
        tocca.ico_sphere(radius=-1)
    with pytest.raises(ValueError):
        tocca.torus(radius=float('nan'))
    with pytest.raises(TypeError, match='unexpected keyword'):
        tocca.sheet(colums=3)
    with pytest.raises(TypeError):
        tocca.sheet(columns=2.5)


@pytest.mark.parametrize('name', ['mesh.ply', 'mesh.obj', 'text.ply'])
def test_files_keep_every_bit(name, tmp_path):
    mesh = tocca.torus_knot()
    path = tmp_path / name
    tocca.write_mesh(path, mesh.positions, mesh.faces, ascii=name == 'text.ply')
    for spelling in (path, str(path), bytes(path)):
        read = tocca.load_mesh(spelling)
        assert np.array_equal(read.positions, mesh.positions) and np.array_equal(read.faces, mesh.faces)


def test_loose_parts(tmp_path):
    mesh = tocca.TriangleMesh(np.eye(3).tolist() + [[2, 2, 2], [3, 3, 3], [4, 4, 4]], [[0, 1, 2], [0, 0, 1]], [[4, 3]])
    assert mesh.loose_edges.tolist() == [3] and mesh.isolated_vertices.tolist() == [5]
    assert mesh.degenerate_faces.tolist() == [1] and mesh.edges.tolist()[3] == [3, 4]
    assert mesh.face_edges.shape == (2, 3)
    tocca.write_mesh(tmp_path / 'loose.ply', mesh.positions, mesh.faces, edges=[[3, 4]])
    assert tocca.load_mesh(tmp_path / 'loose.ply').loose_edges.size == 1


def test_unreadable_and_unwritable_files(tmp_path):
    with pytest.raises(tocca.Error) as raised:
        tocca.load_mesh(tmp_path / 'missing.obj')
    assert raised.value.code == 'unreadable_file' and raised.value.file.endswith('missing.obj')
    with pytest.raises(tocca.Error) as raised:
        tocca.write_mesh(tmp_path / 'no' / 'folder.ply', np.eye(3), [[0, 1, 2]])
    assert raised.value.code == 'unwritable_file'
    (tmp_path / 'bad.obj').write_text('v 0 0 0\nv 1 0 0\nf 1 2 9\n')
    with pytest.raises(tocca.Error) as raised:
        tocca.load_mesh(tmp_path / 'bad.obj')
    assert raised.value.line == 3 and raised.value.code in ('index_out_of_range', 'malformed_file')
    assert isinstance(raised.value, RuntimeError) and '9' in str(raised.value)


def test_the_version_is_that_of_the_project():
    import os
    import pathlib
    import re
    root = pathlib.Path(os.environ.get('TOCCA_SOURCE_DIR', pathlib.Path(__file__).resolve().parents[2]))
    stated = re.search(r'^\s*VERSION\s+([\d.]+)', (root / 'CMakeLists.txt').read_text(), re.MULTILINE)[1]
    assert tocca.__version__ == stated


def test_everything_has_a_docstring():
    for name in tocca.__all__:
        thing = getattr(tocca, name)
        if name == '__version__':
            continue
        assert thing.__doc__ and thing.__module__ == 'tocca', name
        if isinstance(thing, type):
            members = {key: value for key, value in vars(thing).items() if not key.startswith('_')}
            for key, value in members.items():
                assert value.__doc__, f'{name}.{key}'


def test_limits_of_reading(tmp_path):
    file = tmp_path / 'a.obj'
    file.write_text('v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n')
    before = tocca.read_limits()
    assert before == {'max_file_bytes': 1 << 31, 'max_expanded_bytes': 1 << 26}
    try:
        tocca.set_read_limits(max_file_bytes=10)
        assert tocca.read_limits() == {'max_file_bytes': 10, 'max_expanded_bytes': 1 << 26}
        with pytest.raises(tocca.Error, match='set_read_limits'):
            tocca.load_mesh(file)
    finally:
        tocca.set_read_limits()
    assert tocca.read_limits() == before
    assert len(tocca.load_mesh(file).faces) == 1
