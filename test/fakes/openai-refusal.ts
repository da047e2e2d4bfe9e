/** Returns OpenAI's refusal of a request, with its own message; undefined: it would answer. */
export interface Refusal {
  status: number;
  error: { message: string; type: string; param: string | null; code: string | null };
  /** In place of `{ error }`. */
  body?: unknown;
}

/** https://developers.openai.com/docs/guides/error-codes */
export function refuse(
  message: string,
  details: { status?: number; param?: string; code?: string } = {},
): Refusal {
  const { status = 400, param = null, code = null } = details;
  return { status, error: { message, type: 'invalid_request_error', param, code } };
}
