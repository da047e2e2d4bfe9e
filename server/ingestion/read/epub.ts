import { languageTag, type Loaded } from './blocks.ts';
import { failure } from '../failures.ts';
import { htmlBlocks } from './html-blocks.ts';
import { partAt, readPackage, tree, unprefixed, type Package } from './package.ts';

const wanted = /\.(?:x?html?|xml|opf)$/i;

/** HTML has no empty elements but its own: `<title/>` would take the rest of the chapter. */
const withEnds = (xhtml: string) =>
  xhtml.replace(/<(?!(?:br|hr|img|wbr|col|meta|link)\b)(\w+)(\s[^<>]*)?\/>/gi, '<$1$2></$1>');

function read(parts: Package): Loaded {
  const container = tree(unprefixed(parts, 'META-INF/container.xml'));
  const main = partAt('', container('rootfile').first().attr('full-path') ?? '');
  if (!parts.has(main)) throw new Error('The package has no publication.');
  const $ = tree(unprefixed(parts, main));
  const items = new Map([...$('manifest > item')].map(({ attribs }) => [attribs['id'], attribs]));
  const spine = [...$('spine > itemref')].flatMap(({ attribs }) => {
    const item = items.get(attribs['idref']);
    const isContents = item?.['properties']?.split(' ').includes('nav');
    return item?.['href'] && !isContents ? [partAt(main, item['href'])] : [];
  });
  const chapters = [...new Set(spine)];
  const locked = tree(unprefixed(parts, 'META-INF/encryption.xml'))('CipherReference');
  const isLocked = [...locked].some(({ attribs }) => chapters.includes(attribs['URI'] ?? ''));
  if (isLocked) throw failure('file_locked');
  return {
    title: $('metadata > title').first().text().trim(),
    language: languageTag($('metadata > language').first().text()),
    blocks: chapters.flatMap((part) => htmlBlocks(withEnds(parts.get(part) ?? ''))),
  };
}

/** Loads an e-book: its chapters in the order in which they are read. @throws AppError `unsupported_type`, `too_large` */
export const loadEpub = (bytes: Uint8Array): Promise<Loaded> => readPackage(bytes, read, wanted);
