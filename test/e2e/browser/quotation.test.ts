/** An answer without a language model, as a visitor sees it. */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { AxeBuilder } from '@axe-core/playwright';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Browser } from 'playwright-core';
import { createPost, launchBrowser, stack, startSidecar, trashPost } from '../../stack.ts';
import { indexed } from '../wordpress/visitor.ts';

let sidecar: Awaited<ReturnType<typeof startSidecar>>;
let browser: Browser;
/** Other suites of the bed must not find them. */
const pages: number[] = [];

const menu = [
  'Porridge with berries (until 11:00) – £4.50',
  'Soup of the day with bread – £5.50',
  'Cheese and leek toastie – £6.00',
  'Beans on sourdough – £5.80',
  'Banana bread – £3.00',
  'Brownie, gluten-free – £3.20',
].join('<br>');

beforeAll(async () => {
  sidecar = await startSidecar({ settings: { limits: { per_ip_max: 0 } } });
  const texts = {
    'The coffee bar': `<h2>Food</h2><p>${menu}</p><p>We cook with nuts, milk and wheat and cannot rule out traces.</p>`,
    'Working here': '<p>We look for a baker of cakes. Write to us with your papers.</p>',
  };
  for (const [title, content] of Object.entries(texts)) {
    pages.push((await createPost({ title, content }, 'pages')).id);
  }
  await indexed();
  browser = await launchBrowser();
});
afterAll(async () => {
  await browser.close();
  for (const id of pages) await trashPost(id, 'pages');
  await sidecar.stop();
});

test.each([
  ['desktop', { width: 1280, height: 900 }],
  ['phone', { width: 390, height: 844 }],
] as const)(
  'the section that answers is quoted, and its page is opened: %s',
  async (name, viewport) => {
    const context = await browser.newContext({ viewport });
    try {
      const page = await context.newPage();
      const part = (of: string) => page.locator(`itih-chat [part~="${of}"]`);
      await page.goto(stack().url);
      await part('launcher').click();
      await part('input').fill('What does porridge with berries cost?');
      await part('input').press('Enter');
      const card = page.locator('itih-chat .quotation');
      await card.waitFor();
      const folder = process.env['ITIH_SCREENSHOTS'];
      if (folder) {
        mkdirSync(folder, { recursive: true });
        await page.screenshot({ path: join(folder, `quotation-${name}.png`) });
      }
      expect(await card.locator('strong').textContent()).toContain('Porridge with berries');
      expect(await card.locator('.crumb').textContent()).toBe('The coffee bar › Food');
      const { violations } = await new AxeBuilder({ page }).include('itih-chat').analyze();
      expect(violations).toEqual([]);
      await card.getByRole('link', { name: 'Open page' }).click();
      await page.getByRole('heading', { name: 'The coffee bar' }).waitFor();
    } finally {
      await context.close();
    }
  },
);
