import { load } from 'cheerio';
import { fromBufferPromise } from 'yauzl';
import { readBounded } from '../../../net/response-body.ts';
import { failure } from '../../failures.ts';
import { outlineStyle } from './styles.ts';

/** XML by the name of its part, such as `word/document.xml`. */
export type Package = ReadonlyMap<string, string>;

/** Bytes of all parts together; a thousand pages of text are about 10 MB. */
const maxXml = 32 * 1024 * 1024;
const maxEntries = 20_000;

function decode(bytes: Buffer): string {
  const encoding = bytes[0] === 0xff ? 'utf-16le' : bytes[0] === 0xfe ? 'utf-16be' : 'utf-8';
  const xml = new TextDecoder(encoding).decode(bytes);
  // Office Open XML has no document types. They may define entities that grow or read files.
  if (xml.includes('<!DOCTYPE')) throw new Error('A part declares a document type.');
  return xml;
}

/**
 * Returns the XML parts of a Word document. Pictures, fonts and embedded files are not unpacked. The limit
 * holds for the unpacked bytes, because the sizes in a ZIP file may be wrong.
 *
 * @throws AppError `too_large`; errors of a damaged file
 */
export async function openPackage(bytes: Uint8Array): Promise<Package> {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  const zip = await fromBufferPromise(file, { lazyEntries: true });
  if (zip.entryCount > maxEntries) throw failure('docx_too_large');
  const parts = new Map<string, string>();
  let left = maxXml;
  for await (const entry of zip.eachEntry()) {
    if (!/\.(xml|rels)$/i.test(entry.fileName)) continue;
    const stream = await zip.openReadStreamPromise(entry);
    const content = await readBounded(stream, left).catch((error: NodeJS.ErrnoException) => {
      throw error.code === 'ERR_TOO_LARGE' ? failure('docx_too_large') : error;
    });
    left -= content.length;
    parts.set(entry.fileName, decode(content));
  }
  return parts;
}

/**
 * Replaces elements from an opening tag to the next closing one. A single expression for both would search
 * to the end of the file for every opening tag that is never closed.
 *
 * @param opening global; its first group is the name, one of a few
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

/** Keeps style, outline level, list and deletion of a `w:pPr`; the rest is about looks. */
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
 * Prepares the body for mammoth: removes formatting, because mammoth needs about 60 bytes of memory for each
 * byte of XML, and header rows that are switched off, which mammoth takes for header rows; turns outline
 * levels, which mammoth does not read, into styles.
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
 * Prepares the lists for mammoth, which knows neither number formats nor restarts: a list that restarts gets
 * its own levels, and only lists numbered 1, 2, 3 stay ordered.
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
