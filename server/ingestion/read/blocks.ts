import type { FoundBusiness } from '../../contract/settings.ts';

/** A piece of a source in reading order. A list is one block per item, a table one per row. */
export interface Block {
  kind: 'heading' | 'paragraph' | 'item' | 'row' | 'code';
  text: string;
  /** Level of a heading, 1 to 6; another block's level says that the section of that level has ended. */
  level?: number;
  /** It is a further line of the paragraph before. */
  continues?: boolean;
  /** Number from 1, for sources with pages. */
  page?: number;
}

/** Result of a loader. A loader only reads the bytes that it is given; it fetches nothing. */
export interface Loaded {
  /** Empty if the source names none. */
  title: string;
  /** BCP 47; empty when unknown. */
  language: string;
  blocks: Block[];
  /** Only for a site: the lines that its pages share. */
  frame?: string[];
  /** Only for a site: what its pages plainly say for the owner's business card. */
  business?: FoundBusiness;
  /** Only for web pages; addresses are absolute. */
  page?: {
    /** Empty if the page names none. */
    canonicalUrl: string;
    /** http(s) only, without fragment, without duplicates. */
    links: string[];
    /** Content of the robots meta elements in lower case, such as `noindex, nofollow`. */
    robots: string;
  };
}

/** Soft hyphens, spaces and marks without width, and signs of fonts with icons. */
const invisible = /[\u00ad\u200b\u2060\ufeff\ue000-\uf8ff]/g;

/** Returns a text on one line, without invisible characters. */
export const collapse = (text: string) => text.replace(invisible, '').replace(/\s+/g, ' ').trim();

/** Returns `Ticket: Adults; Price: 12 €`, so that each row of a table can be understood alone. */
export const rowText = (cells: readonly string[], names: readonly string[]): string =>
  cells
    .map((cell, index) => (names[index] && cell ? `${names[index]}: ${cell}` : cell))
    .filter((cell) => cell !== '')
    .join('; ');

/** Returns a language tag in the spelling of BCP 47; empty if it is invalid. */
export function languageTag(tag: string): string {
  try {
    return Intl.getCanonicalLocales(tag.trim().replaceAll('_', '-'))[0] ?? '';
  } catch {
    return '';
  }
}

/** Whether a text ends as sentences do, also with quotes and brackets behind the stop. */
export const isTerminated = (text: string) => /[.!?…:;。！？؟।॥።։]["'”’»」』)\]]*$/.test(text);

/** Whether a character is of a script without spaces between words, or of its punctuation and full-width forms. */
export const isUnspaced = (character: string) => unspacedScript.test(character);
const unspacedScript =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Bopomofo}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}\u3001-\u303f\u30fb-\u30ff\uff01-\uff60]/u;

/** Returns the words of a list. */
export const words = (list: string) => new Set(list.trim().split(/\s+/));

/** Returns how often a global pattern matches. */
export const countMatches = (text: string, pattern: RegExp) => text.match(pattern)?.length ?? 0;

export const withoutWww = ({ host }: URL) => host.replace(/^www\./, '');

/**
 * Returns the canonical address that the page at `url` states; null if that is none, one of another site,
 * or the home page on another page, as unfinished templates do. The sidecar checks again: the reader's process may
 * be in the hands of a page.
 */
export function canonicalOf(url: string, stated = ''): string | null {
  const canonical = URL.parse(stated);
  const own = URL.parse(url);
  if (!canonical || !own || withoutWww(canonical) !== withoutWww(own)) return null;
  const isBelow = own.pathname !== '/' || (own.search !== '' && canonical.search === '');
  if (canonical.pathname === '/' && isBelow) return null;
  canonical.hash = '';
  return canonical.href;
}
