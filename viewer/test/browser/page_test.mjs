// SPDX-License-Identifier: Apache-2.0
// The page in a real browser: that it opens from disk, draws, and does what its buttons, keys and gestures say.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, test } from 'node:test';
import { drop, free, makePage, turning } from '../fixture.mjs';
import { Browser, colours, settle, viewer } from './browser.mjs';

const background = '#f6f5f1';
const darkBackground = '#15171a';
const contact = '#d1274b';
let browser;

before(async () => {
    browser = await Browser.start();
});
after(() => browser.stop());

/** A test with a page of its own, which must be without faults at the end. */
function pageTest(name, fixture, options, body) {
    test(name, { timeout: 120000 }, async () => {
        const page = await browser.open(fixture, options);
        try {
            await body(page);
            assert.deepEqual(page.faults, []);
        } finally {
            await page.context().close();
        }
    });
}

const now = (page) => page.evaluate(() => window.tocca.time);
const selected = (page) => page.evaluate(() => window.tocca.selected);

pageTest('opens at the first contact and draws it', drop(30), {}, async (page) => {
    const firstContact = await page.evaluate(() => window.tocca.time);
    assert.ok(firstContact > 1.09 && firstContact < 1.2, String(firstContact));
    assert.equal(await page.evaluate(() => window.tocca.contactCount), 900);
    const { total, near } = await colours(page);
    assert.ok(near(background, 2) > 0.2 * total, 'some of the picture is background');
    assert.ok(near(background, 2) < 0.9 * total, 'some of the picture is not');
    assert.ok(near('#5b8db8', 45) > 0.05 * total, 'the cloth is seen');
    assert.ok(near(contact, 12) > 100, 'the contact is seen');
    assert.match(await page.textContent('#verdict'), /^Contact in 1 of 2 steps, first in step 1 at 0\.1/);
    assert.equal(await page.getAttribute('#now', 'class'), 'free', 'up to and at this time it is proven free');
    assert.match(await page.title(), /cloth/);
});

pageTest('the scene fits, with a margin', drop(30), {}, async (page) => {
    const box = await page.locator('#view').boundingBox();
    const edge = 0.03;
    const strips = [
        { x: box.x, y: box.y + 60, width: box.width * edge, height: box.height - 60 },
        { x: box.x + box.width * (1 - edge), y: box.y + 60, width: box.width * edge, height: box.height - 60 },
        { x: box.x, y: box.y + box.height * (1 - edge), width: box.width, height: box.height * edge },
    ];
    const { near, total } = await colours(page);
    assert.ok(near(background, 2) < total);
    for (const clip of strips) {
        const strip = await page.screenshot({ clip });
        const plain = await page.evaluate(async (address) => {
            const image = await createImageBitmap(await (await fetch(address)).blob());
            const context = new OffscreenCanvas(image.width, image.height).getContext('2d');
            context.drawImage(image, 0, 0);
            const { data } = context.getImageData(0, 0, image.width, image.height);
            return data.every((value, i) => i % 4 === 3 || Math.abs(value - [246, 245, 241][i % 4]) <= 2);
        }, `data:image/png;base64,${strip.toString('base64')}`);
        assert.ok(plain, 'nothing is drawn at the edge');
    }
});

pageTest('plays, pauses, and stops at the end', drop(10), {}, async (page) => {
    const start = await now(page);
    await page.selectOption('#speed', '0.5');
    await page.click('#play');
    await page.waitForFunction((from) => window.tocca.time > from + 0.02, start);
    await page.click('#play');
    assert.equal(await page.evaluate(() => window.tocca.isPlaying), false);
    const stopped = await now(page);
    await settle(page);
    assert.equal(await now(page), stopped);
    await page.selectOption('#speed', '4');
    await page.evaluate(() => window.tocca.setTime(1.9));
    await page.evaluate(() => window.tocca.play());
    await page.waitForFunction(() => window.tocca.time === 2 && !window.tocca.isPlaying);
    await page.click('#play');
    await page.waitForFunction(() => window.tocca.time > 0 && window.tocca.time < 1.9);
    await page.evaluate(() => window.tocca.pause());
});

pageTest('the picture follows the time', drop(20), {}, async (page) => {
    const pictures = [];
    for (const time of [0, 0.5, 1.5]) {
        await page.evaluate((to) => window.tocca.setTime(to), time);
        pictures.push((await colours(page)).picture.toString('base64'));
    }
    assert.equal(new Set(pictures).size, 3);
    for (const [given, taken] of [[-5, 0], [99, 2], [NaN, 2]]) {
        await page.evaluate((to) => window.tocca.setTime(to), given);
        assert.equal(await now(page), taken);
    }
});

pageTest('the time line is dragged and has keys', drop(10), {}, async (page) => {
    const box = await page.locator('#timeline').boundingBox();
    const y = box.y + box.height / 2;
    await page.mouse.move(box.x + box.width / 2, y);
    await page.mouse.down();
    assert.ok(Math.abs((await now(page)) - 1) < 0.01);
    await page.mouse.move(box.x + box.width + 50, y, { steps: 4 });
    assert.equal(await now(page), 2);
    await page.mouse.move(box.x + 8, y, { steps: 4 });
    await page.mouse.up();
    assert.ok((await now(page)) < 0.01);
    await page.mouse.move(box.x + box.width / 2, y);
    assert.ok((await now(page)) < 0.01, 'the button is up');
    await page.focus('#timeline');
    await page.keyboard.press('End');
    assert.equal(await now(page), 2);
    await page.keyboard.press('ArrowLeft');
    assert.ok(Math.abs((await now(page)) - 1.99) < 1e-9);
    await page.keyboard.press('Home');
    assert.equal(await now(page), 0);
});

pageTest('goes from contact to contact', drop(10), {}, async (page) => {
    const first = await selected(page);
    const time = await now(page);
    await page.click('#next');
    assert.notEqual(await selected(page), first);
    assert.ok((await now(page)) >= time);
    await page.keyboard.press('p');
    assert.equal(await selected(page), first);
    assert.equal(await now(page), time);
    await page.keyboard.press('p');
    assert.equal(await selected(page), first, 'there is none before the first');
    await page.evaluate(() => window.tocca.setTime(2));
    await page.keyboard.press('n');
    assert.equal(await now(page), 2, 'there is none after the last');
    await page.keyboard.press('p');
    assert.ok((await now(page)) < 2);
    await page.evaluate(() => window.tocca.selectContact(17));
    assert.match(await page.textContent('#details'), /cloth vertex 17/);
    for (const none of [-1, 100, 1.5]) await page.evaluate((contact) => window.tocca.selectContact(contact), none);
    assert.equal(await selected(page), 17);
});

pageTest('steps', turning(), {}, async (page) => {
    await page.click('#step-back');
    assert.equal(await now(page), 0);
    await page.click('#step-back');
    assert.equal(await now(page), 0);
    await page.keyboard.press(']');
    assert.equal(await now(page), 1);
    await page.fill('#step', '0');
    await page.press('#step', 'Enter');
    assert.equal(await now(page), 0);
    await page.fill('#step', '77');
    await page.press('#step', 'Enter');
    assert.equal(await now(page), 1);
});

pageTest('keys turn, move, zoom and reset the view', drop(10), {}, async (page) => {
    const picture = async () => (await colours(page)).picture.toString('base64');
    await page.focus('#canvas');
    const opening = await picture();
    let last = opening;
    for (const key of ['ArrowLeft', 'ArrowUp', 'Shift+ArrowRight', '+', '-', 'l', 'c', 'g']) {
        await page.keyboard.press(key);
        const next = await picture();
        assert.notEqual(next, last, key);
        last = next;
    }
    await page.keyboard.press('c');
    await page.keyboard.press('g');
    await page.keyboard.press('Home');
    assert.equal(await picture(), opening);
    await page.keyboard.press('?');
    assert.ok(await page.isVisible('#keys'));
    await page.keyboard.press('Escape');
    assert.ok(!(await page.isVisible('#keys')));
    await page.focus('#canvas');
    await page.keyboard.press(' ');
    assert.equal(await page.evaluate(() => window.tocca.isPlaying), true);
    await page.keyboard.press(' ');
    assert.equal(await page.evaluate(() => window.tocca.isPlaying), false);
});

pageTest('the mouse turns and zooms', drop(10), {}, async (page) => {
    const picture = async () => (await colours(page)).picture.toString('base64');
    const opening = await picture();
    await page.mouse.move(400, 400);
    await page.mouse.down();
    await page.mouse.move(500, 430, { steps: 5 });
    await page.mouse.up();
    const turned = await picture();
    assert.notEqual(turned, opening);
    await page.mouse.wheel(0, -300);
    assert.notEqual(await picture(), turned);
    await page.click('#reset');
    await page.mouse.move(5, 5);
    assert.equal(await picture(), opening);
});

pageTest('the list holds all contacts and few rows', drop(110), {}, async (page) => {
    assert.equal(await page.textContent('#count'), '12,100');
    const rows = page.locator('#list .row');
    assert.ok((await rows.count()) < 60);
    const heights = await page.evaluate(() => [...document.querySelectorAll('.row .toc')].map((time) => time.offsetHeight));
    assert.ok(heights.every((height) => height < 26), 'every time is on one line');
    await page.evaluate(() => (document.getElementById('list').scrollTop = 1e9));
    await page.waitForFunction(() => document.querySelector('#list .row[aria-posinset="12100"]') !== null);
    const last = page.locator('#list .row[aria-posinset="12100"]');
    await last.click();
    assert.equal(String(await selected(page)), await last.getAttribute('data-contact'));
    assert.equal(await last.getAttribute('aria-selected'), 'true');
    await page.focus('#list');
    await page.keyboard.press('ArrowUp');
    assert.equal(await page.locator('#list .row[aria-selected=true]').getAttribute('aria-posinset'), '12099');
    await page.keyboard.press('Home');
    assert.equal(await page.locator('#list .row[aria-selected=true]').getAttribute('aria-posinset'), '1');
    await page.selectOption('#filter-kind', '1');
    assert.equal(await rows.count(), 0);
    assert.equal(await page.textContent('#count'), '0 of 12,100');
    await page.selectOption('#filter-kind', '0');
    await page.selectOption('#filter-step', '1');
    assert.equal(await page.textContent('#count'), '12,100');
});

pageTest('display: colours, ghosts, bodies', drop(20), {}, async (page) => {
    await page.evaluate(() => window.tocca.setTime(1.5));
    const before = await colours(page);
    await page.click('#tab-show');
    await page.check('#colour-time');
    assert.ok(await page.isVisible('#legend'));
    const byTime = await colours(page);
    assert.ok(byTime.near('#5b8db8', 40) < before.near('#5b8db8', 40) / 4, 'the colour of the body is gone');
    await page.check('#colour-body');
    assert.ok(!(await page.isVisible('#legend')));
    const plain = await colours(page);
    await page.check('#show-ghosts');
    assert.notEqual((await colours(page)).picture.toString('base64'), plain.picture.toString('base64'));
    await page.uncheck('#show-ghosts');
    await page.uncheck('#show-points');
    const withoutPoints = await colours(page);
    assert.ok(withoutPoints.near(contact) < plain.near(contact));
    await page.check('#up-y');
    assert.notEqual((await colours(page)).picture.toString('base64'), withoutPoints.picture.toString('base64'));
    await page.check('#up-z');
    await page.uncheck('#bodies input >> nth=0');
    assert.equal((await colours(page)).near('#5b8db8', 30), 0);
});

pageTest('the report tells about itself and gives the JSON', drop(5), {}, async (page) => {
    await page.click('#tab-report');
    const panel = await page.textContent('#panel-report');
    for (const words of ['tocca mesh a.ply', 'all contacts', '0.23 s', 'rounded', 'made by tocca 0.1.0']) {
        assert.ok(panel.includes(words), words);
    }
    const [download] = await Promise.all([page.waitForEvent('download'), page.click('#panel-report a')]);
    assert.equal(readFileSync(await download.path(), 'utf8'), '{"schema":"tocca.mesh/1"}');
    await page.focus('#tab-report');
    await page.keyboard.press('ArrowRight');
    assert.ok(await page.isVisible('#panel-contacts'));
});

pageTest('dark, by the system and by the button', drop(10), { dark: true }, async (page) => {
    const dark = await colours(page);
    assert.ok(dark.near(darkBackground, 2) > 0.2 * dark.total);
    await page.click('#theme');
    const light = await colours(page);
    assert.ok(light.near(background, 2) > 0.2 * light.total);
    assert.equal(light.near(darkBackground, 2), 0);
});

pageTest('a phone', drop(10), { width: 375, height: 667, touch: true }, async (page) => {
    const { total, near } = await colours(page);
    assert.ok(near('#5b8db8', 45) > 0.03 * total);
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    assert.equal(overflow, 0, 'nothing is wider than the screen');
    for (const id of ['play', 'next', 'previous', 'timeline', 'tab-report', 'theme']) {
        const box = await page.locator(`#${id}`).boundingBox();
        assert.ok(box.x >= 0 && box.x + box.width <= 375 && box.y + box.height <= 667, id);
        assert.ok(box.height >= 36, `${id} is large enough for a finger`);
    }
    const start = await now(page);
    await page.tap('#play');
    await page.waitForFunction((from) => window.tocca.time > from, start);
    await page.tap('#play');
    await page.tap('#tab-report');
    assert.ok(await page.isVisible('#panel-report'));
});

pageTest('every control has a name', drop(5), {}, async (page) => {
    const nameless = await page.evaluate(() =>
        [...document.querySelectorAll('button, select, input, [role=slider], [role=listbox], canvas[tabindex]')]
            .filter((control) => {
                const words = [control.ariaLabel, control.textContent, control.closest('label')?.textContent];
                return !words.some((word) => word !== null && word !== undefined && word.trim() !== '');
            })
            .map((control) => control.outerHTML),
    );
    assert.deepEqual(nameless, []);
});

pageTest('nothing touches', free(), {}, async (page) => {
    assert.equal(await now(page), 0);
    assert.equal(await page.textContent('#verdict'), 'Proven free of contact over the whole step');
    assert.equal(await selected(page), null);
    assert.ok(await page.isDisabled('#next'));
    await page.keyboard.press('n');
    await page.keyboard.press('l');
    const { near } = await colours(page);
    assert.equal(near(contact, 8), 0);
});

for (const scale of [1e-30, 1e30]) {
    pageTest(`a scene of the size ${scale}`, drop(20, scale), {}, async (page) => {
        const { total, near } = await colours(page);
        assert.ok(near('#5b8db8', 45) > 0.05 * total, 'the cloth is seen');
        assert.ok(near(contact, 12) > 100, 'the contact is seen');
        await page.keyboard.press('l');
        assert.ok((await colours(page)).near(contact, 12) > 100);
    });
}

const damages = {
    'a letter of a block': (html) => html.replace(/(id="tocca-block-1">.{12})./, '$1!'),
    'a block that is cut off': (html) => html.replace(/(id="tocca-block-1">.{12})[^<]*/, '$1'),
    'a block of other data': (html) => html.replace(/(id="tocca-block-1">)[^<]*/, '$1AAAAAAAA'),
    'a block that is gone': (html) => html.replace(/<script type="application\/octet-stream" id="tocca-block-2">[^<]*<\/script>/, ''),
    'a manifest that is cut off': (html) => html.replace(/(id="tocca-manifest">.{300})[^<]*/, '$1'),
    'another version': (html) => html.replace('tocca.report/1', 'tocca.report/9'),
    'no report': (html) => html.replace('id="tocca-manifest"', 'id="other"'),
};
for (const [name, damage] of Object.entries(damages)) {
    test(`a sentence for ${name}`, { timeout: 60000 }, async () => {
        // Only what the report adds is damaged; the page's own script must stay whole.
        const [page, rest] = makePage('<!--tocca-report-->', drop(5)).split('\u0000');
        assert.equal(rest, undefined);
        const opened = await browser.openText(viewer.replace('<!--tocca-report-->', () => damage(page)));
        await opened.waitForSelector('#message:not([hidden])');
        assert.match(await opened.textContent('#message'), /^This (report cannot be shown: [^<>{}]+|page holds no report: .+)\.$/);
        assert.deepEqual(opened.faults, []);
        assert.notEqual(await opened.evaluate(() => window.toccaReady), true);
        await opened.context().close();
    });
}

test('texts of a report are texts, whatever they hold', { timeout: 60000 }, async () => {
    const fixture = drop(5);
    const evil = '</script><img src=x onerror="window.evil = 1"><b>';
    fixture.manifest.title = evil;
    fixture.manifest.command = evil;
    fixture.manifest.bodies[0].name = evil;
    fixture.manifest.reduced = [evil];
    const page = await browser.open(fixture);
    assert.equal(await page.textContent('#title'), evil);
    assert.equal(await page.evaluate(() => window.evil), undefined);
    assert.deepEqual(page.faults, []);
    await page.context().close();
});

test('without WebGL there is a sentence, and the contacts are still listed', { timeout: 60000 }, async () => {
    const plain = await Browser.start({ graphics: false });
    try {
        const page = await plain.openText(makePage(viewer, drop(5)));
        await page.waitForSelector('#message:not([hidden])');
        assert.match(await page.textContent('#message'), /WebGL/);
        await page.keyboard.press('n');
        assert.equal(await page.textContent('#count'), '25');
    } finally {
        await plain.stop();
    }
});
