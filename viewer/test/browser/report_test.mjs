// SPDX-License-Identifier: Apache-2.0
// Reports that tocca itself has written, in a real browser. TOCCA_EXECUTABLE names the command.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { Browser, colours, ready } from './browser.mjs';

const command = process.env.TOCCA_EXECUTABLE;
assert.ok(command !== undefined && existsSync(command), 'TOCCA_EXECUTABLE must name the command');
let browser;

before(async () => {
    browser = await Browser.start();
});
after(() => browser.stop());

/** Asks tocca and opens its report; also gives the answers in JSON and the milliseconds until the scene was drawn. */
async function ask(...words) {
    const file = join(browser.folder, 'report.html');
    const json = join(browser.folder, 'answers.json');
    const run = spawnSync(command, [...words, '--report', file, '--json', json], { encoding: 'utf8', timeout: 300000 });
    assert.ok(run.status === 0 || run.status === 1, `${words.join(' ')}: ${run.stderr}`);
    const page = await browser.openFile(file);
    const milliseconds = await ready(page);
    return { page, milliseconds, size: statSync(file).size, text: readFileSync(json, 'utf8') };
}

async function checkPicture(page, hasContact) {
    const { total, near } = await colours(page);
    const background = near('#f6f5f1', 2);
    assert.ok(background > 0.1 * total && background < 0.99 * total, `${background} of ${total} pixels are background`);
    assert.equal(near('#d1274b', 12) > 20, hasContact, 'the contact is seen');
    assert.deepEqual(page.faults, []);
}

async function checkAnswersInside(page, text) {
    assert.equal(await page.evaluate(() => document.getElementById('tocca-answers').textContent.trim()), text.trim());
}

test('deforming meshes', { timeout: 400000 }, async () => {
    const { page, text } = await ask('mesh', '--scene', 'bar-and-spheres', '--all');
    const answers = JSON.parse(text);
    const first = answers.steps.findIndex(({ outcome }) => outcome !== 'free');
    assert.ok(first >= 0);
    const { time, contactCount, stepCount } = await page.evaluate(() => ({ ...window.tocca, time: window.tocca.time }));
    assert.equal(stepCount, answers.steps.length);
    assert.ok(contactCount > 0);
    assert.equal(Math.floor(time), first);
    assert.equal(time, first + answers.steps[first].safe_until);
    await checkPicture(page, true);
    await checkAnswersInside(page, text);
    await page.keyboard.press('n');
    assert.ok((await page.evaluate(() => window.tocca.time)) >= time);
    await page.context().close();
});

test('rigid bodies', { timeout: 400000 }, async () => {
    const falls = ['rigid', 'knot:1,0.15', 'box:4,4,0.1', '--from', '0,0,3', '--turn', '0,90,0deg', '--to'];
    const touching = await ask(...falls, '0,0,-3');
    const { safe_until: safeUntil } = JSON.parse(touching.text);
    const time = await touching.page.evaluate(() => window.tocca.time);
    assert.ok(Math.abs(time - safeUntil) < 1e-9, `${time} is not ${safeUntil}`);
    await checkPicture(touching.page, true);
    await checkAnswersInside(touching.page, touching.text);
    await touching.page.context().close();
    const free = await ask(...falls, '0,0,2.9');
    assert.equal(await free.page.evaluate(() => window.tocca.contactCount), 0);
    assert.match(await free.page.textContent('#verdict'), /^Proven free/);
    await checkPicture(free.page, false);
    await free.page.context().close();
});

test('a robot', { timeout: 400000 }, async () => {
    const { page, text } = await ask('robot', '--builtin', 'mannequin');
    assert.equal(await page.evaluate(() => window.tocca.stepCount), JSON.parse(text).edges.length);
    await checkPicture(page, (await page.evaluate(() => window.tocca.contactCount)) > 0);
    await checkAnswersInside(page, text);
    await page.context().close();
});

test('a large report is small on disk and soon on the screen', { timeout: 400000 }, async () => {
    const { page, milliseconds, size } = await ask('mesh', '--scene', 'cloth-in-long-steps', '--all');
    console.log(`cloth-in-long-steps: ${(size / 1e6).toFixed(1)} MB, drawn after ${milliseconds} ms`);
    await checkPicture(page, true);
    assert.ok(size <= 15e6, `${size} bytes`);
    // The aim is 5 s on a machine that does nothing else; tests share theirs.
    assert.ok(milliseconds <= 20000, `${milliseconds} ms`);
    await page.context().close();
});
