import { readError } from '../shared/read-error.ts';
import type { VendorConnection } from '../shared/vendor-access.ts';
import { vendorApi } from '../shared/vendor-api.ts';
import type { VendorAnswer } from '../shared/vendor-error.ts';

/** Errors are `{"detail": "…"}`: https://api.jina.ai/docs */
export const jinaApi = (connection: VendorConnection) =>
  vendorApi(connection, {
    provider: 'jina',
    toRoot: (url) => url.replace(/\/(embeddings|rerank)$/, ''),
    readError: readJinaError,
  });

/** An account without tokens is refused with 403, as a key without permission is. */
function readJinaError(body: unknown): VendorAnswer {
  const answer = readError(body);
  const isBroke = /insufficient[ _](account )?balance/i.test(
    `${answer.code ?? ''} ${answer.message ?? ''}`,
  );
  return { ...answer, ...(isBroke && { code: 'insufficient_quota' }) };
}
