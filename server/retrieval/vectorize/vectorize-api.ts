import { AppError } from '../../errors/app-error.ts';
import { cloudflareApi, type CloudflareConnection } from '../../providers/shared/cloudflare-api.ts';
import {
  VendorError,
  vendorGarbled,
  vendorNotConfigured,
  vendorTimedOut,
} from '../../providers/shared/vendor-error.ts';
import { guardCall, withRetries } from '../../providers/shared/vendor-retry.ts';

/** https://developers.cloudflare.com/vectorize/platform/limits/ */
export const vectorizeLimits = {
  dimensions: 1536,
  /** Of an answer with neither values nor metadata. */
  topK: 100,
  /** The documented limit is 5,000; this is 4 MB at most. */
  upsert: 200,
  /** Not in the documentation: more is error 40007, "max id count is 100". */
  deletion: 100,
} as const;

/** The token's permission is "Vectorize: Edit". */
export interface VectorizeConnection extends CloudflareConnection {
  indexName: string;
}

export interface VectorizeIndex {
  dimensions: number;
  metric: string;
}

export interface VectorizeMatch {
  id: string;
  /** Approximate, as long as no values are asked for. */
  score: number;
}

const label = 'Vectorize';
/** `vectorize.index.not_found` and `vectorize.index.deleted`, with status 404, 410 or 400. */
const missingCodes: ReadonlySet<string | undefined> = new Set(['3000', '3005']);
const duplicateCode = '3002';

const codeOf = (error: unknown) =>
  error instanceof AppError && error.cause instanceof VendorError ? error.cause.code : undefined;

/** There is no index of this name. */
export const isIndexMissing = (error: unknown) => missingCodes.has(codeOf(error));

type Fields = Record<string, unknown>;
const fields = (value: unknown): Fields =>
  typeof value === 'object' && value !== null ? (value as Fields) : {};

/** Version 2 of https://developers.cloudflare.com/api/resources/vectorize/subresources/indexes/ */
export function vectorizeApi(connection: VectorizeConnection) {
  const indexName = connection.indexName.trim();
  const api = cloudflareApi(connection, label, '/vectorize/v2/indexes');
  const own = `/${encodeURIComponent(indexName)}`;
  const { answerMs } = api.timeouts;

  /** One request with its retries, in the time that an answer may take. @throws AppError */
  async function ask(
    signal: AbortSignal,
    send: (signal: AbortSignal) => Promise<Response>,
  ): Promise<Fields> {
    api.requireConfigured();
    if (!indexName) throw vendorNotConfigured(label, 'no index name is set');
    const guard = guardCall(signal);
    guard.within(answerMs, () => vendorTimedOut(label, 'no answer came'));
    try {
      return await withRetries(async () => fields(await api.result(await send(guard.signal))), {
        ...api.timeouts,
        signal: guard.signal,
      });
    } catch (error) {
      throw guard.signal.aborted ? guard.signal.reason : error;
    } finally {
      guard.end();
    }
  }

  const mutation = ({ mutationId }: Fields): string => {
    if (typeof mutationId === 'string') return mutationId;
    throw vendorGarbled(label, 'did not say which mutation it is');
  };

  const toIndex = (result: Fields): VectorizeIndex => {
    const { dimensions, metric } = fields(result['config']);
    if (typeof dimensions !== 'number' || typeof metric !== 'string') {
      throw vendorGarbled(label, 'did not say what the index is like');
    }
    return { dimensions, metric };
  };

  return {
    indexName,

    describe: async (signal: AbortSignal): Promise<VectorizeIndex> =>
      toIndex(await ask(signal, (inner) => api.get(own, inner))),

    /** False: somebody else has made it meanwhile. */
    async create(dimensions: number, signal: AbortSignal): Promise<boolean> {
      const body = { name: indexName, config: { dimensions, metric: 'cosine' } };
      try {
        await ask(signal, (inner) => api.post('', body, inner));
        return true;
      } catch (error) {
        if (codeOf(error) === duplicateCode) return false;
        throw error;
      }
    },

    /** The mutation that is processed last; all before it are, too. Null: none is. */
    async processedUpTo(signal: AbortSignal): Promise<string | null> {
      const { processedUpToMutation: last } = await ask(signal, (inner) =>
        api.get(`${own}/info`, inner),
      );
      return typeof last === 'string' ? last : null;
    },

    /**
     * `lines`: vectors as JSON documents, one in each line.
     *
     * @returns the mutation's id
     */
    upsert: async (lines: string, signal: AbortSignal): Promise<string> =>
      mutation(await ask(signal, (inner) => api.postLines(`${own}/upsert`, lines, inner))),

    deleteByIds: async (ids: readonly string[], signal: AbortSignal): Promise<string> =>
      mutation(await ask(signal, (inner) => api.post(`${own}/delete_by_ids`, { ids }, inner))),

    /** Whether the index answers with this vector by now. */
    async has(id: string, signal: AbortSignal): Promise<boolean> {
      const found = await ask(signal, (inner) =>
        api.post(`${own}/get_by_ids`, { ids: [id] }, inner),
      );
      return Array.isArray(found) && found.length > 0;
    },

    async query(
      question: { vector: Float32Array; topK: number; namespace: string },
      signal: AbortSignal,
    ): Promise<VectorizeMatch[]> {
      const body = { ...question, vector: Array.from(question.vector) };
      const { matches } = await ask(signal, (inner) => api.post(`${own}/query`, body, inner));
      if (!Array.isArray(matches)) throw vendorGarbled(label, 'answered without matches');
      return (matches as Fields[]).flatMap(({ id, score }) =>
        typeof id === 'string' && typeof score === 'number' ? { id, score } : [],
      );
    },
  };
}
export type VectorizeApi = ReturnType<typeof vectorizeApi>;
