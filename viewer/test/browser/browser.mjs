// SPDX-License-Identifier: Apache-2.0
// A real browser, with a graphics card in software, that opens pages from disk.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { chromium } from 'playwright-core';
import { makePage } from '../fixture.mjs';

const quiet = [
    '--disable-quic', '--no-first-run', '--disable-background-networking', '--disable-component-update',
    '--disable-sync', '--disable-default-apps',
];
const withGraphics = ['--use-gl=angle', '--use-angle=swiftshader', '--enable-unsafe-swiftshader'];
const withoutGraphics = ['--disable-gpu', '--disable-3d-apis'];

/** The page that reports are put into. */
export const viewer = readFileSync(new URL('../../dist/viewer.html', import.meta.url), 'utf8');

export class Browser {
    static async start({ graphics = true } = {}) {
        const browser = await chromium.launch({
            executablePath: process.env.TOCCA_CHROMIUM ?? '/usr/bin/chromium',
            args: [...quiet, ...(graphics ? withGraphics : withoutGraphics), ...(process.getuid?.() === 0 ? ['--no-sandbox'] : [])],
        });
        return new Browser(browser);
    }

    constructor(browser) {
        this.browser = browser;
        this.folder = mkdtempSync(join(tmpdir(), 'tocca-viewer-'));
        this.written = 0;
    }

    async stop() {
        await this.browser.close();
        rmSync(this.folder, { recursive: true, force: true });
    }

    /** Opens HTML from disk. `page.faults` collects what goes wrong; no request may leave the disk. */
    async openText(html, { width = 1280, height = 800, dark = false, touch = false } = {}) {
        const file = join(this.folder, `report${this.written++}.html`);
        writeFileSync(file, html);
        return this.openFile(file, { width, height, dark, touch });
    }

    async openFile(file, { width = 1280, height = 800, dark = false, touch = false } = {}) {
        const context = await this.browser.newContext({
            viewport: { width, height }, colorScheme: dark ? 'dark' : 'light', hasTouch: touch, acceptDownloads: true,
        });
        const page = await context.newPage();
        page.faults = [];
        page.on('console', (message) => {
            if (['error', 'warning'].includes(message.type())) page.faults.push(message.text());
        });
        page.on('pageerror', (error) => page.faults.push(error.message));
        page.on('request', (request) => {
            if (!/^(file|blob|data):/.test(request.url())) page.faults.push(`a request to ${request.url()}`);
        });
        page.opened = Date.now();
        await page.goto(pathToFileURL(file).href);
        return page;
    }

    /** Opens a fixture and waits until it is drawn. */
    async open(fixture, options) {
        const page = await this.openText(makePage(viewer, fixture), options);
        await ready(page);
        return page;
    }
}

export async function ready(page) {
    await page.waitForFunction(() => window.toccaReady === true, null, { timeout: 60000, polling: 50 });
    return Date.now() - page.opened;
}

/** Waits for the pictures that are under way. */
export async function settle(page) {
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
}

/** The colours of the picture: a function that counts the pixels within a distance of a colour. */
export async function colours(page, selector = '#view') {
    await settle(page);
    const picture = await page.locator(selector).screenshot();
    const address = `data:image/png;base64,${picture.toString('base64')}`;
    const pixels = await page.evaluate(async (from) => {
        const image = await createImageBitmap(await (await fetch(from)).blob());
        const context = new OffscreenCanvas(image.width, image.height).getContext('2d');
        context.drawImage(image, 0, 0);
        const { data } = context.getImageData(0, 0, image.width, image.height);
        const counts = new Map();
        for (let i = 0; i < data.length; i += 4) {
            const colour = (data[i] << 16) | (data[i + 1] << 8) | data[i + 2];
            counts.set(colour, (counts.get(colour) ?? 0) + 1);
        }
        return [...counts];
    }, address);
    const total = pixels.reduce((sum, [, count]) => sum + count, 0);
    const near = (wanted, distance = 12) => {
        const parts = (colour) => [colour >> 16, (colour >> 8) & 255, colour & 255];
        const target = parts(Number.parseInt(wanted.slice(1), 16));
        const isNear = (colour) => parts(colour).every((part, i) => Math.abs(part - target[i]) <= distance);
        return pixels.reduce((sum, [colour, count]) => sum + (isNear(colour) ? count : 0), 0);
    };
    return { total, near, picture };
}
