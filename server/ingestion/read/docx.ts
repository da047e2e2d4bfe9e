import { load } from 'cheerio';
import mammoth from 'mammoth';
import { AppError } from '../../errors/app-error.ts';
import type { Loaded } from './blocks.ts';
import { bodyBlocks, type MammothDocument } from './docx/body-blocks.ts';
import { languageOf, readStyles } from './docx/styles.ts';
import {
  openPackage,
  tooLarge,
  type Package,
  prepareBody,
  prepareNumbering,
} from './docx/package.ts';

/** Of a Compound File: what Word wrote before 2007, and a `.docx` that is locked by a password. */
const compoundFile = [0xd0, 0xcf, 0x11, 0xe0];

const unreadable = (message: string, cause?: unknown) =>
  new AppError('unsupported_type', { message, cause });

/** Characters that mammoth is given; it needs up to 60 bytes of memory for each. */
const mostPrepared = 8_000_000;

/** What mammoth sees of the package: `options.file` of its lib/unzip.js, which keeps JSZip out. */
function fileOf(parts: Package) {
  let given = 0;
  return {
    exists: (name: string) => parts.has(name) && !/(?:^|\/)comments\w*\.xml$/.test(name),
    read(name: string): Promise<string> {
      const xml = parts.get(name) ?? '';
      const prepare = name.endsWith('numbering.xml') ? prepareNumbering : prepareBody;
      const prepared = /(styles|Content_Types\])\.xml$/.test(name) ? xml : prepare(xml);
      given += prepared.length;
      if (given > mostPrepared) return Promise.reject(tooLarge());
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

/** @throws AppError `unsupported_type`, `too_large` */
export async function loadDocx(bytes: Uint8Array): Promise<Loaded> {
  if (compoundFile.every((byte, index) => bytes[index] === byte)) {
    throw unreadable(
      'This is an old Word document (.doc) or one that is locked by a password. Please save it as .docx without a password.',
    );
  }
  try {
    return await read(bytes);
  } catch (error) {
    if (error instanceof AppError) throw error;
    throw unreadable('This Word document cannot be read; it may be damaged.', error);
  }
}
