# SPDX-License-Identifier: Apache-2.0
"""Reads reports as docs/report_format.md tells, with the standard library alone."""
import array
import base64
import json
import pathlib
import re
import sys
import zlib

TYPES = {'u8': ('B', 1), 'u16': ('H', 2), 'u32': ('I', 4), 'f32': ('f', 4), 'f64': ('d', 8)}


class Report:
    def __init__(self, path):
        text = pathlib.Path(path).read_text(encoding='utf-8')
        found = re.findall(r'<script type="(application/[^"]*)" id="(tocca-[^"]*)">(.*?)</script>', text, re.DOTALL)
        self.types = {name: kind for kind, name, _ in found}
        self.elements = {name: content for _, name, content in found}
        assert len(self.elements) == len(found), 'an element is there twice'
        self.manifest = json.loads(self.elements['tocca-manifest'])
        self.answers = self.elements['tocca-answers'].replace('\\u003c', '<')

    def block(self, number, before=()):
        about = self.manifest['blocks'][number]
        stream = base64.b64decode(self.elements[f'tocca-block-{number}'], validate=True)
        assert len(stream) == about['bytes']
        packed = zlib.decompress(stream)
        code, size = TYPES[about['type']]
        count = about['count']
        assert len(packed) == count * size
        if about['shuffled']:
            planes = bytearray(len(packed))
            for j in range(size):
                planes[j::size] = packed[j * count:(j + 1) * count]
            packed = bytes(planes)
        numbers = array.array(code)
        numbers.frombytes(packed)
        if sys.byteorder == 'big':
            numbers.byteswap()
        numbers = list(numbers)
        if about['order'] == 0:
            return numbers
        mask, stride, known = (1 << 8 * size) - 1, about['stride'], len(before)
        values = list(before)
        for z in numbers:
            d, i = (z >> 1) ^ -(z & 1), len(values)
            if i >= stride:
                d += values[i - stride]
                if about['order'] == 2 and i >= 2 * stride:
                    d += values[i - stride] - values[i - 2 * stride]
            values.append(d & mask)
        return values[known:]

    def tuples(self, number, size):
        numbers = self.block(number)
        return [tuple(numbers[i:i + size]) for i in range(0, len(numbers), size)]

    def positions(self, body):
        """Of each key, a list of points."""
        how = body['positions']
        first = self.block(how['first'])
        assert len(first) == 3 * body['vertices']
        numbers = first + (self.block(how['rest'], first) if how['rest'] is not None else [])
        assert len(numbers) == how['keys'] * 3 * body['vertices']
        points = [tuple(how['low'][axis] + how['size'][axis] * numbers[i + axis] / 65535 for axis in range(3))
                  for i in range(0, len(numbers), 3)]
        count = body['vertices']
        return [points[key * count:(key + 1) * count] for key in range(how['keys'])]

    def positions_at(self, body, time):
        """Where a body's vertices are at a time; of a cut, after it."""
        times = self.manifest['key_times']
        before = max(i for i in range(body['first_key'], body['last_key'] + 1) if times[i] <= time)
        after = min(before + 1, body['last_key'])
        span = times[after] - times[before]
        part = (time - times[before]) / span if span > 0 else 0.0
        keys = self.positions(body)
        if len(keys) > 1:
            a, b = keys[before - body['first_key']], keys[after - body['first_key']]
            return [tuple((1 - part) * p + part * q for p, q in zip(x, y)) for x, y in zip(a, b)]
        if body['poses'] is None:
            return keys[0]
        assert part == 0.0, 'bodies that turn are looked at in their keys only'
        x, y, z, qx, qy, qz, qw = self.tuples(body['poses'], 7)[before - body['first_key']]
        return [tuple(p + o for p, o in zip(turned((qx, qy, qz, qw), point), (x, y, z))) for point in keys[0]]

    def contacts(self):
        columns = self.manifest['contacts']
        if columns is None:
            return []
        sizes = {'toc_lower': 1, 'toc_upper': 1, 'kind': 1, 'vertices': 4, 'objects': 2, 'weights': 4, 'point': 3,
                 'normal': 3, 'distance': 1}
        read = {name: self.tuples(columns[name], size) for name, size in sizes.items() if columns[name] is not None}
        for column in read.values():
            assert len(column) == columns['count']
        return [{name: column[i] for name, column in read.items()} for i in range(columns['count'])]


def turned(q, p):
    x, y, z, w = q
    t = [2 * (y * p[2] - z * p[1]), 2 * (z * p[0] - x * p[2]), 2 * (x * p[1] - y * p[0])]
    return (p[0] + w * t[0] + y * t[2] - z * t[1], p[1] + w * t[1] + z * t[0] - x * t[2],
            p[2] + w * t[2] + x * t[1] - y * t[0])
