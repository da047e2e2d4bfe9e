import { load } from 'cheerio';
import { wordsOfAll } from '../../../language/languages.ts';
import { fold } from '../../../text/fold.ts';
import { countMatches } from '../blocks.ts';

/** Role of a paragraph. `contents`: entries of a table of contents, which repeat headings. */
type Role = { is: 'heading'; level: number } | { is: 'title' | 'contents' | 'code' | 'text' };

/** Prefix of the styles that stand for outline levels of paragraphs: `outline-0`. */
export const outlineStyle = 'outline-';

interface Style {
  name: string;
  basedOn: string;
  /** From 0; 9 is body text. */
  outlineLevel: number | undefined;
  boldFirstRow: boolean;
}

/** Names of Word's styles in its languages; most files have the English ones. */
const headingName = () =>
  // eslint-disable-next-line no-restricted-syntax -- of words of this program
  new RegExp(`^(?:${[...wordsOfAll('headings')].join('|')}) ?(\\d)$`, 'u');
let heading: RegExp | undefined;
const contentsName = /^(?:toc|contents) (?:\d|heading)$/i;
const codeName = /^(?:html preformatted|preformatted text|macro text|source code|code)$/i;

function roleOfStyle({ name, outlineLevel }: Style): Role | null {
  if (contentsName.test(name)) return { is: 'contents' };
  if (codeName.test(name)) return { is: 'code' };
  if (/^title$/i.test(name)) return { is: 'title' };
  const level =
    outlineLevel ?? Number((heading ??= headingName()).exec(fold(name))?.[1] ?? NaN) - 1;
  return Number.isNaN(level) ? null : roleAtLevel(level);
}

const roleAtLevel = (level: number): Role =>
  level < 9 ? { is: 'heading', level: Math.min(level + 1, 6) } : { is: 'text' };

/** Returns the default languages (BCP 47) by kind of script; may be empty. */
const languagesOf = (attributes: Record<string, string>) => ({
  western: attributes['w:val'] ?? '',
  eastAsian: attributes['w:eastAsia'] ?? '',
  rightToLeft: attributes['w:bidi'] ?? '',
});

/** Reads `word/styles.xml`; without it every paragraph is text. */
export function readStyles(xml = '') {
  const $ = load(xml, { xml: true });
  const styles = new Map<string, Style>();
  for (const element of $('w\\:style')) {
    const valueOf = (path: string) => $(element).find(path).first().attr('w:val');
    const level = valueOf('> w\\:pPr > w\\:outlineLvl');
    const firstRow = $(element).find('> w\\:tblStylePr[w\\:type="firstRow"] > w\\:rPr > w\\:b');
    styles.set($(element).attr('w:styleId') ?? '', {
      name: valueOf('> w\\:name') ?? '',
      basedOn: valueOf('> w\\:basedOn') ?? '',
      outlineLevel: level === undefined ? undefined : Number(level),
      boldFirstRow: firstRow.length > 0,
    });
  }

  /** Yields a style and those that it is based on, nearest first. */
  function* chain(id: string): Generator<Style> {
    const seen = new Set<string>();
    for (let next = id; !seen.has(next);) {
      seen.add(next);
      const style = styles.get(next);
      if (!style) return;
      yield style;
      next = style.basedOn;
    }
  }

  return {
    roleOf(id: string): Role {
      if (id.startsWith(outlineStyle)) return roleAtLevel(Number(id.slice(outlineStyle.length)));
      for (const style of chain(id)) {
        const role = roleOfStyle(style);
        if (role) return role;
      }
      return { is: 'text' };
    },
    hasBoldFirstRow: (id: string) => [...chain(id)].some(({ boldFirstRow }) => boldFirstRow),
    languages: languagesOf($('w\\:docDefaults w\\:lang').attr() ?? {}),
  };
}

export type Styles = ReturnType<typeof readStyles>;

const eastAsian = /[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Hangul}]/gu;
const rightToLeft = /[\p{sc=Arabic}\p{sc=Hebrew}]/gu;

/** Returns the language that more than half of the runs name. */
function languageOfRuns(body: string): string | undefined {
  const counts = new Map<string, number>();
  for (const [, language = ''] of body.matchAll(/<w:lang w:val="([\w-]+)"/g)) {
    counts.set(language, (counts.get(language) ?? 0) + 1);
  }
  const runs = countMatches(body, /<w:r[ >]/g);
  return [...counts].find(([, count]) => count > runs / 2)?.[0];
}

/**
 * Returns the declared language (BCP 47) for the script of the text; may be empty.
 *
 * @param body the XML of `text`
 */
export function languageOf(text: string, body: string, { languages }: Styles): string {
  const share = (script: RegExp) => countMatches(text, script) / text.length;
  if (share(eastAsian) > 0.2) return languages.eastAsian;
  if (share(rightToLeft) > 0.2) return languages.rightToLeft;
  return languageOfRuns(body) ?? languages.western;
}
