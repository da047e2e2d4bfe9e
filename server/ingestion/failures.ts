import type { ErrorCode } from '../contract/errors.ts';
import { AppError } from '../errors/app-error.ts';

type Failure = readonly [code: ErrorCode, message: string, options?: { retryable: boolean }];

/** Every sentence that tells an owner why a document or an address could not be read. `%` is a value. */
const failures = {
  // The reader's process
  damaged: ['unsupported_type', 'This document cannot be read; it may be damaged.'],
  /** None of the document's faults: it waits. */
  reader_not_started: [
    'sidecar_unavailable',
    'The process that reads documents cannot be started on this server. The documents wait; the log says why.',
  ],
  /** A leftover task of the previous document may have crashed the process. */
  reader_crashed: [
    'unsupported_type',
    'This document cannot be read; it may be damaged.',
    { retryable: true },
  ],
  /** The machine may have been short of memory. */
  out_of_memory: [
    'too_large',
    'This document takes too much memory to read. Please divide it into smaller ones.',
    { retryable: true },
  ],
  /** The machine may have been busy. */
  too_slow: [
    'too_large',
    'This document takes too long to read. Please divide it into smaller ones.',
    { retryable: true },
  ],
  too_deep: ['too_large', 'This document is too large or too deeply nested to be read.'],
  // Files
  not_text: ['unsupported_type', 'This file does not contain text.'],
  docx_locked: [
    'unsupported_type',
    'This is an old Word document (.doc) or one that is locked by a password. Please save it as .docx without a password.',
  ],
  docx_damaged: ['unsupported_type', 'This Word document cannot be read; it may be damaged.'],
  docx_too_large: [
    'too_large',
    'This Word document is too large. Please divide it into smaller ones.',
  ],
  pdf_locked: [
    'unsupported_type',
    'This PDF is protected by a password. Please remove the protection and add it again.',
  ],
  pdf_damaged: ['unsupported_type', 'This PDF cannot be read; it may be damaged.'],
  pdf_too_long: ['too_large', 'This PDF is too long. Please divide it.'],
  pdf_out_of_memory: ['too_large', 'This PDF needs too much memory to be read.'],
  pdf_page_too_long: ['too_large', 'A page of this PDF has too much text.'],
  pdf_scanned: [
    'no_text',
    'No text can be read from this PDF. It seems to be scanned: please run text recognition (OCR) on it and add it again.',
  ],
  // Addresses
  address_has_space: ['invalid_request', 'There is a space in this address.'],
  not_an_address: ['invalid_request', 'This is not a web address.'],
  not_http: ['invalid_request', 'Only http and https addresses can be read.'],
  has_credentials: [
    'invalid_request',
    'An address with a user name or password in it is not read.',
  ],
  address_too_long: ['invalid_request', 'This address is too long.'],
  other_site: ['invalid_request', 'This address is of another site.'],
  duplicate_address: ['conflict', 'The same address is on line %.'],
  unbalanced_quotes: ['invalid_request', 'The quotes of this line do not match.'],
  // Web pages
  page_missing: ['not_found', 'There is no page at this address.'],
  page_forbidden: ['rest_forbidden', 'The site does not let this page be read (%).'],
  page_disallowed: ['rest_forbidden', 'The robots.txt of this site asks not to read this page.'],
  page_challenge: [
    'provider_error',
    'The site asks the chat service to prove that it is a browser.',
  ],
  // Posts at their addresses, as guests get them
  guests_sent_away: [
    'rest_forbidden',
    'Guests are sent to another page from here, so the chat does not use it.',
  ],
  guests_refused: [
    'rest_forbidden',
    'Guests may not see this page (%), so the chat does not use it.',
  ],
  guests_asked_to_log_in: [
    'rest_forbidden',
    'Guests see a login form in place of this page, so the chat does not use it.',
  ],
  guests_see_no_text: [
    'rest_forbidden',
    'Guests do not see the text of this page, so the chat does not use it.',
  ],
  guests_unknown: [
    'sidecar_unavailable',
    'The pages of the site cannot be looked at as a guest at the moment.',
  ],
  page_too_large: ['too_large', 'The content at this address is too large.'],
  site_busy: ['overloaded', 'The site is busy; the page will be requested again.'],
  site_error: ['provider_error', 'The page could not be read: its server answered %.'],
  site_refuses: [
    'provider_error',
    'The page could not be read: its server answered %.',
    { retryable: false },
  ],
  site_timeout: ['provider_timeout', 'The page took too long to answer.'],
  site_unknown: ['provider_error', 'There is no site of this name.'],
  bad_certificate: [
    'provider_error',
    'The certificate of this site is not valid.',
    { retryable: false },
  ],
  too_many_redirects: ['provider_error', 'Too many redirects.', { retryable: false }],
  incomplete: ['provider_error', 'The page could not be fetched completely.'],
  unknown_encoding: ['unsupported_type', 'The server compresses this page in an unknown way.'],
  unknown_type: ['unsupported_type', 'Only web pages, PDF, DOCX and text files can be read.'],
  robots_unreadable: [
    'provider_error',
    'The robots.txt of this site cannot be read at the moment.',
  ],
  sitemap_unreadable: ['unsupported_type', 'This sitemap cannot be read.'],
  sitemap_missing: ['not_found', 'No sitemap was found at this address.'],
} as const satisfies Record<string, Failure>;

interface Details {
  /** For the log only. */
  cause?: unknown;
  /** Replaces `%` in the sentence. */
  value?: number;
  /** Seconds. */
  retryAfter?: number | undefined;
}

/** Returns the error of one of the sentences above. */
export function failure(name: keyof typeof failures, { cause, value, retryAfter }: Details = {}) {
  const [code, message, options]: Failure = failures[name];
  return new AppError(code, {
    message: message.replace('%', String(value)),
    cause,
    ...(retryAfter !== undefined && { retryAfter }),
    ...options,
  });
}
