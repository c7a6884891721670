# SPDX-License-Identifier: Apache-2.0
"""The part of JSON Schema (draft 2020-12) that docs/schemas uses. A keyword that is not known here is an error, so that
nothing is left unchecked."""
import json

TYPES = {'object': dict, 'array': list, 'string': str, 'boolean': bool, 'null': type(None)}
KNOWN = {'$schema', '$defs', '$ref', 'title', 'description', 'type', 'properties', 'required', 'additionalProperties',
         'items', 'minItems', 'maxItems', 'minimum', 'maximum', 'enum', 'const', 'anyOf', 'oneOf', 'not'}


def has_type(value, name):
    if name in ('integer', 'number'):
        return isinstance(value, int if name == 'integer' else (int, float)) and not isinstance(value, bool)
    return isinstance(value, TYPES[name])


class Schemas:
    """The schemas of a folder, which may refer to each other by file name."""

    def __init__(self, folder):
        self.documents = {file.name: json.loads(file.read_text()) for file in folder.glob('*.json')}

    def faults(self, value, name):
        """What is wrong with a value, as sentences with the place."""
        return list(self._faults(value, self.documents[name], name, '$'))

    def _resolve(self, reference, name):
        file, _, path = reference.partition('#')
        name = file or name
        schema = self.documents[name]
        for part in path.split('/')[1:]:
            schema = schema[part]
        return schema, name

    def _faults(self, value, schema, name, place):
        if schema is False:
            yield f'{place} must not be there'
        if isinstance(schema, bool):
            return
        unknown = set(schema) - KNOWN
        if unknown:
            raise ValueError(f'{name}: unknown keywords {sorted(unknown)}')
        if '$ref' in schema:
            target, file = self._resolve(schema['$ref'], name)
            yield from self._faults(value, target, file, place)
        types = schema.get('type', [])
        types = [types] if isinstance(types, str) else types
        if types and not any(has_type(value, kind) for kind in types):
            yield f'{place} is {value!r}, not of type {" or ".join(types)}'
            return
        if 'const' in schema and value != schema['const']:
            yield f'{place} is {value!r}, not {schema["const"]!r}'
        if 'enum' in schema and value not in schema['enum']:
            yield f'{place} is {value!r}, none of {schema["enum"]}'
        if has_type(value, 'number'):
            if value < schema.get('minimum', value):
                yield f'{place} is {value}, below {schema["minimum"]}'
            if value > schema.get('maximum', value):
                yield f'{place} is {value}, above {schema["maximum"]}'
        if isinstance(value, dict):
            yield from self._faults_of_object(value, schema, name, place)
        if isinstance(value, list):
            if not schema.get('minItems', 0) <= len(value) <= schema.get('maxItems', len(value)):
                yield f'{place} has {len(value)} items'
            for i, item in enumerate(value):
                yield from self._faults(item, schema.get('items', True), name, f'{place}[{i}]')
        yield from self._faults_of_choices(value, schema, name, place)

    def _faults_of_object(self, value, schema, name, place):
        for member in schema.get('required', []):
            if member not in value:
                yield f'{place} lacks {member}'
        properties = schema.get('properties', {})
        for member, content in value.items():
            rule = properties.get(member, schema.get('additionalProperties', True))
            if rule is False:
                yield f'{place} has the unknown member {member}'
            else:
                yield from self._faults(content, rule, name, f'{place}.{member}')

    def _faults_of_choices(self, value, schema, name, place):
        def fitting(choices):
            return sum(not list(self._faults(value, choice, name, place)) for choice in choices)

        if 'anyOf' in schema and fitting(schema['anyOf']) == 0:
            reasons = [list(self._faults(value, choice, name, place)) for choice in schema['anyOf']]
            yield from min(reasons, key=len)
        if 'oneOf' in schema and fitting(schema['oneOf']) != 1:
            yield f'{place} fits {fitting(schema["oneOf"])} of the forms of which it must have one'
        if 'not' in schema and fitting([schema['not']]):
            yield f'{place} has what it must not have'
