import type { Strings } from './strings.ts';

/** Why an answer did not arrive, in a form that can be shown. */
export interface Failure {
  code: string;
  /** The server's own sentence: harmless and translated. Empty when there is none. */
  message: string;
  retryable: boolean;
  /** Seconds to wait before another try. */
  retryAfter: number;
}

export class RequestError extends Error {
  readonly failure: Failure;
  constructor(failure: Failure) {
    super(failure.code);
    this.failure = failure;
  }
}

/** The connection itself failed; no answer with a status came. */
export const connectionLost: Failure = {
  code: 'network',
  message: '',
  retryable: true,
  retryAfter: 0,
};

const permanent = ['not_configured', 'budget_exhausted'];
const busy = new Set([408, 429]);

/** A body that is not the API's (a proxy's or firewall's page) is known only by its status. */
export async function failureOf(response: Response): Promise<Failure> {
  const body = (await response.json().catch(() => ({}))) as {
    code?: string;
    message?: string;
    data?: { retry_after?: number } | null;
  };
  const { status } = response;
  const code = body.code ?? (status >= 500 ? 'unavailable' : 'unknown');
  return {
    code,
    message: body.message ?? '',
    retryable: (status >= 500 || busy.has(status)) && !permanent.includes(code),
    retryAfter: body.data?.retry_after ?? (Number(response.headers.get('Retry-After')) || 0),
  };
}

export function failureText({ code, message }: Failure, strings: Strings): string {
  switch (code) {
    case 'network':
      return navigator.onLine === false ? strings.error_offline : strings.error_generic;
    case 'rate_limited':
      return strings.error_rate_limited;
    case 'message_too_long':
      return strings.error_too_long;
    case 'unavailable':
    case 'sidecar_unavailable':
    case 'overloaded':
    case 'not_configured':
      return strings.error_unavailable;
    default:
      return message || strings.error_generic;
  }
}
