/** @jest-environment jsdom */
import type { AskReply } from '../../server/contract/chats.ts';
import { beforeEach, describe, expect, test } from '@jest/globals';
import { Search } from './search.tsx';
import {
  type SearchCandidate,
  searchOutcome,
  type SearchReply,
} from '../../server/contract/search.ts';
import { fakeServer } from '../../test/admin/fake-server.ts';
import { button, click, fill, fillIn, get, show, text, wait } from '../../test/admin/page.tsx';
import { siteOf } from '../../test/admin/site.ts';

const server = fakeServer();
const postTypes = [{ name: 'page', label: 'Pages', count: 3 }];
const screen = <Search site={siteOf({ postTypes })} />;

const candidate = (chunk_id: number, over: Partial<SearchCandidate> = {}): SearchCandidate => ({
  chunk_id,
  document_id: 4,
  kind: 'post',
  title: 'Feeding',
  url: 'https://site.test/feeding',
  heading_path: 'Birds › Swans',
  excerpt: 'The swans are fed at noon.',
  vector: { rank: 2, score: 0.71234 },
  lexical: { rank: 1, score: 8.5, coverage: 0.8 },
  cited: false,
  fused: 0.0325,
  reranked: null,
  outcome: 'used',
  with: null,
  ...over,
});

const replyOf = (over: Partial<SearchReply> = {}): SearchReply => ({
  embedder: 'openai:text-embedding-3-small',
  reranker: '',
  mode: 'memory',
  warnings: [],
  queries: [{ text: 'When are the swans fed?', why: 'question' }],
  top_k: 5,
  min_score: 0.25,
  tokens: { used: 120, limit: 3000 },
  ms: {
    rewrite: 0,
    embed: 41.3,
    vectors: 0.42,
    lexical: 0.2,
    search: 0.5,
    read: 1.1,
    visibility: 0.3,
    hydrate: 1.4,
    rerank: 0,
    pack: 0.1,
    total: 43.4,
  },
  chunks: [
    {
      chunk_id: 11,
      chunk_ids: [11, 12],
      document_id: 4,
      title: 'Feeding',
      url: 'https://site.test/feeding',
      heading_path: 'Birds › Swans',
      content: 'The swans are fed at noon. They like it.',
      score: 0.71234,
    },
  ],
  candidates: [candidate(11)],
  ...over,
});

const given: AskReply = {
  reply: 'They are fed at **noon**.',
  reasoning: '',
  citations: [],
  tool_calls: [],
  usage: { prompt_tokens: 0, completion_tokens: 0 },
  model: 'builtin:extractive-1',
  ms: 4,
  outcome: 'answered',
  confidence: null,
};

const answers = (over: Partial<SearchReply> = {}) => server.on('POST /search', replyOf(over));
const asked = () => server.calls.filter(({ path }) => path === '/search').map(({ body }) => body);
const facts = () => get('#itih-search-path').textContent;

beforeEach(() => {
  window.history.replaceState(null, '', '?page=itih-rag-chat-search');
  answers();
  server.on('POST /ask', given);
});

async function search(question = 'When are the swans fed?') {
  await show(screen);
  await fill('[name="q"]', question);
  await click('Ask');
}

test('asks nothing before it is asked, nor without a question', async () => {
  await show(screen);
  await click('Ask');
  expect(asked()).toEqual([]);
  expect(document.querySelector('#itih-search-path')).toBeNull();
});

test('shows the answer as visitors get it first, with the figures folded', async () => {
  await search();
  expect(get('#itih-search-answer .itih-markdown strong').textContent).toBe('noon');
  expect(get('#itih-search-answer').textContent).toContain('Write the answer');
  const figures = get('#itih-search-path').closest('details');
  expect([figures?.open, figures?.contains(get('#itih-search-answer'))]).toEqual([false, false]);
});

test('shows how it was searched, how long each step took, and what the chat is given', async () => {
  await search();
  expect(asked()).toEqual([{ query: 'When are the swans fed?' }]);
  expect(facts()).toContain('When are the swans fed? as it was asked');
  expect(facts()).toContain('Exact, in memorytext-embedding-3-small');
  expect(facts()).toContain('About 120 of 3,000 tokens');
  expect(facts()).toContain('Understanding 41 ms');
  expect(facts()).toContain('Meaning 0.42 ms');
  expect(facts()).not.toContain('Rewriting');
  const given = get('#itih-search-context').textContent;
  expect(given).toContain('[1]FeedingBirds › SwansScore 0.712');
  expect(given).toContain('They like it.');
});

test.each([
  ['answer', 'Answers'],
  ['nothing', 'Says that it found nothing'],
] as const)('the outcome %p is told', async (outcome, told) => {
  answers({ confidence: { outcome, score: 0, reasons: [] } });
  await search();
  expect(get('#itih-search-outcome .itih-badge').textContent).toBe(told);
});

test('leads to the remedies with the question', async () => {
  await search();
  const query = (name: string) =>
    Object.fromEntries(
      new URL(button(name).getAttribute('href') ?? '', 'http://site').searchParams,
    );
  const question = 'When are the swans fed?';
  const page = 'itih-rag-chat-answers';
  expect(query('Write the answer')).toEqual({ page, question });
  expect(query('Add synonyms')).toEqual({ page, question, tab: 'synonyms' });
});

test('keeps the question in the address, and answers one that comes with it', async () => {
  await search();
  expect(new URLSearchParams(window.location.search).get('q')).toBe('When are the swans fed?');
  window.history.replaceState(null, '', '?page=itih-rag-chat-search&q=Where&kind=pdf');
  await show(screen);
  expect(asked().at(-1)).toEqual({ query: 'Where', filter: { kinds: ['pdf'] } });
});

test('restricts what may be found, and takes the question before it along', async () => {
  await show(screen);
  await fillIn({
    q: 'And on Sundays?',
    before: 'When are the swans fed?',
    kind: 'post',
    type: 'page',
    language: 'de',
    top_k: '3',
    min_score: '0.4',
  });
  await click('Ask');
  expect(asked()).toEqual([
    {
      query: 'And on Sundays?',
      top_k: 3,
      min_score: 0.4,
      filter: { kinds: ['post'], languages: ['de'], post_types: ['page'] },
      history: [{ role: 'user', content: 'When are the swans fed?' }],
    },
  ]);
});

test('says what was searched for besides, and what went wrong', async () => {
  answers({
    mode: 'none',
    embedder: '',
    queries: [
      { text: 'And on Sundays?', why: 'question' },
      { text: 'When are the swans fed on Sundays?', why: 'rewritten' },
    ],
    warnings: ['The embedder did not answer.'],
  });
  await search('And on Sundays?');
  expect(facts()).toContain('When are the swans fed on Sundays? rewritten, so that it stands');
  expect(facts()).toContain('Nothing to compare: words are looked up');
  expect(get('.components-notice.is-warning').textContent).toContain('did not answer');
});

describe('of each candidate', () => {
  const rows = () => [...document.querySelectorAll('.itih-candidates tbody tr')];

  test('it shows its scores and places', async () => {
    answers({ candidates: [candidate(11), candidate(12, { vector: null, cited: true })] });
    await search();
    const [first, second] = rows().map((row) => row.textContent);
    expect(first).toContain('1. Feeding');
    expect(first).toContain('0.712Place 2');
    expect(first).toContain('8.500Place 1, 80% of the question');
    expect(first).toContain('0.033');
    expect(second).toContain('–');
    expect(second).toContain('Cited by the last answer');
  });

  test.each(searchOutcome.options)('it says what became of it: %s', async (outcome) => {
    answers({ candidates: [candidate(11), candidate(12, { outcome, with: 11 })] });
    await search();
    const said = rows()[1]?.querySelector('.itih-badge')?.textContent ?? '';
    expect(said).not.toBe('');
    expect(said).not.toContain('%');
    expect(said.includes('1')).toBe(outcome === 'joined' || outcome === 'duplicate');
  });

  test('one that nobody may read shows nothing of it', async () => {
    const hidden = { document_id: null, kind: null, title: '', url: '', heading_path: '' };
    answers({ candidates: [candidate(11, { ...hidden, excerpt: '', outcome: 'not_public' })] });
    await search();
    expect(rows()[0]?.querySelector('a')).toBeNull();
    expect(rows()[0]?.textContent).toContain('Not shown');
  });

  test('an address that no browser should open is no link', async () => {
    answers({ candidates: [candidate(11, { url: 'javascript:alert(1)' })], chunks: [] });
    await search();
    expect([...document.querySelectorAll('a')].map(({ href }) => href)).not.toContainEqual(
      expect.stringContaining('javascript'),
    );
  });
});

test('an answer that failed takes the last one off the page', async () => {
  await search();
  server.fail('POST /search', 'provider_error');
  await click('Ask');
  expect(document.querySelector('#itih-search-path')).toBeNull();
  expect(document.querySelector('.components-notice.is-error')).not.toBeNull();
  answers();
  await click('Ask');
  expect(facts()).toContain('When are the swans fed?');
});

test('of two questions the later one is answered, and the browser goes back to the first', async () => {
  server.on('POST /search', ({ body }) => {
    const { query } = body as { query: string };
    return replyOf({ queries: [{ text: `${query}!`, why: 'question' }] });
  });
  await search('One');
  await fill('[name="q"]', 'Two');
  await click('Ask');
  expect(facts()).toContain('Two!');
  window.history.back();
  await wait(100);
  expect(get<HTMLInputElement>('[name="q"]').value).toBe('One');
  expect(facts()).toContain('One!');
  expect(text()).not.toContain('Two!');
});
