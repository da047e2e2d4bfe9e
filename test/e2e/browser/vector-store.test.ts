import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { startOpenAiServer, type OpenAiServer } from '../../fakes/openai-server.ts';
import {
  createPost,
  pluginComplaints,
  rest,
  stack,
  startSidecar,
  type Sidecar,
} from '../../stack.ts';
import { openAdminPage, whenRead, type AdminPage } from './admin-page.ts';

const apiKey = 'not-a-key-but-as-long-as-one-0042';

let sidecar: Sidecar;
let openai: OpenAiServer;
let admin: AdminPage;

const card = () => admin.page.locator('#itih-vector-store');
const field = (name: string) => admin.page.locator(`[name="${name}"]`);
const notice = () => admin.page.locator('#itih-embeddings-tab .components-notice.is-info');
const save = () => admin.page.locator('.itih-save button[type=submit]').click();
/** Opens a tab of the settings. */
const openTab = (tab: string) =>
  admin.page.goto(`${stack().url}/wp-admin/admin.php?page=itih-rag-chat-settings&tab=${tab}`);

beforeAll(async () => {
  openai = await startOpenAiServer({ apiKey });
  sidecar = await startSidecar({ settings: { indexing: { auto_index: true } } });
  for (let n = 1; n <= 3; n++) {
    await createPost({ title: `Hall ${n}`, content: `<p>Hall ${n} shows ${n} clocks.</p>` });
  }
  await rest('POST', '/itih/v1/posts/index', {});
  await whenRead(3);
  admin = await openAdminPage('-settings&tab=store');
});
afterAll(async () => {
  await admin.close();
  await sidecar.stop();
  await openai.close();
});

test('without embeddings it says that words are compared', async () => {
  await card().getByText('No vectors: words are compared').waitFor();
  await admin.picture('store-none');
  await admin.expectNoAxeViolations();
});

test('what embeddings would take is told before they are saved', async () => {
  await openTab('embeddings');
  await field('embeddings.provider').selectOption('openai');
  await field('embeddings.model').fill('text-embedding-3-small');
  await notice().getByText('less than').waitFor();
  expect(await notice().textContent()).toMatch(/\d+ chunks of text with about [\d.]+K? tokens/);
  expect(await notice().textContent()).toContain('costs less than $0.01');
  await admin.picture('estimate-price');

  await field('embeddings.provider').selectOption('openai_compatible');
  await field('embeddings.base_url').fill(openai.url);
  await field('embeddings.api_key').fill(apiKey);
  await field('embeddings.model').fill('text-embedding-3-small');
  await notice().getByText('its provider can say').waitFor();
  await admin.expectNoAxeViolations();
});

test('with them it says how many vectors are compared, how, and why', async () => {
  await save();
  await admin.page.locator('.itih-save .is-success').waitFor();
  await openTab('store');
  await card().getByText('Exact, in memory').waitFor({ timeout: 30_000 });
  await card()
    .filter({ hasText: /Vectors[1-9]/ })
    .waitFor();
  await admin.picture('store-memory');
  await admin.expectNoAxeViolations();
});

test('going back to words is told to lose the vectors', async () => {
  await openTab('embeddings');
  await field('embeddings.provider').selectOption('builtin');
  await notice().getByText('found by their words alone').waitFor();
  await notice().getByText('going back would embed everything again').waitFor();
  await admin.picture('estimate-words');
  await field('embeddings.provider').selectOption('openai_compatible');
  expect(await notice().count()).toBe(0);
});

test('for Vectorize it asks for an account, a token and an index, and wants them all', async () => {
  await openTab('store');
  await field('vector_store.engine').selectOption('vectorize');
  await field('vector_store.account_id').fill('0123abcd');
  await save();
  expect(
    await field('vector_store.api_token').evaluate((input: HTMLInputElement) =>
      input.matches(':invalid'),
    ),
  ).toBe(true);
  await card().getByRole('button', { name: 'Save, and create or check the index' }).waitFor();
  await admin.picture('store-vectorize');
  await admin.expectNoAxeViolations();
  const { body } = await rest<{ settings: { vector_store: { engine: string } } }>(
    'GET',
    '/itih/v1/settings',
  );
  expect(body.settings.vector_store.engine).toBe('auto');
});

test('the choice of the database is saved', async () => {
  await field('vector_store.engine').selectOption('relational');
  await save();
  await admin.page.locator('.itih-save .is-success').waitFor();
  await admin.page.reload();
  await field('vector_store.engine').waitFor();
  expect(await field('vector_store.engine').inputValue()).toBe('relational');
});

test('from right to left and on a phone nothing is wider than the screen', async () => {
  await field('vector_store.engine').selectOption('vectorize');
  await admin.turnRightToLeft();
  await admin.picture('store-rtl');
  await admin.becomePhone();
  await admin.page.reload();
  await field('vector_store.engine').selectOption('vectorize');
  await admin.picture('store-phone');
  expect(await admin.overflow()).toBeLessThanOrEqual(0);
  await admin.expectNoAxeViolations();
});

test('no page threw an error, and PHP complained of nothing', () => {
  expect(admin.problems).toEqual([]);
  expect(pluginComplaints()).toEqual([]);
});
