import { AppError } from '../../errors/app-error.ts';
import { CloudflareApi, type CloudflareConnection } from '../../providers/shared/cloudflare-api.ts';
import {
  VendorError,
  vendorGarbled,
  vendorNotConfigured,
} from '../../providers/shared/vendor-error.ts';
import { withinTime } from '../../providers/shared/vendor-retry.ts';

/** https://developers.cloudflare.com/vectorize/platform/limits/ */
export const vectorizeLimits = {
  dimensions: 1536,
  /** For replies without values and metadata. */
  topK: 100,
  /** The documented maximum is 5,000; these are 4 MB at most. */
  upsert: 200,
  /** Not in the documentation: more is error 40007, "max id count is 100". */
  deletion: 100,
} as const;

const label = 'Vectorize';
/** `vectorize.index.not_found` and `vectorize.index.deleted`, with status 404, 410 or 400. */
const missingCodes: ReadonlySet<string | undefined> = new Set(['3000', '3005']);
const duplicateCode = '3002';

const codeOf = (error: unknown) =>
  error instanceof AppError && error.cause instanceof VendorError ? error.cause.code : undefined;

/** Whether the error says that there is no index of this name. */
export const isIndexMissing = (error: unknown) => missingCodes.has(codeOf(error));

type Fields = Record<string, unknown>;
const fields = (value: unknown): Fields =>
  typeof value === 'object' && value !== null ? (value as Fields) : {};

/**
 * One index, by version 2 of https://developers.cloudflare.com/api/resources/vectorize/subresources/indexes/. The
 * token's permission is "Vectorize: Edit".
 */
export class VectorizeApi {
  readonly indexName: string;
  readonly #api;
  readonly #path: string;

  constructor(connection: CloudflareConnection & { indexName: string }) {
    this.indexName = connection.indexName.trim();
    this.#api = new CloudflareApi(connection, label, '/vectorize/v2/indexes');
    this.#path = `/${encodeURIComponent(this.indexName)}`;
  }

  async describe(signal: AbortSignal): Promise<{ dimensions: number; metric: string }> {
    const { config } = await this.#call(signal, (within) => this.#api.get(this.#path, within));
    const { dimensions, metric } = fields(config);
    if (typeof dimensions !== 'number' || typeof metric !== 'string') {
      throw vendorGarbled(label, 'did not describe the index');
    }
    return { dimensions, metric };
  }

  /** Creates the index; false: it exists by now. */
  async create(dimensions: number, signal: AbortSignal): Promise<boolean> {
    const body = { name: this.indexName, config: { dimensions, metric: 'cosine' } };
    try {
      await this.#call(signal, (within) => this.#api.post('', body, within));
      return true;
    } catch (error) {
      if (codeOf(error) === duplicateCode) return false;
      throw error;
    }
  }

  /** Adds or replaces vectors. @param lines JSON documents, one in each line */
  async upsert(lines: string, signal: AbortSignal): Promise<void> {
    const path = `${this.#path}/upsert`;
    await this.#call(signal, (within) => this.#api.postLines(path, lines, within));
  }

  async deleteByIds(ids: readonly string[], signal: AbortSignal): Promise<void> {
    await this.#post('delete_by_ids', { ids }, signal);
  }

  /** Whether the vendor has processed this vector. */
  async has(id: string, signal: AbortSignal): Promise<boolean> {
    const found = await this.#post('get_by_ids', { ids: [id] }, signal);
    return Array.isArray(found) && found.length > 0;
  }

  /** Returns the ids of the nearest vectors in a namespace; their order is approximate. */
  async query(
    query: { vector: Float32Array; topK: number; namespace: string },
    signal: AbortSignal,
  ): Promise<string[]> {
    const body = { ...query, vector: Array.from(query.vector) };
    const { matches } = await this.#post('query', body, signal);
    if (!Array.isArray(matches)) throw vendorGarbled(label, 'answered without matches');
    return (matches as Fields[]).flatMap(({ id }) => (typeof id === 'string' ? id : []));
  }

  #post(operation: string, body: object, signal: AbortSignal): Promise<Fields> {
    const path = `${this.#path}/${operation}`;
    return this.#call(signal, (within) => this.#api.post(path, body, within));
  }

  /** Sends a request with its retries, within the time limit of one answer. @throws AppError */
  async #call(
    signal: AbortSignal,
    send: (signal: AbortSignal) => Promise<Response>,
  ): Promise<Fields> {
    this.#api.requireConfigured();
    if (!this.indexName) throw vendorNotConfigured(label, 'no index name is set');
    const { answerMs: ms, retryDelayMs } = this.#api.timeouts;
    return withinTime({ label, ms, retryDelayMs }, signal, async (within) =>
      fields(await this.#api.result(await send(within))),
    );
  }
}
