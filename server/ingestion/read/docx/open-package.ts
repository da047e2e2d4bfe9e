import { fromBufferPromise, type Entry, type ZipFile } from 'yauzl';
import { AppError } from '../../../errors/app-error.ts';

/** Name of a part, such as `word/document.xml`, to its XML. */
export type Package = ReadonlyMap<string, string>;

/** Bytes of all parts together. A thousand pages of text are about 10 MB. */
const mostXml = 32 * 1024 * 1024;
const mostEntries = 20_000;

export const tooLarge = () =>
  new AppError('too_large', {
    message: 'This Word document is too large. Please divide it into smaller ones.',
  });

/** Counts what really comes out: the sizes that a ZIP file states may be wrong. */
async function unpack(zip: ZipFile, entry: Entry, most: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of await zip.openReadStreamPromise(entry)) {
    size += (chunk as Buffer).length;
    if (size > most) throw tooLarge();
    chunks.push(chunk as Buffer);
  }
  return Buffer.concat(chunks);
}

function decode(bytes: Buffer): string {
  const encoding = bytes[0] === 0xff ? 'utf-16le' : bytes[0] === 0xfe ? 'utf-16be' : 'utf-8';
  const xml = new TextDecoder(encoding).decode(bytes);
  // Office Open XML has no document types; with them come entities that grow or read files.
  if (xml.includes('<!DOCTYPE')) throw new Error('A part declares a document type.');
  return xml;
}

/**
 * The XML of a Word document. Pictures, fonts and embedded files are not even unpacked.
 *
 * @throws AppError `too_large`; any error of a damaged file
 */
export async function openPackage(bytes: Uint8Array): Promise<Package> {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  const zip = await fromBufferPromise(file, { lazyEntries: true });
  if (zip.entryCount > mostEntries) throw tooLarge();
  const parts = new Map<string, string>();
  let left = mostXml;
  for await (const entry of zip.eachEntry()) {
    if (!/\.(xml|rels)$/i.test(entry.fileName)) continue;
    const content = await unpack(zip, entry, left);
    left -= content.length;
    parts.set(entry.fileName, decode(content));
  }
  return parts;
}
