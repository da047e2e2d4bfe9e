/** @jest-environment jsdom */
import { act } from 'react';
import { beforeEach, expect, test } from '@jest/globals';
import { IndexBuild } from '../../../admin/models/index-build.tsx';
import { Dashboard } from '../../../admin/screens/dashboard.tsx';
import type { IndexStatus } from '../../../server/contract/admin.ts';
import { dashboardOf, fakeServer, maskedDefaults, statusOf } from '../fake-server.ts';
import { get, show, text, wait } from '../page.tsx';
import { openTab } from '../settings/open-tab.tsx';
import { siteOf } from '../site.ts';

const server = fakeServer();

const ready = (embedder: string): IndexStatus => ({ embedder, dimensions: 1024, building: null });
const building = (chunks_done: number, problem: string | null = null): IndexStatus => ({
  ...ready('ollama:embeddinggemma'),
  building: {
    embedder: 'openai:text-embedding-3-small',
    chunks_done,
    chunks_total: 400,
    problem: problem === null ? null : { code: 'provider_error', message: problem },
  },
});

beforeEach(() => {
  server.on('GET /dashboard', dashboardOf({ completed: 12 }, { questions: 1 }));
  server.on('GET /settings', { settings: maskedDefaults });
});

async function showOneAfterTheOther(...states: IndexStatus[]) {
  const [first, ...later] = states;
  const root = await show(<IndexBuild index={first} />);
  for (const index of later) {
    await act(async () => {
      root.render(<IndexBuild index={index} />);
      await Promise.resolve();
    });
  }
}

test('says how far the new index is', async () => {
  await showOneAfterTheOther(building(100));
  expect(get('[role="progressbar"]').getAttribute('aria-valuenow')).toBe('25');
  expect(text()).toContain('New index with text-embedding-3-small: 100 of 400 chunks of text done');
  expect(text()).toContain('the present one goes on meanwhile');
});

test('says how far one is that answers already, and that others are found by their words', async () => {
  const late = { ...building(390), embedder: 'openai:text-embedding-3-small' };
  await showOneAfterTheOther(late);
  expect(text()).toContain('Index with text-embedding-3-small: 390 of 400 chunks of text done');
  expect(text()).toContain('found by their words');
  expect(text()).not.toContain('the present one');
});

test('does not say that it is complete when only a few new chunks have followed', async () => {
  const late = { ...building(390), embedder: 'openai:text-embedding-3-small' };
  await showOneAfterTheOther(late, ready('openai:text-embedding-3-small'));
  expect(text()).toBe('');
});

test('says why it does not go on', async () => {
  await showOneAfterTheOther(building(100, 'The account has no credit left.'));
  expect(get('.is-warning').textContent).toContain('The account has no credit left.');
});

test('says when it is complete', async () => {
  const half = { ...building(200), embedder: 'openai:text-embedding-3-small' };
  await showOneAfterTheOther(
    ready('ollama:embeddinggemma'),
    half,
    ready('openai:text-embedding-3-small'),
  );
  expect(get('.is-success').textContent).toContain('text-embedding-3-small finds the passages now');
});

test('says nothing of an index that was given up, nor of one that always was there', async () => {
  await showOneAfterTheOther(building(399), ready('ollama:embeddinggemma'));
  expect(text()).toBe('');
});

test('says nothing of a change to words alone: there is nothing to build', async () => {
  const toWords = building(0);
  Object.assign(toWords.building ?? {}, { embedder: 'builtin' });
  await showOneAfterTheOther(toWords, ready('builtin'));
  expect(text()).toBe('');
});

test('the settings follow it', async () => {
  server.on('GET /status', { ...statusOf(), index: building(100) });
  await show(openTab('embeddings'));
  expect(get('[role="progressbar"]').getAttribute('aria-valuenow')).toBe('25');
  server.on('GET /status', { ...statusOf(), index: ready('openai:text-embedding-3-small') });
  await wait(2300);
  expect(get('#itih-embeddings-tab').textContent).toContain('The index is complete');
}, 10_000);

test('the dashboard names what answers until then', async () => {
  server.on('GET /status', { ...statusOf(), index: building(100) });
  const settings = { provider: 'openai' as const, model: 'openai:text-embedding-3-small' };
  const dashboard = dashboardOf({ completed: 12 }, { questions: 1 });
  server.on('GET /dashboard', {
    ...dashboard,
    providers: { ...dashboard.providers, embedding: settings },
  });
  await show(<Dashboard site={siteOf()} />);
  expect(get('#itih-providers').textContent).toContain('EmbeddingsOllamaembeddinggemma');

  server.on('GET /status', {
    ...statusOf(),
    index: ready('openai:text-embedding-3-small'),
  });
  await wait(2300);
  expect(get('#itih-providers').textContent).toContain('EmbeddingsOpenAItext-embedding-3-small');
}, 10_000);
