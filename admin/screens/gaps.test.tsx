/** @jest-environment jsdom */
import { beforeEach, describe, expect, test } from '@jest/globals';
import type { MaskedSettings } from '../api.ts';
import { Gaps } from './gaps.tsx';
import type { AskReply } from '../../server/contract/chats.ts';
import type { Gap, GapDetail } from '../../server/contract/gaps.ts';
import { AppError } from '../../server/errors/app-error.ts';
import { collection, fakeServer, maskedDefaults } from '../../test/admin/fake-server.ts';
import { button, click, fill, get, show, text, happen } from '../../test/admin/page.tsx';
import { siteOf } from '../../test/admin/site.ts';

const server = fakeServer();
const site = siteOf({ homeUrl: 'https://museum.example', canManage: true });
const screen = <Gaps site={site} />;

const pool: Gap = {
  ...{ id: 7, question: 'Is there a pool?', language: 'en', count: 12, trend: 3 },
  ...{ reasons: ['nothing', 'down'], state: 'open', action: '' },
  changed_at: '2026-01-01T00:00:00.000Z',
  ...{ first_at: '2026-01-01T00:00:00Z', last_at: '2026-02-01T00:00:00Z' },
};
const closest = {
  ...{ title: 'Beach', section: 'Bathing', url: 'https://museum.example/beach/#:~:text=sea' },
  ...{ kind: 'post' as const, passage: 'The sea is near.', marks: [] },
};
const detail: GapDetail = {
  gap: pool,
  questions: [
    {
      ...{ text: 'Is there a pool?', session: 'abc', reason: 'down', at: pool.last_at },
      comment: 'No help!',
    },
    {
      ...{ text: 'is there a POOL', session: 'def', reason: 'nothing' },
      at: pool.last_at,
      comment: '',
    },
    { ...{ text: 'swimming?', session: 'ghi', reason: 'nothing' }, at: pool.last_at, comment: '' },
  ],
  outcome: 'closest',
  closest: [closest],
  why: ['The best passage has 20% of them.'],
  unknown_words: ['pool'],
};
const reply: AskReply = {
  ...{ reply: 'Behind the pier.', reasoning: '', citations: [], tool_calls: [], model: 'curated' },
  ...{ usage: { prompt_tokens: 0, completion_tokens: 0 }, ms: 5, outcome: 'answered' },
  confidence: null,
};

let gap: Gap;
let chat: MaskedSettings['chat'];
/** A new time for each change. */
const later = () => new Date(Date.parse(gap.changed_at) + 60_000).toISOString();
const settings = () => ({ settings: { ...maskedDefaults, chat } });
const sent = (method: string, path: string) =>
  server.calls.filter((call) => call.method === method && call.path === path);
const bodies = (method: string, path: string) => sent(method, path).map(({ body }) => body);
const open = (query = '') =>
  window.history.replaceState(null, '', `?page=itih-rag-chat-gaps${query}`);

beforeEach(() => {
  open();
  gap = pool;
  chat = maskedDefaults.chat;
  server.on('GET /gaps', ({ query }) => {
    const listed = (query['state'] ?? 'open') === gap.state ? [gap] : [];
    return collection(listed, listed.length);
  });
  server.on('GET /gaps/7', () => ({ ...detail, gap }));
  server.on('POST /gaps/7', ({ body }) => {
    const { seen, ...update } = body as { seen: string; state: Gap['state'] };
    if (seen !== gap.changed_at) throw new AppError('conflict');
    return (gap = { ...gap, ...update, changed_at: later() });
  });
  server.on('POST /ask', reply);
  server.on('GET /settings', settings);
  server.on('PUT /settings', ({ body }) => {
    chat = { ...chat, ...(body as { chat?: object }).chat };
    return settings();
  });
});

describe('the list', () => {
  test('has the questions with count, trend and reasons', async () => {
    await show(screen);
    const row = get('tbody tr').textContent;
    for (const part of ['Is there a pool?', '12', '3 more than the week before'])
      expect(row).toContain(part);
    expect(row).toContain('Nothing was found');
    expect(row).toContain('Rated as not helpful');
  });

  test('asks for what the address says', async () => {
    open('&tab=done&s=pool&reason=down&orderby=trend&paged=2');
    await show(screen);
    expect(sent('GET', '/gaps')[0]?.query).toMatchObject({
      ...{ state: 'done', search: 'pool', reason: 'down', orderby: 'trend', page: '2' },
    });
    expect(text()).toContain('No question fits these filters.');
    await click('Show all questions');
    expect(window.location.search).toBe('?page=itih-rag-chat-gaps&tab=done&orderby=trend');
  });

  test('an ignored question leaves it, and comes back', async () => {
    await show(screen);
    await click('Ignore: Is there a pool?');
    expect(bodies('POST', '/gaps/7')).toEqual([
      { state: 'ignored', action: '', seen: pool.changed_at },
    ]);
    expect(text()).toContain('“Is there a pool?” is ignored');
    expect(document.querySelector('tbody')).toBeNull();
    expect(document.activeElement?.id).toBe('itih-gaps-title');
    await click('Undo');
    expect(gap.state).toBe('open');
    expect(get('tbody').textContent).toContain('Is there a pool?');
    expect(text()).not.toContain('is ignored');
  });
});

describe('a gap', () => {
  beforeEach(() => open('&gap=7'));

  test('shows its wordings, what comes near, and why that is not enough', async () => {
    await show(screen);
    expect(get('#itih-gap h2').textContent).toBe('Is there a pool?');
    expect(get('#itih-today').textContent).toContain('The chat would point to pages');
    expect(get('#itih-today').textContent).toContain('The sea is near.');
    expect(get('#itih-today').textContent).toContain('20% of them');
    expect(get('#itih-wordings').textContent).toContain('Comment: No help!');
    const link = button('Conversation: swimming?') as HTMLAnchorElement;
    expect(link.getAttribute('href')).toBe('?page=itih-rag-chat-chats&chat=ghi');
    expect(button('Draft a post (opens in a new tab)').getAttribute('href')).toBe(
      'post-new.php?post_title=Is+there+a+pool%3F',
    );
  });

  test('is only marked by those who may not change settings', async () => {
    open('&gap=7&do=answer');
    await show(<Gaps site={siteOf({ canManage: false })} />);
    const names = [...document.querySelectorAll('#itih-gap button')].map((one) => one.textContent);
    expect(names).toEqual(['Mark as done', 'Ignore']);
    expect(document.querySelector('#itih-remedy')).toBeNull();
    expect(sent('GET', '/settings')).toEqual([]);
    await click('Mark as done');
    expect(get('#itih-gap').textContent).toContain('Done');
  });
});

describe('writing the answer', () => {
  beforeEach(() => open('&gap=7&do=answer'));
  const write = async () => {
    await fill('[name="answer"]', 'Behind the pier.');
    await click('Show the new answer');
  };
  const answer = {
    ...{ questions: ['Is there a pool?', 'swimming?'], answer: 'Behind the pier.', url: '' },
  };

  test('a changed draft is asked again before it can be saved', async () => {
    await show(screen);
    await write();
    await fill('[name="answer"]', 'Nowhere.');
    expect(document.querySelector('#itih-new-answer')).toBeNull();
    expect(() => button('Save, and mark as done')).toThrow();
  });

  test('is added to the answers that are stored by then, and the gap is done', async () => {
    const lift = { ...pool, id: 8, question: 'Is there a lift?' };
    server.on('GET /gaps', () => {
      const listed = gap.state === 'open' ? [gap, lift] : [lift];
      return collection(listed, listed.length);
    });
    server.on('GET /gaps/8', { ...detail, gap: lift });
    await show(screen);
    await write();
    const other = { questions: ['Who?'], answer: 'We.', url: '' };
    chat = { ...chat, curated: [other] };
    await click('Save, and mark as done');
    expect(chat.curated).toEqual([other, answer]);
    expect(gap).toMatchObject({ state: 'done', action: 'answer' });
    expect(text()).toContain('Saved and in use.');
    expect(document.querySelector('#itih-remedy')).toBeNull();
    expect(window.location.search).toBe('?page=itih-rag-chat-gaps&gap=7');
    expect(get('.nav-tab-active').textContent).toBe('Done');
    await click('Next question');
    expect(window.location.search).toBe('?page=itih-rag-chat-gaps&gap=8');
    expect(get('.nav-tab-active').textContent).toBe('Open');
  });

  test('what the chat could not use is told first', async () => {
    await show(screen);
    expect(text()).not.toContain('Write an answer, or name a page, or both.');
    await click('Show the new answer');
    expect(text()).toContain('Write an answer, or name a page, or both.');
    expect(document.activeElement).toBe(get('[name="answer"]'));
    expect(sent('POST', '/ask')).toEqual([]);
  });

  test('an answer that cannot be tried can still be saved', async () => {
    server.fail('POST /ask', 'provider_error');
    await show(screen);
    await write();
    expect(get('#itih-remedy .is-error').textContent).not.toBe('');
    server.fail('PUT /settings', 'sidecar_unavailable');
    await click('Save, and mark as done');
    expect(gap.state).toBe('open');
    server.on('PUT /settings', settings);
    await click('Save, and mark as done');
    expect(gap.state).toBe('done');
  });
});

describe('other ways', () => {
  test('a page is chosen among the closest ones, without the place on it', async () => {
    open('&gap=7&do=page');
    await show(screen);
    await click('Show the new answer');
    expect(text()).toContain('Choose a page.');
    await happen(() => get<HTMLInputElement>('[type="radio"]').click());
    await click('Show the new answer');
    await click('Save, and mark as done');
    expect(chat.curated).toEqual([
      {
        ...{ questions: ['Is there a pool?', 'swimming?'], answer: '' },
        url: 'https://museum.example/beach/',
      },
    ]);
    expect(gap.action).toBe('page');
  });

  test('a synonym begins with the word that the site does not use', async () => {
    open('&gap=7&do=synonym');
    chat = { ...chat, synonyms: ['pram, stroller'] };
    await show(screen);
    expect(get<HTMLInputElement>('[name="said"]').value).toBe('pool');
    await click('Show the new answer');
    expect(text()).toContain('Write at least one word of your pages.');
    await fill('[name="used"]', 'baths، sea');
    await click('Show the new answer');
    await click('Save, and mark as done');
    expect(chat.synonyms).toEqual(['pram, stroller', 'pool, baths, sea']);
    expect(gap.action).toBe('synonym');
  });
});

describe('two owners at the same gap', () => {
  const other = (update: Partial<Gap>) => {
    gap = { ...gap, ...update, changed_at: later() };
  };

  test('one who ignores what the other has answered is told so, and it stays answered', async () => {
    await show(screen);
    other({ state: 'done', action: 'answer' });
    await click('Ignore: Is there a pool?');
    expect(gap).toMatchObject({ state: 'done', action: 'answer' });
    expect(get('.is-warning').textContent).toContain(
      'Somebody else has answered “Is there a pool?” meanwhile (',
    );
    // The list is fresh.
    expect(document.querySelector('tbody')).toBeNull();
  });

  test('one who writes an answer, too, keeps the text, and can save it all the same', async () => {
    open('&gap=7&do=answer');
    await show(screen);
    await fill('[name="answer"]', 'Behind the pier.');
    await click('Show the new answer');
    other({ state: 'done', action: 'answer' });
    chat = {
      ...chat,
      curated: [{ questions: ['Is there a pool?'], answer: 'In the park.', url: '' }],
    };
    await click('Save, and mark as done');
    expect(bodies('PUT', '/settings')).toEqual([]);
    expect(get('.is-warning').textContent).toContain('Somebody else has answered');
    expect(get('#itih-gap').textContent).toContain('Done');
    expect(get<HTMLTextAreaElement>('[name="answer"]').value).toBe('Behind the pier.');
    // The other answer is known by now.
    await click('Show the new answer');
    expect(bodies('POST', '/ask')).toHaveLength(1);
    await fill('[name="questions"]', 'swimming?');
    await click('Show the new answer');
    await click('Save, and mark as done');
    expect(chat.curated.map(({ answer }) => answer)).toEqual(['In the park.', 'Behind the pier.']);
  });

  test('an answer that cannot be saved opens the gap again, for the next attempt of either', async () => {
    open('&gap=7&do=answer');
    await show(screen);
    await fill('[name="answer"]', 'Behind the pier.');
    await click('Show the new answer');
    server.fail('PUT /settings', 'sidecar_unavailable');
    await click('Save, and mark as done');
    expect(bodies('POST', '/gaps/7')).toHaveLength(2);
    expect(gap).toMatchObject({ state: 'open', action: '' });
    expect(get<HTMLTextAreaElement>('[name="answer"]').value).toBe('Behind the pier.');
  });
});
