#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""What the batch verbs cost from NumPy, against the same batches from C++, in one run, turn by turn.

Usage: PYTHONPATH=build/release/python:build/release/python/bench batch.py [--queries N] [--passes N] [--json FILE]
Build with -DTOCCA_BUILD_BENCH=ON, target tocca_python_bench.
"""
import argparse
import json
import time

import batch_baseline
import tocca

CONTACTS = {'vf': 9610, 'ee': 10401}  # of a million queries


def seconds(clock, call):
    begin = clock()
    call()
    return clock() - begin


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument('--queries', type=int, default=1_000_000)
    parser.add_argument('--passes', type=int, default=15)
    parser.add_argument('--processor', action='store_true',
                        help='measure the time of the processors, which other programs do not disturb as much')
    parser.add_argument('--json', help='write the results to this file')
    options = parser.parse_args()
    clock = time.process_time if options.processor else time.perf_counter
    results = []
    for kind in ('vf', 'ee'):
        pairs = batch_baseline.near_queries(kind, options.queries)
        hits = int(tocca.collides(pairs, kind=kind).sum())
        if options.queries == 1_000_000 and hits != CONTACTS[kind]:
            raise SystemExit(f'{hits} contacts were found, not {CONTACTS[kind]}')
        for name, verb, baseline in (('collides', tocca.collides, batch_baseline.collides),
                                     ('first_contact', tocca.first_contact, batch_baseline.first_contact)):
            for threads in (1, 2):
                times = [(seconds(clock, lambda: verb(pairs, kind=kind, threads=threads)),
                          seconds(clock, lambda: baseline(pairs, kind, threads))) for _ in range(options.passes)]
                python, plain = (min(column) * 1e9 / options.queries for column in zip(*times))
                path = f'near/{kind}/{name}/threads:{threads}'
                print(f'{path:36} {python:8.2f} ns from Python {plain:8.2f} ns from C++ {python / plain:6.3f}')
                results.append({'name': path + '/python', 'value': python, 'unit': 'ns', 'cpp': plain,
                                'ratio': python / plain, 'contacts': hits})
    if options.json:
        with open(options.json, 'w', encoding='utf-8') as file:
            json.dump({'schema': 'tocca.bench/1', 'results': results}, file, indent=1)


if __name__ == '__main__':
    main()
