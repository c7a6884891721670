// SPDX-License-Identifier: Apache-2.0
// Makes dist/viewer.html, one page with all script and style inside.
// Usage: node build.mjs          the page
//        node build.mjs --test   the unit tests, as build/unit/*_test.mjs
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { build } from 'esbuild';

const target = ['chrome100', 'firefox113', 'safari16.4'];

async function bundle(entry, options = {}) {
    const result = await build({
        entryPoints: [entry],
        bundle: true,
        write: false,
        minify: true,
        legalComments: 'eof',
        format: 'iife',
        target,
        ...options,
    });
    return result.outputFiles[0].text;
}

/** A module 'worker-source' whose default export is the text of the worker: a page on disk cannot load a second file. */
const workerSource = {
    name: 'worker-source',
    setup(esbuild) {
        esbuild.onResolve({ filter: /^worker-source$/ }, (given) => ({ path: given.path, namespace: 'worker-source' }));
        esbuild.onLoad({ filter: /.*/, namespace: 'worker-source' }, async () => ({
            contents: await bundle('src/worker.ts'),
            loader: 'text',
        }));
    },
};

async function buildPage() {
    const [page, style, script] = await Promise.all([
        readFile('src/page.html', 'utf8'),
        bundle('src/style.css'),
        bundle('src/main.ts', { plugins: [workerSource] }),
    ]);
    const closing = /<\/(script|style)/i;
    if (closing.test(style) || closing.test(script)) throw new Error('a script or style would end its own element');
    // Replaced by functions, since texts may hold '$&'.
    const whole = page
        .replace('/*style*/', () => style.trim())
        .replace('/*script*/', () => script.trim());
    await mkdir('dist', { recursive: true });
    await writeFile('dist/viewer.html', whole);
    console.log(`dist/viewer.html: ${Math.ceil(Buffer.byteLength(whole) / 1024)} KiB`);
}

async function buildUnitTests() {
    const names = (await readdir('test')).filter((name) => name.endsWith('_test.ts'));
    await build({
        entryPoints: names.map((name) => `test/${name}`),
        bundle: true,
        outdir: 'build/unit',
        outExtension: { '.js': '.mjs' },
        format: 'esm',
        platform: 'node',
        target: 'node18',
    });
}

await (process.argv.includes('--test') ? buildUnitTests() : buildPage());
