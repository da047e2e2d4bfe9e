import { fromBufferPromise, type Entry, type ZipFile } from 'yauzl';
import { load } from 'cheerio';
import { AppError } from '../../../errors/app-error.ts';
import { outlineStyle } from './styles.ts';

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

/**
 * Replaces what stands between an opening tag and the next closing one. An expression for both would read
 * on to the end of the file from every opening tag that is never closed.
 *
 * @param opening Global; its first group is the name, one of a few.
 */
function replaceElements(
  xml: string,
  opening: RegExp,
  replacement: (element: string) => string,
): string {
  const unclosed = new Set<string>();
  let replaced = '';
  let from = 0;
  for (const { 0: tag, 1: name = '', index } of xml.matchAll(opening)) {
    if (index < from || unclosed.has(name)) continue;
    const close = `</w:${name}>`;
    const end = xml.indexOf(close, index + tag.length);
    if (end < 0) {
      unclosed.add(name);
      continue;
    }
    replaced += xml.slice(from, index) + replacement(xml.slice(index, end + close.length));
    from = end + close.length;
  }
  return replaced + xml.slice(from);
}

/** The rest of a `w:pPr` is about looks. */
function paragraphProperties(properties: string): string {
  const level = /<w:outlineLvl w:val="([0-8])"\/>/.exec(properties)?.[1];
  const style = /<w:pStyle [^<>]*>/.exec(properties)?.[0] ?? '';
  let list = '';
  replaceElements(properties, /<w:(numPr)>/g, (element) => (list ||= element));
  const deleted = /<w:del[ /]/.test(properties) ? '<w:rPr><w:del/></w:rPr>' : '';
  const named = level === undefined ? style : `<w:pStyle w:val="${outlineStyle}${level}"/>`;
  return `<w:pPr>${named}${list}${deleted}</w:pPr>`;
}

const runProperties = (properties: string) =>
  /<w:b(?: w:val="(?:1|true|on)")?\/>/.test(properties) ? '<w:rPr><w:b/></w:rPr>' : '';

/**
 * The body for mammoth. It needs about 60 bytes of memory for each byte of XML, most of which only
 * says what the text looks like; it takes `<w:tblHeader w:val="off"/>` for a header row and does
 * not read outline levels.
 */
export function prepareBody(xml: string): string {
  const short = xml
    .replace(/ w:rsid\w*="[^"]*"| w14:(?:para|text)Id="[^"]*"/g, '')
    .replace(/<w:(?:proofErr|bookmarkStart|bookmarkEnd|lastRenderedPageBreak)(?: [^<>]*)?\/>/g, '')
    .replace(/<w:tblHeader w:val="(?:0|false|off)"\/>/g, '');
  const unchanged = replaceElements(short, /<w:((?:r|p|sect|tbl|tr|tc)PrChange) /g, () => '');
  const plain = replaceElements(unchanged, /<w:(pPr)>/g, paragraphProperties);
  return replaceElements(plain, /<w:(rPr)>(?!<w:del\/>)/g, runProperties).replace(
    /<\/w:t><\/w:r><w:r><w:t(?: xml:space="preserve")?>/g,
    '',
  );
}

/**
 * The lists for mammoth, which knows neither number formats nor where a list begins again: a list
 * that does gets levels of its own, and "ordered" stays only what is numbered 1, 2, 3.
 */
export function prepareNumbering(xml: string): string {
  const $ = load(xml, { xml: true });
  for (const list of $('w\\:num')) {
    const restarts = $(list).find('w\\:startOverride');
    if (restarts.length === 0) continue;
    const reference = $(list).find('> w\\:abstractNumId');
    const shared = $(`w\\:abstractNum[w\\:abstractNumId="${Number(reference.attr('w:val'))}"]`);
    const own = `own-${$(list).attr('w:numId')}`;
    shared.first().clone().attr('w:abstractNumId', own).insertBefore($(list));
    reference.attr('w:val', own);
  }
  for (const level of $('w\\:lvl')) {
    const valueOf = (name: string) => $(level).find(`> w\\:${name}`).attr('w:val');
    const plain =
      valueOf('numFmt') === 'decimal' &&
      /^\(?%\d[.)]?$/.test(valueOf('lvlText') ?? '') &&
      valueOf('start') === '1';
    if (!plain) $(level).find('> w\\:numFmt').attr('w:val', 'bullet');
  }
  return $.xml();
}
