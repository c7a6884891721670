# SPDX-License-Identifier: Apache-2.0
"""Small files of every format that the command reads, and the commands that read them.

A seed is (name, files, mutated, command): the files by name, as bytes or as a tree (see mutations.py), those of them that
are mutated, and the arguments of the command, which runs in the folder of the files.
"""
import json
import struct

POINTS = [(0.0, 0.0, 0.0), (1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0)]
FACES = [(0, 2, 1), (0, 1, 3), (1, 2, 3), (2, 0, 3)]


def obj(shift=0.0):
    lines = ['# a tetrahedron', 'mtllib none.mtl', 'o body', 'g part']
    lines += [f'v {x} {y} {z + shift}' for x, y, z in POINTS]
    lines += ['vn 0 0 1', 'vt 0 0', 'usemtl paint', 's off']
    lines += ['f ' + ' '.join(f'{i + 1}/1/1' for i in face) for face in FACES] + ['l 1 2 3', 'f -4 -3 -2']
    return '\n'.join(lines) + '\n'


def off():
    return 'OFF\n4 4 6\n' + ''.join('%g %g %g\n' % p for p in POINTS) + ''.join('3 %d %d %d\n' % f for f in FACES)


def ply_header(kind):
    return (f'ply\nformat {kind} 1.0\ncomment small\nelement vertex 4\nproperty float x\nproperty double y\n'
            'property float z\nproperty uchar red\nelement face 4\nproperty list uchar int vertex_indices\n'
            'property short id\nelement edge 1\nproperty uint vertex1\nproperty uint vertex2\nelement other 2\n'
            'property list uint float values\nend_header\n')


def ply_ascii():
    return (ply_header('ascii') + ''.join('%g %g %g 7\n' % p for p in POINTS) +
            ''.join('3 %d %d %d 1\n' % f for f in FACES) + '0 3\n' + '2 0.5 0.5\n0\n')


def ply_binary(order):
    kind = 'binary_little_endian' if order == '<' else 'binary_big_endian'
    body = b''.join(struct.pack(order + 'fdfB', *p, 7) for p in POINTS)
    body += b''.join(struct.pack(order + 'Biiih', 3, *f, 1) for f in FACES) + struct.pack(order + 'II', 0, 3)
    return ply_header(kind).encode() + body + struct.pack(order + 'IffI', 2, 0.5, 0.5, 0)


def stl_ascii():
    text = 'solid body\n'
    for face in FACES:
        corners = ''.join('      vertex %g %g %g\n' % POINTS[i] for i in face)
        text += f'  facet normal 0 0 1\n    outer loop\n{corners}    endloop\n  endfacet\n'
    return text + 'endsolid body\n'


def stl_binary():
    facets = b''.join(struct.pack('<12fH', 0, 0, 1, *(x for i in f for x in POINTS[i]), 0) for f in FACES)
    return b'\0' * 80 + struct.pack('<I', len(FACES)) + facets


def npy(shape, values, kind='<f8'):
    header = f"{{'descr': '{kind}', 'fortran_order': False, 'shape': {shape}, }}"
    header += ' ' * (-(len(header) + 11) % 64) + '\n'
    return (b'\x93NUMPY\x01\x00' + struct.pack('<H', len(header)) + header.encode() +
            struct.pack('<%d%s' % (len(values), kind[1:].replace('f8', 'd').replace('f4', 'f')), *values))


def gltf():
    """A skinned, morphed and animated mesh: the document, and its data."""
    parts, views, accessors = [], [], []

    def add(component, kind, values, code):
        data = struct.pack('<%d%s' % (len(values), code), *values)
        width = {'SCALAR': 1, 'VEC3': 3, 'VEC4': 4, 'MAT4': 16}[kind]
        views.append({'buffer': 0, 'byteOffset': sum(map(len, parts)), 'byteLength': len(data)})
        accessors.append({'bufferView': len(views) - 1, 'componentType': component, 'type': kind,
                          'count': len(values) // width})
        parts.append(data + b'\0' * (-len(data) % 4))
        return len(accessors) - 1

    points = add(5126, 'VEC3', [x for p in POINTS for x in p], 'f')
    corners = add(5123, 'SCALAR', [i for f in FACES for i in f], 'H')
    target = add(5126, 'VEC3', [0.1] * 12, 'f')
    joints = add(5121, 'VEC4', [0, 1, 0, 0] * 4, 'B')
    weights = add(5126, 'VEC4', [0.5, 0.5, 0, 0] * 4, 'f')
    binds = add(5126, 'MAT4', [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1] * 2, 'f')
    times = add(5126, 'SCALAR', [0, 0.05, 0.1], 'f')
    turns = add(5126, 'VEC4', [0, 0, 0, 1, 0, 0, 0.5, 0.8, 0, 0, 1, 0], 'f')
    amounts = add(5126, 'SCALAR', [0, 0.5, 1], 'f')
    data = b''.join(parts)
    primitive = {'attributes': {'POSITION': points, 'JOINTS_0': joints, 'WEIGHTS_0': weights}, 'indices': corners,
                 'mode': 4, 'targets': [{'POSITION': target}]}
    document = {
        'asset': {'version': '2.0'}, 'buffers': [{'byteLength': len(data)}], 'bufferViews': views,
        'accessors': accessors, 'meshes': [{'name': 'body', 'primitives': [primitive], 'weights': [0.0]},
                                           {'primitives': [{'attributes': {'POSITION': points}, 'mode': 1}]}],
        'skins': [{'joints': [1, 2], 'inverseBindMatrices': binds}],
        'nodes': [{'mesh': 0, 'skin': 0, 'name': 'node'}, {'children': [2, 3]},
                  {'translation': [1, 0, 0], 'rotation': [0, 0, 0, 1], 'scale': [1, 1, 1]},
                  {'mesh': 1, 'matrix': [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 5, 0, 1]}],
        'scenes': [{'nodes': [0, 1]}], 'scene': 0,
        'animations': [{'name': 'wave', 'samplers': [{'input': times, 'output': turns, 'interpolation': 'LINEAR'},
                                                     {'input': times, 'output': amounts}],
                        'channels': [{'sampler': 0, 'target': {'node': 2, 'path': 'rotation'}},
                                     {'sampler': 1, 'target': {'node': 0, 'path': 'weights'}}]}]}
    return document, data


def dae():
    numbers = ' '.join('%g' % x for p in POINTS for x in p)
    corners = ' '.join(str(i) for f in FACES for i in f)
    return f'''<COLLADA version="1.4.1"><asset><unit meter="1"/><up_axis>Z_UP</up_axis></asset>
<library_geometries><geometry id="g"><mesh><source id="p"><float_array id="a" count="12">{numbers}</float_array>
<technique_common><accessor source="#a" count="4" stride="3"><param name="X" type="float"/>
<param name="Y" type="float"/><param name="Z" type="float"/></accessor></technique_common></source>
<vertices id="v"><input semantic="POSITION" source="#p"/></vertices>
<triangles count="4"><input semantic="VERTEX" source="#v" offset="0"/><p>{corners}</p></triangles>
<polylist count="1"><input semantic="VERTEX" source="#v" offset="0"/><vcount>4</vcount><p>0 1 2 3</p></polylist>
</mesh></geometry></library_geometries>
<library_nodes><node id="n"><translate>0 0 3</translate><instance_geometry url="#g"/></node>
<node id="m"><instance_node url="#n"/><instance_node url="#n"/></node></library_nodes>
<library_visual_scenes><visual_scene id="s"><node id="r"><matrix>1 0 0 0 0 1 0 0 0 0 1 0 0 0 0 1</matrix>
<rotate>0 0 1 90</rotate><scale>1 1 1</scale><instance_geometry url="#g"/><instance_node url="#m"/></node></visual_scene>
</library_visual_scenes><scene><instance_visual_scene url="#s"/></scene></COLLADA>
'''


def urdf():
    return '''<robot name="arm"><material name="red"/>
<link name="base"><visual/><collision><origin xyz="0 0 0" rpy="0 0 0"/><geometry><box size="1 1 0.1"/></geometry>
</collision></link>
<link name="upper"><collision><origin xyz="0 0 0.5"/><geometry><cylinder radius="0.1" length="0.8"/></geometry>
</collision><collision><geometry><mesh filename="part.obj" scale="0.1 0.1 0.1"/></geometry></collision></link>
<link name="lower"><collision><origin xyz="0 0 0.5"/><geometry><sphere radius="0.1"/></geometry></collision></link>
<link name="tip"><collision><geometry><capsule radius="0.05" length="0.1"/></geometry></collision></link>
<joint name="shoulder" type="revolute"><origin xyz="0 0 0.1"/><parent link="base"/><child link="upper"/>
<axis xyz="0 1 0"/><limit lower="-2" upper="2" effort="1" velocity="1"/></joint>
<joint name="elbow" type="continuous"><origin xyz="0 0 1"/><parent link="upper"/><child link="lower"/><axis xyz="0 1 0"/>
</joint>
<joint name="grip" type="prismatic"><origin xyz="0 0 0.7"/><parent link="lower"/><child link="tip"/><axis xyz="0 0 1"/>
<limit lower="0" upper="1"/><mimic joint="shoulder" multiplier="0.1" offset="0.2"/></joint></robot>
'''


def srdf():
    return '''<robot name="arm"><group name="all"><chain base_link="base" tip_link="tip"/><joint name="elbow"/></group>
<group name="more"><group name="all"/><link name="tip"/></group>
<group_state name="ready" group="all"><joint name="shoulder" value="0.1"/><joint name="elbow" value="0.2"/></group_state>
<end_effector name="hand" parent_link="lower" group="all"/><passive_joint name="grip"/>
<virtual_joint name="world" type="fixed" parent_frame="world" child_link="base"/>
<disable_collisions link1="base" link2="upper" reason="Adjacent"/>
<disable_default_collisions link="tip"/><enable_collisions link1="tip" link2="base"/></robot>
'''


def world():
    return {'schema': 'tocca.world/1', 'skip_groups': [[3, 3]], 'skip_pairs': [['one', 2]],
            'bodies': [{'name': 'one', 'mesh': 'part.obj', 'group': 1, 'poses': ['5,0,0', '-5,0,0,0,0,90deg']},
                       {'name': 'two', 'shape': 'box:1,1,1', 'solid': True, 'pose': '0,0,0'},
                       {'name': 'three', 'shape': 'sphere:0.5', 'group': 3, 'reference': [0, 0, 0],
                        'poses': [[[1, 0, 0, 3], [0, 1, 0, 3], [0, 0, 1, 3], [0, 0, 0, 1]], '3,3,4']},
                       {'shape': 'cylinder:0.2,1', 'screw': True, 'poses': ['0,9,0', '0,9,1,0,0,1rad']}]}


def mixed():
    return {'schema': 'tocca.scene/1', 'ignored_pairs': [['cloth', 'lump'], ['arm/upper', 'ball']], 'ignored_groups': [[3, 4]],
            'clearance': 0.01, 'threshold': 1e-4,
            'parts': [{'name': 'cloth', 'mesh': 'part.obj', 'frames': ['part.obj', 'f.npy'], 'group': 1, 'thickness': 0.01},
                      {'name': 'still', 'mesh': 'part.obj', 'self': False, 'solid': False},
                      {'name': 'lump', 'body': 'part.obj', 'poses': ['5,0,0', '-5,0,0,0,0,90deg'], 'reference': [0, 0, 0]},
                      {'name': 'ball', 'body': 'sphere:0.5', 'group': 3, 'solid': True, 'isolated_vertices': False,
                       'screw': True, 'poses': [[[1, 0, 0, 3], [0, 1, 0, 3], [0, 0, 1, 3], [0, 0, 0, 1]], '3,3,4']},
                      {'name': 'arm', 'robot': 'arm.urdf', 'srdf': 'arm.srdf', 'pose': '0,0,3', 'group': 4,
                       'path': [[0.1, 0.2], 'ready', 'elbow=0.5'],
                       'holds': [{'name': 'cup', 'link': 'tip', 'body': 'box:0.1,0.1,0.1', 'pose': '0,0,0.2',
                                  'touch_links': ['lower']}]},
                      {'name': 'other', 'robot': 'arm.urdf', 'pose': '0,0,-3', 'path': 'path.csv'}]}


def scene_json():
    return {'schema': 'tocca.robot-scene/1', 'name': 'cell', 'start': {'shoulder': 0.1},
            'objects': [{'name': 'wall', 'shape': 'box:0.1,2,2', 'pose': '2,0,0'},
                        {'name': 'lump', 'mesh': 'part.obj', 'scale': [0.2, 0.2, 0.2], 'pose': '0,2,0'},
                        {'name': 'both', 'shapes': [{'shape': 'sphere:0.1', 'pose': '0,0,4'},
                                                    {'shape': 'capsule:0.1,0.3'}], 'pose': '0,-2,0'}],
            'attached': [{'name': 'tool', 'link': 'tip', 'shape': 'box:0.02,0.02,0.1', 'touch_links': ['lower']}],
            'allowed': [['wall', 'base']]}


SCENE_YAML = '''name: cell
robot_model_name: arm
robot_state:
  joint_state:
    header:
      frame_id: base
    name: [shoulder, elbow]
    position: [0.1, 0.2]
  attached_collision_objects:
    - link_name: tip
      touch_links: [lower]
      object:
        id: tool
        primitives:
          - type: box
            dimensions: [0.02, 0.02, 0.1]
        primitive_poses:
          - position: [0, 0, 0.1]
            orientation: [0, 0, 0, 1]
fixed_frame_transforms:
  - child_frame_id: world
    transform:
      translation: [0, 0, 0]
      rotation: [0, 0, 0, 1]
allowed_collision_matrix:
  entry_names: [base, wall]
  entry_values:
    - [false, true]
    - [true, false]
  default_entry_names: [tip]
  default_entry_values: [false]
world:
  collision_objects:
    - id: wall
      header:
        frame_id: base
      primitives:
        - type: box
          dimensions: [0.1, 2, 2]
      primitive_poses:
        - position: [2, 0, 0]
          orientation: [0, 0, 0, 1]
    - id: lump
      meshes:
        - vertices: [[0, 0, 0], [0.1, 0, 0], [0, 0.1, 0]]
          triangles: [[0, 1, 2]]
      mesh_poses:
        - position: [0, 2, 0]
          orientation: [0, 0, 0, 1]
    - id: named
      mesh:
        resource: part.obj
        dimensions: [0.2, 0.2, 0.2]
      mesh_pose:
        position: [0, -2, 0]
        orientation: [0, 0, 0, 1]
'''

REQUEST_YAML = '''group_name: all
start_state:
  joint_state:
    name: [shoulder, elbow]
    position: [0.1, 0.2]
goal_constraints:
  - joint_constraints:
      - joint_name: shoulder
        position: 0.5
        tolerance_above: 0.01
      - joint_name: elbow
        position: -0.5
'''

def query_csv():
    rows = ['1,1,1,1,1,1', '0,1,0,1,0,1', '4,1,0,1,0,1', '0,1,4,1,0,1',
            '1,1,1,1,-1,1', '0,1,0,1,0,1', '4,1,0,1,0,1', '0,1,4,1,0,1']
    return ''.join(row + ',1\n' for row in rows) + ''.join(row.replace('-1', '2') + ',0\n' for row in rows)


def seeds():
    document, data = gltf()
    beside = json.loads(json.dumps(document))
    beside['buffers'][0]['uri'] = 'data.bin'
    part = {'part.obj': ('lines', obj())}
    robot = {**part, 'arm.urdf': ('xml', urdf()), 'arm.srdf': ('xml', srdf())}
    move = ['robot', 'arm.urdf', '--to', 'shoulder=1,elbow=0.5']
    against = ['box:1,1,1', '--from', '3,0,0', '--to', '-3,0,0']
    yield 'obj', {'a.obj': ('lines', obj()), 'b.obj': ('lines', obj(0.1))}, ['b.obj'], ['mesh', 'a.obj', 'b.obj']
    for name, content in (('a.obj', ('lines', obj())), ('a.off', ('lines', off())), ('a.ply', ('lines', ply_ascii())),
                          ('le.ply', ('bytes', ply_binary('<'))), ('be.ply', ('bytes', ply_binary('>'))),
                          ('a.stl', ('lines', stl_ascii())), ('b.stl', ('bytes', stl_binary())),
                          ('a.dae', ('xml', dae()))):
        yield name, {name: content}, [name], ['rigid', name] + against
        yield name + ' frames', {name: content}, [name], ['mesh', name, name, '--all']
    yield 'glb', {'a.glb': ('glb', (document, data))}, ['a.glb'], ['mesh', 'a.glb', '--frames', '3']
    yield 'glb keys', {'a.glb': ('glb', (document, data))}, ['a.glb'], ['mesh', 'a.glb']
    yield 'gltf', {'a.gltf': ('json', beside), 'data.bin': ('bytes', data)}, ['a.gltf'], ['rigid', 'a.gltf'] + against
    yield 'gltf data', {'a.gltf': ('json', beside), 'data.bin': ('bytes', data)}, ['data.bin'], ['mesh', 'a.gltf']
    positions = [x for t in range(3) for p in POINTS for x in (p[0], p[1], p[2] + t)]
    yield ('npy frames', {'f.npy': ('bytes', npy((3, 4, 3), positions)), 'a.obj': ('lines', obj())}, ['f.npy'],
           ['mesh', 'f.npy', '--topology', 'a.obj'])
    labels = ('json', [True, False])
    yield ('query csv', {'q_vf.csv': ('lines', query_csv())}, ['q_vf.csv'], ['query', 'q_vf.csv', '--check-labels'])
    yield ('query npy', {'q_vf.npy': ('bytes', npy((2, 8, 3), [float(i % 7) for i in range(48)])),
                         'q_vf_mma_bool.json': labels}, ['q_vf.npy', 'q_vf_mma_bool.json'], ['query', 'q_vf.npy'])
    yield 'explain', {'q_ee.csv': ('lines', query_csv())}, ['q_ee.csv'], ['explain', 'q_ee.csv', '--index', '1']
    yield 'urdf', robot, ['arm.urdf'], move + ['--srdf', 'arm.srdf', '--against', 'box:1,1,1@3,0,0']
    yield 'srdf', robot, ['arm.srdf'], move + ['--srdf', 'arm.srdf']
    yield 'info', robot, ['arm.urdf', 'arm.srdf'], ['robot', 'arm.urdf', '--srdf', 'arm.srdf', '--info']
    yield 'robot mesh', robot, ['part.obj'], move + ['--solid']
    yield 'world', {**part, 'w.json': ('json', world())}, ['w.json'], ['rigid', '--world', 'w.json', '--all']
    yield ('world first', {**part, 'w.json': ('json', world())}, ['w.json'],
           ['rigid', '--world', 'w.json', '--clearance', '0.01'])
    mixed_files = {**robot, 'm.json': ('json', mixed()), 'f.npy': ('bytes', npy((3, 4, 3), positions)),
                   'path.csv': ('lines', 'shoulder,elbow\n0,0\n0.5,0.1\n')}
    yield 'mixed', mixed_files, ['m.json'], ['check', 'm.json', '--all']
    yield 'mixed first', mixed_files, ['m.json', 'f.npy', 'path.csv'], ['check', 'm.json', '--collides']
    yield 'scene json', {**robot, 's.json': ('json', scene_json())}, ['s.json'], move + ['--scene', 's.json']
    yield 'scene yaml', {**robot, 's.yaml': ('yaml', SCENE_YAML)}, ['s.yaml'], move + ['--scene', 's.yaml']
    yield ('request', {**robot, 'r.yaml': ('yaml', REQUEST_YAML)}, ['r.yaml'],
           ['robot', 'arm.urdf', '--request', 'r.yaml'])
    path = 'shoulder,elbow\n' + ''.join(f'{0.1 * i},{0.2 * i}\n' for i in range(6))
    yield 'path csv', {**robot, 'p.csv': ('lines', path)}, ['p.csv'], ['robot', 'arm.urdf', '--path', 'p.csv']
    yield ('path npy', {**robot, 'p.npy': ('bytes', npy((5, 2), [0.1 * i for i in range(10)]))}, ['p.npy'],
           ['robot', 'arm.urdf', '--path', 'p.npy'])
    pose = '# rows\n1 0 0 3\n0 1 0 0\n0 0 1 0\n0 0 0 1\n'
    yield ('pose', {**part, 'pose.txt': ('lines', pose)}, ['pose.txt'],
           ['rigid', 'part.obj', 'box:1,1,1', '--from', 'pose.txt', '--to', '0,0,0'])
