import type { VendorRefusal } from './vendor-server.ts';
import { refuse } from './workers-ai-rules.ts';

type Body = Record<string, unknown>;

export interface FakeVector {
  id: string;
  values: number[];
  namespace?: string | undefined;
}

export interface FakeIndex {
  dimensions: number;
  metric: string;
}

/** https://developers.cloudflare.com/vectorize/platform/limits/, but for what says where it is from. */
const limits = {
  dimensions: 1536,
  idBytes: 64,
  namespaceBytes: 64,
  nameBytes: 64,
  batch: 5000,
  uploadBytes: 100 * 2 ** 20,
  topK: 100,
  topKWithValues: 20,
  /** https://github.com/JSONbored/metagraphed/pull/11137: "max id count is 100, got 173" */
  ids: 100,
};

const bytes = (text: string) => Buffer.byteLength(text);
const error = (code: number, message: string) => refuse(400, { code, message });

/** https://github.com/alchemy-run/distilled/pull/308: 3000 for an index that is not there */
export const noSuchIndex = (name: string): VendorRefusal =>
  refuse(404, { code: 3000, message: `vectorize.index.not_found - Index name "${name}"` });

/** https://github.com/alchemy-run/distilled/pull/308: 400 and 3002, not 409 */
export const duplicateIndex = (name: string): VendorRefusal =>
  error(3002, `vectorize.index.duplicate_name - Index name "${name}"`);

/** https://github.com/Automations-Project/n8n-nodes-cloudflare/issues/1 */
export const unknownContentType = error(1005, 'vectorize.unknown_content_type');

/**
 * https://developers.cloudflare.com/api/resources/vectorize/subresources/indexes/methods/create/; the number of
 * a refusal is not documented there.
 */
export function creationRefusal({ name, config }: Body): VendorRefusal | undefined {
  const invalid = (what: string) => error(1002, `vectorize.invalid_input - ${what}`);
  if (typeof name !== 'string' || name === '' || bytes(name) > limits.nameBytes) {
    return invalid('name');
  }
  const { dimensions, metric } = (config ?? {}) as Body;
  if (!Number.isInteger(dimensions) || (dimensions as number) < 1) return invalid('dimensions');
  if ((dimensions as number) > limits.dimensions) return invalid('dimensions');
  if (['cosine', 'euclidean', 'dot-product'].includes(metric as string)) return undefined;
  return invalid('metric');
}

/** https://github.com/cloudflare/cloudflare-typescript/issues/2646 */
const notNdjson = (line: number) =>
  error(
    40023,
    `vectorize.upstream_error - failed to parse upsert vectors request in ndjson format: line Some(${line}) was not expected format`,
  );

const isNumbers = (value: unknown): value is number[] =>
  Array.isArray(value) && value.every((each) => Number.isFinite(each));

/** The vectors of an upsert, or why they are refused, whole. */
export function readUpsert(text: string, { dimensions }: FakeIndex): FakeVector[] | VendorRefusal {
  if (bytes(text) > limits.uploadBytes) {
    return refuse(413, { code: 40024, message: 'payload too large; max size is 100 MB' });
  }
  const vectors: FakeVector[] = [];
  for (const [number, line] of text.split('\n').entries()) {
    let vector: Body;
    try {
      vector = JSON.parse(line) as Body;
    } catch {
      return notNdjson(number);
    }
    const { id, values, namespace } = vector;
    if (typeof id !== 'string' || id === '' || !isNumbers(values)) return notNdjson(number);
    // https://github.com/Liplus-Project/github-rag-mcp/issues/83
    if (bytes(id) > limits.idBytes) {
      return error(40008, `id too long; max is ${limits.idBytes} bytes, got ${bytes(id)} bytes`);
    }
    if (namespace !== undefined) {
      const known = typeof namespace === 'string';
      if (!known || bytes(namespace) > limits.namespaceBytes) return notNdjson(number);
    }
    if (values.length !== dimensions) {
      return error(
        40012,
        `invalid vector for id="${id}", expected ${dimensions} dimensions, and got ${values.length} dimensions`,
      );
    }
    vectors.push({ id, values, ...(typeof namespace === 'string' && { namespace }) });
  }
  if (vectors.length > limits.batch) {
    return error(
      40007,
      `too many vectors in payload; max vector count is ${limits.batch}, got ${vectors.length}`,
    );
  }
  return vectors;
}

export function idsRefusal({ ids }: Body): VendorRefusal | undefined {
  if (!Array.isArray(ids) || !ids.every((id) => typeof id === 'string')) {
    return error(40026, 'Failed to parse the request body as JSON: ids: invalid type');
  }
  if (ids.length <= limits.ids) return undefined;
  return error(40007, `too many ids in payload; max id count is ${limits.ids}, got ${ids.length}`);
}

/** https://developers.cloudflare.com/api/resources/vectorize/subresources/indexes/methods/query/ */
export function queryRefusal(body: Body, { dimensions }: FakeIndex): VendorRefusal | undefined {
  const { vector, topK = 5, returnValues = false, returnMetadata = 'none', namespace } = body;
  const unparsed = (what: string) =>
    error(40026, `Failed to parse the request body as JSON: ${what}`);
  if (!isNumbers(vector)) return unparsed('vector: expected a sequence');
  if (typeof returnValues !== 'boolean') return unparsed('returnValues: expected a boolean');
  // A boolean was of version 1.
  if (!['none', 'indexed', 'all'].includes(returnMetadata as string)) {
    return unparsed('returnMetadata: expected value');
  }
  if (namespace !== undefined && typeof namespace !== 'string') {
    return unparsed('namespace: expected a string');
  }
  // https://github.com/mastra-ai/mastra/issues/3444
  if (vector.length !== dimensions) {
    return error(
      40006,
      `invalid query vector, expected ${dimensions} dimensions, and got ${vector.length} dimensions`,
    );
  }
  if (!Number.isInteger(topK) || (topK as number) < 1) return unparsed('topK: expected u32');
  // https://github.com/rahilp/second-brain-cloudflare/pull/89
  const most = returnValues || returnMetadata === 'all' ? limits.topKWithValues : limits.topK;
  if ((topK as number) <= most) return undefined;
  return error(40025, `max top K is ${most}, but got ${String(topK)}`);
}
