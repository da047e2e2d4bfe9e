import type { Strings } from './strings.ts';

/** Why something did not work, in a form that can be shown. */
export interface Failure {
  code: string;
  /** The server's own sentence: harmless. Empty when there is none. */
  message: string;
  retryable: boolean;
  /** Seconds to wait before another try. */
  pause: number;
  /** Text that the visitor has to agree to first. */
  consent?: string;
  /** How to reach a person meanwhile. */
  contact?: string | undefined;
}

export class RequestError extends Error {
  readonly failure: Failure;
  constructor(failure: Failure) {
    super(failure.code);
    this.failure = failure;
  }
}

/** The connection broke, or something other than the API answered. */
export const lost: Failure = { code: '', message: '', retryable: true, pause: 0 };

/** The page was left before the answer came, or it ended without one. */
export const unanswered: Failure = { ...lost, code: 'unanswered' };

/** The sidecar does not answer: nothing that the visitor or the question has done. */
export const away: Failure = { ...lost, code: 'sidecar_unavailable' };

/** It answers again: the question can be sent once more. */
export const back: Failure = { ...lost, code: 'available' };

/** The chat has used up its tokens, and opens again by itself. */
export const isClosed = ({ code }: Failure): boolean => code === 'budget_exhausted';

/** Whether a pause of so many seconds ends within a day; 0 is not known. */
export const isToday = (pause: number): boolean => pause > 0 && pause <= 86_400;

/** The owner has switched the chat off, or it is not for this visitor: there is nothing to type for. */
export const isOff = ({ code }: Failure): boolean => code === 'chat_disabled';

/** Whether it passes by itself when the sidecar, or the line to it, is back, or the chat is switched on. */
export const isAway = (failure: Failure): boolean =>
  !failure.code || failure.code === away.code || isOff(failure);

/** By its form, because each script of the widget has a class of its own. */
export const failureOf = (error: unknown): Failure =>
  error instanceof Error && 'failure' in error ? (error as RequestError).failure : lost;

/** A body that is not the API's (a proxy's page, say) leaves only the status to go by. */
export async function readFailure(response: Response): Promise<Failure> {
  const body = (await response.json().catch(() => null)) as {
    code?: string;
    message?: string;
    data?: { retry_after?: number; consent?: string; contact?: string };
  } | null;
  // A firewall's page.
  const code = body?.code ?? (/403|406/.test(`${response.status}`) ? 'refused' : '');
  const transient = response.status > 499 || response.status === 429;
  return {
    code,
    message: body?.message ?? '',
    retryable: transient && !/not_configured|budget/.test(code),
    pause: body?.data?.retry_after ?? 0,
    ...(body?.data?.consent && { consent: body.data.consent }),
    contact: body?.data?.contact,
  };
}

const said: Record<string, keyof Strings> = {
  rate_limited: 'error_rate_limited',
  overloaded: 'error_busy',
  message_too_long: 'error_too_long',
  available: 'available_again',
  unanswered: 'error_unfinished',
  provider_error: 'error_unfinished',
  refused: 'error_refused',
};

/** Codes of the chat alone whose sentence says more than that it is not available. */
const own = /^(internal_error$|consent_)/;

/** The browser says so only when it is sure. */
export const isOffline = () => navigator.onLine === false;

/** The page's language is surer than the server's, so its own words come first; never those of another plugin. */
export function failureText(failure: Failure, strings: Strings): string {
  const { code, message, pause } = failure;
  if (isClosed(failure)) return isToday(pause) ? strings.closed_today : strings.closed;
  if (!code && isOffline()) return strings.error_offline;
  if (own.test(code)) return message || strings.error_generic;
  return strings[said[code] ?? 'error_unavailable'];
}
