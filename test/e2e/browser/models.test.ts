import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { StatusReply } from '../../../server/contract/admin.ts';
import { startOllamaServer } from '../../fakes/ollama-server.ts';
import { startOpenAiServer, type OpenAiServer } from '../../fakes/openai-server.ts';
import { until } from '../../fakes/wait.ts';
import {
  createPost,
  pluginComplaints,
  rest,
  runPhp,
  stack,
  startSidecar,
  type Sidecar,
} from '../../stack.ts';
import { switchAiOff } from '../ai-switch.ts';
import { openAdminPage, type AdminPage } from './admin-page.ts';

const apiKey = 'not-a-key-but-as-long-as-one-0042';

let sidecar: Sidecar;
let openai: OpenAiServer;
let ollama: Awaited<ReturnType<typeof startOllamaServer>>;
let admin: AdminPage;

const field = (name: string) => admin.page.locator(`[name="${name}"]`);
const part = (name: string) => admin.page.locator(`#itih-${name}`);
const options = (name: string) => part(name).getByRole('option').filter({ visible: true });
const save = () => admin.page.locator('.itih-save button[type=submit]').click();
/** Opens a tab of the settings. */
const openTab = (tab: string) =>
  admin.page.goto(`${stack().url}/wp-admin/admin.php?page=itih-rag-chat-settings&tab=${tab}`);

beforeAll(async () => {
  sidecar = await startSidecar({ settings: { indexing: { auto_index: true } } });
  openai = await startOpenAiServer({ apiKey });
  ollama = await startOllamaServer();
  for (let n = 1; n <= 5; n++) {
    await createPost({ title: `Hall ${n}`, content: `<p>Hall ${n} shows ${n} clocks.</p>` });
  }
  await rest('POST', '/itih/v1/posts/index', {});
  admin = await openAdminPage('-settings&tab=models');
});
afterAll(async () => {
  await admin.close();
  await sidecar.stop();
  await openai.close();
  await ollama.close();
});

test('a preset fills its address in, and says where a key is made', async () => {
  await field('llm.provider').selectOption('OpenRouter');
  expect(await field('llm.base_url').inputValue()).toBe('https://openrouter.ai/api/v1');
  await part('llm').getByRole('link', { name: 'Make a key at OpenRouter' }).waitFor();
  await admin.picture('models-preset');
  await admin.expectNoAxeViolations();
  await field('llm.provider').selectOption('Another server');
  await field('llm.base_url').pressSequentially('http://127.0.0.1:8000/v1');
  expect(await field('llm.base_url').inputValue()).toBe('http://127.0.0.1:8000/v1');
  const chosen = field('llm.provider').locator('option:checked');
  expect(await chosen.textContent()).toBe('vLLM');
  await part('llm').getByRole('link', { name: 'How vLLM is started' }).waitFor();
  await admin.becomePhone();
  expect(await admin.overflow()).toBe(0);
  await admin.picture('models-preset-phone');
  await admin.page.setViewportSize({ width: 1280, height: 900 });
  await admin.turnRightToLeft();
  await admin.picture('models-preset-rtl');
  await openTab('models');
});

const sinceWordPress7 = Number.parseFloat(stack().wpVersion) >= 7 ? test : test.skip;

sinceWordPress7('since WordPress 7.0, a key of its connectors is shown as such', async () => {
  const option = 'connectors_ai_anthropic_api_key';
  await runPhp(`update_option( '${option}', 'not-a-key-but-as-long-as-one-7001' );`);
  await openTab('models');
  await field('llm.provider').selectOption('anthropic');
  await part('llm').getByRole('link', { name: 'Key from Settings → Connectors' }).waitFor();
  await admin.picture('models-connectors');
  await admin.expectNoAxeViolations();
  await runPhp(`delete_option( '${option}' );`);
});

sinceWordPress7('since WordPress 7.0, that it has AI switched off is said', async () => {
  const undo = switchAiOff();
  try {
    await openTab('models');
    await admin.page.getByText('AI is switched off for this site').first().waitFor();
    await admin.expectNoAxeViolations();
    await admin.becomePhone();
    expect(await admin.overflow()).toBe(0);
    await admin.picture('models-ai-off-phone');
    await admin.page.setViewportSize({ width: 1280, height: 900 });
    await admin.page.goto(`${stack().url}/wp-admin/admin.php?page=itih-rag-chat`);
    await admin.page.getByText('AI is switched off for this site').first().waitFor();
    await admin.picture('dashboard-ai-off');
  } finally {
    undo();
    // The sidecar reads what WordPress allows with the settings.
    await rest('PUT', '/itih/v1/settings', { chat: { tone: 'Short.' } });
  }
  await openTab('models');
});

test('a refused key is told in the words of the provider, and a name can still be typed', async () => {
  await field('llm.provider').selectOption('openai_compatible');
  await field('llm.base_url').fill(openai.url);
  await field('llm.api_key').fill('wrong-key');
  await field('llm.model').click();
  await part('llm')
    .getByRole('status')
    .filter({ hasText: /refused the API key/ })
    .waitFor();
  await field('llm.model').fill('gpt-4o-mini');
  await admin.picture('models-refused');
  await admin.expectNoAxeViolations();
});

test('with the right one a model is chosen from the list by keyboard', async () => {
  await field('llm.api_key').fill(apiKey);
  await field('llm.model').fill('');
  await field('llm.model').press('ArrowDown');
  await part('llm').getByRole('status').filter({ hasText: 'to choose from' }).waitFor();
  expect(await options('llm').allTextContents()).toContain('gpt-4.1-mini');
  await field('llm.model').pressSequentially('4.1');
  expect(await options('llm').allTextContents()).toEqual(['gpt-4.1-mini']);
  await field('llm.model').press('ArrowDown');
  await admin.picture('models-list');
  await admin.expectNoAxeViolations();
  await field('llm.model').press('Enter');
  expect(await field('llm.model').inputValue()).toBe('gpt-4.1-mini');
});

test('one in reserve is tested beside it, and both are saved', async () => {
  await field('fallback.provider').selectOption('ollama');
  await field('fallback.base_url').fill(ollama.url);
  await part('fallback').getByRole('button', { name: 'Show the models' }).click();
  const [first] = await (await options('fallback').first().waitFor(), options('fallback')).all();
  await first?.click();
  const chosen = await field('fallback.model').inputValue();
  expect(chosen).not.toBe('');
  await part('fallback')
    .getByRole('button', { name: 'Test the language model in reserve' })
    .click();
  await part('fallback').locator('.components-notice.is-success').waitFor();
  await admin.page.getByRole('checkbox', { name: 'Let it think first' }).check();
  await field('chat.reasoning_effort').selectOption('low');
  await save();
  await admin.page.locator('.itih-save .is-success').waitFor();
  await admin.picture('models-saved');

  await admin.page.reload();
  await field('fallback.model').waitFor();
  expect(await field('fallback.model').inputValue()).toBe(chosen);
  expect(await field('chat.reasoning_effort').inputValue()).toBe('low');
  expect(await admin.page.content()).not.toContain(apiKey);
});

test('a model that always thinks is said to do so', async () => {
  await field('llm.model').fill('o3-mini');
  await admin.page.getByRole('checkbox', { name: 'Let it think first' }).uncheck();
  await part('llm').getByText('This model always thinks.').waitFor();
  await part('llm').getByText('always thinks', { exact: true }).waitFor();
  await admin.page.getByText('Your own figures of o3-mini').click();
  await field('llm.traits.input').fill('1.1');
  await field('llm.traits.output').fill('4.4');
  await field('llm.traits.context').fill('200000');
  await save();
  await admin.page.locator('.itih-save .is-success').waitFor();
  await admin.page.reload();
  const line = '200,000 tokens of context · always thinks · $1.10 in, $4.40 out per million tokens';
  await part('llm').getByText(line).waitFor();
  await admin.picture('models-always-thinks');
  await admin.expectNoAxeViolations();
  await field('llm.model').fill('gpt-4o-mini');
  await part('llm').getByText('This model always thinks.').waitFor({ state: 'detached' });
  await field('llm.provider').selectOption('azure');
  await part('llm').getByText('The address of the resource').waitFor();
  await admin.picture('models-azure');
  await admin.expectNoAxeViolations();
});

test('other embeddings are announced, and the index is built anew', async () => {
  await openTab('embeddings');
  await field('embeddings.provider').selectOption('openai_compatible');
  await field('embeddings.base_url').fill(openai.url);
  await field('embeddings.api_key').fill(apiKey);
  await field('embeddings.model').click();
  await options('embeddings').filter({ hasText: 'text-embedding-3-small' }).click();
  await part('embeddings').getByRole('button', { name: 'Test the embeddings' }).click();
  await part('embeddings').getByText('with 1,536 dimensions').waitFor();
  await part('embeddings-tab').getByText('When you save this, the index is made anew').waitFor();
  await admin.picture('models-embeddings');
  await admin.expectNoAxeViolations();
  await save();
  await admin.page.locator('.itih-save', { hasText: 'The index is made anew' }).waitFor();
  await until('the new index answers', async () => {
    const { body } = await rest<StatusReply>('GET', '/itih/v1/status');
    return body.index.embedder.endsWith('text-embedding-3-small');
  });
  await admin.picture('models-rebuilt');
});

test('from right to left, names of models stay as they are', async () => {
  await openTab('models');
  await admin.turnRightToLeft();
  await field('llm.model').click();
  await options('llm').first().waitFor();
  const [text, arrow] = await Promise.all([
    field('llm.model').boundingBox(),
    part('llm').getByRole('button', { name: 'Show the models' }).boundingBox(),
  ]);
  expect(arrow?.x).toBeGreaterThan((text?.x ?? 0) + (text?.width ?? 0) / 2);
  await admin.picture('models-rtl');
});

test('on a phone nothing is wider than the screen', async () => {
  await admin.becomePhone();
  await admin.page.reload();
  await field('llm.model').click();
  await options('llm').first().waitFor();
  await admin.picture('models-phone');
  expect(await admin.overflow()).toBeLessThanOrEqual(0);
});

test('no page threw an error, and PHP complained of nothing', () => {
  expect(admin.problems).toEqual([]);
  expect(pluginComplaints()).toEqual([]);
});
