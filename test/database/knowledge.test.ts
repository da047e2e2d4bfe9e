import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { Document, HeadingLevel, Packer, Paragraph } from 'docx';
import { PDFDocument, StandardFonts } from 'pdf-lib';
import { dashboardReply, statusReply } from '../../server/contract/admin.ts';
import {
  bulkReply,
  documentView,
  type BulkReply,
  type DocumentView,
} from '../../server/contract/knowledge.ts';
import { oneDatabase, startSidecar, type Sidecar } from './sidecar.ts';

async function pdf(): Promise<Buffer> {
  const document = await PDFDocument.create();
  const font = await document.embedFont(StandardFonts.Helvetica);
  document.addPage().drawText('The first page welcomes you.', { font, y: 500 });
  document.addPage().drawText('The cloakroom closes at seven.', { font, y: 500 });
  return Buffer.from(await document.save());
}

const docx = () =>
  Packer.toBuffer(
    new Document({
      sections: [
        {
          children: [
            new Paragraph({ text: 'School handbook', heading: HeadingLevel.HEADING_1 }),
            new Paragraph('A school class pays forty euros for a workshop.'),
          ],
        },
      ],
    }),
  );

describe.each(oneDatabase)('the knowledge base on %s', (_name, databaseUrl) => {
  let sidecar: Sidecar;
  beforeAll(async () => {
    sidecar = await startSidecar(databaseUrl());
    await sidecar.shim.admin('PUT', '/settings', { body: { limits: { per_ip_max: 0 } } });
  });
  afterAll(async () => sidecar.stop());

  const add = async (body: Record<string, unknown>) =>
    sidecar.shim.admin<{ documents: DocumentView[] }>('POST', '/documents', { body });
  const get = async (id: number) =>
    (
      await sidecar.shim.admin<{
        document: DocumentView;
        chunks: { content: string; page: number | null }[];
      }>('GET', `/documents/${id}`)
    ).body;

  test('a text is processed while one waits, listed, shown in chunks, processed again and deleted', async () => {
    const content = '# Boats\n\nThe old ferry still crosses the bay every hour.';
    const added = await add({ title: 'Boats', content, mode: 'now' });
    expect(added.status).toBe(201);
    const [document] = added.body.documents;
    if (!document) throw new Error('nothing was added');
    expect(documentView.parse(document)).toEqual(document);
    expect(document).toMatchObject({
      kind: 'txt',
      status: 'completed',
      chunk_count: 1,
      error: null,
    });

    const shown = await get(document.id);
    expect(shown.chunks[0]?.content).toBe('The old ferry still crosses the bay every hour.');
    expect(await sidecar.shim.chat('How often does the old ferry cross the bay?')).toMatchObject({
      text: expect.stringContaining('every hour'),
    });
    const again = await sidecar.shim.admin('POST', `/documents/${document.id}/process`, {
      body: { mode: 'now' },
    });
    expect(again.status).toBe(200);
    const queued = await sidecar.shim.admin('POST', `/documents/${document.id}/process`, {
      body: { mode: 'queue', force: true },
    });
    expect(queued.status).toBe(202);
    await sidecar.indexed();
    expect((await get(document.id)).document.status).toBe('completed');

    const deleted = await sidecar.shim.admin('DELETE', `/documents/${document.id}`);
    expect(deleted.body).toEqual({ deleted: true });
    expect((await sidecar.shim.admin('GET', `/documents/${document.id}`)).status).toBe(404);
  });

  test('a list is paged, sorted, searched and filtered', async () => {
    for (const title of ['100% Wool', 'Cotton', 'Silk_2']) {
      await add({ title, content: `All about ${title} and how to wash it.`, mode: 'now' });
    }
    const list = async (query: Record<string, string>) => {
      const answer = await sidecar.shim.admin<DocumentView[]>('GET', '/documents', { query });
      return { titles: answer.body.map(({ title }) => title), headers: answer.headers };
    };
    const page = await list({
      per_page: '2',
      page: '2',
      orderby: 'title',
      order: 'asc',
      kind: 'txt',
    });
    expect(page.titles).toEqual(['Silk_2']);
    expect(page.headers.get('x-wp-total')).toBe('3');
    expect(page.headers.get('x-wp-totalpages')).toBe('2');
    expect((await list({ search: '0%' })).titles).toEqual(['100% Wool']);
    expect((await list({ search: 'k_' })).titles).toEqual(['Silk_2']);
    expect((await list({ status: 'failed' })).titles).toEqual([]);
    expect(
      (await sidecar.shim.admin('GET', '/documents', { query: { per_page: '0' } })).status,
    ).toBe(400);
  });

  test('files of the media library are read, with the pages of a PDF', async () => {
    sidecar.site.attach(71, 'guide.pdf', await pdf());
    sidecar.site.attach(72, 'handbook.docx', await docx());
    sidecar.site.attach(73, 'notes.md', Buffer.from('# Notes\n\n- Strollers are welcome.'));
    sidecar.site.attach(74, 'latin.txt', Buffer.from('Caf\xe9 open until five.', 'latin1'));
    const ids: number[] = [];
    for (const attachment_id of [71, 72, 73, 74]) {
      const { body } = await add({ attachment_id, mode: 'now' });
      expect(body.documents[0]).toMatchObject({ status: 'completed', attachment_id });
      ids.push(body.documents[0]?.id ?? 0);
    }
    const [guide, handbook, , latin] = await Promise.all(ids.map(get));
    expect(guide?.chunks.map(({ page }) => page)).toContain(2);
    expect(handbook?.document.title).toBe('School handbook');
    expect(latin?.chunks[0]?.content).toBe('Café open until five.');
    expect(latin?.document.title).toBe('latin.txt');
    const { frames } = await sidecar.shim.chat('When does the cloakroom close?');
    const cited = frames.map(({ data }) => data).find((event) => event.type === 'citations');
    expect(cited?.type === 'citations' && cited.sources[0]).toMatchObject({
      kind: 'pdf',
      passage_url: 'http://site.test/uploads/guide.pdf#page=2',
    });
    // The same file again is the same document.
    expect((await add({ attachment_id: 71 })).body.documents[0]?.id).toBe(ids[0]);
  });

  test('what cannot be read fails with its reason, and nothing else fails', async () => {
    sidecar.site.attach(81, 'broken.pdf', Buffer.from('%PDF-1.7 but not really'));
    const { body } = await add({ attachment_id: 81, mode: 'now' });
    expect(body.documents[0]).toMatchObject({
      status: 'failed',
      error: { code: 'unsupported_type' },
    });
    const empty = await add({ title: 'Empty', content: ' \n ', mode: 'now' });
    expect(empty.body.documents[0]).toMatchObject({ status: 'failed', error: { code: 'no_text' } });
    sidecar.site.attach(82, 'picture.png', Buffer.from('x'));
    expect((await add({ attachment_id: 82 })).body).toMatchObject({ code: 'unsupported_type' });
    expect((await add({ attachment_id: 9999 })).body).toMatchObject({ code: 'not_found' });
    expect((await add({ title: 'Both', content: 'x', attachment_id: 1 })).status).toBe(400);
  });

  test('a moved post keeps its chunks and is cited at its new address', async () => {
    await sidecar.publish(5, 'Garden', '<p>The rose garden blooms in June.</p>');
    const before = await sidecar.shim.admin<DocumentView[]>('GET', '/documents', {
      query: { search: 'Garden' },
    });
    sidecar.site.put({ id: 5, permalink: 'http://site.test/moved/' });
    const events = [{ type: 'post_changed', post_id: 5 }];
    await sidecar.shim.call('POST', '/events', { role: 'system', body: { events } });
    await sidecar.indexed();
    const { frames } = await sidecar.shim.chat('When does the rose garden bloom?');
    expect(JSON.stringify(frames)).toContain('http://site.test/moved/');
    const after = await get(before.body[0]?.id ?? 0);
    expect(after.document.content_hash).toBe(before.body[0]?.content_hash);
  });

  test('the dashboard and the status say what is there', async () => {
    const dashboard = await sidecar.shim.admin('GET', '/dashboard');
    expect(dashboardReply.parse(dashboard.body)).toEqual(dashboard.body);
    expect(dashboard.body).toMatchObject({ documents: { by_kind: { post: 1 } } });
    const status = await sidecar.shim.admin('GET', '/status');
    expect(statusReply.parse(status.body)).toEqual(status.body);
    expect(status.body).toMatchObject({ ok: true, bridge: { ok: true } });
  });

  const addText = async (title: string) =>
    (await add({ title, content: `All about ${title} and its history.`, mode: 'now' })).body
      .documents[0]?.id ?? 0;
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
  test('a whole filter is processed again, and what does not match stays as it is', async () => {
    const linen = [await addText('Linen socks'), await addText('Linen hats')];
    const silk = await addText('Silk ties');
    expect(await bulk({ action: 'process', filter: { search: 'linen' }, force: true })).toEqual({
      affected: 2,
      after: null,
    });
    await sidecar.indexed();
    const of = async (id: number) =>
      (await sidecar.shim.admin<{ document: DocumentView }>('GET', `/documents/${id}`)).body;
    const [first, , other] = await Promise.all([...linen, silk].map(of));
    expect(first?.document.status).toBe('completed');
    expect(Date.parse(first?.document.processed_at ?? '')).toBeGreaterThan(
      Date.parse(other?.document.processed_at ?? ''),
    );
  });

  test('named documents and whole filters are deleted, with what the chat knew of them', async () => {
    const id = await addText('Amber beads');
    expect(await bulk({ action: 'delete', ids: [id, 999_999] })).toMatchObject({ affected: 1 });
    expect(await titles({ search: 'Amber' })).toEqual([]);
    for (let n = 0; n < 7; n++) await addText(`Button ${n}`);
    const filter = { search: 'Button', kind: 'txt', status: 'completed' };
    expect(await bulk({ action: 'delete', filter })).toEqual({ affected: 7, after: null });
    expect(await titles({ kind: 'txt' })).toEqual(
      expect.arrayContaining(['Silk ties', 'Linen hats', 'Linen socks']),
    );
  });

  test('posts are kept out for good, and other documents stay', async () => {
    await sidecar.publish(31, 'Secret party', '<p>The party is on Friday.</p>');
    await sidecar.publish(32, 'Secret menu', '<p>There is soup.</p>');
    await addText('Secret note');
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
});
