/** Reranking in a whole sidecar: what is sent, what comes of it, and what is left without it. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type { ModelsReply, TestReply } from '../../server/contract/admin.ts';
import type { SearchReply } from '../../server/contract/search.ts';
import { embeddingFaults, startEmbeddingServer } from '../fakes/embedding-server.ts';
import { oneDatabase, startSidecar, type Sidecar } from './sidecar.ts';

const question = 'When does the swimming pool open?';

describe.each(oneDatabase)('reranking on %s', (_name, url) => {
  let sidecar: Sidecar;
  let cohere: Awaited<ReturnType<typeof startEmbeddingServer>>;
  beforeAll(async () => {
    sidecar = await startSidecar(url());
    cohere = await startEmbeddingServer('cohere');
    await save({ embeddings: { provider: 'builtin' } });
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
    await cohere.close();
  });

  const save = async (body: object) => {
    const { status } = await sidecar.shim.admin('PUT', '/settings', { body });
    expect(status).toBe(200);
  };
  const connection = () => ({
    api_key: cohere.apiKey,
    base_url: cohere.url,
    model: 'rerank-v4.0-pro',
  });
  const use = (over: object = {}) =>
    save({ rerank: { provider: 'cohere', cohere: { ...connection(), ...over }, candidates: 30 } });
  const search = async () => {
    const body = { query: question, top_k: 2, min_score: 0 };
    return (await sidecar.shim.admin<SearchReply>('POST', '/search', { body })).body;
  };
  const titles = ({ chunks }: SearchReply) => chunks.map(({ title }) => title);

  beforeEach(async () => {
    await save({ rerank: { provider: '' } });
    cohere.requests.length = 0;
  });

  test('nobody is asked at first', async () => {
    const reply = await search();
    expect(reply).toMatchObject({ reranker: '', ms: { rerank: 0 } });
    expect(reply.candidates.every(({ reranked }) => reranked === null)).toBe(true);
  });

  test('the scores of the model order the context', async () => {
    const before = await search();
    await use();
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
    expect(titles(reply)[0]).toBe(before.candidates[last]?.title);
    expect(reply.ms.rerank).toBeGreaterThan(0);
    expect(cohere.requests[0]).toMatchObject({
      path: '/v2/rerank',
      body: { model: 'rerank-v4.0-pro', query: question, top_n: before.candidates.length },
    });
  });

  test('a question that the site does not answer is still not answered', async () => {
    await use();
    const body = { query: 'Zebra crossings?' };
    const reply = await sidecar.shim.admin<SearchReply>('POST', '/search', { body });
    expect(reply.body).toMatchObject({ confidence: { outcome: 'nothing' }, chunks: [] });
    expect(cohere.requests).toEqual([]);
  });

  test('without the model the search goes on, in time, and says so', async () => {
    const before = await search();
    await use();
    cohere.script(embeddingFaults('cohere').hang);
    const began = performance.now();
    const reply = await search();
    expect(performance.now() - began).toBeLessThan(4000);
    expect(titles(reply)).toEqual(titles(before));
    expect(reply.reranker).toBe('');
    expect(reply.warnings).toEqual([expect.stringMatching(/The reranker took too long/)]);
    await use({ api_key: 'wrong-key-of-somebody' });
    const refused = await search();
    expect(titles(refused)).toEqual(titles(before));
    expect(refused.warnings).toEqual([expect.stringMatching(/Cohere refused the API key \(401\)/)]);
  });

  test('unsaved values are tried, and a key is not sent to another address', async () => {
    await use();
    const call = async (settings: object) =>
      (
        await sidecar.shim.admin<TestReply>('POST', '/admin/test', {
          body: { scope: 'rerank', settings },
        })
      ).body;
    expect(await call({})).toMatchObject({ ok: true, model: 'cohere:rerank-v4.0-pro' });
    const unknown = await call({ rerank: { cohere: { model: 'rerank-v0' } } });
    expect(unknown).toMatchObject({ ok: false, message: expect.stringContaining('rerank-v0') });
    const other = await startEmbeddingServer('cohere');
    try {
      const moved = await call({ rerank: { cohere: { base_url: other.url } } });
      expect(moved).toMatchObject({ ok: false, code: 'not_configured' });
      expect(other.requests).toEqual([]);
    } finally {
      await other.close();
    }
    const { body } = await sidecar.shim.admin<ModelsReply>('POST', '/admin/models', {
      body: { scope: 'rerank', provider: 'cohere' },
    });
    expect(body.models[0]).toEqual({ id: 'rerank-v4.0-fast', label: 'rerank-v4.0-fast' });
  });

  test('the key of the embeddings is used at the same address', async () => {
    const { api_key, base_url, model } = connection();
    await save({
      embeddings: { cohere: { api_key, base_url, model: 'embed-v4.0' } },
      rerank: { provider: 'cohere', cohere: { api_key: '', base_url, model } },
    });
    const tried = async (embeddings: object) =>
      (
        await sidecar.shim.admin<TestReply>('POST', '/admin/test', {
          body: { scope: 'rerank', settings: { embeddings } },
        })
      ).body;
    expect(await tried({ provider: 'cohere' })).toMatchObject({ ok: true });
    expect(await tried({ provider: 'builtin' })).toMatchObject({
      ok: false,
      code: 'not_configured',
    });
  });
});
