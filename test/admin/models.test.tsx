/** @jest-environment jsdom */
import { beforeEach, describe, expect, test } from '@jest/globals';
import { presets } from '../../server/contract/presets.ts';
import {
  embeddingProviders,
  llmProviders,
  providers,
  rerankProviders,
} from '../../server/contract/providers.ts';
import { fakeServer, maskedDefaults, settingsWith } from './fake-server.ts';
import { click, fill, fillIn, get, show, text, toggle, wait } from './page.tsx';
import { openTab } from './settings/open-tab.tsx';

describe('models card', () => {
  const server = fakeServer();

  const openai = { api_key: { set: true, last4: 'ab12' }, model: 'small-1' };
  const withKey = (llm: object = {}) =>
    settingsWith({ llm: { provider: 'openai', openai, ...llm } });

  const { sent } = server;

  beforeEach(() => {
    server.on('PUT /settings', withKey());
  });

  const options = (selector: string) =>
    [...get<HTMLSelectElement>(selector).options].map(({ value }) => value);

  const presetIds = Object.keys(presets) as (keyof typeof presets)[];

  test('offers every provider and preset of the contract', async () => {
    await show(openTab('models'));
    expect(options('[name="llm.provider"]').toSorted()).toEqual(
      [...llmProviders, ...presetIds.map((id) => `preset:${id}`)].toSorted(),
    );
    await click('Advanced');
    await click('Find by meaning');
    const embed = presetIds.filter((id) => 'embeddings' in presets[id]);
    expect(options('[name="embeddings.provider"]').toSorted()).toEqual(
      [...embeddingProviders, ...embed.map((id) => `preset:${id}`)].toSorted(),
    );
  });

  describe('a preset', () => {
    const choice = '[name="llm.provider"]';
    const valueOf = (selector: string) => get<HTMLInputElement>(selector).value;

    test('fills the address in, asks for its key and says where one is made', async () => {
      await show(openTab('models'));
      await fill(choice, 'preset:openrouter');
      expect(valueOf(choice)).toBe('preset:openrouter');
      expect(valueOf('[name="llm.base_url"]')).toBe('https://openrouter.ai/api/v1');
      expect(fieldsOf('llm').filter((name) => name !== '')).toEqual([
        'base_url!',
        'api_key!',
        'model!',
      ]);
      expect(get<HTMLAnchorElement>('#itih-llm a').href).toBe(presets.openrouter.page);
      await fillIn({ 'llm.api_key': 'a key', 'llm.model': 'z-ai/glm-5.1' });
      await click('Save');
      expect(sent('PUT', '/settings')).toEqual({
        llm: {
          provider: 'openai_compatible',
          openai_compatible: {
            base_url: 'https://openrouter.ai/api/v1',
            api_key: 'a key',
            model: 'z-ai/glm-5.1',
          },
        },
      });
    });

    test('takes no key or model of another one along', async () => {
      await show(openTab('models'));
      await fill(choice, 'preset:openrouter');
      await fillIn({ 'llm.api_key': 'a key', 'llm.model': 'z-ai/glm-5.1' });
      await fill(choice, 'preset:vllm');
      expect(valueOf('[name="llm.base_url"]')).toBe('http://127.0.0.1:8000/v1');
      expect(valueOf('[name="llm.api_key"]')).toBe('');
      expect(valueOf('[name="llm.model"]')).toBe('');
      await fill(choice, 'openai_compatible');
      expect(valueOf('[name="llm.base_url"]')).toBe('');
    });

    test('is known by its address, until that is of another server', async () => {
      await show(openTab('models'));
      await fill(choice, 'openai_compatible');
      await fill('[name="llm.base_url"]', 'https://api.deepseek.com/v1');
      expect(valueOf(choice)).toBe('preset:deepseek');
      await fill('[name="llm.base_url"]', 'https://deepseek.example.org/v1');
      expect(valueOf(choice)).toBe('openai_compatible');
    });
  });

  const fieldsOf = (part: string) =>
    [...get(`#itih-${part}`).querySelectorAll('input')].map(
      ({ name, required }) => name.replace(/.*[.]/, '') + (required ? '!' : ''),
    );

  test.each([
    ['openai', ['api_key!', 'model!', 'base_url']],
    ['workers_ai', ['account_id!', 'api_key!', 'model!', 'base_url']],
    ['ollama', ['base_url', 'api_key', 'model!']],
    ['openai_compatible', ['base_url!', 'api_key', 'model!']],
  ])('asks for what %s needs', async (provider, fields) => {
    await show(openTab('models'));
    await fill('[name="llm.provider"]', provider);
    expect(fieldsOf('llm').filter((name) => name !== '')).toEqual(fields);
  });

  test('a price of the owner’s own belongs to the model that is chosen', async () => {
    await show(openTab('models'));
    expect(document.querySelector('.itih-own-traits')).toBeNull();
    await fillIn({
      'llm.provider': 'openai',
      'llm.api_key': 'a key',
      'llm.model': 'small-1',
      'llm.traits.input': '0.25',
      'llm.traits.output': '2',
      'llm.traits.cached': '0.025',
      'llm.traits.context': '4096',
    });
    await click('Save');
    expect(sent('PUT', '/settings')).toMatchObject({
      llm: {
        traits: [{ model: 'openai:small-1', input: 0.25, output: 2, cached: 0.025, context: 4096 }],
      },
    });
  });

  test('other embeddings say what becomes of the index, before and after they are saved', async () => {
    await show(openTab('embeddings'));
    expect(text()).not.toContain('the model reads every passage');
    await fill('[name="embeddings.provider"]', 'openai');
    expect(text()).toContain('When you save this, the model reads every passage');
    await fillIn({
      'embeddings.api_key': 'a key',
      'embeddings.model': 'text-embedding-3-small',
      'embeddings.dimensions': '256',
    });
    await click('Save');
    expect(sent('PUT', '/settings')).toEqual({
      embeddings: {
        provider: 'openai',
        dimensions: 256,
        openai: { api_key: 'a key', model: 'text-embedding-3-small' },
      },
    });
    expect(text()).toContain('The model reads every passage');
    expect(server.calls.filter(({ path }) => path === '/status')).toHaveLength(2);
  });

  test('another key for the same embeddings leaves the index as it is', async () => {
    const openai = { model: 'text-embedding-3-small' };
    server.on('GET /settings', settingsWith({ embeddings: { provider: 'openai', openai } }));
    await show(openTab('embeddings'));
    await fill('[name="embeddings.api_key"]', 'another key');
    expect(text()).not.toContain('the model reads every passage');
    await click('Save');
    expect(text()).toContain('Saved:');
    expect(text()).not.toContain('made anew');
  });

  test('dimensions that are left empty are those of the model', async () => {
    const embeddings = { provider: 'ollama', dimensions: 256 } as const;
    server.on('GET /settings', settingsWith({ embeddings }));
    await show(openTab('embeddings'));
    expect(get<HTMLInputElement>('[name="embeddings.dimensions"]').value).toBe('256');
    await fillIn({ 'embeddings.model': 'embeddinggemma', 'embeddings.dimensions': '' });
    await click('Save');
    expect(sent('PUT', '/settings')).toEqual({
      embeddings: { ollama: { model: 'embeddinggemma' }, dimensions: 0 },
    });
  });

  test('a stored key that would go with another address is asked for again at its field', async () => {
    const problem = 'Enter the key again: it was stored for another address.';
    server.on('GET /settings', withKey());
    server.fail('PUT /settings', 'invalid_request', { 'llm.openai.api_key': problem });
    await show(openTab('models'));
    await fill('[name="llm.base_url"]', 'https://gateway.example/v1');
    await click('Save');
    const field = get<HTMLInputElement>('[name="llm.api_key"]');
    expect(field.getAttribute('aria-invalid')).toBe('true');
    expect(get(`#${field.getAttribute('aria-describedby')}`).textContent).toBe(problem);
    server.on('PUT /settings', withKey());
    await fill('[name="llm.api_key"]', 'another key');
    await click('Save');
    expect(sent('PUT', '/settings')).toEqual({
      llm: { openai: { base_url: 'https://gateway.example/v1', api_key: 'another key' } },
    });
    expect(text()).toContain('Key ending in ab12');
  });

  test.each([
    ['config', 'Given by the environment or wp-config.php', undefined],
    ['connectors', 'Key from Settings → Connectors', 'options-connectors.php'],
  ])('a key from %s is named as such, and cannot be replaced here', async (given, said, link) => {
    server.on(
      'GET /settings',
      withKey({ openai: { ...openai, api_key: { ...openai.api_key, given } } }),
    );
    await show(openTab('models'));
    expect(text()).toContain(said);
    expect(text()).not.toContain('Replace');
    expect(document.querySelector('#itih-llm a')?.getAttribute('href')).toBe(link);
  });

  test('a stored key is shown by its end, kept, replaced or removed', async () => {
    server.on('GET /settings', withKey());
    await show(openTab('models'));
    expect(text()).toContain('Key ending in ab12');
    await click('Remove');
    expect(text()).toContain('It will be removed when you save.');
    await click('Keep it');
    await click('Save');
    expect(sent('PUT', '/settings')).toBeUndefined();

    await click('Replace');
    await fill('[name="llm.api_key"]', 'another key');
    await click('Save');
    expect(sent('PUT', '/settings')).toEqual({ llm: { openai: { api_key: 'another key' } } });

    await click('Remove');
    await click('Save');
    expect(sent('PUT', '/settings')).toEqual({ llm: { openai: { api_key: '' } } });
  });

  test('a vendor brings its model, and the price of a hundred answers if it is known', async () => {
    const estimate = { tokens: 4000, price_usd: 0.12, as_of: '2026-11-26' };
    server.on('POST /admin/answer-estimate', estimate);
    await show(openTab('models'));
    await fill('[name="llm.provider"]', 'openai');
    await wait(400);
    const model = get<HTMLInputElement>('[name="llm.model"]').value;
    expect(model).toBe(providers.openai.recommended);
    expect(sent('POST', '/admin/answer-estimate')).toEqual({
      settings: { llm: { provider: 'openai', openai: { model } } },
    });
    expect(text()).toContain('About $0.12 per 100 answers');
    server.on('POST /admin/answer-estimate', { ...estimate, price_usd: null });
    await fill('[name="llm.model"]', 'nobody-knows-it');
    await wait(400);
    expect(text()).not.toContain('per 100 answers');
  });

  test('tests the unsaved values', async () => {
    server.on('POST /admin/test', {
      ok: true,
      model: 'openai:small-1:free',
      latency_ms: 412,
      reply: 'Hello.',
    });
    await show(openTab('models'));
    await fillIn({ 'llm.provider': 'openai', 'llm.api_key': 'a key', 'llm.model': 'small-1:free' });
    await click('Test the AI model');
    expect(sent('POST', '/admin/test')).toEqual({
      scope: 'llm',
      settings: {
        llm: { provider: 'openai', openai: { api_key: 'a key', model: 'small-1:free' } },
      },
    });
    expect(text()).toContain('small-1:free answered in 412 ms.');
  });

  test('a test says what is not as it should be although the model answers, and why it fails', async () => {
    const notes = ['The model has room for 1024 tokens, so that it is sent fewer passages.'];
    server.on('POST /admin/test', { ok: true, model: 'openai:tiny', latency_ms: 12, notes });
    await show(openTab('models'));
    await fillIn({ 'llm.provider': 'openai', 'llm.api_key': 'a key', 'llm.model': 'tiny' });
    await click('Test the AI model');
    expect(text()).toContain(notes[0]);
    expect(get('.itih-notice').className).toContain('is-warning');
    server.on('POST /admin/test', { ok: false, code: 'provider_error', message: 'Key refused.' });
    await click('Test the AI model');
    expect(get('.itih-notice.is-error').textContent).toContain('Key refused.');
  });

  test('a provider that needs a key is not tested without one', async () => {
    await show(openTab('models'));
    await fill('[name="llm.provider"]', 'groq');
    await click('Test the AI model');
    expect(sent('POST', '/admin/test')).toBeUndefined();
  });

  test('a model can be told to think, and how much', async () => {
    server.on('GET /settings', withKey());
    await show(openTab('models'));
    expect(document.querySelector('[name="chat.reasoning_effort"]')).toBeNull();
    await toggle('Let it think first');
    await fill('[name="chat.reasoning_effort"]', 'high');
    await click('Save');
    expect(sent('PUT', '/settings')).toEqual({
      chat: { reasoning: true, reasoning_effort: 'high' },
    });
  });

  describe('a model that always thinks', () => {
    const sentence = 'This model always thinks.';
    const models = [
      { id: 'small-1', label: 'Small 1', always_reasons: true },
      { id: 'small-2', label: 'Small 2' },
    ];
    beforeEach(() => {
      server.on('GET /settings', withKey());
      server.on('POST /admin/models', { models });
    });

    test('is said to do so below the switch, while it is off', async () => {
      await show(openTab('models'));
      await wait();
      expect(text()).toContain(sentence);
      await fill('[name="llm.model"]', 'small-2');
      expect(text()).not.toContain(sentence);
      await fill('[name="llm.model"]', 'small-1');
      expect(text()).toContain(sentence);
      await toggle('Let it think first');
      expect(text()).not.toContain(sentence);
    });

    test('says in a line what it can and costs', async () => {
      const price = { input: 3, output: 15 };
      const known = { context: 200_000, reasons: true, tools: true, price };
      server.on('POST /admin/models', { models: [{ id: 'small-1', label: 'Small 1', ...known }] });
      await show(openTab('models'));
      await wait();
      expect(get('.itih-model-traits').textContent).toBe(
        '200,000 tokens of context · can think · calls tools · $3.00 in, $15.00 out per million tokens',
      );
      await fill('[name="llm.model"]', 'unknown-1');
      expect(document.querySelector('.itih-model-traits')).toBeNull();
    });

    test.each([
      [
        'an old price',
        { price_as_of: '2026-01-31' },
        'This price is of Saturday, January 31, 2026;',
      ],
      ['a missing price', { price_missing: true }, 'The plugin does not know its price,'],
      ['a price of today', { price_as_of: new Date().toISOString().slice(0, 10) }, undefined],
    ])('says what to do about %s', async (_name, known, begins) => {
      const price = { input: 3, output: 15 };
      server.on('POST /admin/models', { models: [{ id: 'small-1', label: 'S', price, ...known }] });
      await show(openTab('models'));
      await wait();
      const note = document.querySelector('.itih-price-note')?.textContent;
      expect(note?.slice(0, begins?.length)).toBe(begins);
    });

    test('is asked for with a saved connection only', async () => {
      server.on('GET /settings', withKey({ openai: { model: 'small-1' } }));
      await show(openTab('models'));
      await fill('[name="llm.api_key"]', 'a key');
      await wait();
      expect(sent('POST', '/admin/models')).toBeUndefined();
      expect(text()).not.toContain(sentence);
    });
  });

  describe('a language model in reserve', () => {
    beforeEach(() => server.on('GET /settings', withKey()));

    test('is another one than the first, or none', async () => {
      await show(openTab('models'));
      expect(options('[name="fallback.provider"]')).not.toContain('openai');
      expect(options('[name="fallback.provider"]').slice(0, 2)).toEqual(['', 'builtin']);
      await fill('[name="fallback.provider"]', '');
      await click('Save');
      expect(sent('PUT', '/settings')).toEqual({ llm: { fallback: '' } });
    });

    test('is not offered for the built-in answerer, which cannot fail', async () => {
      server.on('GET /settings', settingsWith({}));
      await show(openTab('models'));
      expect(document.querySelector('#itih-fallback')).toBeNull();
    });

    test('is tested as if it were the first, and asks for its own connection', async () => {
      server.on('POST /admin/test', {
        ok: true,
        model: 'groq:fast-1',
        latency_ms: 9,
        reply: 'Hi.',
      });
      await show(openTab('models'));
      await fillIn({
        'fallback.provider': 'groq',
        'fallback.api_key': 'its key',
        'fallback.model': 'fast-1',
      });
      await click('Test this AI model');
      expect(sent('POST', '/admin/test')).toEqual({
        scope: 'llm',
        settings: {
          llm: {
            provider: 'groq',
            fallback: 'groq',
            groq: { api_key: 'its key', model: 'fast-1' },
          },
        },
      });
      expect(get('#itih-fallback').textContent).toContain('fast-1 answered in 9 ms.');
    });

    test('that becomes the first is in reserve no longer', async () => {
      server.on('GET /settings', withKey({ fallback: 'groq' }));
      await show(openTab('models'));
      expect(get<HTMLSelectElement>('[name="fallback.provider"]').value).toBe('groq');
      await fill('[name="llm.provider"]', 'groq');
      expect(get<HTMLSelectElement>('[name="fallback.provider"]').value).toBe('');
    });
  });
});

describe('rerank', () => {
  const server = fakeServer();
  const card = () => get('#itih-rerank');
  const { sent } = server;
  const fields = () =>
    [...card().querySelectorAll('input')]
      .map(({ name, required }) => name.replace(/.*[.]/, '') + (required ? '!' : ''))
      .filter((name) => name !== '');

  const voyage = { api_key: { set: true, last4: 'ab12' }, model: 'voyage-4' };
  const withVoyage = settingsWith({ embeddings: { provider: 'voyage', voyage } });

  beforeEach(() => {
    server.on('PUT /settings', { settings: maskedDefaults });
  });

  test('is off at first, and offers every provider of the contract', async () => {
    await show(openTab('embeddings'));
    const options = [...get<HTMLSelectElement>('[name="rerank.provider"]').options];
    expect(options.map(({ value }) => value)).toEqual(['', ...rerankProviders]);
    expect(options[0]?.text).toBe('None');
    expect(fields()).toEqual([]);
    expect(card().textContent).not.toContain('Test');
  });

  test.each([
    ['voyage', ['api_key!', 'model!', 'base_url', 'candidates!']],
    ['compatible', ['base_url!', 'api_key', 'model', 'candidates!']],
  ])('asks for what %s needs', async (provider, wanted) => {
    await show(openTab('embeddings'));
    await fill('[name="rerank.provider"]', provider);
    expect(fields()).toEqual(wanted);
  });

  test('tries and saves what was filled in', async () => {
    server.on('POST /admin/test', { ok: true, model: 'cohere:rerank-v4.0-pro', latency_ms: 210 });
    await show(openTab('embeddings'));
    await fillIn({
      'rerank.provider': 'cohere',
      'rerank.api_key': 'a key',
      'rerank.model': 'rerank-v4.0-pro',
      'rerank.candidates': '20',
    });
    const rerank = {
      provider: 'cohere',
      cohere: { api_key: 'a key', model: 'rerank-v4.0-pro' },
      candidates: 20,
    };
    await click('Test the better order');
    expect(sent('POST', '/admin/test')).toEqual({ scope: 'rerank', settings: { rerank } });
    expect(card().textContent).toContain('rerank-v4.0-pro answered in');
    await click('Save');
    expect(sent('PUT', '/settings')).toEqual({ rerank });
  });

  test('the models are those that rank', async () => {
    server.on('POST /admin/models', { models: [{ id: 'rerank-2.5', label: 'rerank-2.5' }] });
    server.on('GET /settings', withVoyage);
    await show(openTab('embeddings'));
    await fill('[name="rerank.provider"]', 'voyage');
    await click('Show the models', '#itih-rerank');
    expect(sent('POST', '/admin/models')).toMatchObject({ scope: 'rerank', provider: 'voyage' });
    expect(card().textContent).toContain('rerank-2.5');
  });

  test('needs no key where the embeddings have one for the same address', async () => {
    server.on('GET /settings', withVoyage);
    await show(openTab('embeddings'));
    await fill('[name="rerank.provider"]', 'voyage');
    expect(fields()).toContain('api_key');
    expect(card().textContent).toContain('the one of “Find by meaning” is used');
    await fill('[name="rerank.base_url"]', 'https://proxy.example/v1');
    expect(fields()).toContain('api_key!');
    await fill('[name="rerank.provider"]', 'cohere');
    expect(fields()).toContain('api_key!');
    expect(text()).toContain('Better order');
  });
});
