import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { json, text } from 'node:stream/consumers';
import {
  creationRefusal,
  duplicateIndex,
  idsRefusal,
  noSuchIndex,
  queryRefusal,
  readUpsert,
  unknownContentType,
  type FakeIndex,
  type FakeVector,
} from './vectorize-rules.ts';
import {
  sendJson,
  startVendorServer,
  type VendorRefusal,
  type VendorServerOptions,
} from './vendor-server.ts';
import { fakeAccount, fakeToken } from './workers-ai-server.ts';
import { authorisationRefusal, noRoute, refuse } from './workers-ai-rules.ts';

type Body = Record<string, unknown>;
type Answer = { kind: 'answer' };
type Route = VendorServerOptions<Answer>['routes'][string];

interface Stored extends FakeIndex {
  vectors: Map<string, FakeVector>;
  /** Accepted mutations that are not processed yet, in order. */
  waiting: (() => void)[];
}

/**
 * A server that speaks version 2 of Vectorize's documented API and refuses what it refuses:
 * https://developers.cloudflare.com/api/resources/vectorize/subresources/indexes/. Mutations are taken at once
 * and processed later; the cosine is exact.
 */
export async function startVectorizeServer({ lagMs = 0 }: { lagMs?: number | 'held' } = {}) {
  const indexes = new Map<string, Stored>();
  let lag = lagMs;
  let down = false;
  const root = `/client/v4/accounts/${fakeAccount}/vectorize/v2/indexes`;

  /** Processes the first waiting mutations, or all. */
  function process(count = Infinity): void {
    for (const index of indexes.values()) {
      for (const apply of index.waiting.splice(0, count)) apply();
    }
  }

  function mutate(index: Stored, apply: () => void): { mutationId: string } {
    index.waiting.push(apply);
    if (lag === 0) process();
    else if (lag !== 'held') setTimeout(() => index.waiting.length > 0 && process(1), lag);
    return { mutationId: randomUUID() };
  }

  const create = ({ name, config }: Body): Body => {
    const { dimensions, metric } = config as FakeIndex;
    indexes.set(name as string, {
      dimensions,
      metric,
      vectors: new Map(),
      waiting: [],
    });
    return { name, config, created_on: new Date().toISOString() };
  };

  /** Operations by method and path below the index; a list of ids or vectors is refused or taken whole. */
  const operations: Record<string, (index: Stored, body: Body) => unknown> = {
    'GET ': ({ dimensions, metric }) => ({ config: { dimensions, metric } }),

    'POST upsert': (index, { lines }) => {
      if (typeof lines !== 'string') return unknownContentType;
      const read = readUpsert(lines, index);
      if (!Array.isArray(read)) return read;
      return mutate(index, () => {
        for (const vector of read) index.vectors.set(vector.id, vector);
      });
    },

    'POST delete_by_ids': (index, body) =>
      idsRefusal(body) ??
      mutate(index, () => {
        for (const id of body['ids'] as string[]) index.vectors.delete(id);
      }),

    'POST get_by_ids': ({ vectors }, body) =>
      idsRefusal(body) ?? (body['ids'] as string[]).flatMap((id) => vectors.get(id) ?? []),

    'POST query': (index, body) => queryRefusal(body, index) ?? nearest(index, body),
  };
  /** Operations that take a scripted behaviour; the others only read. */
  const scriptable = ['upsert', 'delete_by_ids', 'query'];

  const isRefusal = (value: unknown): value is VendorRefusal =>
    typeof value === 'object' && value !== null && 'status' in value && 'body' in value;
  const envelope = (result: unknown) => ({ result, success: true, errors: [], messages: [] });

  function serve(...[body, reply, send, request]: Parameters<Route>) {
    const path = new URL(request.url ?? '', 'http://fake').pathname;
    const [name = '', operation = ''] = path
      .slice(root.length + 1)
      .split('/')
      .map(decodeURIComponent);
    const index = indexes.get(name);
    const perform = operations[`${request.method ?? ''} ${operation}`];
    if (!perform) return send(noRoute(path));
    if (!index) return send(noSuchIndex(name));
    const answer = () => {
      const result = perform(index, body);
      return send(isRefusal(result) ? result : { status: 200, body: envelope(result) });
    };
    return scriptable.includes(operation) ? reply(answer) : answer();
  }

  const server = await startVendorServer<Answer>({
    headers: { 'cf-ray': 'fake-ray' },
    parse: async (request) =>
      isNdjson(request) ? { lines: await text(request) } : await json(request),
    authorise: ({ headers }) =>
      down
        ? refuse(503, { code: 10013, message: 'The service is temporarily unavailable.' })
        : authorisationRefusal(headers.authorization, fakeToken),
    unknownRoute: (_method, path) => noRoute(path),
    unparsable: refuse(400, { code: 40026, message: 'Failed to parse the request body as JSON' }),
    routes: {
      [`POST ${root}`]: (body, reply, refusing) => {
        const refusal =
          creationRefusal(body) ??
          (indexes.has(body['name'] as string)
            ? duplicateIndex(body['name'] as string)
            : undefined);
        if (refusal) return refusing(refusal);
        return reply((response) => sendJson(response, 201, envelope(create(body))));
      },
      [`GET ${root}/*`]: serve,
      [`POST ${root}/*`]: serve,
    },
  });

  return {
    ...server,
    url: `${server.origin}/client/v4`,
    create: (name: string, dimensions: number, metric = 'cosine') =>
      void create({ name, config: { dimensions, metric } }),
    remove: (name: string) => indexes.delete(name),
    /** Ids of the vectors that have been processed. */
    idsOf: (name: string) => [...(indexes.get(name)?.vectors.keys() ?? [])].sort(),
    process,
    /** Milliseconds until a mutation is processed; held: until `process` is called. */
    setLag: (value: number | 'held') => void (lag = value),
    setDown: (value: boolean) => void (down = value),
    /** The operations of all requests, in order. */
    operations: () =>
      server.requests.map(({ method, path }) =>
        path === root ? 'create' : (path.slice(root.length + 1).split('/')[1] ?? method),
      ),
  };
}

const isNdjson = ({ headers }: IncomingMessage) =>
  headers['content-type'] === 'application/x-ndjson';

/** https://developers.cloudflare.com/vectorize/best-practices/create-indexes/#distance-metrics */
function nearest({ vectors }: Stored, body: Body) {
  const { vector, topK = 5, namespace } = body as { vector: number[]; topK?: number } & Body;
  const matches = [...vectors.values()]
    .filter((each) => namespace === undefined || each.namespace === namespace)
    .map(({ id, values }) => ({ id, score: cosine(values, vector) }))
    .sort((a, b) => b.score - a.score)
    .slice(0, topK);
  return { count: matches.length, matches };
}

function cosine(a: readonly number[], b: readonly number[]): number {
  const dot = a.reduce((sum, value, index) => sum + value * b[index]!, 0);
  return dot / (Math.hypot(...a) * Math.hypot(...b));
}
