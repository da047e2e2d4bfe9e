import type { IncomingHttpHeaders } from 'node:http';
import { AppError } from '../../errors/app-error.ts';

/** Seconds: whatever a server asks for, the document is looked at again within the day. */
const longestWait = 86_400;

/** Seconds, from a number of them or a date; undefined when there is neither. */
function retryAfter(header: string | undefined, now: number): number | undefined {
  if (header === undefined) return undefined;
  const seconds = /^\d+$/.test(header) ? Number(header) : (Date.parse(header) - now) / 1000;
  return Number.isNaN(seconds) ? undefined : Math.min(Math.max(Math.ceil(seconds), 1), longestWait);
}

/** What a status other than 200 means for a document. */
export function pageError(status: number, headers: IncomingHttpHeaders, now: number): AppError {
  const cause = new Error(`The page's server answered ${status}.`);
  switch (status) {
    case 404:
    case 410:
      return new AppError('not_found', { message: 'There is no page at this address.', cause });
    case 401:
    case 402:
    case 403:
    case 407:
    case 451: {
      const message = `The site does not let this page be read (${status}).`;
      return new AppError('rest_forbidden', { message, cause });
    }
    case 204:
    case 205:
      return new AppError('no_text', { cause });
    case 429:
    case 503: {
      const wait = retryAfter(headers['retry-after'], now);
      const message = 'The site is busy; the page will be asked for again.';
      return new AppError('overloaded', { message, cause, ...(wait && { retryAfter: wait }) });
    }
    default: {
      const message = `The page could not be read: its server answered ${status}.`;
      const retryable = status >= 500 || status === 408 || status === 425;
      return new AppError('provider_error', { message, cause, retryable });
    }
  }
}
