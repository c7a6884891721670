# SPDX-License-Identifier: Apache-2.0
"""The commands that pages show, as they are typed, with what they print.

A block of ```console has commands, each after '$ ', and under each what it prints. A line '...' stands for any number of
lines. Above a block may stand: <!-- exit: 1 --> for commands that end so (0 is meant otherwise), <!-- not run: REASON -->.
A block of another kind under <!-- file: NAME --> is a file that is there from then on.
"""
import re

BLOCK = re.compile(r'(?P<before>[^\n]*)\n```(?P<language>\w*)\n(?P<text>.*?)^```$', re.MULTILINE | re.DOTALL)
FILE = re.compile(r'^<!-- file: (\S+) -->$')
EXIT = re.compile(r'^<!-- exit: (\d+) -->$')
REASON = re.compile(r'^<!-- not run: \S.* -->$')


class Command:
    def __init__(self, line, text, code):
        self.line = line
        self.text = text
        self.code = code
        self.output = []


class File:
    def __init__(self, name, text):
        self.name = name
        self.text = text


def blocks(text):
    """Commands and files in their order."""
    for match in BLOCK.finditer(text):
        file, code = FILE.match(match['before']), EXIT.match(match['before'])
        if file:
            yield File(file[1], match['text'])
        elif match['language'] == 'console' and not REASON.match(match['before']):
            yield from commands(match['text'], text.count('\n', 0, match.start('text')), int(code[1]) if code else 0)


def commands(text, line, code):
    command = None
    for number, content in enumerate(text.splitlines(), line + 1):
        if content.startswith('$ '):
            if command:
                yield command
            command = Command(number, content[2:], code)
        elif command:
            command.output.append(content)
    if command:
        yield command


MASKS = [
    (re.compile(r'[\d.,]+(e-?\d+)? (s|ms|us|MB|KB|kB)\b'), '# unit'),
    (re.compile(r'\bon \d+ threads?\b'), 'on # threads'),
    (re.compile(r'\b(AVX2|SSE4|EMU128|AVX3\w*)\b'), 'TARGET'),
    (re.compile(r' {2,}'), '  '),
]


def masked(lines):
    """Without what differs from run to run: times, threads, SIMD target, and the last column of a table of seconds."""
    result, seconds = [], False
    for line in lines:
        if re.search(r' seconds$', line):
            seconds = True
        elif seconds and not line.strip():
            seconds = False
        elif seconds and line != '...':
            line = re.sub(r'[\d.]+$', '#', line)
        for pattern, mark in MASKS:
            line = pattern.sub(mark, line)
        result.append(line.strip())
    while result and not result[-1]:
        result.pop()
    return result


def matches(shown, printed):
    """Whether the masked lines printed are those shown, where '...' stands for any number of lines."""
    pattern = ''.join(r'(?:.*\n)*?' if line == '...' else re.escape(line) + r'\n' for line in shown)
    return re.fullmatch(pattern, ''.join(line + '\n' for line in printed)) is not None
