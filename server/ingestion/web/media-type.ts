import { AppError } from '../../errors/app-error.ts';
import type { Source } from '../read/extract.ts';

type Kind = 'page' | 'pdf' | 'docx' | 'txt';

const kinds: Readonly<Record<string, Kind>> = {
  'text/html': 'page',
  'application/xhtml+xml': 'page',
  'application/pdf': 'pdf',
  'application/x-pdf': 'pdf',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': 'docx',
  'text/plain': 'txt',
  'text/markdown': 'txt',
  'text/x-markdown': 'txt',
  'text/csv': 'txt',
  'text/x-rst': 'txt',
};

/** What a server says when it does not know. */
const unsaid: ReadonlySet<string> = new Set([
  '',
  'application/octet-stream',
  'binary/octet-stream',
  'application/force-download',
  'application/x-download',
  'application/zip',
  'application/xml',
  'text/xml',
]);

const unsupported = () =>
  new AppError('unsupported_type', {
    message: 'Only web pages, PDF, DOCX and text files can be read.',
  });

const essence = (contentType = '') => contentType.split(';', 1)[0]?.trim().toLowerCase() ?? '';

/** @throws AppError `unsupported_type` for what a header says is something that is not read */
export function refuseUnread(contentType: string | undefined): void {
  const type = essence(contentType);
  if (!Object.hasOwn(kinds, type) && !unsaid.has(type)) throw unsupported();
}

/** What the bytes themselves say; a header may be wrong about these. */
function magic(bytes: Uint8Array): Kind | 'other' | null {
  const start = Buffer.from(bytes.subarray(0, 1024)).toString('latin1');
  if (/^\s*%PDF-/.test(start)) return 'pdf';
  if (start.startsWith('PK\x03\x04'))
    return Buffer.from(bytes).includes('word/') ? 'docx' : 'other';
  return null;
}

function guess(bytes: Uint8Array): Kind {
  const start = Buffer.from(bytes.subarray(0, 1024)).toString('latin1');
  const utf16 = /^(\xff\xfe|\xfe\xff)/.test(start);
  if (start.includes('\0') && !utf16) throw unsupported();
  const text = start.replace(/^\xef\xbb\xbf/, '').replace(/^(\s+|<\?xml.*?\?>|<!--.*?-->)+/s, '');
  if (/^<(!doctype\s+html|html|head|body)\b/i.test(text)) return 'page';
  if (text.startsWith('<')) throw unsupported();
  return 'txt';
}

/** An answer as a source, by what its header and its bytes say. @throws AppError `unsupported_type` */
export function sourceOf(bytes: Uint8Array, contentType: string, url: string): Source {
  const type = essence(contentType);
  const kind = magic(bytes) ?? kinds[type] ?? guess(bytes);
  if (kind === 'other') throw unsupported();
  return kind === 'page' ? { kind, bytes, contentType, url } : { kind, bytes };
}
