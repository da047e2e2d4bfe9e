/** @jest-environment jsdom */
import { beforeEach, describe, expect, test } from '@jest/globals';
import { IndexBuild } from '../../admin/models/index-build.tsx';
import { Dashboard } from '../../admin/screens/dashboard.tsx';
import type { EmbeddingEstimate, IndexStatus } from '../../server/contract/admin.ts';
import type { LocalModelsReply } from '../../server/contract/local-models.ts';
import { AppError } from '../../server/errors/app-error.ts';
import { dashboardOf, fakeServer, maskedDefaults, settingsWith, statusOf } from './fake-server.ts';
import { click, fill, fillIn, get, show, text, wait, happen } from './page.tsx';
import { openTab } from './settings/open-tab.tsx';
import { siteOf } from './site.ts';

describe('index build', () => {
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
  });

  async function showOneAfterTheOther(...states: IndexStatus[]) {
    const [first, ...later] = states;
    const root = await show(<IndexBuild index={first} />);
    for (const index of later) {
      await happen(() => root.render(<IndexBuild index={index} />));
    }
  }

  test('says how far the new index is', async () => {
    await showOneAfterTheOther(building(100));
    expect(get('[role="progressbar"]').getAttribute('aria-valuenow')).toBe('25');
    expect(text()).toContain('text-embedding-3-small has read 100 of 400 passages');
    expect(text()).toContain('the present one goes on meanwhile');
  });

  test('says how far one is that answers already, and that others are found by their words', async () => {
    const late = { ...building(390), embedder: 'openai:text-embedding-3-small' };
    await showOneAfterTheOther(late);
    expect(text()).toContain('text-embedding-3-small has read 390 of 400 passages');
    expect(text()).toContain('found by their words');
    expect(text()).not.toContain('the present one');
  });

  test.each([
    ['openai:text-embedding-3-small', 'only a few new chunks have followed'],
    ['ollama:embeddinggemma', 'the new index was given up'],
  ])('does not say that the index of %s is complete when %s', async (embedder) => {
    await showOneAfterTheOther({ ...building(390), embedder }, ready(embedder));
    expect(text()).toBe('');
  });

  test('says when it is complete', async () => {
    const half = { ...building(200), embedder: 'openai:text-embedding-3-small' };
    await showOneAfterTheOther(
      ready('ollama:embeddinggemma'),
      half,
      ready('openai:text-embedding-3-small'),
    );
    expect(get('.is-success').textContent).toContain(
      'text-embedding-3-small finds the passages now',
    );
  });

  test('the settings follow it', async () => {
    server.on('GET /status', { ...statusOf(), index: building(100) });
    await show(openTab('embeddings'));
    expect(get('[role="progressbar"]').getAttribute('aria-valuenow')).toBe('25');
    server.on('GET /status', { ...statusOf(), index: ready('openai:text-embedding-3-small') });
    await wait(2300);
    expect(get('#itih-embeddings-tab').textContent).toContain('All is read');
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
    expect(get('#itih-providers').textContent).toContain('Found byOllamaembeddinggemma');

    server.on('GET /status', {
      ...statusOf(),
      index: ready('openai:text-embedding-3-small'),
    });
    await wait(2300);
    expect(get('#itih-providers').textContent).toContain('Found byOpenAItext-embedding-3-small');
  }, 10_000);
});

describe('index change', () => {
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

  beforeEach(() => {});

  async function choose(provider: string, model: string) {
    await show(openTab('embeddings'));
    await fillIn({ 'embeddings.provider': provider, 'embeddings.model': model });
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
    expect(notice()).toContain('340 passages with about 123.5K tokens are sent to the model.');
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
    expect(notice()).toContain('340 passages');
    await fill('[name="embeddings.model"]', 'text-embedding-3-large');
    expect(notice()).not.toContain('340 passages');
    expect(notice()).toContain('The chat goes on answering');
  });

  describe('a site with vectors', () => {
    beforeEach(() => {
      const openai = { model: 'text-embedding-3-small' };
      server.on('GET /settings', settingsWith({ embeddings: { provider: 'openai', openai } }));
    });

    test('is searched by words without anything being built', async () => {
      estimates({ chunks: 0, tokens: 0 });
      server.on('PUT /settings', { settings: maskedDefaults });
      await show(openTab('embeddings'));
      await fill('[name="embeddings.provider"]', 'builtin');
      await wait(typed);
      expect(notice()).toContain('passages are found by their words alone');
      expect(notice()).toContain('going back would mean to read everything again');
      await click('Save');
      expect(text()).toContain('Saved:');
      expect(text()).not.toContain('The model reads every passage');
    });

    test('that is going to have others may stay with those that answer', async () => {
      estimates({ changes: false, chunks: 0, tokens: 0 });
      await show(openTab('embeddings'));
      await fill('[name="embeddings.dimensions"]', '1536');
      await wait(typed);
      expect(notice()).toContain('nothing has to be made anew');
    });
  });
});

describe('local model', () => {
  const server = fakeServer();

  let reply: LocalModelsReply;
  beforeEach(() => {
    reply = {
      folder: '/srv/models',
      models: [
        { name: 'english', bytes: 23_400_000, included: true },
        { name: 'many-tongues', bytes: 530_000_000, included: false },
      ],
      automatic: 'english',
      offer: null,
      download: null,
    };
    server.on('GET /settings', settingsWith({ embeddings: { provider: 'local' } }));
    server.on('GET /models/local', () => reply);
  });

  const choice = () => get<HTMLSelectElement>('[name="embeddings.local.model"]');
  const { sent } = server;

  test('the English model is chosen, and says what it costs and reads', async () => {
    await show(openTab('embeddings'));
    expect(choice().value).toBe('english');
    expect(text()).toMatch(/Reads English.*memory/);
    expect(document.querySelector('[name="embeddings.dimensions"]')).toBeNull();
    expect([...choice().options].map(({ value }) => value)).toEqual(['english', 'many-tongues']);
  });

  const offer = {
    name: 'multilingual-e5-small',
    bytes: 48_300_000,
    wanted: true,
    downloadable: true,
  };

  test('a site in another language is offered the multilingual model, which one click downloads', async () => {
    reply = { ...reply, offer };
    server.on('POST /models/local', () => reply);
    await show(openTab('embeddings'));
    expect(text()).toMatch(/found by their words alone.*until the model multilingual-e5-small/);
    await click('Download the multilingual model (48 MB)');
    expect(sent('POST', '/models/local')).toEqual({ address: 'multilingual-e5-small' });
  });

  test('the default says which model it stands for', async () => {
    const e5 = { name: 'multilingual-e5-small', bytes: 48_300_000, included: true };
    reply = { ...reply, models: [...reply.models, e5], automatic: e5.name };
    await show(openTab('embeddings'));
    expect(choice().value).toBe('english');
    expect(text()).toMatch(/By the language of your site: multilingual-e5-small/);
  });

  test('a chosen model that is gone is said to be', async () => {
    const embeddings = { provider: 'local', local: { model: 'potion' } } as const;
    server.on('GET /settings', settingsWith({ embeddings }));
    await show(openTab('embeddings'));
    expect(choice().value).toBe('potion');
    expect(text()).toMatch(/not on this machine, or is not in the ONNX format/);
  });

  test('a download shows how far it is, and why it failed', async () => {
    const download = { name: 'tiny', file: 'model.onnx', bytes: 5e6, total: 2e7, error: null };
    server.on('POST /models/local', () => {
      reply = { ...reply, download: { ...download, state: 'running' } };
      return reply;
    });
    await show(openTab('embeddings'));
    await fill('[name="local.address"]', 'https://models.test/tiny');
    await click('Download');
    expect(sent('POST', '/models/local')).toEqual({ address: 'https://models.test/tiny' });
    expect(get('[role=progressbar]').getAttribute('aria-valuenow')).toBe('25');
    expect(text()).toMatch(/model\.onnx: 5 MB of 20 MB/);
    reply = { ...reply, download: { ...download, state: 'failed', error: 'It was cut off.' } };
    // It is asked for every second.
    await wait(1300);
    expect(text()).toMatch(/tiny was not downloaded\. It was cut off\./);
  });

  test('a model that is not chosen can be removed', async () => {
    server.on('DELETE /models/local/many-tongues', () => {
      reply = { ...reply, models: reply.models.slice(0, 1) };
      return reply;
    });
    await show(openTab('embeddings'));
    await click('Remove many-tongues');
    expect([...choice().options].map(({ value }) => value)).toEqual(['english']);
  });
});

describe('model field', () => {
  const server = fakeServer();

  const field = () => get<HTMLInputElement>('[name="llm.model"]');
  const listed = () =>
    [...document.querySelectorAll('#itih-llm [role="option"]')].map((one) => one.textContent);
  const asked = () => server.calls.filter(({ path }) => path === '/admin/models');
  const status = () => get('#itih-llm [role="status"]').textContent;

  const happens = async (event: Event) => {
    await happen(() => field().dispatchEvent(event));
    await wait();
  };
  /** Resolves to whether the list has taken the key. */
  async function press(key: string): Promise<boolean> {
    const event = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true });
    await happens(event);
    return event.defaultPrevented;
  }
  const openList = () => happens(new MouseEvent('click', { bubbles: true }));

  beforeEach(async () => {
    server.on('POST /admin/models', {
      models: [
        { id: 'large-2', label: 'Large 2' },
        { id: 'small-1', label: 'small-1' },
        { id: 'small-2', label: 'Small 2' },
      ],
    });
    await show(openTab('models'));
    await fillIn({ 'llm.provider': 'openai', 'llm.api_key': 'a key' });
  });

  test('the list is asked for with the unsaved values, once it is wanted', async () => {
    await fill('[name="llm.base_url"]', 'http://models.test/v1');
    expect(asked()).toHaveLength(0);
    await openList();
    expect(asked().map(({ body }) => body)).toEqual([
      {
        scope: 'llm',
        provider: 'openai',
        settings: { llm: { openai: { api_key: 'a key', base_url: 'http://models.test/v1' } } },
      },
    ]);
    expect(listed()).toEqual(['large-2Large 2', 'small-1', 'small-2Small 2']);
    expect(status()).toBe('3 models to choose from.');
    expect(field().getAttribute('aria-expanded')).toBe('true');
  });

  test('typing narrows the list, asks nobody again, and stays when nothing matches', async () => {
    await openList();
    await fill('[name="llm.model"]', 'sma');
    await fill('[name="llm.model"]', 'small 2');
    expect(listed()).toEqual(['small-2Small 2']);
    await fill('[name="llm.model"]', 'my-own-model');
    expect(listed()).toEqual([]);
    expect(field().getAttribute('aria-expanded')).toBe('false');
    expect(field().value).toBe('my-own-model');
    expect(asked()).toHaveLength(1);
  });

  test('arrows and Enter choose, and the form is not sent', async () => {
    for (let times = 0; times < 4; times++) await press('ArrowDown');
    await press('ArrowUp');
    expect(await press('Enter')).toBe(true);
    expect([field().value, listed()]).toEqual(['small-1', []]);
    expect(await press('Enter')).toBe(false);
  });

  test('a list that cannot be had says why, a name can be typed, and it is tried again', async () => {
    server.on('POST /admin/models', () => {
      throw new AppError('provider_error', { message: 'OpenAI refused the API key (401).' });
    });
    await openList();
    expect(status()).toContain('OpenAI refused the API key (401).');
    await fill('[name="llm.model"]', 'small-1');
    expect(field().value).toBe('small-1');
    expect(asked()).toHaveLength(1);

    server.on('POST /admin/models', { models: [{ id: 'small-1', label: 'small-1' }] });
    await click('Show the models', '#itih-llm');
    expect(status()).toBe('1 model to choose from.');
  });

  test('another key asks for another list', async () => {
    await openList();
    await press('Escape');
    await fill('[name="llm.api_key"]', 'another key');
    expect(status()).toBe('');
    await openList();
    expect(asked()).toHaveLength(2);
  });

  test('nobody is asked before the rest is filled in', async () => {
    await fillIn({ 'llm.provider': 'workers_ai', 'llm.api_key': 'a token' });
    await openList();
    expect(asked()).toHaveLength(0);
    expect(text()).toContain('With the rest filled in, it can be chosen from a list.');
    await press('Escape');
    await fill('[name="llm.account_id"]', 'account');
    await click('Show the models', '#itih-llm');
    expect(asked()).toHaveLength(1);
  });
});
