/** @jest-environment jsdom */
import { beforeEach, describe, expect, test } from '@jest/globals';
import type { EmbeddingEstimate } from '../../../server/contract/admin.ts';
import { fakeServer, maskedDefaults, statusOf } from '../fake-server.ts';
import { click, fill, get, show, text, wait } from '../page.tsx';
import { openTab } from '../settings/open-tab.tsx';

const server = fakeServer();
const typed = 400;

const asked = () => server.calls.filter(({ path }) => path === '/admin/embedding-estimate');
const estimates = (estimate: Partial<EmbeddingEstimate>) =>
  server.on('POST /admin/embedding-estimate', {
    changes: true,
    chunks: 340,
    tokens: 123_456,
    price_usd: 0,
    ...estimate,
  });
const notice = () => get('#itih-embeddings-tab .components-notice').textContent;

beforeEach(() => {
  server.on('GET /status', statusOf());
  server.on('GET /settings', { settings: maskedDefaults });
});

async function choose(provider: string, model: string) {
  await show(openTab('embeddings'));
  await fill('[name="embeddings.provider"]', provider);
  await fill('[name="embeddings.model"]', model);
  await wait(typed);
}

test.each([
  [2.469, 'By the list price of the provider, that costs about $2.47.'],
  [0.0024, 'By the list price of the provider, that costs less than $0.01.'],
  [0, 'Nobody charges for that.'],
  [null, 'What that costs, its provider can say.'],
])('a price of %d is told before it is saved', async (price_usd, sentence) => {
  estimates({ price_usd });
  await choose('openai', 'text-embedding-3-small');
  expect(notice()).toContain('340 chunks of text with about 123.5K tokens are embedded.');
  expect(notice()).toContain(sentence);
});

test('what is typed is asked for when it is complete, and a key is not sent along', async () => {
  estimates({});
  await show(openTab('embeddings'));
  await fill('[name="embeddings.provider"]', 'openai');
  await wait(typed);
  const before = asked().length;
  await fill('[name="embeddings.api_key"]', 'a key');
  for (const model of ['t', 'te', 'tex', 'text']) await fill('[name="embeddings.model"]', model);
  await wait(typed);
  expect(asked().length - before).toBe(1);
  expect(asked().at(-1)?.body).toEqual({
    settings: { embeddings: { provider: 'openai', openai: { model: 'text' } } },
  });
});

test('an estimate of another model is not shown for this one', async () => {
  estimates({});
  await choose('openai', 'text-embedding-3-small');
  expect(notice()).toContain('340 chunks');
  await fill('[name="embeddings.model"]', 'text-embedding-3-large');
  expect(notice()).not.toContain('340 chunks');
  expect(notice()).toContain('The chat goes on answering');
});

test('without an estimate the rest is said all the same', async () => {
  server.fail('POST /admin/embedding-estimate', 'sidecar_unavailable');
  await choose('openai', 'text-embedding-3-small');
  expect(notice()).toContain('The chat goes on answering');
});

test('an empty site has nothing to embed', async () => {
  estimates({ chunks: 0, tokens: 0 });
  await choose('openai', 'text-embedding-3-small');
  expect(notice()).toContain('There is nothing to embed.');
});

describe('a site with vectors', () => {
  beforeEach(() => {
    const openai = { ...maskedDefaults.embeddings.openai, model: 'text-embedding-3-small' };
    server.on('GET /settings', {
      settings: {
        ...maskedDefaults,
        embeddings: { ...maskedDefaults.embeddings, provider: 'openai', openai },
      },
    });
  });

  test('is told that they are not kept', async () => {
    estimates({});
    await show(openTab('embeddings'));
    await fill('[name="embeddings.model"]', 'text-embedding-3-large');
    expect(notice()).toContain('The present vectors are not kept');
  });

  test('is searched by words without anything being built', async () => {
    estimates({ chunks: 0, tokens: 0 });
    server.on('PUT /settings', { settings: maskedDefaults });
    await show(openTab('embeddings'));
    await fill('[name="embeddings.provider"]', 'builtin');
    await wait(typed);
    expect(notice()).toContain('passages are found by their words alone');
    expect(notice()).toContain('going back would embed everything again');
    await click('Save');
    expect(text()).toContain('Saved:');
    expect(text()).not.toContain('The index is made anew');
  });

  test('that is going to have others may stay with those that answer', async () => {
    estimates({ changes: false, chunks: 0, tokens: 0 });
    await show(openTab('embeddings'));
    await fill('[name="embeddings.dimensions"]', '1536');
    await wait(typed);
    expect(notice()).toContain('nothing is embedded anew');
  });
});
