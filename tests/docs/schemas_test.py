# SPDX-License-Identifier: Apache-2.0
"""What the command writes, and what the pages show, is as docs/schemas says."""
import json
import os
import pathlib
import re
import subprocess
import tempfile
import unittest

import json_schema

ROOT = pathlib.Path(__file__).resolve().parents[2]
TOCCA = os.environ['TOCCA_EXECUTABLE']
SCHEMAS = json_schema.Schemas(ROOT / 'docs/schemas')
# Every file with a schema has its name and version in the member `schema`.
BY_NAME = {document['properties']['schema']['const']: file for file, document in SCHEMAS.documents.items()
           if 'schema' in document.get('properties', {})}

ARM = '''<robot name="arm"><link name="base"/>
<link name="upper"><collision><origin xyz="0.5 0 0"/><geometry><box size="1 0.1 0.1"/></geometry></collision></link>
<link name="fore"><collision><origin xyz="0.5 0 0"/><geometry><capsule radius="0.05" length="0.8"/></geometry></collision></link>
<link name="tip"><collision><geometry><sphere radius="0.05"/></geometry></collision></link>
<joint name="shoulder" type="revolute"><parent link="base"/><child link="upper"/><axis xyz="0 0 1"/><limit lower="-3" upper="3"/></joint>
<joint name="elbow" type="continuous"><parent link="upper"/><child link="fore"/><origin xyz="1 0 0"/><axis xyz="0 0 1"/></joint>
<joint name="wrist" type="revolute"><parent link="fore"/><child link="tip"/><origin xyz="1 0 0"/><limit lower="-3" upper="3"/>
<mimic joint="elbow" multiplier="0.5" offset="0.1"/></joint></robot>'''
SCENE = {'schema': 'tocca.robot-scene/1', 'name': 'cell', 'objects': [
    {'name': 'ball', 'shape': 'sphere:0.2', 'pose': '1.2,1.2,0'},
    {'name': 'lamp', 'pose': [[1, 0, 0, 3], [0, 1, 0, 3], [0, 0, 1, 0], [0, 0, 0, 1]], 'shapes': [{'shape': 'box:1,1,1'}]}],
    'attached': [{'name': 'part', 'link': 'tip', 'shape': 'box:0.1,0.1,0.1', 'touch_links': ['fore']}],
    'allowed': [['upper', 'lamp'], {'a': 'fore', 'b': 'lamp', 'reason': 'far away'}], 'start': {'elbow': 0.0}}
WORLD = {'schema': 'tocca.world/1', 'bodies': [
    {'name': 'floor', 'shape': 'box:20,20,1', 'pose': '0,0,-0.5'},
    {'name': 'ball', 'shape': 'sphere:1', 'group': 1, 'poses': ['-3,0,5', '-3,0,2.5', '-3,0,-1']},
    {'name': 'knot', 'shape': 'knot:1,0.15', 'reference': [0, 0, 0.1], 'screw': False,
     'poses': ['3,0,9', '3,0,6,0,0,90deg', [[1, 0, 0, 3], [0, 1, 0, 0], [0, 0, 1, 3], [0, 0, 0, 1]]]}],
    'skip_groups': [[1, 1]], 'skip_pairs': [['floor', 2]]}
MIXED = {'schema': 'tocca.scene/1', 'parts': [
    {'name': 'sheet', 'mesh': 'sheet_0.obj', 'frames': ['sheet_*.obj'], 'thickness': 0.01, 'group': 1},
    {'name': 'still', 'mesh': 'sheet_1.obj', 'self': False, 'solid': False},
    {'name': 'ball', 'body': 'sphere:0.2', 'solid': True, 'poses': ['0,2,2', [[1, 0, 0, 0], [0, 1, 0, 2], [0, 0, 1, 3], [0, 0, 0, 1]]]},
    {'name': 'arm', 'robot': 'arm.urdf', 'pose': '0,0,-3', 'path': [[0, 0], 'elbow=0.5'],
     'holds': [{'link': 'fore', 'body': 'box:0.1,0.1,0.1', 'pose': '1,0,0', 'touch_links': ['tip']}]}],
    'ignored_pairs': [['arm/fore', 'still']], 'ignored_groups': [[1, 2]], 'clearance': 0.001, 'threshold': 1e-4}
QUERIES = '\n'.join(['0.25,0.25,1', '0,0,0', '1,0,0', '0,1,0', '0.25,0.25,-1', '0,0,0', '1,0,0', '0,1,0',
                     '5,5,1', '0,0,0', '1,0,0', '0,1,0', '5,5,-1', '0,0,0', '1,0,0', '0,1,0']) + '\n'

COMMANDS = '''
query queries_vf.csv --json out.json --stats stats.json
query queries_vf.csv --clearance 0.5 --json out.json --stats stats.json
explain queries_vf.csv --index 0 --json out.json
explain queries_vf.csv --index 1 --json out.json
explain --kind ee --points "0,0,0 1,0,0 0,0,0 1,0,0 0,0,0 1,0,0 0,0,0 1,0,0" --json out.json
mesh --scene fold-cfl:1K --first --json out.json --stats stats.json
mesh --scene fold-cfl:1K --all --start-intersections --json out.json --stats stats.json
mesh --scene fold-cfl:1K --collides --json out.json --stats stats.json
mesh --scene fold-cfl:1K --step --clearance 0.001 --json out.json --stats stats.json
mesh --scene fold-cfl:1K --all --contacts out.json
rigid sphere:0.5 box:1,1,1 --from 0,0,3 --to 0,0,-1 --contacts out.json
mesh --scene remeshing-cloth:1K --first --json out.json --stats stats.json
mesh --scene bouncing-balls:1K --components --first --json out.json
rigid sphere:0.5 box:1,1,1 --from 0.1,0.2,3 --to 0,0,-1,90,0,0deg --contacts-within 0.1 --json out.json --stats stats.json
rigid sphere:0.5 box:1,1,1 --from 0,0,3 --to 0,0,2 --json out.json
rigid sphere:0.5 box:1,1,1 --from 0,0,0 --solid --json out.json
rigid sphere:0.5 box:1,1,1 --from 0,0,3 --to 0,0,-1 --collides --json out.json --stats stats.json
rigid --world world.json --json out.json --stats stats.json
rigid --world world.json --all --json out.json --stats stats.json
rigid --world world.json --collides --json out.json --stats stats.json
robot arm.urdf --from 0,0 --to 1.5,0 --scene cell.json --pair-clearance fore,ball=0.01 --json out.json --stats stats.json
robot arm.urdf --from 0,0 --to 1.5,0 --scene cell.json --all --json out.json --stats stats.json
robot arm.urdf --from 0,0 --to 1.5,0 --scene cell.json --collides --json out.json --stats stats.json
robot arm.urdf --scene cell.json --info --json out.json
check mixed.json --json out.json --stats stats.json
check mixed.json --all --json out.json --stats stats.json
check mixed.json --collides --json out.json --stats stats.json
'''.strip().splitlines()


class Schemas(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        (self.folder / 'arm.urdf').write_text(ARM)
        (self.folder / 'cell.json').write_text(json.dumps(SCENE))
        (self.folder / 'world.json').write_text(json.dumps(WORLD))
        (self.folder / 'mixed.json').write_text(json.dumps(MIXED))
        for frame, height in enumerate((1.0, -0.5)):
            (self.folder / f'sheet_{frame}.obj').write_text(f'v -3 -3 {height}\nv 3 -3 {height}\nv 0 3 {height}\nf 1 2 3\n')
        (self.folder / 'queries_vf.csv').write_text(QUERIES)

    def run_command(self, text):
        done = subprocess.run(['bash', '-c', f'exec "{TOCCA}" {text}'], cwd=self.folder, capture_output=True, text=True, timeout=120)
        self.assertIn(done.returncode, (0, 1), done.stderr)

    def assert_fits(self, value, file):
        self.assertEqual(SCHEMAS.faults(value, file)[:5], [])

    def test_outputs_of_the_command(self):
        seen = set()
        for text in COMMANDS:
            with self.subTest(command=text):
                for file in ('out.json', 'stats.json'):
                    (self.folder / file).unlink(missing_ok=True)
                self.run_command(text)
                for file in ('out.json', 'stats.json'):
                    if (self.folder / file).exists():
                        value = json.loads((self.folder / file).read_text())
                        seen.add(value['schema'])
                        self.assert_fits(value, BY_NAME[value['schema']])
        self.assertEqual(seen | {'tocca.world/1', 'tocca.robot-scene/1', 'tocca.scene/1'}, set(BY_NAME))

    def test_lines_of_json(self):
        self.run_command('query queries_vf.csv --each each.jsonl')
        self.run_command('query queries_vf.csv --clearance 0.5 --each near.jsonl')
        self.run_command('mesh --scene fold-cfl:1K --all --contacts contacts.jsonl')
        self.run_command('mesh --scene bouncing-balls:1K --all --contacts pairs.jsonl --intersections crossings.jsonl')
        self.run_command('robot arm.urdf --from 0,0 --to 1.5,0 --scene cell.json --contacts touching.jsonl')
        for name, schema in [('each', 'query-each'), ('near', 'query-each'), ('contacts', 'contact-line'),
                             ('pairs', 'contact-line'), ('touching', 'contact-line'), ('crossings', 'mesh-intersection')]:
            for line in (self.folder / f'{name}.jsonl').read_text().splitlines()[:50]:
                with self.subTest(file=name, line=line):
                    self.assert_fits(json.loads(line), f'{schema}.json')

    def test_inputs_that_the_command_reads(self):
        self.assert_fits(SCENE, 'robot-scene.json')
        self.assert_fits(WORLD, 'world.json')
        self.assert_fits(MIXED, 'scene.json')

    def test_blocks_of_the_pages(self):
        shown = 0
        for page in (ROOT / 'docs').glob('*.md'):
            for block in re.findall(r'^```json\n(.*?)^```$', page.read_text(), re.MULTILINE | re.DOTALL):
                with self.subTest(page=page.name, block=block[:60]):
                    value = json.loads(block.splitlines()[0] if block.startswith('{"file"') else block)
                    if value.get('schema') in BY_NAME:
                        shown += 1
                        self.assert_fits(value, BY_NAME[value['schema']])
        self.assertGreater(shown, 4)

    def test_every_schema_is_described(self):
        page = (ROOT / 'docs/schemas.md').read_text()
        for file in SCHEMAS.documents:
            self.assertIn(f'schemas/{file}', page)

    def test_faults_are_found(self):
        good = {'queries': 1, 'contacts': 0, 'labelled': 0, 'false_negatives': 0, 'false_positives': 0, 'undecided': 0}
        good = {'schema': 'tocca.query/1', **good, 'files': [{'file': 'a', 'kind': 'vf', **good}]}
        self.assert_fits(good, 'query.json')
        for change, fault in [({'queries': -1}, 'below'), ({'queries': 'x'}, 'type'), ({'more': 1}, 'unknown'), ({'schema': 'x'}, 'not'),
                              ({'files': [{**good['files'][0], 'kind': 'xx'}]}, 'none of')]:
            self.assertIn(fault, ' '.join(SCHEMAS.faults({**good, **change}, 'query.json')))
        self.assertIn('lacks', SCHEMAS.faults({'schema': 'tocca.query/1'}, 'query.json')[0])
        both = {**WORLD, 'bodies': [{'shape': 'box:1,1,1', 'mesh': 'a.obj'}]}
        self.assertTrue(SCHEMAS.faults(both, 'world.json'))
        for part in ({'name': 'a'}, {'name': 'a', 'mesh': 'a.obj', 'body': 'box:1,1,1'}, {'name': 'a', 'body': 'box:1,1,1', 'self': True}):
            self.assertTrue(SCHEMAS.faults({**MIXED, 'parts': [part]}, 'scene.json'))


if __name__ == '__main__':
    unittest.main()
