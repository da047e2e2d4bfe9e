import { hash } from 'node:crypto';
import { setImmediate as pause } from 'node:timers/promises';
import { parse } from 'csv-parse/sync';
import { failure } from '../failures.ts';
import { AppError } from '../../errors/app-error.ts';

/** As in the contract. */
const maxLength = 2048;
/** Length of the column `source_key`. */
const maxKey = 191;

/**
 * Parses an address as people write it: without a scheme it is https. The fragment and a final dot of the
 * host are removed, so that one page has one address.
 *
 * @throws AppError `invalid_request`
 */
export function parseAddress(text: string): URL {
  const trimmed = text.trim();
  if (/\s/.test(trimmed)) throw failure('address_has_space');
  // `example.com:8080` has a port, `mailto:someone` a scheme.
  const hasScheme = /^[a-z][a-z\d+.-]*:(?!\d)/i.test(trimmed);
  const url = URL.parse(hasScheme ? trimmed : `https://${trimmed.replace(/^\/+/, '')}`);
  // A host without a dot is only accepted behind a scheme.
  if (!url?.hostname || !(hasScheme || /[.:]/.test(url.host))) throw failure('not_an_address');
  if (url.protocol !== 'http:' && url.protocol !== 'https:') throw failure('not_http');
  if (url.username || url.password) throw failure('has_credentials');
  url.hash = '';
  url.hostname = url.hostname.replace(/\.$/, '');
  if (url.href.length > maxLength) throw failure('address_too_long');
  return url;
}

/** Returns the `source_key` of an address: the address itself, or its digest if it is too long. */
export function sourceKeyOf(url: URL): string {
  const key = `url:${url.href}`;
  if (key.length <= maxKey) return key;
  return `url:sha256:${hash('sha256', url.href)}`;
}

/** Lines between which the event loop runs. */
const batch = 25;
/** Spreadsheets write the one of their locale. */
const delimiters = ['\t', ',', ';'] as const;

const isAddress = (field: string) => /^https?:\/\//i.test(field);

export interface Rejected {
  line: number;
  value: string;
  code: string;
  message: string;
}

/** Splits a line of CSV; null if its quotes do not match with this delimiter. */
function fieldsOf(line: string, delimiter: string): string[] | null {
  if (!line.includes('"')) return line.split(delimiter).map((field) => field.trim());
  try {
    const [fields = []] = parse(line, { delimiter, trim: true });
    return fields;
  } catch {
    return null;
  }
}

interface Pair {
  title: string;
  address: string;
}

/** Finds title and address in fields, joining those that an unquoted comma has split. */
function pairOf(fields: string[], delimiter: string): Pair {
  const titleOf = (parts: string[]) => parts.join(`${delimiter} `).trim();
  const first = fields.findIndex(isAddress);
  if (first > 0) {
    return { title: titleOf(fields.slice(0, first)), address: fields.slice(first).join(delimiter) };
  }
  const [address = '', ...rest] = fields;
  if (first === 0) return { title: titleOf(rest), address };
  return { title: titleOf(fields.slice(0, -1)), address: fields.at(-1) ?? '' };
}

/**
 * Splits a line into title and address. Without a header, a line that begins with an address and has
 * neither white space nor quotes is an address, even with commas.
 *
 * @param addressFirst as the list's header says
 */
function readLine(line: string, addressFirst: boolean): Pair {
  if (isAddress(line) && !addressFirst && !/[\s"]/.test(line)) return { title: '', address: line };
  const unquoted = line.replace(/"(?:[^"]|"")*"/g, '');
  const divisions = delimiters
    .filter((delimiter) => unquoted.includes(delimiter))
    .flatMap((delimiter) => {
      const fields = fieldsOf(line, delimiter);
      while (fields && fields.length > 1 && fields.at(-1) === '') fields.pop();
      return fields ? [{ fields, delimiter }] : [];
    });
  const division = divisions.find(({ fields }) => fields.some(isAddress)) ?? divisions[0];
  if (division) {
    const { fields, delimiter } = division;
    const [head = '', ...rest] = fields;
    return pairOf(addressFirst && !isAddress(head) ? [...rest, head] : fields, delimiter);
  }
  const [address] = fieldsOf(line, ',') ?? [];
  if (address !== undefined) return { title: '', address };
  throw failure('unbalanced_quotes');
}

const isHeader = (line: string) =>
  /^"?(title|url)"?\s{0,9}[,;\t]\s{0,9}"?(title|url)"?$/i.test(line);

/** Returns the entry of an address that was rejected with an AppError. @throws every other error */
export function rejection(line: number, value: string, error: unknown): Rejected {
  if (!(error instanceof AppError)) throw error;
  return { line, value: value.slice(0, 500), code: error.code, message: error.message };
}

/**
 * Reads a list of addresses: one per line, or CSV `title,url`. Empty lines and comments (`#`) are skipped. A title may
 * be empty.
 *
 * @param check rejects an address by throwing an AppError
 */
export async function readUrlList(
  text: string,
  check: (url: URL) => void,
): Promise<{ listed: { url: URL; title: string }[]; rejected: Rejected[] }> {
  const listed: { url: URL; title: string }[] = [];
  const rejected: Rejected[] = [];
  const seen = new Map<string, number>();
  let addressFirst = false;
  const lines = text.replace(/^\ufeff/, '').split(/\r\n?|\n/);
  for (const [index, raw] of lines.entries()) {
    if (index % batch === batch - 1) await pause();
    const value = raw.trim();
    const line = index + 1;
    if (value === '' || value.startsWith('#')) continue;
    if (isHeader(value) && seen.size + rejected.length === 0) {
      addressFirst = /^"?url/i.test(value);
      continue;
    }
    try {
      const { title, address } = readLine(value, addressFirst);
      const url = parseAddress(address);
      check(url);
      const key = sourceKeyOf(url);
      const before = seen.get(key);
      if (before !== undefined) {
        throw failure('duplicate_address', { value: before });
      }
      seen.set(key, line);
      listed.push({ url, title: title.slice(0, 500).toWellFormed() });
    } catch (error) {
      rejected.push(rejection(line, value, error));
    }
  }
  return { listed, rejected };
}
