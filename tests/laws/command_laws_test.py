# SPDX-License-Identifier: Apache-2.0
"""The laws of an answer through the command: its exit code, its sentence, its JSON and its report say the same, every
verb says the same, and so does every subject that the same geometry is asked about as.

TOCCA_COMMAND_LAW_SCENES=N asks about N scenes in place of a few dozen (TOCCA_LAW_SCENES=N, which the other tests of
tests/laws go by too, about an eightieth), TOCCA_COMMAND_LAW_FIRST=S begins with scene S."""
import collections
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parents[1]
sys.path[:0] = [str(HERE), str(ROOT / 'tests/apps'), str(ROOT / 'tests/docs')]
import law_scenes  # noqa: E402
from json_schema import Schemas  # noqa: E402
from report_page import Report  # noqa: E402

TOCCA = os.environ['TOCCA_EXECUTABLE']
SCHEMAS = Schemas(ROOT / 'docs/schemas')
SCHEMA_FILES = {document['properties']['schema']['const']: file for file, document in SCHEMAS.documents.items()
                if 'schema' in document.get('properties', {})}
FIRST = int(os.environ.get('TOCCA_COMMAND_LAW_FIRST', 0))
COUNT = int(os.environ.get('TOCCA_COMMAND_LAW_SCENES', max(72, int(os.environ.get('TOCCA_LAW_SCENES', 0)) // 80)))
THRESHOLD = 2.0**-20  # of bodies; far below the grid of the scenes

AT_START = ('touching_at_start', 'crossing_at_start', 'inside')
OUTCOMES = ('free', 'contact', *AT_START, 'near_at_start', 'undecided')
EXIT_CODES = {'free': 0, 'contact': 1, 'undecided': 3, 'nothing': 3}

SLIDES = '<robot name="slides"><link name="base"/>' + ''.join(
    f'<link name="{link}">{{{link}}}</link><joint name="slide_{link}" type="prismatic"><parent link="{parent}"/>'
    f'<child link="{link}"/><axis xyz="{axis}"/><limit lower="-100" upper="100" effort="1" velocity="1"/></joint>'
    for parent, link, axis in (('base', 'x', '1 0 0'), ('x', 'y', '0 1 0'), ('y', 'hand', '0 0 1'))) + '</robot>'
HAND = '<collision><geometry><mesh filename="{}"/></geometry></collision>'


def verdict_of(outcomes):
    """What all steps come to, as docs/report_format.md has it."""
    known = set(outcomes)
    if not known:
        return 'nothing'
    if known - {'free', 'undecided'}:
        return 'contact'
    return 'free' if known == {'free'} else 'undecided'


def numbers(values):
    return ','.join(map(repr, values))


class Said:
    """All that one run of the command says."""

    def __init__(self, folder, arguments, with_report=True):
        for name in ('out.json', 'out.html'):
            (folder / name).unlink(missing_ok=True)
        outputs = ['--json', 'out.json'] + (['--report', 'out.html'] if with_report else [])
        self.arguments = [str(argument) for argument in arguments]
        done = subprocess.run([TOCCA, *self.arguments, '--threads', '1', *outputs], cwd=folder, capture_output=True,
                              text=True, timeout=120, check=False)
        self.code, self.out, self.err = done.returncode, done.stdout, done.stderr
        self.json = self.report = None
        if (folder / 'out.json').exists():
            self.text = (folder / 'out.json').read_text(encoding='utf-8')
            self.json = json.loads(self.text)
        if (folder / 'out.html').exists():
            self.report = Report(folder / 'out.html')

    @property
    def steps(self):
        """The answers, one or many."""
        return self.json.get('steps', self.json.get('edges', [self.json]))

    @property
    def unanswered(self):
        return self.json.get('topology_changes', [])

    @property
    def outcomes(self):
        return [step['outcome'] for step in self.steps]

    @property
    def verdict(self):
        """What the JSON comes to. Of a step that was not answered nothing is known."""
        return verdict_of(self.outcomes + ['undecided' for _ in self.unanswered])

    def faults(self):
        """Where the parts of what is said disagree."""
        if self.json is None:
            return [f'no JSON was written; exit code {self.code}, {self.err}']
        found = [f'JSON: {fault}' for fault in SCHEMAS.faults(self.json, SCHEMA_FILES[self.json['schema']])[:3]]
        if self.err:
            found.append(f'complains: {self.err}')
        if self.code != EXIT_CODES[self.verdict]:
            found.append(f'exit code {self.code}, while JSON says {self.outcomes}')
        found += self.faults_of_sentence() + self.faults_of_report()
        for step in self.steps:
            found += self.faults_of_step(step)
        in_contact = sum(outcome not in ('free', 'undecided') for outcome in self.outcomes)
        for name, expected in (('steps_in_contact', in_contact), ('edges_in_contact', in_contact),
                               ('steps_answered', len(self.steps)), ('edges_answered', len(self.steps)),
                               ('complete', not self.unanswered)):
            if self.json.get(name, expected) != expected:
                found.append(f'{name} is {self.json[name]}, not {expected}')
        return found

    def faults_of_sentence(self):
        """The words of the summary that decide are those of the verdict, and of no other."""
        lines = self.out.splitlines()
        head = re.compile(r'(\d+ (step|edge)s?( of [\d,]+ triangles?)?: |no (step|edge) )')
        about = [line for line in lines if head.match(line)]
        if self.json['schema'] == 'tocca.rigid/1':
            blank = lines.index('')
            about = [lines[blank + 1]]
        if len(about) != 1:
            return [f'no one sentence says what was found:\n{self.out}']
        if self.json['schema'] == 'tocca.rigid/1':
            sentence = re.split('[:;]', about[0])[0]  # the rest says why, or until when
        else:
            sentence = about[0] if about[0].startswith('no ') else about[0].partition(': ')[2]
        says = {'free': 'free, proven' in sentence,
                'undecided': re.search('undecided|(not|was) checked', sentence) is not None,
                'contact': re.search(r'\b(in contact|contact at|touch(es)?|cross(es)?|inside|nearer|within)\b',
                                     sentence) is not None}
        found = []
        for word, is_said in says.items():
            if is_said != (word == self.verdict):
                found.append(f'the sentence "{sentence}" {"says" if is_said else "does not say"} {word}, '
                             f'while JSON says {self.outcomes}')
        if self.out.count('free, proven') != (1 if self.verdict == 'free' else 0):
            found.append('"free, proven" is said elsewhere')
        return found

    def faults_of_report(self):
        if self.report is None:
            return []
        manifest, found = self.report.manifest, []
        if self.report.answers != self.text:
            found.append('the report holds other answers than JSON')
        if manifest['verdict'] != self.verdict:
            found.append(f'the report has the colour of {manifest["verdict"]}, JSON that of {self.verdict}')
        answered = [step for number, step in enumerate(manifest['steps']) if number not in self.unanswered]
        if [step['outcome'] for step in answered] != self.outcomes:
            found.append(f'the report has steps {[step["outcome"] for step in answered]}, JSON {self.outcomes}')
        if [step['safe_until'] for step in answered] != [step['safe_until'] for step in self.steps]:
            found.append('the report is green to other times than JSON says')
        if any(manifest['steps'][number]['outcome'] != 'undecided' or manifest['steps'][number]['safe_until'] != 0
               for number in self.unanswered):
            found.append('a step that was not checked is shown as if it were')
        return found

    def faults_of_step(self, step):
        outcome, until, contact = step['outcome'], step['safe_until'], step['contact']
        rules = [(outcome in OUTCOMES, 'is an outcome'),
                 (outcome != 'free' or (until == 1 and contact is None), 'is free to the end, without a contact'),
                 (outcome not in AT_START or until == 0, 'is not safe for a while')]
        if self.json['verb'] == 'collides':
            rules += [(contact is None, 'has no contact, for which nobody asked'),
                      (outcome in ('free', 'contact', 'undecided'), 'tells whether, and not when')]
        else:
            rules += [(outcome not in ('contact', 'touching_at_start') or contact is not None, 'has its contact')]
            if outcome == 'contact' and contact is not None:
                rules.append((until == contact['toc'][0], 'is safe until its contact'))
            if outcome == 'touching_at_start' and contact is not None:
                rules.append((contact['toc'] == [0, 0], 'touches at 0'))
        return [f'what is {outcome} {rule}: {step}' for holds, rule in rules if not holds]


def faults_of_verbs(said):
    """Where verbs disagree about one subject: first_contact is what the others are measured by."""
    first, found = said['first_contact'], []

    def demand(holds, sentence):
        if not holds:
            found.append(sentence)

    for verb, other in said.items():
        demand(other.code == first.code, f'exit code {other.code} with {verb}, {first.code} with first_contact')
        demand(len(other.steps) == len(first.steps), f'{verb} answers {len(other.steps)} steps')
        demand(other.json['verb'] == verb, f'{verb} is called {other.json["verb"]}')
        for number, (one, base) in enumerate(zip(other.steps, first.steps)):
            about = f'step {number}: {verb} says {one["outcome"]} until {one["safe_until"]}, ' \
                    f'first_contact {base["outcome"]} until {base["safe_until"]}'
            if verb == 'collides':
                demand(verdict_of([one['outcome']]) == verdict_of([base['outcome']]), about)
                continue
            demand(one['outcome'] == base['outcome'], about)
            if verb == 'safe_step':
                demand(one['safe_step'] <= base['safe_until'], f'{about}; the safe step is {one["safe_step"]}')
                # Meshes have to keep a part of what they have beyond a clearance.
                least = 0 if other.json.get('clearance') else 1
                demand(base['outcome'] != 'free' or one['safe_step'] == 1 or one['safe_step'] > least,
                       f'{about}; the safe step is short')
            else:
                demand(one['safe_until'] == base['safe_until'] and one['contact'] == base['contact'],
                       f'{about}; all_contacts begins with {one["contact"]}, first_contact finds {base["contact"]}')
            pairs = one.get('pairs') or []
            demand(not pairs or pairs[0]['outcome'] == base['outcome'], f'{about}; its first pair is {pairs[:1]}')
    return found


class Folder:
    """A scene in files, asked about as each of the subjects."""

    def __init__(self, folder, scene):
        self.folder, self.scene = folder, scene
        for frame in folder.glob('frame_*.obj'):
            frame.unlink()
        for number, place in enumerate(scene.places):
            self.write(f'frame_{number}.obj', scene.moving.moved(place).obj())
        self.write('moving.obj', scene.moving.obj())
        self.write('resting.obj', scene.resting.obj())
        poses = [numbers(place) for place in scene.places]
        self.write('world.json', json.dumps({'schema': 'tocca.world/1', 'bodies': [
            {'name': 'moving', 'mesh': 'moving.obj', 'solid': scene.solid, 'poses': poses},
            {'name': 'resting', 'mesh': 'resting.obj', 'solid': scene.solid}]}))
        self.write('slides.urdf', SLIDES.format(x='', y='', hand=HAND.format('moving.obj')))
        self.write('path.csv', 'slide_x,slide_y,slide_hand\n' + '\n'.join(poses) + '\n')
        self.write('around.json', json.dumps({'schema': 'tocca.robot-scene/1', 'objects': [
            {'name': 'resting', 'mesh': 'resting.obj', 'solid': scene.solid}]}))

    def write(self, name, text):
        (self.folder / name).write_text(text, encoding='utf-8')

    def ask(self, *arguments, **options):
        return Said(self.folder, arguments, **options)

    def clearance(self, more=0.0):
        gap = self.scene.clearance + more
        return ['--clearance', repr(gap)] if gap > 0 else []

    def meshes(self, verb, more=0.0, **options):
        return self.ask('mesh', '--object', 'frame_*.obj', '--object', 'resting.obj', '--self', 'off', *verb,
                        *self.clearance(more), **options)

    def bodies(self):
        return ['--threshold', repr(THRESHOLD), *self.clearance()]

    def pair(self, step, verb, *more):
        start, end = self.scene.steps()[step]
        return self.ask('rigid', 'moving.obj', 'resting.obj', f'--from={numbers(start)}', f'--to={numbers(end)}',
                        *(['--solid'] if self.scene.solid else []), *verb, *self.bodies(), *more)

    def world(self, verb, *more):
        return self.ask('rigid', '--world', 'world.json', *verb, *self.bodies(), *more)

    def robot(self, verb, *more):
        around = ['--scene', 'around.json'] if self.scene.seed % 2 else ['--against', 'resting.obj']
        return self.ask('robot', 'slides.urdf', '--path', 'path.csv', *around,
                        *(['--solid'] if self.scene.solid else []), *verb, *self.bodies(), *more)


FIRST_CONTACT, ALL, COLLIDES, STEP = [], ['--all'], ['--collides'], ['--step']


class CommandLaws(unittest.TestCase):
    def setUp(self):
        holder = tempfile.TemporaryDirectory()
        self.addCleanup(holder.cleanup)
        self.folder = pathlib.Path(holder.name)

    def check(self, said):
        """The parts of each answer agree, and the verbs do."""
        faults = []
        for verb, one in said.items():
            faults += [f'{" ".join(one.arguments)}\n  {fault}' for fault in one.faults()]
        if not faults:
            faults = [f'{" ".join(said["first_contact"].arguments)}\n  {fault}' for fault in faults_of_verbs(said)]
        return faults

    def faults_of_bodies(self, scene, name, said, meshes, beyond, bare):
        """Meshes are exact, and so bracket what bodies may say, whose contacts are within a threshold."""
        faults = []
        for number, step in enumerate(said.steps):
            mesh, free = meshes.steps[number], step['outcome'] == 'free'
            inside = step['outcome'] == 'inside'
            if free and mesh['outcome'] != 'free':
                faults.append(f'{name}, step {number}: free, and {mesh["outcome"]} as meshes')
            if not free and not inside and beyond.steps[number]['outcome'] == 'free':
                faults.append(f'{name}, step {number}: {step["outcome"]}, and free as meshes with twice the threshold')
            # What starts within the clearance may come nearer: by how much, meshes tell of each pair of features, bodies
            # of each pair of triangles.
            starts_near = step['starts_within_clearance'] or mesh['near_at_start']
            if mesh['contact'] and not starts_near and step['safe_until'] > mesh['contact']['toc'][1]:
                faults.append(f'{name}, step {number}: safe until {step["safe_until"]}, meshes touch at '
                              f'{mesh["contact"]["toc"]}')
            # However near they start, nothing is free beyond the time at which they touch without any clearance.
            touching = bare.steps[number]['contact']
            if touching and step['safe_until'] > touching['toc'][1]:
                faults.append(f'{name}, step {number}: safe until {step["safe_until"]}, and they touch at '
                              f'{touching["toc"]}')
            if inside and not scene.solid:
                faults.append(f'{name}, step {number}: inside what is no solid')
            if free and (law_scenes.is_certainly_not_free(scene, number) or law_scenes.starts_inside(scene, number)):
                faults.append(f'{name}, step {number}: free, and it is not')
        return faults

    def faults_of_scene(self, scene, seen):
        files = Folder(self.folder, scene)
        meshes = {'first_contact': files.meshes(FIRST_CONTACT), 'all_contacts': files.meshes(ALL),
                  'collides': files.meshes(COLLIDES), 'safe_step': files.meshes(STEP)}
        world = {'first_contact': files.world(FIRST_CONTACT), 'all_contacts': files.world(ALL),
                 'collides': files.world(COLLIDES)}
        robot = {'first_contact': files.robot(FIRST_CONTACT), 'all_contacts': files.robot(ALL),
                 'collides': files.robot(COLLIDES)}
        pairs = [{'first_contact': files.pair(step, FIRST_CONTACT), 'collides': files.pair(step, COLLIDES)}
                 for step in range(len(scene.steps()))]
        faults = [fault for said in (meshes, world, robot, *pairs) for fault in self.check(said)]
        if faults:
            return faults
        first, beyond = meshes['first_contact'], files.meshes(FIRST_CONTACT, 2 * THRESHOLD, with_report=False)
        bare = files.meshes(FIRST_CONTACT, -scene.clearance, with_report=False) if scene.clearance else first
        for number, step in enumerate(first.steps):
            seen[f'meshes {step["outcome"]}'] += 1
            if step['outcome'] == 'free' and law_scenes.is_certainly_not_free(scene, number):
                faults.append(f'meshes, step {number}: free, and it is not')
            if step['outcome'] != 'crossing_at_start' and law_scenes.crosses_at(scene, number, 0):
                faults.append(f'meshes, step {number}: {step["outcome"]}, and it starts with a crossing')
        for name, said in (('world', world), ('robot', robot)):
            faults += self.faults_of_bodies(scene, name, said['first_contact'], first, beyond, bare)
        for number, pair in enumerate(pairs):
            seen[f'bodies {pair["first_contact"].outcomes[0]}'] += 1
            for name, said in (('world', world), ('robot', robot)):
                step, one = said['first_contact'].steps[number], pair['first_contact'].json
                if step['outcome'] != one['outcome']:
                    faults.append(f'step {number}: {step["outcome"]} as {name}, {one["outcome"]} as two bodies')
        return faults

    def test_everything_that_is_said_agrees(self):
        seen, failures = collections.Counter(), 0
        for seed in range(FIRST, FIRST + COUNT):
            scene = law_scenes.random_scene(seed)
            faults = self.faults_of_scene(scene, seen)
            with self.subTest(scene=seed):
                self.assertFalse(faults, '\n'.join(['', *faults[:6], str(scene)]))
            failures += bool(faults)
            if failures == 5:
                break
        if failures or COUNT < 72:
            return
        # Scenes of one sort only would prove little.
        for kind in ('meshes free', 'meshes contact', 'meshes crossing_at_start', 'bodies free', 'bodies contact',
                     'bodies touching_at_start', 'bodies inside'):
            self.assertGreater(seen[kind], 0, f'no scene is {kind}: {dict(seen)}')

    def test_a_spent_budget_is_said_everywhere(self):
        outcomes = set()
        for seed in range(FIRST, FIRST + max(4, COUNT // 6)):
            files = Folder(self.folder, law_scenes.random_scene(seed))
            for ask in (lambda verb: files.pair(0, verb, '--budget', 1), lambda verb: files.world(verb, '--budget', 1),
                        lambda verb: files.robot(verb, '--budget', 1)):
                for said in (ask(FIRST_CONTACT), ask(COLLIDES)):
                    faults = said.faults()
                    with self.subTest(scene=seed, command=' '.join(said.arguments)):
                        self.assertFalse(faults, '\n'.join(['', *faults, said.out]))
                    outcomes.update(said.outcomes)
        self.assertIn('undecided', outcomes)

    def test_steps_that_are_not_checked_are_not_free(self):
        scene = law_scenes.random_scene(0)
        far = [law_scenes.Shape([(x + 40.0 + number, y, z) for x, y, z in shape.positions], shape.faces)
               for number, shape in enumerate((scene.moving, scene.moving, scene.resting, scene.resting))]
        far[2] = far[3] = law_scenes.snapped(*law_scenes.box(1, 1, 1))
        for number, shape in enumerate(far):
            (self.folder / f'change_{number}.obj').write_text(shape.obj())
        for verb in (FIRST_CONTACT, ALL, COLLIDES, STEP):
            for frames, expected in (((0, 1, 2, 3), [1]), ((1, 2), [0])):
                files = [f'change_{number}.obj' for number in frames]
                said = Said(self.folder, ['mesh', *files, '--topology-changes', *verb])
                with self.subTest(command=' '.join(said.arguments)):
                    self.assertEqual(said.faults(), [], said.out)
                    self.assertEqual(said.unanswered, expected)
                    self.assertEqual((said.code, said.verdict), (3, 'undecided'))

    def test_a_contradiction_is_found(self):
        """Each part of what is said, changed alone, contradicts the others."""
        cube = law_scenes.snapped(*law_scenes.box(1, 1, 1))
        for height, outcome, other in ((0.0, 'contact', 'free'), (50.0, 'free', 'contact')):
            places = [(4.0, 0.0, height), (-4.0, 0.0, height)]
            scene = law_scenes.Scene(seed=0, moving=cube, resting=cube, places=places, clearance=0.0, solid=False)

            def fresh(scene=scene):
                return Folder(self.folder, scene).world(FIRST_CONTACT)

            self.assertEqual((fresh().faults(), fresh().steps[0]['outcome']), ([], outcome))
            said = fresh()
            said.code = EXIT_CODES[other]
            self.assertTrue(said.faults(), 'another exit code')
            said = fresh()
            said.steps[0]['outcome'] = other
            self.assertTrue(said.faults(), 'another outcome')
            said = fresh()
            said.report.manifest['verdict'] = other
            self.assertTrue(said.faults(), 'another colour')
            said = fresh()
            said.report.manifest['steps'][0]['outcome'] = other
            self.assertTrue(said.faults(), 'another outcome in the report')
            said = fresh()
            said.out = said.out.replace(': free, proven', ': 1 in contact') if outcome == 'free' else re.sub(
                r'(\d steps?): .*', r'\1: free, proven', said.out)
            self.assertTrue(said.faults(), 'another sentence')
            verbs = {'first_contact': fresh(), 'collides': Folder(self.folder, scene).world(COLLIDES)}
            self.assertEqual(faults_of_verbs(verbs), [])
            verbs['collides'].steps[0]['outcome'] = other
            self.assertTrue(faults_of_verbs(verbs), 'another verb')


if __name__ == '__main__':
    unittest.main()
