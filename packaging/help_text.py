# SPDX-License-Identifier: Apache-2.0
"""What `tocca --help` and the help of every command say, as data.

The manual page and the completions are made from it, so that an option is described in one place: where the command
line is declared.
"""
import dataclasses
import re
import subprocess

HEADING = re.compile(r'([A-Z][\w ]*):')
ENTRY = re.compile(r'  (\S.*?)(?:  +(\S.*))?')


@dataclasses.dataclass
class Entry:
    """A line of a table: an option with its names and the name of its value, a positional argument or a command."""
    names: list
    value: str
    text: str


@dataclasses.dataclass
class Help:
    """The help of one command; `name` is empty for that of tocca itself."""
    name: str
    examples: list
    summary: str
    usage: str
    positionals: list
    options: list
    commands: list
    notes: list


def entries(lines):
    """The entries of a table of names and descriptions; what is indented further continues the description."""
    found = []
    for line in lines:
        match = ENTRY.fullmatch(line)
        if match:
            first, _, value = match[1].partition(' ')
            found.append(Entry(first.split(','), value, match[2] or ''))
        elif found:
            found[-1].text = f'{found[-1].text} {line.strip()}'.strip()
        else:
            raise ValueError(f'this line of the help is not understood: {line!r}')
    return found


def parse(name, text):
    """The help in `text`. Raises ValueError on what is not laid out as the help of tocca is."""
    result = Help(name, [], '', '', [], [], [], [])
    for block in re.split(r'\n{2,}', text.strip('\n')):
        lines = block.split('\n')
        heading = HEADING.fullmatch(lines[0])
        if heading and heading[1] == 'Example':
            result.examples = [line[2:] for line in lines[1:]]
        elif heading and heading[1] == 'Positionals':
            result.positionals = entries(lines[1:])
        elif heading and heading[1] == 'Subcommands':
            result.commands = entries(lines[1:])
        elif heading and lines[1:] and lines[1].startswith('  -'):
            result.options += entries(lines[1:])
        elif any(line.startswith('Usage: ') for line in lines):
            at = [line.startswith('Usage: ') for line in lines].index(True)
            result.summary = ' '.join(lines[:at])
            result.usage = ' '.join(line.strip() for line in lines[at:]).removeprefix('Usage: ')
        else:
            result.notes += lines
    if not (result.summary and result.usage and result.options):
        raise ValueError(f'the help of tocca {name} is not understood')
    return result


def output(*command):
    return subprocess.run(command, capture_output=True, text=True, check=True, timeout=60).stdout


def read(executable):
    """The help of tocca itself, and that of each of its commands."""
    overall = parse('', output(executable, '--help'))
    commands = [parse(entry.names[0], output(executable, entry.names[0], '--help')) for entry in overall.commands]
    return overall, commands


def version(executable):
    """The number alone, as in 1.2.3."""
    return output(executable, '--version').split('\n')[0].removeprefix('tocca ')
