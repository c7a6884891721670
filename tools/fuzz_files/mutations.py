# SPDX-License-Identifier: Apache-2.0
"""Damages files where their formats have structure: counts, references, nesting, names, repeated parts.

A file is (kind, content): lines and yaml hold text, xml text that is parsed, json a tree, glb a tree and its data,
bytes anything. mutate() returns the bytes of the damaged file.
"""
import copy
import json
import re
import struct
import xml.etree.ElementTree as ElementTree

NUMBERS = ['0', '-0', '-1', '1', '2', '3', '7', '255', '256', '65536', '2147483647', '2147483648', '4294967295',
           '4294967296', '9223372036854775807', '18446744073709551615', '18446744073709551616', '1e15', '1e16', '1e154',
           '1e155', '1e308', '1e309', '-1e308', '1e-154', '1e-162', '1e-308', '5e-324', '1e-400', 'nan', 'inf', '-inf',
           '0x10', '1e9', '1e6', '100000', '0.1', '1/3', '1,5', '', '+', '1e', '1' * 400, '0.' + '3' * 5000]
NAMES = ['', ' ', '\x1b[2J\x1b[31mred', 'a\nstep 0: free, proven', '\x7f', '\u0085', '\u202etxet', '\u2028', '%s%n',
         '../../../../etc/passwd', '..%2f..%2fetc/passwd', '%2e%2e/part.obj', '/etc/passwd', '/dev/zero', 'file:///etc/passwd',
         'package://etc/passwd', 'package://../part.obj', 'a' * 300, 'a' * 100000, 'part.obj', '<b>&amp;</b>',
         '{}', '"', "'", '\\', ',', '#', '.', 'NaN', 'null', 'true', '~', 'pipe.obj', 'zero.obj', 'link.obj', 'folder']
REPEATS = [1, 2, 3, 10, 100, 300]
LARGEST = 1 << 20  # of a mutated file, but for the sparse ones


def mutate(rng, kind, content):
    """The bytes of a file after one to three changes."""
    change = {'lines': change_lines, 'yaml': change_yaml, 'xml': change_xml, 'json': change_json, 'glb': change_glb,
              'bytes': change_bytes}[kind]
    for _ in range(rng.choice([1, 1, 1, 1, 2, 3])):
        content = change(rng, content)
    data = plain(kind, content)
    if rng.random() < 0.05:
        data = change_bytes(rng, data)
    return data[:LARGEST]


def plain(kind, content):
    """The bytes of a file."""
    if kind == 'bytes':
        return content
    if kind == 'json':
        return json_text(content).encode('utf-8', 'surrogatepass')
    if kind == 'glb':
        return glb_bytes(*content)
    return content.encode('utf-8', 'surrogatepass') if isinstance(content, str) else content


def number(rng):
    if rng.random() < 0.5:
        return rng.choice(NUMBERS)
    return rng.choice(['0', '1', '2', '3', '4', '0.5', '-0.25', '1e-9', '1e-3', '1e5', repr(rng.uniform(-10, 10))])


def change_lines(rng, text):
    """Lines of words: counts, references, order, repetition."""
    lines = text.split('\n')
    at = rng.randrange(len(lines))
    kind = rng.randrange(10)
    if kind < 4:
        words = re.split(r'([ ,/\t]+)', lines[at])
        words[rng.randrange(len(words))] = number(rng) if kind < 3 else rng.choice(NAMES)
        lines[at] = ''.join(words)
    elif kind == 4:
        del lines[at]
    elif kind == 5:
        lines[at:at] = lines[at:at + rng.choice([1, 1, 2, 5])] * rng.choice(REPEATS)
    elif kind == 6:
        lines.insert(rng.randrange(len(lines)), lines.pop(at))
    elif kind == 7:
        lines = lines[:at]
    elif kind == 8:
        lines[at] = ' '.join([lines[at]] * rng.choice(REPEATS))
    else:
        lines[at] += rng.choice(['\\', ' #', '\r', '\0', ' \ufeff', '\t' * 1000, ' "', " '"])
    return '\n'.join(lines)


def change_yaml(rng, text):
    """Indented blocks, which are repeated, moved, nested, and members."""
    lines = text.split('\n')
    filled = [i for i, line in enumerate(lines) if line.strip()]
    at = rng.choice(filled) if filled else 0
    indent = len(lines[at]) - len(lines[at].lstrip())
    end = at + 1
    while end < len(lines) and len(lines[end]) - len(lines[end].lstrip()) > indent:
        end += 1
    block = lines[at:end]
    kind = rng.randrange(12)
    if kind < 3:
        words = re.split(r'([ \[\],:]+)', lines[at])
        words[rng.randrange(len(words))] = number(rng) if kind < 2 else json.dumps(rng.choice(NAMES))
        lines[at] = ''.join(words)
    elif kind == 3:
        lines[at:end] = []
    elif kind == 4:
        lines[at:at] = block * rng.choice(REPEATS)
    elif kind == 5:
        goal = rng.randrange(len(lines))
        lines[at:end] = []
        lines[goal:goal] = block
    elif kind == 6:
        key = re.sub(r'(\w)(\w)(?=\w*:)', r'\2\1', lines[at], count=1)
        lines[at] = key
    elif kind == 7:
        lines[at] = lines[at].split(':')[0] + ': ' + '[' * rng.choice([10, 1000, 20000])
    elif kind == 8:
        lines[at] = lines[at].split(':')[0] + ': &a [*a, *a]'
    elif kind == 9:
        lines[at:end] = [' ' * rng.choice([1, 2, 7]) + line for line in block]
    elif kind == 10:
        lines[at] = lines[at].split(':')[0] + ': ' + rng.choice(
            ['', '~', 'null', '{}', '[]', '[[]]', '!!binary aGk=', '|\n  text', '>', 'yes', '{a: 1, a: 2}', '? b', '- -'])
    else:
        lines[at:at] = [' ' * indent + f'key{i}: {i}' for i in range(rng.choice(REPEATS))]
    return '\n'.join(lines)


def places_in(tree, found=None, parent=None, key=None):
    """(parent, key) of everything in a tree of lists and dictionaries."""
    found = [] if found is None else found
    found.append((parent, key))
    members = tree.items() if isinstance(tree, dict) else enumerate(tree) if isinstance(tree, list) else ()
    for name, value in members:
        if len(found) < 4000:
            places_in(value, found, tree, name)
    return found


class Nested:
    """A value within so many brackets."""

    def __init__(self, depth):
        self.depth = depth


class Twice:
    """Members of an object, of which the first is there twice."""

    def __init__(self, members):
        self.members = members


def json_text(value):
    if isinstance(value, Nested):
        return '[' * value.depth + ']' * value.depth
    if isinstance(value, Twice):
        value, first = value.members, next(iter(value.members), None)
        members = [json.dumps(str(k)) + ':' + json_text(v) for k, v in value.items()]
        return '{' + ','.join(members + [json.dumps(str(first)) + ':' + json_text(value.get(first))]) + '}'
    if isinstance(value, dict):
        return '{' + ','.join(json.dumps(str(k)) + ':' + json_text(v) for k, v in value.items()) + '}'
    if isinstance(value, list):
        return '[' + ','.join(json_text(v) for v in value) + ']'
    return json.dumps(value)


def json_value(rng):
    return rng.choice([None, True, False, 0, 1, -1, 2, 3, 4, 5, 7, 100, 5120, 5121, 5123, 5125, 5126, 2 ** 31, 2 ** 32 - 1,
                       2 ** 53, 2 ** 63, 2 ** 64, 10 ** 30, 1.5, -0.0, 1e308, 1e-320, 1e9, 1e6, [], {}, [[]], [0], {'a': 1},
                       'VEC3', 'SCALAR', 'MAT4', 'weights', 'STEP', 'CUBICSPLINE', Nested(10), Nested(20000)])


def change_json(rng, tree):
    """Values, references, repeated and missing members, nesting, names."""
    tree = copy.deepcopy(tree)
    places = [place for place in places_in(tree) if place[0] is not None]
    if not places:
        return tree
    parent, key = rng.choice(places)
    kind = rng.randrange(12)
    value = parent[key]
    if kind < 3:
        if isinstance(value, (int, float)) and not isinstance(value, bool) and rng.random() < 0.6:
            parent[key] = rng.choice([value + 1, value - 1, value * 2, -value, value * 1000, value + 0.5, 0])
        else:
            parent[key] = json_value(rng)
    elif kind == 3:
        del parent[key]
    elif kind < 6 and isinstance(parent, list):
        parent[key:key] = [value] * rng.choice(REPEATS)
    elif kind == 6:
        other, name = rng.choice(places)
        try:
            parent[key] = copy.deepcopy(other[name])
        except (KeyError, IndexError):
            pass
    elif kind == 7:
        parent[key] = rng.choice(NAMES)
    elif kind == 8 and isinstance(parent, dict):
        parent[rng.choice(NAMES + ['sparse', 'byteStride', 'normalized', 'skin', 'children', 'uri', 'targets', 'mesh'])] = (
            value if rng.random() < 0.5 else json_value(rng))
    elif kind == 9 and isinstance(value, dict) and value:
        parent[key] = Twice(value)
    elif kind == 10 and isinstance(value, list) and value:
        value *= rng.choice(REPEATS)
        del value[5000:]
    else:
        parent[key] = [value] if rng.random() < 0.5 else {'value': value}
    return tree


def glb_bytes(tree, data):
    text = json_text(tree).encode('utf-8', 'surrogatepass')
    text += b' ' * (-len(text) % 4)
    data += b'\0' * (-len(data) % 4)
    size = 28 + len(text) + len(data)
    return (b'glTF' + struct.pack('<II', 2, size) + struct.pack('<I', len(text)) + b'JSON' + text +
            struct.pack('<I', len(data)) + b'BIN\0' + data)


def change_glb(rng, content):
    tree, data = content
    if rng.random() < 0.8:
        return change_json(rng, tree), data
    return tree, change_bytes(rng, data)


def change_xml(rng, text):
    """Elements and attributes; what is no XML any more is changed as lines."""
    try:
        root = ElementTree.fromstring(text)
    except (ElementTree.ParseError, ValueError):
        return change_lines(rng, text)
    parents = [(parent, child) for parent in root.iter() for child in parent]
    kind = rng.randrange(13)
    element = rng.choice(list(root.iter()))
    if kind < 4 and element.attrib:
        name = rng.choice(sorted(element.attrib))
        words = element.attrib[name].split(' ')
        words[rng.randrange(len(words))] = number(rng) if kind < 2 else rng.choice(NAMES)
        others = [v for e in root.iter() for v in e.attrib.values()]
        element.attrib[name] = ' '.join(words) if kind < 3 else rng.choice(others)
    elif kind == 4 and element.attrib:
        del element.attrib[rng.choice(sorted(element.attrib))]
    elif kind < 7 and parents:
        parent, child = rng.choice(parents)
        for i in range(rng.choice(REPEATS)):
            twin = copy.deepcopy(child)
            if kind == 6 and 'name' in twin.attrib:
                twin.attrib['name'] += str(i)
            parent.append(twin)
    elif kind == 7 and parents:
        parent, child = rng.choice(parents)
        parent.remove(child)
    elif kind == 8 and parents:
        parent, child = rng.choice(parents)
        rng.choice(list(root.iter())).append(copy.deepcopy(child))
    elif kind == 9:
        element.tag = rng.choice(['a', 'xacro:if', 'mesh', 'node', 'link', element.tag + 's'])
    elif kind == 10 and element.text and element.text.strip():
        words = element.text.split(' ')
        words[rng.randrange(len(words))] = number(rng)
        element.text = ' '.join(words * rng.choice([1, 1, 1, 100]))
    elif kind == 11:
        for _ in range(rng.choice([10, 90, 110, 600])):
            element = ElementTree.SubElement(element, rng.choice(['node', 'a']))
    else:
        element.attrib.update({f'a{i}': 'b' for i in range(rng.choice(REPEATS))})
    try:
        text = ElementTree.tostring(root, encoding='unicode')
    except (ValueError, RecursionError):
        return text
    if rng.random() < 0.03:
        text = '<!DOCTYPE r [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;&a;">]>' + text.replace('="', '="&b;', 1)
    for code in (0x1b, 0x7f, 0x85):  # as references, which XML 1.0 writers leave out
        text = text.replace(chr(code), f'&#{code};')
    return text


def change_bytes(rng, data):
    """Counts of 1 to 8 bytes, floats, length, pieces."""
    if not data:
        return data
    data = bytearray(data)
    at = rng.randrange(len(data))
    kind = rng.randrange(8)
    if kind == 0:
        data[at] ^= 1 << rng.randrange(8)
    elif kind == 1:
        value = rng.choice([0, 1, 255, 256, 65535, 2 ** 31 - 1, 2 ** 31, 2 ** 32 - 1, 2 ** 63, 2 ** 64 - 1])
        size = rng.choice([1, 2, 4, 8])
        data[at:at + size] = (value % (1 << 8 * size)).to_bytes(size, rng.choice(['little', 'big']))
    elif kind == 2:
        value = rng.choice([float('nan'), float('inf'), 1e308, 5e-324, -0.0, 1e-162, 1e16])
        data[at:at + 8] = struct.pack('<d', value)
    elif kind == 3:
        data[at:at + 4] = struct.pack('<I', rng.choice([0x7fc00000, 0x7f800000, 0x7f7fffff, 1, 0x80000000]))
    elif kind == 4:
        del data[at:]
    elif kind == 5:
        del data[at:at + rng.choice([1, 2, 4, 50])]
    elif kind == 6:
        data[at:at] = data[at:at + rng.choice([1, 4, 50, 100])] * rng.choice(REPEATS)
    else:
        text = re.sub(rb'\d+', lambda m: number(rng).encode() if rng.random() < 0.3 else m.group(), bytes(data[:400]))
        data[:400] = text
    return bytes(data)
