# SPDX-License-Identifier: Apache-2.0
"""Pictures and exports that the command writes, read back by readers written from the formats' descriptions."""
import collections
import csv
import json
import os
import pathlib
import struct
import subprocess
import tempfile
import unittest
import zlib

TOCCA = os.environ.get('TOCCA_EXECUTABLE', 'tocca')

FLOOR = [(0, 0, 0), (3, 0, 0), (0, 3, 0.125), (3, 3, 0.1)]
FLOOR_FACES = [(0, 1, 2), (1, 3, 2)]
FALLING = [(1, 1, 1), (2, 1, 1.5), (1, 2, 1.75)]


def frame(drop):
    """Positions and faces: a floor, and a triangle above it, lower by `drop`."""
    positions = FLOOR + [(x, y, z - drop) for x, y, z in FALLING]
    return positions, FLOOR_FACES + [(4, 5, 6)]


def write_obj(path, positions, faces):
    lines = ['v %r %r %r' % tuple(map(float, p)) for p in positions]
    lines += ['f %d %d %d' % tuple(i + 1 for i in face) for face in faces]
    path.write_text('\n'.join(lines) + '\n')


def paeth(left, up, corner):
    to_left, to_up, to_corner = abs(up - corner), abs(left - corner), abs(left + up - 2 * corner)
    return left if to_left <= to_up and to_left <= to_corner else up if to_up <= to_corner else corner


def unfiltered(rows, width):
    """The pixels of the rows of a PNG file, as (red, green, blue)."""
    size, above, pixels = 3 * width, bytes(3 * width), []
    for start in range(0, len(rows), size + 1):
        kind, row = rows[start], bytearray(3) + rows[start + 1:start + 1 + size]  # three bytes more on the left
        up = bytes(3) + above
        if kind == 1:
            for i in range(3, size + 3):
                row[i] = (row[i] + row[i - 3]) & 255
        elif kind == 2:
            row = bytearray((a + b) & 255 for a, b in zip(row, up))
        elif kind == 3:
            for i in range(3, size + 3):
                row[i] = (row[i] + (row[i - 3] + up[i]) // 2) & 255
        elif kind == 4:
            for i in range(3, size + 3):
                row[i] = (row[i] + paeth(row[i - 3], up[i], up[i - 3])) & 255
        above = bytes(row[3:])
        pixels.append(list(zip(above[::3], above[1::3], above[2::3])))
    return pixels


def read_png(data):
    """The rows of pixels of a PNG file."""
    assert data[:8] == b'\x89PNG\r\n\x1a\n'
    at, chunks = 8, []
    while at < len(data):
        size, = struct.unpack('>I', data[at:at + 4])
        kind, content = data[at + 4:at + 8], data[at + 8:at + 8 + size]
        assert struct.unpack('>I', data[at + 8 + size:at + 12 + size])[0] == zlib.crc32(kind + content)
        chunks.append((kind, content))
        at += 12 + size
    assert chunks[0][0] == b'IHDR' and chunks[-1] == (b'IEND', b'')
    width, height, *kind = struct.unpack('>IIBBBBB', chunks[0][1])
    assert kind == [8, 2, 0, 0, 0]
    rows = zlib.decompress(b''.join(content for kind, content in chunks if kind == b'IDAT'))
    assert len(rows) == height * (3 * width + 1)
    return unfiltered(rows, width)


class Glb:
    """A binary glTF file."""

    def __init__(self, data):
        magic, version, size, text_size, kind = struct.unpack('<4sIII4s', data[:20])
        assert (magic, version, size, kind) == (b'glTF', 2, len(data), b'JSON')
        self.document = json.loads(data[20:20 + text_size])
        size, kind = struct.unpack('<I4s', data[20 + text_size:28 + text_size])
        assert kind == b'BIN\0'
        self.bytes = data[28 + text_size:]
        assert len(self.bytes) == size == self.document['buffers'][0]['byteLength']

    def floats(self, number):
        accessor = self.document['accessors'][number]
        view = self.document['bufferViews'][accessor['bufferView']]
        width = {'SCALAR': 1, 'VEC3': 3, 'VEC4': 4}[accessor['type']]
        start = view['byteOffset'] + accessor.get('byteOffset', 0)
        values = struct.unpack_from('<%df' % (width * accessor['count']), self.bytes, start)
        items = [values[i:i + width] for i in range(0, len(values), width)]
        assert tuple(map(min, zip(*items))) == tuple(accessor['min'])
        assert tuple(map(max, zip(*items))) == tuple(accessor['max'])
        return items


class Exports(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        write_obj(self.folder / 'a.obj', *frame(0.0))
        write_obj(self.folder / 'b.obj', *frame(2.0))

    def run_tocca(self, *arguments):
        return subprocess.run([TOCCA, *arguments], cwd=self.folder, capture_output=True, text=True, timeout=100)

    def export(self):
        done = self.run_tocca('mesh', 'a.obj', 'b.obj', '--all', '--json', 'out.json', '--png', 'out.png', '--pose',
                              'out.obj', '--gltf', 'out.glb', '--contacts', 'out.vtk')
        self.assertEqual(done.returncode, 1, done.stderr)
        return json.loads((self.folder / 'out.json').read_text())

    def test_picture(self):
        toc = self.export()['steps'][0]['contact']['toc'][0]
        rows = read_png((self.folder / 'out.png').read_bytes())
        self.assertEqual((len(rows), {len(row) for row in rows}), (1000, {1600}))
        ground, contact, free = (0xf6, 0xf5, 0xf1), (0xd1, 0x27, 0x4b), (0x3a, 0x9d, 0x5d)
        self.assertEqual(rows[0][0], ground)
        colours = collections.Counter(pixel for row in rows for pixel in row)
        self.assertGreater(len(colours), 50)
        self.assertGreater(colours[contact], 30)
        # The time line is green as far as the motion is proven free.
        line = max(rows[-84:], key=lambda row: row.count(free))
        left, right = line.index(free), len(line) - 1
        while line[right] == ground:
            right -= 1
        self.assertAlmostEqual(line.count(free) / (right + 1 - left), toc, delta=0.003)

    def test_pose(self):
        toc = self.export()['steps'][0]['contact']['toc'][0]
        lines = (self.folder / 'out.obj').read_text().splitlines()
        positions = [tuple(map(float, line.split()[1:])) for line in lines if line.startswith('v ')]
        wanted, faces = frame(2.0 * toc)
        self.assertEqual(len(positions), len(wanted))
        for found, point in zip(positions, wanted):
            for x, y in zip(found, point):
                self.assertAlmostEqual(x, y, delta=1e-14)
        self.assertEqual(len([line for line in lines if line.startswith('f ')]), len(faces))

    def test_motion(self):
        self.export()
        glb = Glb((self.folder / 'out.glb').read_bytes())
        body = next(n for n in glb.document['nodes'] if 'mesh' in n)
        primitive = glb.document['meshes'][body['mesh']]['primitives'][0]
        offset = body.get('translation', [0, 0, 0])
        start = glb.floats(primitive['attributes']['POSITION'])
        way = glb.floats(primitive['targets'][0]['POSITION'])
        for drop, weight in ((0.0, 0.0), (2.0, 1.0)):
            for i, point in enumerate(frame(drop)[0]):
                for axis in range(3):
                    found = offset[axis] + start[i][axis] + weight * way[i][axis]
                    self.assertAlmostEqual(found, point[axis], delta=1e-6)
        animation, = glb.document['animations']
        times = glb.floats(animation['samplers'][0]['input'])
        self.assertEqual(times, [(0.0,), (1.0,)])

    def test_motion_is_read_back(self):
        first = self.export()['steps'][0]
        done = self.run_tocca('mesh', 'out.glb', '--frames', '2', '--all', '--json', 'again.json')
        self.assertEqual(done.returncode, 1, done.stderr)
        again = json.loads((self.folder / 'again.json').read_text())['steps'][0]
        self.assertEqual(first['outcome'], again['outcome'])
        self.assertAlmostEqual(first['contact']['toc'][0], again['contact']['toc'][0], delta=1e-6)
        self.assertEqual(first['contact']['kind'], again['contact']['kind'])

    def test_contacts(self):
        self.export()
        done = self.run_tocca('mesh', 'a.obj', 'b.obj', '--all', '--contacts', 'out.csv')
        self.assertEqual(done.returncode, 1, done.stderr)
        with open(self.folder / 'out.csv', newline='') as file:
            rows = list(csv.DictReader(file))
        self.assertGreater(len(rows), 0)
        data = (self.folder / 'out.vtk').read_bytes()
        head, points = data.split(b' double\n', 1)
        self.assertEqual(head.splitlines()[2:], [b'BINARY', b'DATASET POLYDATA', b'POINTS %d' % len(rows)])
        for i, row in enumerate(rows):
            found = struct.unpack_from('>3d', points, 24 * i)
            self.assertEqual(found, tuple(float(row[name]) for name in ('px', 'py', 'pz')))

    def test_what_cannot_be_written(self):
        for option, name in (('--png', 'no/x.png'), ('--pose', 'no/x.obj'), ('--gltf', 'no/x.glb'),
                             ('--contacts', 'no/x.vtk'), ('--png', 'x.jpg'), ('--gltf', 'x.gltf'), ('--pose', 'x.stl')):
            with self.subTest(option=option, name=name):
                done = self.run_tocca('mesh', 'a.obj', 'b.obj', option, name)
                self.assertEqual(done.returncode, 2, done.stderr)
                self.assertFalse((self.folder / name).exists())


if __name__ == '__main__':
    unittest.main()
