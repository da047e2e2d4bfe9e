import { fromBufferPromise } from 'yauzl';
import { load, type CheerioAPI } from 'cheerio/slim';
import { AppError } from '../../errors/app-error.ts';
import { readBounded } from '../../net/response-body.ts';
import { failure } from '../failures.ts';

/** Parts of a zipped document by their names, such as `word/document.xml`. */
export type Package = ReadonlyMap<string, string>;

/** Bytes of all parts together; a thousand pages of text are about 10 MB. */
const maxBytes = 32 * 1024 * 1024;
const maxEntries = 20_000;

/** First bytes of a Compound File: Office's formats before 2007, and any Office document with a password. */
const compoundFile = [0xd0, 0xcf, 0x11, 0xe0];

function decode(bytes: Buffer): string {
  const encoding = bytes[0] === 0xff ? 'utf-16le' : bytes[0] === 0xfe ? 'utf-16be' : 'utf-8';
  const text = new TextDecoder(encoding).decode(bytes);
  // They may grow or read files. No format of documents needs entities of its own.
  if (text.includes('<!ENTITY')) throw new Error('A part declares entities.');
  return text;
}

async function open(bytes: Uint8Array, wanted: RegExp): Promise<Package> {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  const zip = await fromBufferPromise(file, { lazyEntries: true });
  if (zip.entryCount > maxEntries) throw failure('file_too_large');
  const parts = new Map<string, string>();
  let left = maxBytes;
  for await (const entry of zip.eachEntry()) {
    if (!wanted.test(entry.fileName)) continue;
    const stream = await zip.openReadStreamPromise(entry);
    const content = await readBounded(stream, left).catch((error: NodeJS.ErrnoException) => {
      throw error.code === 'ERR_TOO_LARGE' ? failure('file_too_large') : error;
    });
    left -= content.length;
    parts.set(entry.fileName, decode(content));
  }
  return parts;
}

/**
 * Opens a zipped document and reads it. Pictures, fonts and embedded files are not unpacked. The limit holds for
 * the unpacked bytes, because the sizes in a ZIP file may be wrong.
 *
 * @throws AppError `unsupported_type` if it is locked or damaged, `too_large`
 */
export async function readPackage<T>(
  bytes: Uint8Array,
  read: (parts: Package) => T | Promise<T>,
  wanted = /\.(xml|rels)$/i,
): Promise<T> {
  if (compoundFile.every((byte, index) => bytes[index] === byte)) throw failure('office_locked');
  try {
    return await read(await open(bytes, wanted));
  } catch (cause) {
    if (cause instanceof AppError) throw cause;
    throw failure(cause instanceof RangeError ? 'too_deep' : 'file_damaged', { cause });
  }
}

/** Returns an XML part as a tree; an empty one if there is no such part. */
export const tree = (xml = ''): CheerioAPI => load(xml, { xml: true });

/** Returns the name of the part that an address in the part `from` leads to. */
export function partAt(from: string, address: string): string {
  const { pathname } = new URL(address, `zip:///${from}`);
  try {
    return decodeURIComponent(pathname.slice(1));
  } catch {
    return pathname.slice(1);
  }
}

interface Relation {
  id: string;
  /** Last word of the type, such as `slide`. */
  type: string;
  part: string;
}

/** Returns the relations of a part of an Office document. */
export function relationsOf(parts: Package, part: string): Relation[] {
  const name = part.lastIndexOf('/') + 1;
  const $ = tree(unprefixed(parts, `${part.slice(0, name)}_rels/${part.slice(name)}.rels`));
  return [...$('Relationship')].map(({ attribs }) => ({
    id: attribs['Id'] ?? '',
    type: attribs['Type']?.replace(/^.*\//, '') ?? '',
    part: partAt(part, attribs['Target'] ?? ''),
  }));
}

/** Returns the XML of a part of an Office document with the names of its elements as they are without prefixes. */
export const unprefixed = (parts: Package, part: string): string =>
  (parts.get(part) ?? '').replace(/<(\/?)\w+:/g, '<$1');

/** Returns the main part of an Office document, and what its properties say. */
export function officeDocument(parts: Package) {
  const main = relationsOf(parts, '').find(({ type }) => type === 'officeDocument')?.part;
  if (!main || !parts.has(main)) throw new Error('The package has no document.');
  const $ = tree(unprefixed(parts, 'docProps/core.xml'));
  return {
    main,
    title: $('title').first().text().trim(),
    language: $('language').first().text().trim(),
  };
}
