import { load } from 'cheerio';
import mammoth from 'mammoth';
import { AppError } from '../../errors/app-error.ts';
import { failure } from '../failures.ts';
import type { Loaded } from './blocks.ts';
import { bodyBlocks, type MammothDocument } from './docx/body-blocks.ts';
import { openPackage, prepareBody, prepareNumbering, type Package } from './docx/package.ts';
import { languageOf, readStyles } from './docx/styles.ts';

/** First bytes of a Compound File: Word's format before 2007, and any Word document with a password. */
const compoundFile = [0xd0, 0xcf, 0x11, 0xe0];

/** Characters for mammoth, which needs up to 60 bytes of memory for each. */
const maxPrepared = 8_000_000;

/** Returns the package as `options.file` of mammoth's lib/unzip.js, so that mammoth does not unzip. */
function fileOf(parts: Package) {
  let total = 0;
  return {
    exists: (name: string) => parts.has(name) && !/(?:^|\/)comments\w*\.xml$/.test(name),
    read(name: string): Promise<string> {
      const xml = parts.get(name) ?? '';
      const prepare = name.endsWith('numbering.xml') ? prepareNumbering : prepareBody;
      const prepared = /(styles|Content_Types\])\.xml$/.test(name) ? xml : prepare(xml);
      total += prepared.length;
      if (total > maxPrepared) return Promise.reject(failure('docx_too_large'));
      return Promise.resolve(prepared);
    },
  };
}

async function readDocument(parts: Package): Promise<MammothDocument> {
  let document: MammothDocument | undefined;
  const input = { file: fileOf(parts) } as unknown as Parameters<typeof mammoth.convertToHtml>[0];
  await mammoth.convertToHtml(input, {
    includeEmbeddedStyleMap: false,
    transformDocument(read: MammothDocument) {
      document = read;
      return { ...read, children: [] };
    },
  });
  if (!document) throw new Error('mammoth read no document.');
  return document;
}

async function read(bytes: Uint8Array): Promise<Loaded> {
  const parts = await openPackage(bytes);
  const styles = readStyles(parts.get('word/styles.xml'));
  const { title, blocks } = bodyBlocks(await readDocument(parts), styles);
  const $ = load(parts.get('docProps/core.xml') ?? '', { xml: true });
  const text = blocks.map((block) => block.text).join('\n');
  const body = parts.get('word/document.xml') ?? '';
  const firstHeading = blocks.find(({ kind }) => kind === 'heading')?.text ?? '';
  return {
    title: $('dc\\:title').text().trim() || title || firstHeading,
    language: $('dc\\:language').text().trim() || languageOf(text, body, styles),
    blocks,
  };
}

/** Loads a Word document. @throws AppError `unsupported_type`, `too_large` */
export async function loadDocx(bytes: Uint8Array): Promise<Loaded> {
  if (compoundFile.every((byte, index) => bytes[index] === byte)) throw failure('docx_locked');
  try {
    return await read(bytes);
  } catch (cause) {
    throw cause instanceof AppError ? cause : failure('docx_damaged', { cause });
  }
}
