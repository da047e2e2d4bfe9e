/** @jest-environment jsdom */
import { beforeEach, describe, expect, test } from '@jest/globals';
import type { MaskedSettings } from '../api.ts';
import type { VectorStoreStatus } from '../../server/contract/admin.ts';
import type { SettingsPatch } from '../../server/contract/settings.ts';
import { AppError } from '../../server/errors/app-error.ts';
import {
  fakeServer,
  maskedDefaults,
  settingsWith,
  statusOf,
} from '../../test/admin/fake-server.ts';
import {
  button,
  checkbox,
  click,
  fill,
  fillIn,
  get,
  show,
  text,
  toggle,
  wait,
  happen,
} from '../../test/admin/page.tsx';
import { openTab } from '../../test/admin/settings/open-tab.tsx';

describe('settings', () => {
  const server = fakeServer();
  const postTypes = [
    { name: 'post', label: 'Posts', count: 12 },
    { name: 'page', label: 'Pages', count: 1 },
  ];

  /** As WordPress stores them; the revision counts the saves. */
  let stored: MaskedSettings;
  let revision: number;
  const reply = () => ({ settings: stored, revision: `r${revision}` });

  function store(patch: SettingsPatch): void {
    for (const [group, values] of Object.entries(patch)) {
      const before = stored[group as keyof MaskedSettings];
      stored = { ...stored, [group]: { ...before, ...(values as object) } };
    }
    revision++;
  }
  const puts = () => server.calls.filter(({ method }) => method === 'PUT');
  const sent = () => puts().map(({ body }) => body);

  beforeEach(() => {
    stored = maskedDefaults;
    revision = 1;
    server.on('GET /settings', reply);
    server.on('PUT /settings', ({ body, query }) => {
      if (query['check'] === undefined) store(body as SettingsPatch);
      return reply();
    });
  });

  describe('the form', () => {
    test('sends what has changed on all tabs, with the revision it was made from', async () => {
      await show(openTab('appearance'));
      await fill('[name="appearance.bot_name"]', 'Ada');
      await click('Limits and cost');
      expect(get('.itih-nav').textContent).toContain('Looknot saved');
      await fillIn({ 'limits.per_ip_max': '30', 'limits.per_ip_window_s': '60' });
      expect(text()).toContain('2 settings are not saved yet.');
      await click('Save');
      expect(sent()).toEqual([{ appearance: { bot_name: 'Ada' }, limits: { per_ip_max: 30 } }]);
      expect(puts()[0]?.query).toMatchObject({ revision: 'r1' });
      expect(text()).toContain('Saved: Name, Questions from one address.');
      await fill('[name="limits.per_ip_max"]', '31');
      await click('Save');
      expect(puts()[1]?.query).toMatchObject({ revision: 'r2' });
    });

    test('discards what is not saved', async () => {
      await show(openTab('chat'));
      await fill('[name="chat.starters"]', 'When?\n\nWhere?');
      await click('Discard changes');
      expect(get<HTMLTextAreaElement>('[name="chat.starters"]').value).toBe('');
      await click('Save');
      expect(sent()).toEqual([]);
      expect(text()).toContain('Nothing has changed.');
    });

    test('a mistake on another tab opens that one, and stands at its field', async () => {
      await show(openTab('models'));
      await fill('[name="llm.provider"]', 'ollama');
      await fill('[name="llm.model"]', 'small-1');
      await fill('[name="chat.tone"]', 'x'.repeat(1001));
      await click('Privacy');
      await click('Save');
      await wait();
      expect(sent()).toEqual([]);
      expect(window.location.search).toContain('tab=models');
      const field = get('[name="chat.tone"]');
      expect(document.activeElement).toBe(field);
      expect(field.getAttribute('aria-invalid')).toBe('true');
      expect(text()).toContain('This has 1,001 characters; there may be 1,000.');
    });

    test('a refusal of the server names its field, opens its tab and stands there', async () => {
      await show(openTab('advanced'));
      await fill('[name="limits.trusted_proxies"]', '10.0.0.0/8');
      await click('Privacy');
      server.fail('PUT /settings', 'invalid_request', { 'limits.trusted_proxies.0': 'Not that.' });
      await click('Save');
      await wait();
      const field = get<HTMLTextAreaElement>('[name="limits.trusted_proxies"]');
      expect(document.activeElement).toBe(field);
      expect(field.getAttribute('aria-invalid')).toBe('true');
      expect(field.value).toBe('10.0.0.0/8');
      expect(get('.itih-save').textContent).toContain('Trusted proxies: Not that.');
    });

    test('the browser asks before unsaved settings are lost', async () => {
      const leaves = () => window.dispatchEvent(new Event('beforeunload', { cancelable: true }));
      await show(openTab('privacy'));
      expect(leaves()).toBe(true);
      await fill('[name="privacy.store_ip"]', 'none');
      expect(leaves()).toBe(false);
    });
  });

  test('of two administrators the second may replace what the first has saved, and nothing else', async () => {
    await show(openTab('appearance'));
    await fillIn({ 'appearance.bot_name': 'Mine', 'appearance.welcome': 'Hello' });
    store({ appearance: { bot_name: 'Theirs', position: 'bottom-left' } });
    server.on('PUT /settings', ({ body, query }) => {
      if (query['revision'] !== `r${revision}`) {
        throw new AppError('conflict', { fields: { 'appearance.bot_name': 'Changed.' } });
      }
      store(body as SettingsPatch);
      return reply();
    });
    await click('Save');
    expect(stored.appearance.bot_name).toBe('Theirs');
    const [conflict, ...others] = document.querySelectorAll('.itih-conflict');
    expect(conflict?.textContent).toContain('Keep what was saved: Theirs');
    expect(others).toEqual([]);
    const mine = conflict?.querySelectorAll('input')[1];
    await happen(() => mine?.click());
    await click('Save as chosen');
    expect(stored.appearance).toMatchObject({ bot_name: 'Mine', welcome: 'Hello' });
    expect(stored.appearance.position).toBe('bottom-left');
    expect(text()).toContain('Saved: Name, Welcome.');
  });

  describe('while no sidecar answers', () => {
    beforeEach(() => {
      const { appearance, advanced } = maskedDefaults;
      const { processing_mode: _mode, debug_logging: _debug, ...general } = maskedDefaults.general;
      const owned = { general, appearance, indexing: { exclude_ids: [] }, advanced };
      server.fail('GET /status', 'sidecar_unavailable');
      const partial = () => ({ settings: owned, revision: '.p1', partial: true });
      server.on('GET /settings', partial);
      server.on('PUT /settings', partial);
    });

    test('those of the plugin can be changed', async () => {
      await show(openTab(''));
      await toggle('Show the chat to visitors');
      await click('Advanced');
      expect(document.querySelector('[name="general.processing_mode"]')).toBeNull();
      await toggle('Remove all data when the plugin is deleted');
      await click('Save');
      expect(sent()).toEqual([
        { general: { widget_enabled: true }, advanced: { remove_data_on_uninstall: true } },
      ]);
      expect(puts()[0]?.query).toMatchObject({ revision: '.p1' });
    });

    test('the others say why they cannot', async () => {
      await show(openTab('limits'));
      expect(text()).toContain('can be changed as soon as it answers again');
      expect(document.querySelector('.itih-save')).toBeNull();
      await click('Content');
      expect(document.querySelector('[name="indexing.url_recheck_hours"]')).toBeNull();
      expect(document.querySelector('[name="indexing.exclude_ids.search"]')).not.toBeNull();
    });
  });

  test('posts are chosen by their titles: found ones are added, chosen ones removed', async () => {
    const search = '[name="general.hide_ids.search"]';
    ({ settings: stored } = settingsWith({ general: { hide_ids: [4] } }));
    server.on('GET /wp/v2/search', [
      { id: 4, title: 'Imprint' },
      { id: 9, title: 'Contact & more' },
    ]);
    await show(openTab('', { titles: { 4: 'Imprint' } }));
    expect(text()).toContain('Imprint');
    await fill(search, 'con');
    await wait(400);
    expect(get('.itih-posts__found').textContent).toBe('Contact & more #9');
    await click('Contact & more #9');
    expect(get(search)).toBe(document.activeElement);
    await click('Remove “Imprint”');
    await click('Save');
    expect(sent()).toEqual([{ general: { hide_ids: [9] } }]);
    expect(button('Remove “Contact & more”')).toBeTruthy();
  });

  test('types and pages are asked for when only chosen ones are meant', async () => {
    await show(openTab('', { postTypes }));
    expect(document.querySelector('[name="general.show_types.page"]')).toBeNull();
    await fill('[name="general.show"]', 'selected');
    await toggle('Pages');
    await fill('[name="general.audience"]', 'logged_out');
    await click('Save');
    expect(sent()).toEqual([
      { general: { show: 'selected', show_types: ['page'], audience: 'logged_out' } },
    ]);
  });

  test('the card takes over what was found, where it says nothing itself', async () => {
    ({ settings: stored } = settingsWith({ business: { phone: '01234 1' } }));
    const found = { phone: '01234 5678', address: 'Mill Lane 5', monday: 'closed' };
    server.on('GET /settings', () => ({ ...reply(), found }));
    await show(openTab('chat'));
    expect(get<HTMLTextAreaElement>('[name="business.address"]').placeholder).toBe('Mill Lane 5');
    await click('Use what was found');
    expect(text()).not.toContain('Use what was found');
    await click('Save');
    expect(sent()).toEqual([{ business: { address: 'Mill Lane 5', monday: 'closed' } }]);
  });

  describe('content', () => {
    beforeEach(() => {
      server.on('GET /wp/v2/search', [{ id: 9, title: 'Tours' }]);
    });

    test('saves only what has changed', async () => {
      await show(openTab('indexing', { postTypes }));
      await toggle('Pages');
      await toggle('Follow changes');
      await click('Advanced');
      await click('Passages');
      await fill('[name="indexing.chunk_size"]', '1200');
      server.on('POST /admin/embedding-estimate', {
        changes: true,
        chunks: 340,
        tokens: 123_456,
        price_usd: 0,
      });
      await wait(400);
      expect(text()).toContain('340 passages with about 123.5K tokens are sent to the model.');
      await click('Save');
      expect(sent()).toEqual([
        { indexing: { post_types: ['post'], auto_index: false, chunk_size: 1200 } },
      ]);
      expect(text()).toContain('Saved. What the chat knows follows by itself.');
    });

    test('a type whose plugin is off at the moment stays chosen', async () => {
      ({ settings: stored } = settingsWith({ indexing: { post_types: ['post', 'recipe'] } }));
      await show(openTab('indexing', { postTypes }));
      expect(checkbox('recipe').checked).toBe(true);
      await toggle('Pages');
      await click('Save');
      expect(sent()).toEqual([{ indexing: { post_types: ['post', 'recipe', 'page'] } }]);
    });

    test('custom fields are chosen by their names and examples, or typed', async () => {
      const metaFields = [
        { key: 'price_from', label: 'Price', example: '12 €' },
        { key: 'duration', label: '', example: '' },
      ];
      await show(openTab('indexing', { postTypes, metaFields }));
      expect(get('#itih-fields').textContent).toMatch(/price_from.* · .*“12 €”/);
      await toggle('Price');
      await toggle('duration');
      await fill('[name="indexing.fields.typed"]', ' venue ');
      await click('Add');
      await toggle('duration');
      await click('Save');
      expect(sent()).toEqual([{ indexing: { fields: ['price_from', 'venue'] } }]);
      expect(checkbox('venue').checked).toBe(true);
    });

    test('what is read of a page is shown, and anew after a save', async () => {
      server.on('GET /posts/9/reading', {
        ...{ state: 'read', document: null, error: null, chunks: [], shortened: false },
        post: { id: 9, title: 'Tours', url: 'http://site.test/tours/', language: 'en' },
        blocks: [{ kind: 'row', text: 'Price: 12 €' }],
        left_out: [],
      });
      await show(openTab('indexing', { postTypes }));
      await wait(400);
      await click('Tours');
      expect(get('.itih-text').textContent).toContain('12 €');
      await toggle('Follow changes');
      await click('Save');
      const asked = server.calls.filter(({ path }) => path === '/posts/9/reading');
      expect(asked).toHaveLength(2);
    });
  });

  test('colours warn of a low contrast, keep what is no colour marked, and can be reset alone', async () => {
    const warning = 'A contrast below 4.5 : 1';
    await show(openTab('appearance'));
    expect(text()).not.toContain(warning);
    await fillIn({
      'appearance.colors.header_text.code': '#d1d1d1',
      'appearance.colors.bg.code': '#FAFAFA',
    });
    expect(get('#itih-color-header_text-contrast').textContent).toMatch(
      /1\.5 : 1\u2069 with “Header”/,
    );
    expect(text()).toContain(warning);
    await click('Reset: Text of the header');
    expect(text()).not.toContain(warning);
    await fill('[name="appearance.colors.text.code"]', 'zzz');
    const code = get<HTMLInputElement>('[name="appearance.colors.text.code"]');
    expect([code.value, code.checkValidity()]).toEqual(['zzz', false]);
    expect(code.closest('details')?.open).toBe(true);
    expect(text()).toContain('This is no colour');
    await fill('[name="appearance.colors.text.code"]', '#1e1e1e');
    await click('Save');
    expect(sent()).toEqual([{ appearance: { colors: { bg: '#fafafa', text: '#1e1e1e' } } }]);
  });

  test('one colour leads the others, which can be chosen alone', async () => {
    await show(openTab('appearance'));
    await fill('[name="appearance.colors.primary.code"]', '#ffe08a');
    await click('Save');
    const colors = { primary: '#ffe08a', launcher: '#ffe08a', launcher_icon: '#1e1e1e' };
    expect(sent()).toEqual([{ appearance: { colors } }]);
    await click('Reset: Your colour');
    await click('Save');
    expect(sent()[1]).toEqual({ appearance: { colors: {} } });
  });

  test('a prompt of one’s own can be taken back', async () => {
    const ollama = { ...maskedDefaults.llm.ollama, model: 'small-1' };
    ({ settings: stored } = settingsWith({
      llm: { provider: 'ollama', ollama },
      chat: { system_prompt: 'Be a swan.' },
    }));
    await show(openTab('models'));
    const field = () => get<HTMLTextAreaElement>('[name="chat.system_prompt"]');
    await click('Restore the default prompt');
    expect(field().value).toBe('');
    expect(field().placeholder).toMatch(/^You answer questions of visitors/);
    await click('Save');
    expect(sent()).toEqual([{ chat: { system_prompt: '' } }]);
  });

  test('budgets stand beside what is used of them', async () => {
    const used = (amount: number) => ({ used: amount, limit: 0 });
    server.on('GET /figures', { budget: { day: used(12_000), month: used(340_000) } });
    await show(openTab('limits'));
    expect(get('#itih-budget-use').textContent).toBe(
      'Used so far: 12K tokens today, 340K this month.',
    );
  });
});

describe('where it is stored', () => {
  const server = fakeServer();
  const inMemory: VectorStoreStatus = {
    engine: 'relational',
    mode: 'memory',
    reason: '12,000 vectors take 19 of 512 MB.',
    warnings: [],
    vectors: 12_000,
    memory_mb: 18.7,
  };
  function card(store: Partial<VectorStoreStatus> = {}) {
    server.on('GET /status', { ...statusOf(), vector_store: { ...inMemory, ...store } });
    return openTab('store');
  }

  const api_token = { set: true, last4: '0042' };
  const vectorize = settingsWith({
    vector_store: { engine: 'vectorize', account_id: 'account-1', api_token, index_name: 'site-1' },
  });
  const { sent } = server;

  beforeEach(() => {
    server.on('PUT /settings', vectorize);
  });

  test('says what is in use, why, and how much', async () => {
    await show(card());
    const facts = get('.itih-facts').textContent;
    expect(facts).toContain(
      "The site's databaseSearchExact, in memory12,000 vectors take 19 of 512 MB.",
    );
    expect(facts).toContain('Passages (vectors)12,000Memory19 MB');
    expect(document.querySelector('.components-notice')).toBeNull();
  });

  test('asks for what Vectorize needs, and tries it before it is saved', async () => {
    server.on('POST /admin/test', {
      ok: true,
      model: 'vectorize',
      latency_ms: 41,
      dimensions: 768,
    });
    await show(card());
    const fields = () => [...document.querySelectorAll('input')].map(({ name }) => name);
    expect(fields()).toEqual([]);
    await fill('[name="vector_store.engine"]', 'vectorize');
    expect(fields()).toEqual([
      'vector_store.account_id',
      'vector_store.api_token',
      'vector_store.index_name',
    ]);
    await click('Save');
    await click('Test this store');
    expect([sent('PUT', '/settings'), sent('POST', '/admin/test')]).toEqual([undefined, undefined]);

    const values = { account_id: 'account-1', api_token: 'a token', index_name: 'site-1' };
    for (const [name, value] of Object.entries(values))
      await fill(`[name="vector_store.${name}"]`, value);
    await click('Test this store');
    expect(sent('POST', '/admin/test')).toEqual({
      scope: 'vector_store',
      settings: { vector_store: { engine: 'vectorize', ...values } },
    });
    expect(text()).toContain('Vectorize answered in 41 ms with 768 dimensions.');
    await fill('[name="vector_store.engine"]', 'relational');
    await click('Save');
    expect(sent('PUT', '/settings')).toMatchObject({ vector_store: { engine: 'relational' } });
  });

  describe('with Vectorize', () => {
    const create = 'POST /vector-store/create-index';
    beforeEach(() => server.on('GET /settings', vectorize));

    test.each([
      [{ ok: true, created: true }, 'is-success', 'The index was created, with 768 dimensions.'],
      [{ ok: true, created: false }, 'is-success', 'The index is there and fits'],
      [{ ok: false, created: false }, 'is-error', 'does not fit the model'],
    ])('an index that is %j is told', async (reply, look, sentence) => {
      server.on(create, { ...reply, dimensions: 768, metric: 'cosine' });
      await show(card());
      await click('Create or check the index');
      expect(get(`.components-notice.${look}`).textContent).toContain(sentence);
      expect(server.calls.filter(({ path }) => path === '/status')).toHaveLength(2);
    });

    test('what is typed is saved first', async () => {
      server.on(create, { ok: true, created: true, dimensions: 768, metric: 'cosine' });
      await show(card());
      await fill('[name="vector_store.index_name"]', 'site-2');
      await click('Save, and create or check the index');
      const order = server.calls.map(({ method, path }) => `${method} ${path}`);
      expect(order.filter((call) => !call.startsWith('GET'))).toEqual(['PUT /settings', create]);
      expect(sent('PUT', '/settings')).toEqual({ vector_store: { index_name: 'site-2' } });
    });

    test('nothing is created when saving failed', async () => {
      server.fail('PUT /settings', 'invalid_request', { 'vector_store.index_name': 'Too long.' });
      await show(card());
      await fill('[name="vector_store.index_name"]', 'site-2');
      await click('Save, and create or check the index');
      expect(sent('POST', '/vector-store/create-index')).toBeUndefined();
      expect(get('[name="vector_store.index_name"]').getAttribute('aria-invalid')).toBe('true');
      expect(text()).toContain('Too long.');
    });
  });
});
