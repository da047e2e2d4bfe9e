import { fileNames } from '../contract/document-kinds.ts';
import type { ErrorCode } from '../contract/errors.ts';
import { AppError } from '../errors/app-error.ts';

/** Every sentence that tells an owner why a document or an address could not be read, by its code. `%` is a value. */
const sentences = {
  unsupported_type: {
    reader_crashed: 'This document cannot be read; it may be damaged.',
    not_text: 'This file does not contain text.',
    office_locked:
      'This is an old Office file (such as .doc or .xls) or one that is locked by a password. Please save it in a current format (such as .docx or .xlsx) without a password.',
    file_locked: 'This file is locked. Please save it without a password or copy protection.',
    file_damaged: 'This file cannot be read; it may be damaged.',
    pdf_locked:
      'This PDF is protected by a password. Please remove the protection and add it again.',
    pdf_damaged: 'This PDF cannot be read; it may be damaged.',
    unknown_encoding: 'The server compresses this page in an unknown way.',
    unknown_type: `Only web pages and ${fileNames} files can be read.`,
    sitemap_unreadable: 'This sitemap cannot be read.',
  },
  too_large: {
    out_of_memory:
      'This document takes too much memory to read. Please divide it into smaller ones.',
    too_slow: 'This document takes too long to read. Please divide it into smaller ones.',
    too_deep: 'This document is too large or too deeply nested to be read.',
    file_too_large: 'This file is too large. Please divide it into smaller ones.',
    pdf_too_long: 'This PDF is too long. Please divide it.',
    pdf_out_of_memory: 'This PDF needs too much memory to be read.',
    pdf_page_too_long: 'A page of this PDF has too much text.',
    page_too_large: 'The content at this address is too large.',
  },
  no_text: {
    pdf_scanned:
      'No text can be read from this PDF. It seems to be scanned: please run text recognition (OCR) on it and add it again.',
  },
  invalid_request: {
    address_has_space: 'There is a space in this address.',
    not_an_address: 'This is not a web address.',
    not_http: 'Only http and https addresses can be read.',
    has_credentials: 'An address with a user name or password in it is not read.',
    address_too_long: 'This address is too long.',
    other_site: 'This address is of another site.',
    unbalanced_quotes: 'The quotes of this line do not match.',
  },
  conflict: { duplicate_address: 'The same address is on line %.' },
  not_found: {
    page_missing: 'There is no page at this address.',
    sitemap_missing: 'No sitemap was found at this address.',
  },
  rest_forbidden: {
    page_forbidden: 'The site does not let this page be read (%).',
    page_disallowed: 'The robots.txt of this site asks not to read this page.',
    // Posts at their addresses, as guests get them
    guests_sent_away: 'Guests are sent to another page from here, so the chat does not use it.',
    guests_refused: 'Guests may not see this page (%), so the chat does not use it.',
    guests_asked_to_log_in:
      'Guests see a login form in place of this page, so the chat does not use it.',
    guests_see_no_text: 'Guests do not see the text of this page, so the chat does not use it.',
    page_noindex:
      'This page asks search engines to leave it out (noindex), so the chat does not use it. Change that in your SEO plugin, or have such pages read in the settings.',
  },
  sidecar_unavailable: {
    /** None of the document's faults: it waits. */
    reader_not_started:
      'The process that reads documents cannot be started on this server. The documents wait; the log says why.',
    guests_unknown: 'The pages of the site cannot be looked at as a guest at the moment.',
  },
  provider_timeout: { site_timeout: 'The page took too long to answer.' },
  overloaded: { site_busy: 'The site is busy; the page will be requested again.' },
  provider_error: {
    page_challenge: 'The site asks the chat service to prove that it is a browser.',
    site_error: 'The page could not be read: its server answered %.',
    site_refuses: 'The page could not be read: its server answered %.',
    site_unknown: 'There is no site of this name.',
    bad_certificate: 'The certificate of this site is not valid.',
    too_many_redirects: 'Too many redirects.',
    incomplete: 'The page could not be fetched completely.',
    robots_unreadable: 'The robots.txt of this site cannot be read at the moment.',
  },
} as const satisfies Partial<Record<ErrorCode, Record<string, string>>>;

type Sentences = typeof sentences;
export type Failure = { [Code in keyof Sentences]: keyof Sentences[Code] }[keyof Sentences];

/** Failures that are or are not retried, unlike others of their code. */
const retryable: Partial<Record<Failure, boolean>> = {
  // A leftover task of the previous document may have crashed the process.
  reader_crashed: true,
  // The machine may have been short of memory, or busy.
  out_of_memory: true,
  too_slow: true,
  site_refuses: false,
  bad_certificate: false,
  too_many_redirects: false,
};

const all = new Map(
  Object.entries(sentences).flatMap(([code, of]) =>
    Object.entries(of).map(([name, sentence]) => [name, [code as ErrorCode, sentence]] as const),
  ),
);

interface Details {
  /** For the log only. */
  cause?: unknown;
  /** Replaces `%` in the sentence. */
  value?: number;
  /** Seconds. */
  retryAfter?: number | undefined;
}

/** Returns the error of one of the sentences above. */
export function failure(name: Failure, { cause, value, retryAfter }: Details = {}): AppError {
  const [code, sentence] = all.get(name)!;
  return new AppError(code, {
    message: sentence.replace('%', String(value)),
    cause,
    ...(retryAfter !== undefined && { retryAfter }),
    ...(name in retryable && { retryable: retryable[name] }),
  });
}
