import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { askAlone, askAsCrowd, crowdSettings, outages, slow } from '../../fakes/crowd.ts';
import type { Behaviour } from '../../fakes/openai-behaviours.ts';
import { fakeApiKey, startOpenAiServer, type OpenAiServer } from '../../fakes/openai-server.ts';
import { shimFor } from '../../fakes/shim.ts';
import { rest, signer, stack, startSidecar, type Sidecar } from '../../stack.ts';
import { openAdminPage } from './admin-page.ts';

let behaviour: Behaviour = slow;
let vendor: OpenAiServer;
let sidecar: Sidecar;
let admin: Awaited<ReturnType<typeof openAdminPage>>;
beforeAll(async () => {
  vendor = await startOpenAiServer({ behave: () => behaviour });
  sidecar = await startSidecar({
    settings: { ...crowdSettings, indexing: { auto_index: false } },
  });
  const openai = { api_key: fakeApiKey, base_url: vendor.url, model: 'gpt-4o-mini' };
  const llm = { provider: 'openai', fallback: 'builtin', openai };
  expect((await rest('PUT', '/itih/v1/settings', { llm })).status).toBe(200);
}, 90_000);
afterAll(async () => {
  await admin.close();
  await sidecar.stop();
  await vendor.close();
});

test('the dashboard tells what visitors of a crowd met, and three outages of the vendor', async () => {
  const { secret, id } = await signer();
  const shim = shimFor(sidecar.url, secret, { id, url: stack().url });
  const { answered, waited, refused } = await askAsCrowd(shim, 120);
  for (const outage of outages) {
    ({ behaviour } = outage);
    for (const visitor of [201, 202, 203]) await askAlone(shim, visitor);
  }

  admin = await openAdminPage('');
  const { page } = admin;
  await page.locator('.itih-trouble').waitFor();
  const tiles = await page.locator('.itih-trouble .itih-facts__value').allTextContents();
  expect(tiles.map(Number)).toEqual([refused, waited, 9]);
  const questions = page.locator('#itih-questions .itih-facts__value').first();
  expect(await questions.textContent()).toBe(String(answered + 9));
  const attention = await page.locator('#itih-attention').textContent();
  // A line for each reason: on a busy machine some wait too long, beside those that are too many.
  const told = [...(attention ?? '').matchAll(/Visitors were turned away (\d+) times? today/g)];
  expect(told.reduce((sum, [, count]) => sum + Number(count), 0)).toBe(refused);
  expect(attention).toContain(
    'OpenAI refused the key 3 times today. The built-in answers stand in.',
  );
  await admin.expectNoAxeViolations();
  await admin.picture('dashboard');
  await admin.turnRightToLeft();
  await admin.picture('dashboard-rtl');
  await admin.turnRightToLeft(false);
  await admin.becomePhone();
  await admin.picture('dashboard-phone');
  expect(await admin.overflow()).toBe(0);
  expect(admin.problems).toEqual([]);
}, 180_000);
