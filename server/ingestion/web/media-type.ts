import { fileKindOfType, type FileKind } from '../../contract/document-kinds.ts';
import { failure } from '../failures.ts';
import type { Source } from '../read/extract.ts';

type Kind = 'page' | FileKind;

/** Types that servers send for files whose type they do not know. */
const unspecific: ReadonlySet<string> = new Set([
  '',
  'application/octet-stream',
  'binary/octet-stream',
  'application/force-download',
  'application/x-download',
  'application/zip',
  'application/xml',
  'text/xml',
]);

function kindOfType(type: string): Kind | undefined {
  return /^(text\/html|application\/xhtml\+xml)$/.test(type) ? 'page' : fileKindOfType(type);
}

const essence = (contentType = '') => contentType.split(';', 1)[0]?.trim().toLowerCase() ?? '';

/** @throws AppError `unsupported_type` if the header names a type that cannot be read */
export function requireReadable(contentType: string | undefined): void {
  const type = essence(contentType);
  if (!kindOfType(type) && !unspecific.has(type)) throw failure('unknown_type');
}

const startOf = (bytes: Uint8Array) => Buffer.from(bytes.subarray(0, 1024)).toString('latin1');

/** Recognises PDF and ZIP by their first bytes, which are more reliable than the header. */
function kindOfMagic(bytes: Uint8Array): Kind | undefined {
  const start = startOf(bytes);
  if (/^\s*%PDF-/.test(start)) return 'pdf';
  if (!start.startsWith('PK\x03\x04')) return undefined;
  if (Buffer.from(bytes).includes('word/')) return 'docx';
  throw failure('unknown_type');
}

function guessKind(bytes: Uint8Array): Kind {
  const start = startOf(bytes);
  const utf16 = /^(\xff\xfe|\xfe\xff)/.test(start);
  if (start.includes('\0') && !utf16) throw failure('unknown_type');
  const text = start.replace(/^\xef\xbb\xbf/, '').replace(/^(\s+|<\?xml.*?\?>|<!--.*?-->)+/s, '');
  if (/^<(!doctype\s+html|html|head|body)\b/i.test(text)) return 'page';
  if (text.startsWith('<')) throw failure('unknown_type');
  return 'txt';
}

/**
 * Returns an answer as a source; its kind is told by its bytes and its header.
 *
 * @throws AppError `unsupported_type`
 */
export function sourceOf(bytes: Uint8Array, contentType: string, url: string): Source {
  const kind = kindOfMagic(bytes) ?? kindOfType(essence(contentType)) ?? guessKind(bytes);
  return kind === 'page' ? { kind, bytes, contentType, url } : { kind, bytes };
}
