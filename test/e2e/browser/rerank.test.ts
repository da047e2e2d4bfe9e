import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { startEmbeddingServer } from '../../fakes/embedding-server.ts';
import {
  createPost,
  pluginComplaints,
  rest,
  stack,
  startSidecar,
  type Sidecar,
} from '../../stack.ts';
import { openAdminPage, whenRead, type AdminPage } from './admin-page.ts';

let sidecar: Sidecar;
let cohere: Awaited<ReturnType<typeof startEmbeddingServer>>;
let admin: AdminPage;

const field = (name: string) => admin.page.locator(`[name="${name}"]`);
const card = () => admin.page.locator('#itih-rerank');
const open = (page: string) =>
  admin.page.goto(`${stack().url}/wp-admin/admin.php?page=itih-rag-chat-${page}`);
const ask = async (question: string) => {
  await admin.page.locator('#itih-search [name="q"]').fill(question);
  await admin.page.getByRole('button', { name: 'Search', exact: true }).click();
};

beforeAll(async () => {
  sidecar = await startSidecar({ settings: { indexing: { auto_index: true } } });
  cohere = await startEmbeddingServer('cohere', 'a-key-of-cohere-as-long-as-one-77');
  for (const terrace of ['east', 'west', 'south']) {
    await createPost({
      title: `Sundials of the ${terrace} terrace`,
      content: `<p>The ${terrace} terrace shows sundials on Sundays.</p>`,
    });
  }
  await rest('POST', '/itih/v1/posts/index', {});
  await whenRead(3);
  admin = await openAdminPage('-settings&tab=embeddings');
});
afterAll(async () => {
  await admin.close();
  await sidecar.stop();
  await cohere.close();
});

test('reranking is off at first', async () => {
  await field('rerank.provider').waitFor();
  expect(await field('rerank.provider').inputValue()).toBe('');
  expect(await card().getByRole('button').count()).toBe(0);
  await admin.expectNoAxeViolations();
});

test('a provider is reached, tried with unsaved values, and saved', async () => {
  await field('rerank.provider').selectOption('cohere');
  await card().getByRole('button', { name: 'Test the reranking' }).click();
  // The browser asks for the key first.
  expect(await field('rerank.api_key').evaluate((node) => node.matches(':invalid'))).toBe(true);
  await field('rerank.base_url').fill(cohere.url);
  await field('rerank.api_key').fill('wrong');
  await field('rerank.model').fill('rerank-v4.0-pro');
  await card().getByRole('button', { name: 'Test the reranking' }).click();
  // The list of models says the same.
  const problem = card().locator('.components-notice.is-error');
  await problem.getByText('Cohere refused the API key (401)').waitFor();
  await field('rerank.api_key').fill(cohere.apiKey);
  await card().getByRole('button', { name: 'Show the models' }).click();
  await card().getByRole('option').filter({ hasText: 'rerank-v4.0-fast' }).click();
  await card().getByRole('button', { name: 'Test the reranking' }).click();
  await card().locator('.is-success').getByText('rerank-v4.0-fast answered in').waitFor();
  await field('rerank.candidates').fill('12');
  await admin.picture('rerank-tested');
  await admin.expectNoAxeViolations();
  await admin.page.locator('.itih-save button[type=submit]').click();
  await admin.page.locator('.itih-save .is-success').waitFor();
  await admin.page.reload();
  await field('rerank.candidates').waitFor();
  expect(await field('rerank.candidates').inputValue()).toBe('12');
  expect(await admin.page.content()).not.toContain(cohere.apiKey);
});

test('on a phone and from right to left nothing is wider than the screen', async () => {
  await admin.becomePhone();
  await admin.picture('rerank-phone');
  expect(await admin.overflow()).toBeLessThanOrEqual(0);
  await admin.page.setViewportSize({ width: 1280, height: 900 });
  await admin.turnRightToLeft();
  await admin.picture('rerank-rtl');
  expect(await admin.overflow()).toBeLessThanOrEqual(0);
});

test('the search console shows the scores', async () => {
  await open('search');
  await ask('When does the south terrace show sundials?');
  const rows = admin.page.locator('#itih-search-candidates tbody tr');
  await rows.first().waitFor();
  expect(await rows.first().textContent()).toContain('south terrace');
  expect(await admin.page.locator('#itih-search-candidates thead').textContent()).toContain(
    'Reranked',
  );
  expect(await admin.page.locator('#itih-search-path').textContent()).toContain('rerank-v4.0-fast');
  const listed = await admin.page
    .locator('#itih-search-context a[href*="knowledge"]')
    .allTextContents();
  const titles = await rows.locator('.itih-table__title a').allTextContents();
  expect(listed.length).toBeGreaterThan(1);
  expect(listed).toEqual(titles.slice(0, listed.length));
  await admin.picture('rerank-console');
  await admin.expectNoAxeViolations();
});

test('a reranker that fails is told, and the search goes on', async () => {
  cohere.script({ kind: 'error', status: 401, body: { message: 'invalid api token' } });
  await ask('When does the south terrace show sundials?');
  await admin.page.locator('#itih-search-path').getByText('stay in the order').waitFor();
  expect(await admin.page.locator('#itih-search-candidates tbody tr').count()).toBeGreaterThan(1);
  await admin.picture('rerank-failed');
  await admin.becomePhone();
  await admin.picture('rerank-console-phone');
  expect(await admin.overflow()).toBeLessThanOrEqual(0);
});

test('no page threw an error, and PHP complained of nothing', () => {
  expect(admin.problems).toEqual([]);
  expect(pluginComplaints()).toEqual([]);
});
