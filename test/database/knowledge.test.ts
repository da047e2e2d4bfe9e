import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { Document, HeadingLevel, Packer, Paragraph } from 'docx';
import { PDFDocument, StandardFonts } from 'pdf-lib';
import { dashboardReply, statusReply } from '../../server/contract/admin.ts';
import { documentView, type DocumentView } from '../../server/contract/knowledge.ts';
import { fakeApiKey } from '../fakes/openai-server.ts';
import { until } from '../fakes/wait.ts';
import { databases, startSidecar, type Sidecar } from './sidecar.ts';

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

describe.each(databases)('the knowledge base on %s', (_name, databaseUrl) => {
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

  test('all posts are taken up, page by page, and an unchanged one is not embedded again', async () => {
    for (let id = 1000; id < 1520; id++) {
      sidecar.site.put({
        id,
        title: `Item ${id}`,
        html: `<p>Item number ${id} is on shelf ${id}.</p>`,
      });
    }
    const started = await sidecar.shim.admin('POST', '/posts/index', { body: {} });
    expect([started.status, started.body]).toEqual([202, { queued: 500, total: 520 }]);
    await until(
      'the last page',
      async () => {
        const { body } = await sidecar.shim.admin<DocumentView[]>('GET', '/documents', {
          query: { kind: 'post', status: 'completed', per_page: '1', search: 'Item 1519' },
        });
        return body.length === 1;
      },
      60_000,
    );
    await sidecar.indexed();
    const list = await sidecar.shim.admin<DocumentView[]>('GET', '/documents', {
      query: { kind: 'post', per_page: '1' },
    });
    expect(list.headers.get('x-wp-total')).toBe('520');
    expect(list.body[0]).toMatchObject({ status: 'completed', attempts: 1 });
  }, 90_000);

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

  test('settings are checked, kept in WordPress, and secrets are never shown or stored in clear', async () => {
    const patch = { llm: { openai: { api_key: 'abcdefgh12345678' } }, chat: { top_k: 7 } };
    const saved = await sidecar.shim.admin('PUT', '/settings', { body: patch });
    expect(saved.body).toMatchObject({
      settings: {
        chat: { top_k: 7, strict: true },
        llm: { openai: { api_key: { set: true, last4: '5678' } } },
      },
    });
    expect((await sidecar.shim.admin('GET', '/settings')).body).toEqual(saved.body);
    const stored = JSON.stringify(sidecar.site.settings);
    expect(stored).toContain('"api_key":"enc:2:');
    expect(stored + JSON.stringify(saved.body)).not.toContain('abcdefgh12345678');
    const wrong = await sidecar.shim.admin('PUT', '/settings', { body: { chat: { top_k: 0 } } });
    expect(wrong.body).toMatchObject({ data: { fields: { 'chat.top_k': expect.any(String) } } });
    const unknown = await sidecar.shim.admin('PUT', '/settings', { body: { chat: { topk: 1 } } });
    expect(unknown.status).toBe(400);
  });

  test('a connection is tested with values that are not saved', async () => {
    const openai = { api_key: fakeApiKey, base_url: sidecar.openai.url };
    const probe = async (scope: string, settings: object) =>
      (await sidecar.shim.admin('POST', '/admin/test', { body: { scope, settings } })).body;
    const llm = { provider: 'openai', openai: { ...openai, model: 'gpt-4o-mini' } };
    expect(await probe('llm', { llm })).toMatchObject({ ok: true, model: 'openai:gpt-4o-mini' });
    const embeddings = {
      provider: 'openai',
      openai: { ...openai, model: 'text-embedding-3-small' },
    };
    expect(await probe('embedding', { embeddings })).toMatchObject({ ok: true, dimensions: 1536 });
    const wrong = { ...llm, openai: { ...llm.openai, api_key: 'not-this-one' } };
    expect(await probe('llm', { llm: wrong })).toMatchObject({ ok: false, code: 'provider_error' });
    expect(await probe('vector_store', {})).toMatchObject({ ok: true, model: 'relational' });
    const models = await sidecar.shim.admin('GET', '/admin/models', { query: { scope: 'llm' } });
    expect(models.body).toMatchObject({ models: [{ id: 'builtin:extractive-1' }] });
  });

  test('the dashboard and the status say what is there', async () => {
    const dashboard = await sidecar.shim.admin('GET', '/dashboard');
    expect(dashboardReply.parse(dashboard.body)).toEqual(dashboard.body);
    expect(dashboard.body).toMatchObject({ documents: { by_kind: { post: 521 } } });
    const status = await sidecar.shim.admin('GET', '/status');
    expect(statusReply.parse(status.body)).toEqual(status.body);
    expect(status.body).toMatchObject({ ok: true, bridge: { ok: true } });
  });

  test('the console shows what a question finds, with scores', async () => {
    const body = { query: 'When does the rose garden bloom?', top_k: 3 };
    const { body: found } = await sidecar.shim.admin<{
      chunks: { title: string; score: number }[];
    }>('POST', '/search', { body });
    expect(found.chunks[0]).toMatchObject({ title: 'Garden' });
    expect(found.chunks[0]?.score).toBeGreaterThan(0.3);
    expect(found.chunks.length).toBeLessThanOrEqual(3);
  });
});
