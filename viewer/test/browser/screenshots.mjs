// SPDX-License-Identifier: Apache-2.0
// Writes the pictures of the documentation.
// Usage: node screenshots.mjs REPORT.html FOLDER
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { Browser, ready, settle } from './browser.mjs';

const [report, folder] = process.argv.slice(2);
if (folder === undefined) throw new Error('usage: node screenshots.mjs REPORT.html FOLDER');

const pictures = [
    { name: 'report_light.png', options: { width: 1280, height: 800 } },
    {
        name: 'report_dark.png',
        options: { width: 1280, height: 800, dark: true },
        prepare: async (page) => {
            await page.evaluate(() => window.tocca.setTime(20.97));
            await page.click('#tab-show');
            await page.check('#colour-time');
            await page.uncheck('#show-points');
            await page.focus('#canvas');
            for (let i = 0; i < 3; ++i) await page.keyboard.press('ArrowUp');
            await page.keyboard.press('+');
            await page.evaluate(() => document.activeElement.blur());
        },
    },
    { name: 'report_phone.png', options: { width: 375, height: 760 } },
];

const browser = await Browser.start();
try {
    for (const { name, options, prepare } of pictures) {
        const page = await browser.openFile(report, options);
        await ready(page);
        await prepare?.(page);
        await settle(page);
        if (page.faults.length > 0) throw new Error(page.faults.join('\n'));
        const path = join(folder, name);
        await page.screenshot({ path });
        console.log(`${path}: ${Math.ceil(statSync(path).size / 1024)} KiB`);
        await page.context().close();
    }
} finally {
    await browser.stop();
}
