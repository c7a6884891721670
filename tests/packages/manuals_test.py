# SPDX-License-Identifier: Apache-2.0
"""The manual page and the completions name every command and every option that the command's own help names, and work
in the shells there are.
"""
import os
import pathlib
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(os.environ['TOCCA_SOURCE_DIR'])
COMMAND = pathlib.Path(os.environ['TOCCA_EXECUTABLE'])
OPTION = re.compile(r'^ +((?:-\w,)?--[\w-]+)', re.M)

sys.dont_write_bytecode = True
sys.path.insert(0, str(ROOT / 'packaging'))
import help_text


def output(*command, **options):
    return subprocess.run(command, capture_output=True, text=True, timeout=60, check=True, **options).stdout


def options_by_command():
    """Read from the help without the parser that is tested."""
    helps = {'': output(COMMAND, '--help')}
    table = helps[''].split('Subcommands:\n')[1].split('\n\n')[0]
    for name in re.findall(r'^  (\w+) ', table, re.M):
        helps[name] = output(COMMAND, name, '--help')
    return {name: [word for group in OPTION.findall(text) for word in group.split(',')]
            for name, text in helps.items()}


class Manuals(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.temporary = tempfile.TemporaryDirectory()
        cls.addClassCleanup(cls.temporary.cleanup)
        cls.folder = pathlib.Path(cls.temporary.name)
        cls.page = cls.folder / 'tocca.1'
        subprocess.run([ROOT / 'packaging/make-man-page', COMMAND, cls.page], check=True)
        subprocess.run([ROOT / 'packaging/make-completions', COMMAND, cls.folder], check=True)
        cls.options = options_by_command()
        # The completions call the command by its name.
        cls.environment = {**os.environ, 'PATH': f'{COMMAND.parent}:{os.environ["PATH"]}', 'LC_ALL': 'C.UTF-8',
                           'HOME': str(cls.folder), 'XDG_CONFIG_HOME': str(cls.folder)}

    def needs(self, program):
        if shutil.which(program) is None:
            self.skipTest(f'{program} is not installed')

    def test_there_are_commands_and_options(self):
        self.assertGreaterEqual(len(self.options), 7)
        for name, options in self.options.items():
            self.assertIn('--help', options, name)

    def test_page_has_every_option_of_every_command(self):
        text = self.page.read_text().replace('\\-', '-')
        sections = re.split(r'^\.SS "tocca (\w+)"$', text, flags=re.M)
        by_command = dict(zip(['', *sections[1::2]], sections[::2]))
        self.assertEqual(set(by_command), set(self.options))
        for name, options in self.options.items():
            for option in options:
                self.assertRegex(by_command[name], rf'(?m)^\S*(?:.*, )?\\fB{option}\\fR', f'tocca {name}')

    def test_page_is_clean_roff(self):
        self.needs('man')
        done = subprocess.run(['man', '--warnings', '-E', 'UTF-8', '-l', '-Tutf8', '-Z', self.page], capture_output=True,
                              text=True, timeout=60, env=self.environment)
        self.assertEqual((done.returncode, done.stderr), (0, ''))
        shown = output('man', '-l', self.page, env={**self.environment, 'MANWIDTH': '100', 'MANPAGER': 'cat'})
        for name in self.options:
            self.assertIn(f'tocca {name}', shown)

    def bash(self, line):
        words = line.split(' ')
        script = (f'compopt() {{ :; }}; source {self.folder}/bash/tocca; COMP_WORDS=({shlex.join(words)}); '
                  f'COMP_CWORD={len(words) - 1}; _tocca; printf "%s\\n" "${{COMPREPLY[@]}}"')
        return output('bash', '--norc', '-c', script, env=self.environment).split()

    def fish(self, line):
        script = f"source {self.folder}/fish/tocca.fish; complete -C '{line}'"
        return [row.split('\t')[0]
                for row in output('fish', '--no-config', '-c', script, env=self.environment).split('\n') if row]

    def zsh(self, line):
        """Types the line and two tabs into a zsh of its own, once that has shown its prompt, and gives the words it
        shows.
        """
        script = f'''
            zmodload zsh/zpty
            zpty shell 'TERM=dumb PS1= zsh -f -i'
            zpty -w shell 'fpath=({self.folder}/zsh $fpath); autoload -Uz compinit; compinit -D -u'
            zpty -w shell 'zstyle ":completion:*" list-prompt ""; setopt no_always_last_prompt auto_list no_list_ambiguous'
            zpty -w shell 'stty columns 300 rows 200; LISTMAX=0; PS1=rea""dy'
            zpty -r -m shell seen '*ready*'
            zpty -w -n shell $'{line}\\t\\t\\C-u'
            zpty -w shell 'echo do""ne'
            zpty -r -m shell seen '*done*'
            print -r -- "$seen"
            zpty -d shell'''
        return re.findall(r'[\w-]+', output('zsh', '-f', '-c', script, env=self.environment))

    def expect_completions(self, complete):
        commands = [name for name in self.options if name]
        offered = complete('tocca ')
        for name in commands:
            self.assertIn(name, offered)
        for name in commands:
            offered = complete(f'tocca {name} --')
            for option in self.options[name]:
                if option.startswith('--'):
                    self.assertIn(option, offered, f'tocca {name}')
        self.assertEqual(sorted(complete('tocca mesh --self ')), ['off', 'on'])
        self.assertIn('EMU128', complete('tocca mesh --target '))
        self.assertIn('cloth-over-ball', complete('tocca scene cloth-'))
        self.assertEqual(complete('tocca rigid --budget '), [])

    def test_bash_completes(self):
        self.needs('bash')
        self.expect_completions(self.bash)

    def test_fish_completes(self):
        self.needs('fish')
        self.expect_completions(self.fish)

    def test_zsh_completes(self):
        self.needs('zsh')
        offered = self.zsh('tocca ')
        for name in self.options:
            if name:
                self.assertIn(name, offered)
        offered = self.zsh('tocca mesh --')
        for option in self.options['mesh']:
            if option.startswith('--'):
                self.assertIn(option, offered)
        script = (self.folder / 'zsh/_tocca').read_text()
        for name, options in self.options.items():
            for option in options:
                self.assertRegex(script, rf"[{{,'*]{option}[\[,}}]", f'tocca {name}')


class HelpText(unittest.TestCase):
    TEXT = '''Example:
  tocca move a b

Move things
Usage: tocca move [OPTIONS] [FILE...]

Positionals:
  FILE                    Things to move

Options:
  -h,--help               Print this help message and exit
  --a-very-long-option-of-all D
                          What it does,
                          in two lines

Pictures:
  --png FILE              A picture

Poses: x,y,z.
'''

    def test_reads_all_parts(self):
        found = help_text.parse('move', self.TEXT)
        self.assertEqual(found.examples, ['tocca move a b'])
        self.assertEqual(found.summary, 'Move things')
        self.assertEqual(found.usage, 'tocca move [OPTIONS] [FILE...]')
        self.assertEqual([entry.names for entry in found.positionals], [['FILE']])
        self.assertEqual([entry.names for entry in found.options],
                         [['-h', '--help'], ['--a-very-long-option-of-all'], ['--png']])
        self.assertEqual([entry.value for entry in found.options], ['', 'D', 'FILE'])
        self.assertEqual(found.options[1].text, 'What it does, in two lines')
        self.assertEqual(found.notes, ['Poses: x,y,z.'])

    def test_refuses_what_is_no_help(self):
        for text in ['', 'Usage: tocca', 'tocca: internal error\n', 'Options:\n  --x\n']:
            with self.assertRaises(ValueError):
                help_text.parse('move', text)


if __name__ == '__main__':
    unittest.main()
