import type { VendorAnswer } from './vendor-error.ts';

/**
 * Joins the entries of FastAPI's validation errors: https://fastapi.tiangolo.com/tutorial/handling-errors/. Mistral
 * wraps them once more: https://github.com/mistralai/platform-docs-public/issues/7
 */
function detailWords(told: unknown): string | undefined {
  if (typeof told === 'string') return told;
  const detail = Array.isArray(told) ? told : (told as { detail?: unknown } | null)?.detail;
  if (!Array.isArray(detail)) return typeof detail === 'string' ? detail : undefined;
  const words = (detail as ({ loc?: unknown; msg?: unknown } | null)[]).flatMap((entry) => {
    const at = Array.isArray(entry?.loc) ? `${entry.loc.join('.')}: ` : '';
    return typeof entry?.msg === 'string' ? [at + entry.msg] : [];
  });
  return words.length > 0 ? words.join('; ') : undefined;
}

/**
 * Reads an error by the names that vendors share: `error` (a sentence or an object), else `message` and `code`, else
 * `detail` (a sentence or a list), also inside of `message`.
 */
export function readError(body: unknown): VendorAnswer {
  if (typeof body === 'string') return { message: body };
  const { error, ...own } = (body ?? {}) as Record<string, unknown>;
  if (typeof error === 'string') return { message: error };
  const said = (typeof error === 'object' && error !== null ? error : own) as typeof own;
  const { code, type, param, message, detail, n_ctx } = said;
  return {
    code: [code, type].find((one) => typeof one === 'string'),
    param: typeof param === 'string' ? param : undefined,
    message: typeof message === 'string' ? message : detailWords(detail ?? message),
    // https://github.com/ggml-org/llama.cpp/pull/15780
    ...(typeof n_ctx === 'number' && { context: n_ctx }),
  };
}
