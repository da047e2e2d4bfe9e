/** Vendors beside the one of the language model, in a whole sidecar: they embed, rank, and offer tools. */
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { StatusReply } from '../../server/contract/admin.ts';
import { chatEvent } from '../../server/contract/chat.ts';
import { mcpServerView } from '../../server/contract/mcp.ts';
import type { SearchReply } from '../../server/contract/search.ts';
import { startEmbeddingServer } from '../fakes/embedding-server.ts';
import { startMcpServer, type FakeMcpServer } from '../fakes/mcp-server.ts';
import { until } from '../fakes/wait.ts';
import { oneDatabase, startSidecar, type Sidecar } from './sidecar.ts';

const authHeader = 'Bearer of bad news';

describe.each(oneDatabase)('on %s', (_name, url) => {
  let sidecar: Sidecar;
  let cohere: Awaited<ReturnType<typeof startEmbeddingServer>>;
  let shop: FakeMcpServer;
  beforeAll(async () => {
    cohere = await startEmbeddingServer('cohere');
    shop = await startMcpServer({ authorization: authHeader });
    shop.tools['wipe'] = { definition: { annotations: { destructiveHint: true } } };
    sidecar = await startSidecar(url());
    await save({ embeddings: { provider: 'builtin' }, limits: { per_ip_max: 0 } });
    await sidecar.publish(
      1,
      'Pool rules',
      '<p>In the swimming pool nobody may run. Open wounds are to be covered.</p>',
    );
    await sidecar.publish(
      2,
      'Hours',
      '<p>When does the swimming pool open? The swimming pool does open at seven.</p>',
    );
    await sidecar.publish(3, 'Old pool', '<p>The old swimming pool was to open in 1911.</p>');
  });
  afterAll(async () => {
    await sidecar.stop();
    await Promise.all([cohere.close(), shop.close()]);
  });

  const save = async (body: object) => {
    const { status } = await sidecar.shim.admin('PUT', '/settings', { body });
    expect(status).toBe(200);
  };
  const connection = (model: string) => ({ api_key: cohere.apiKey, base_url: cohere.url, model });
  const search = async () => {
    const body = { query: 'When does the swimming pool open?', top_k: 2, min_score: 0 };
    return (await sidecar.shim.admin<SearchReply>('POST', '/search', { body })).body;
  };

  test('the scores of a reranker order the context', async () => {
    const before = await search();
    expect(before).toMatchObject({ reranker: '', ms: { rerank: 0 } });
    await save({ rerank: { provider: 'cohere', cohere: connection('rerank-v4.0-pro') } });
    // The last of the search is the first of this model.
    const last = before.candidates.length - 1;
    const results = before.candidates
      .map((_candidate, index) => ({ index, relevance_score: index / 10 }))
      .toReversed();
    const body = JSON.stringify({ id: 'x', results });
    cohere.script({ kind: 'raw', contentType: 'application/json', body });
    const reply = await search();
    expect(reply).toMatchObject({ reranker: 'cohere:rerank-v4.0-pro', warnings: [] });
    expect(reply.candidates[0]).toMatchObject({
      chunk_id: before.candidates[last]?.chunk_id,
      reranked: { rank: 1, score: last / 10 },
    });
    expect(reply.chunks[0]?.title).toBe(before.candidates[last]?.title);
    expect(reply.ms.rerank).toBeGreaterThan(0);
    expect(cohere.requests[0]).toMatchObject({
      path: '/v2/rerank',
      body: { model: 'rerank-v4.0-pro', top_n: before.candidates.length },
    });
    await save({ rerank: { provider: '' } });
  });

  test('the vectors of an embedder are made, stored and compared', async () => {
    cohere.requests.length = 0;
    const embeddings = { provider: 'cohere', dimensions: 512, cohere: connection('embed-v4.0') };
    await save({ embeddings });
    await until('all texts have their vectors', async () => {
      const { body } = await sidecar.shim.admin<StatusReply>('GET', '/status');
      return body.index.embedder.startsWith('cohere:embed-v4.0') && body.index.building === null;
    });
    const { embedder, candidates } = await search();
    expect(embedder).toContain('cohere:embed-v4.0');
    expect(candidates[0]).toMatchObject({ title: 'Hours', vector: { rank: 1 } });
    const bodies = cohere.requests.map((request) => request.body);
    expect(bodies).toContainEqual(expect.objectContaining({ input_type: 'search_document' }));
    expect(bodies.at(-1)).toMatchObject({ input_type: 'search_query' });
  });

  describe('tools of an MCP server', () => {
    const question = 'What do they cost together? [[fake:tool sum {"a":2,"b":40}]]';
    const admin = (method: string, path: string, body?: unknown) =>
      sidecar.shim.admin(method, path, body === undefined ? {} : { body });
    beforeAll(async () => {
      await sidecar.useOpenAi();
      await save({ mcp: { enabled: true } });
      const fields = { name: 'Shop', url: shop.url, auth_header: authHeader };
      const { id } = mcpServerView.parse((await admin('POST', '/mcp/servers', fields)).body);
      await admin('POST', `/mcp/servers/${id}/discover`);
    });

    test('are called while the visitor sees only that, and none that destroys is offered', async () => {
      const { frames, text } = await sidecar.shim.chat(question);
      const events = frames.map(({ data }) => chatEvent.parse(data));
      expect(events.filter(({ type }) => type === 'tool')).toEqual([
        { type: 'tool', id: expect.any(String), name: 'sum', label: 'sum', state: 'start' },
        { type: 'tool', id: expect.any(String), name: 'sum', label: 'sum', state: 'end', ok: true },
      ]);
      expect(text).toContain('42');
      expect(events.at(-1)).toMatchObject({ type: 'done', finish_reason: 'stop' });
      const call = shop.requests.findLast(({ message }) => message.method === 'tools/call');
      expect(call?.message.params).toMatchObject({ name: 'sum', arguments: { a: 2, b: 40 } });
      expect(call?.headers.authorization).toBe(authHeader);
      const offered = sidecar.openai.requests.at(-1)?.body['tools'] as object[];
      expect(offered).toEqual([
        expect.objectContaining({ function: expect.objectContaining({ name: 'sum' }) }),
      ]);
    });

    test('that cannot be reached cost the visitor no answer', async () => {
      await shop.close();
      const { frames, text } = await sidecar.shim.chat(question);
      const events = frames.map(({ data }) => chatEvent.parse(data));
      expect(events).toContainEqual(expect.objectContaining({ type: 'tool', ok: false }));
      // Words with neither a source nor a tool behind them are no answer.
      expect(text).not.toBe('');
      expect(events.at(-1)).toMatchObject({ type: 'done', finish_reason: 'refusal' });
    });
  });
});
