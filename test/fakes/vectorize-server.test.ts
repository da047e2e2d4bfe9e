import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { startVectorizeServer } from './vectorize-server.ts';
import { fakeAccount, fakeToken } from './workers-ai-server.ts';

let server: Awaited<ReturnType<typeof startVectorizeServer>>;
beforeAll(async () => {
  server = await startVectorizeServer({ lagMs: 'held' });
  server.create('known', 2);
});
afterAll(() => server.close());

interface Request {
  path: string;
  body?: unknown;
  lines?: unknown[];
  token?: string;
}

async function send({ path, body, lines, token = fakeToken }: Request) {
  const text = lines?.map((line) => (typeof line === 'string' ? line : JSON.stringify(line)));
  const sent = text?.join('\n') ?? (body === undefined ? undefined : JSON.stringify(body));
  const response = await fetch(
    `${server.url}/accounts/${fakeAccount}/vectorize/v2/indexes${path}`,
    {
      method: sent === undefined ? 'GET' : 'POST',
      headers: {
        authorization: `Bearer ${token}`,
        'content-type': text ? 'application/x-ndjson' : 'application/json',
      },
      ...(sent !== undefined && { body: sent }),
    },
  );
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
}

const vector = (id: string, values = [1, 0]) => ({ id, values });
const many = (count: number) => Array.from({ length: count }, (_, index) => String(index));
const config = { dimensions: 2, metric: 'cosine' };

test.each<[string, Request, number, number]>([
  ['a wrong token', { path: '/known', token: 'another' }, 401, 10000],
  ['another path', { path: '/known/everything' }, 404, 7003],
  ['an unknown index', { path: '/unknown' }, 404, 3000],
  ['a name that is taken', { path: '', body: { name: 'known', config } }, 400, 3002],
  [
    'too many dimensions',
    { path: '', body: { name: 'a', config: { ...config, dimensions: 1537 } } },
    400,
    1002,
  ],
  [
    'an unknown metric',
    { path: '', body: { name: 'a', config: { ...config, metric: 'manhattan' } } },
    400,
    1002,
  ],
  ['too long a name', { path: '', body: { name: 'a'.repeat(65), config } }, 400, 1002],
  ['vectors as one JSON document', { path: '/known/upsert', body: [vector('a')] }, 400, 1005],
  ['a line that is no JSON', { path: '/known/upsert', lines: [vector('a'), '{'] }, 400, 40023],
  ['a line without id', { path: '/known/upsert', lines: [{ values: [1, 0] }] }, 400, 40023],
  ['an empty line', { path: '/known/upsert', lines: [vector('a'), ''] }, 400, 40023],
  ['another length', { path: '/known/upsert', lines: [vector('a', [1])] }, 400, 40012],
  ['too long an id', { path: '/known/upsert', lines: [vector('é'.repeat(33))] }, 400, 40008],
  [
    'too many vectors',
    { path: '/known/upsert', lines: many(5001).map((id) => vector(id)) },
    400,
    40007,
  ],
  ['too many ids', { path: '/known/delete_by_ids', body: { ids: many(101) } }, 400, 40007],
  ['ids that are numbers', { path: '/known/delete_by_ids', body: { ids: [1] } }, 400, 40026],
  ['another length of a question', { path: '/known/query', body: { vector: [1] } }, 400, 40006],
  ['too large a topK', { path: '/known/query', body: { vector: [1, 0], topK: 101 } }, 400, 40025],
  [
    'too large a topK with values',
    { path: '/known/query', body: { vector: [1, 0], topK: 21, returnValues: true } },
    400,
    40025,
  ],
  [
    'metadata as a boolean',
    { path: '/known/query', body: { vector: [1, 0], returnMetadata: true } },
    400,
    40026,
  ],
])('%s is refused as the vendor refuses it', async (_name, request, status, code) => {
  const { status: answered, body } = await send(request);
  expect(answered).toBe(status);
  expect(body).toMatchObject({ success: false, result: null });
  expect((body['errors'] as { code: number }[])[0]?.code).toBe(code);
});

test('what was taken is found when it is processed, and info says which was the last', async () => {
  const { body } = await send({
    path: '/known/upsert',
    lines: [vector('a'), { ...vector('b', [3, 4]), namespace: 'n' }],
  });
  const { mutationId } = body['result'] as { mutationId: string };
  const question = { path: '/known/query', body: { vector: [1, 0] } };
  expect((await send(question)).body['result']).toEqual({ count: 0, matches: [] });
  expect((await send({ path: '/known/info' })).body['result']).toMatchObject({
    vectorCount: 0,
    processedUpToMutation: null,
  });
  server.process();
  expect((await send(question)).body['result']).toEqual({
    count: 2,
    matches: [
      { id: 'a', score: 1 },
      { id: 'b', score: 0.6 },
    ],
  });
  const inNamespace = { ...question, body: { ...question.body, namespace: 'n' } };
  expect((await send(inNamespace)).body['result']).toMatchObject({ count: 1 });
  expect((await send({ path: '/known/info' })).body['result']).toMatchObject({
    vectorCount: 2,
    processedUpToMutation: mutationId,
  });
  await send({ path: '/known/delete_by_ids', body: { ids: ['a'] } });
  server.process();
  const left = await send({ path: '/known/get_by_ids', body: { ids: ['a', 'b'] } });
  expect(left.body['result']).toMatchObject([{ id: 'b' }]);
});
