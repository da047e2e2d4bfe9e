/** `npm run artwork`: writes icon and banner of the plugin directory in the sizes that it asks for, from their drawings. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { chromium } from 'playwright-core';
import { repository } from './stack/folders.ts';
import { ensure, findChromium } from './stack/packages.ts';

/** https://developer.wordpress.org/plugins/wordpress-org/plugin-assets/ */
const pictures = [
  { drawing: 'icon', width: 128, height: 128 },
  { drawing: 'icon', width: 256, height: 256 },
  { drawing: 'banner', width: 772, height: 250 },
  { drawing: 'banner', width: 1544, height: 500 },
];
const folder = join(repository, '.wordpress-org');

await ensure(['chromium']);
const browser = await chromium.launch({
  executablePath: findChromium() ?? '',
  args: ['--no-sandbox'],
});
try {
  for (const { drawing, width, height } of pictures) {
    const page = await browser.newPage({ viewport: { width, height } });
    await page.setContent(
      `<style>body{margin:0}svg{display:block}</style>${readFileSync(join(folder, `${drawing}.svg`), 'utf8')}`,
    );
    await page.screenshot({ path: join(folder, `${drawing}-${width}x${height}.png`) });
    await page.close();
  }
} finally {
  await browser.close();
}
