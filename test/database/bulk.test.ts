import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import {
  bulkReply,
  readingReply,
  suggestionsReply,
  type BulkReply,
  type DocumentView,
  type ReadingReply,
} from '../../server/contract/knowledge.ts';
import type { SearchReply } from '../../server/contract/search.ts';
import { databases, startSidecar, type Sidecar } from './sidecar.ts';

describe.each(databases)('many documents and single posts on %s', (_name, databaseUrl) => {
  let sidecar: Sidecar;
  beforeAll(async () => {
    sidecar = await startSidecar(databaseUrl());
  });
  afterAll(async () => sidecar.stop());

  const add = async (title: string) => {
    const body = { title, content: `All about ${title} and its history.`, mode: 'now' };
    const added = await sidecar.shim.admin<{ documents: DocumentView[] }>('POST', '/documents', {
      body,
    });
    return added.body.documents[0]?.id ?? 0;
  };
  const bulk = async (body: object) => {
    const answer = await sidecar.shim.admin<BulkReply>('POST', '/documents/bulk', { body });
    expect([body, answer.status]).toEqual([body, 200]);
    expect(bulkReply.parse(answer.body)).toEqual(answer.body);
    return answer.body;
  };
  const titles = async (query: Record<string, string> = {}) => {
    const list = await sidecar.shim.admin<DocumentView[]>('GET', '/documents', { query });
    return list.body.map(({ title }) => title).sort();
  };
  const found = async (query: string) => {
    const body = { query };
    const { body: reply } = await sidecar.shim.admin<SearchReply>('POST', '/search', { body });
    return reply.candidates.map(({ title }) => title);
  };
  const read = async (id: number) => {
    const { status, body } = await sidecar.shim.admin<ReadingReply>('GET', `/posts/${id}/reading`);
    expect(status).toBe(200);
    expect(readingReply.parse(body)).toEqual(body);
    return body;
  };

  test('a whole filter is processed again, and what does not match stays as it is', async () => {
    const wool = [await add('Wool socks'), await add('Wool hats')];
    const silk = await add('Silk ties');
    expect(await bulk({ action: 'process', filter: { search: 'wool' }, force: true })).toEqual({
      affected: 2,
      after: null,
    });
    await sidecar.indexed();
    const of = async (id: number) =>
      (await sidecar.shim.admin<{ document: DocumentView }>('GET', `/documents/${id}`)).body;
    const [first, , other] = await Promise.all([...wool, silk].map(of));
    expect(first?.document.status).toBe('completed');
    expect(Date.parse(first?.document.processed_at ?? '')).toBeGreaterThan(
      Date.parse(other?.document.processed_at ?? ''),
    );
  });

  test('named documents and whole filters are deleted, with what the chat knew of them', async () => {
    const id = await add('Amber beads');
    expect(await found('Amber beads')).toContain('Amber beads');
    expect(await bulk({ action: 'delete', ids: [id, 999_999] })).toMatchObject({ affected: 1 });
    expect(await titles({ search: 'Amber' })).toEqual([]);
    expect(await found('Amber beads')).not.toContain('Amber beads');
    for (let n = 0; n < 7; n++) await add(`Button ${n}`);
    const filter = { search: 'Button', kind: 'txt', status: 'completed' };
    expect(await bulk({ action: 'delete', filter })).toEqual({ affected: 7, after: null });
    expect(await titles({ kind: 'txt' })).toEqual(['Silk ties', 'Wool hats', 'Wool socks']);
  });

  test('posts are kept out for good, and other documents stay', async () => {
    await sidecar.publish(31, 'Secret party', '<p>The party is on Friday.</p>');
    await sidecar.publish(32, 'Secret menu', '<p>There is soup.</p>');
    await add('Secret note');
    expect(await bulk({ action: 'exclude', filter: { search: 'Secret' } })).toEqual({
      affected: 2,
      after: null,
    });
    expect(await titles({ search: 'Secret' })).toEqual(['Secret note']);
    const { body } = await sidecar.shim.admin<{
      settings: { indexing: { exclude_ids: number[] } };
    }>('GET', '/settings');
    expect(body.settings.indexing.exclude_ids).toEqual([31, 32]);
  });

  test.each([
    {},
    { action: 'delete' },
    { action: 'delete', ids: [] },
    { action: 'delete', ids: [1], filter: {} },
    { action: 'delete', filter: { stauts: 'failed' } },
    { action: 'publish', ids: [1] },
  ])('%j is refused', async (body) => {
    const { status } = await sidecar.shim.admin('POST', '/documents/bulk', { body });
    expect(status).toBe(400);
  });

  test('a post shows its text, its parts and its chunks before anything is stored', async () => {
    sidecar.site.put({
      id: 41,
      title: 'Prices',
      html: `<h2>Tickets</h2><p>Children pay half.</p>
        <ul><li>Dogs are welcome.</li></ul>
        <table><tr><th>Ticket</th><th>Price</th></tr><tr><td>Adults</td><td>12</td></tr></table>
        <iframe src="https://maps.example/"></iframe><img src="a.png"><form><input></form>`,
    });
    const reading = await read(41);
    expect(reading).toMatchObject({
      state: 'not_read',
      document: null,
      error: null,
      shortened: false,
      post: { id: 41, title: 'Prices', url: 'http://site.test/post-41/' },
    });
    expect(reading.blocks).toEqual([
      { kind: 'heading', level: 2, text: 'Tickets' },
      { kind: 'paragraph', text: 'Children pay half.' },
      { kind: 'item', text: 'Dogs are welcome.' },
      { kind: 'row', text: 'Ticket: Adults; Price: 12' },
    ]);
    expect(reading.chunks[0]).toMatchObject({ position: 0, heading_path: 'Tickets' });
    expect(reading.left_out).toHaveLength(3);
    expect(reading.left_out).toEqual(
      expect.arrayContaining([
        { what: 'embeds', count: 1 },
        { what: 'images', count: 1 },
        { what: 'forms', count: 1 },
      ]),
    );
    expect(await titles({ search: 'Prices' })).toEqual([]);
  });

  test('what the chat has read, and why it leaves a post out', async () => {
    await sidecar.publish(42, 'Garden', '<p>The roses bloom in June.</p>');
    expect(await read(42)).toMatchObject({ state: 'read', document: { status: 'completed' } });
    // The bridge keeps these back.
    for (const id of [31, 43, 44]) sidecar.site.keptOut.add(id);
    sidecar.site.put({ id: 43, post_type: 'event', html: '<p>A concert.</p>' });
    sidecar.site.put({ id: 44, html: '<p>For members.</p>' });
    expect(await read(31)).toMatchObject({
      state: 'excluded',
      chunks: [{ content: expect.any(String) }],
    });
    expect(await read(43)).toMatchObject({ state: 'type_not_chosen' });
    expect(await read(44)).toMatchObject({ state: 'filtered' });
    expect(await read(4711)).toMatchObject({ state: 'not_public', post: null, blocks: [] });
  });

  test('a post without text says so', async () => {
    sidecar.site.put({ id: 45, title: '', html: '<video src="a.mp4"></video>' });
    expect(await read(45)).toMatchObject({ error: { code: 'no_text' }, blocks: [] });
  });

  test('questions of the site’s own texts are offered, and each is answered', async () => {
    await sidecar.publish(
      51,
      'Harbour tours',
      '<h2>When do the harbour tours start?</h2><p>The harbour tours start at ten every day.</p>',
    );
    const { body } = await sidecar.shim.admin('GET', '/suggestions');
    const { questions } = suggestionsReply.parse(body);
    expect(questions[0]).toBe('When do the harbour tours start?');
    const { text } = await sidecar.shim.chat(questions[0] ?? '');
    expect(text).toContain('at ten every day');
  });
});
