import { load } from 'cheerio';

/** What a paragraph is for. Entries of a table of contents only repeat headings. */
export type Role =
  { is: 'heading'; level: number } | { is: 'title' | 'contents' | 'code' | 'text' };

/** With a digit behind it the style of a paragraph that states its outline level itself, from 0. */
export const outlineStyle = 'outline-';

interface Style {
  name: string;
  basedOn: string;
  /** From 0; 9 is body text; absent when not said. */
  outlineLevel: number | undefined;
  boldFirstRow: boolean;
}

/** As Word's own styles are called in its languages; most files have the English names anyway. */
const headingName =
  /^(?:heading|überschrift|titre|título|titolo|kop|rubrik|overskrift|otsikko|nagłówek|nadpis|naslov|címsor|başlık|заголовок|επικεφαλίδα|标题|標題|見出し|제목) ?(\d)$/iu;
const contentsName = /^(?:toc|contents) (?:\d|heading)$/i;
const codeName = /^(?:html preformatted|preformatted text|macro text|source code|code)$/i;

function roleOfStyle({ name, outlineLevel }: Style): Role | null {
  if (contentsName.test(name)) return { is: 'contents' };
  if (codeName.test(name)) return { is: 'code' };
  if (/^title$/i.test(name)) return { is: 'title' };
  const level = outlineLevel ?? Number(headingName.exec(name)?.[1] ?? NaN) - 1;
  return Number.isNaN(level) ? null : roleAtLevel(level);
}

const roleAtLevel = (level: number): Role =>
  level < 9 ? { is: 'heading', level: Math.min(level + 1, 6) } : { is: 'text' };

/** BCP 47 of the text in general, by kind of script; empty when not said. */
const languagesOf = (attributes: Record<string, string>) => ({
  western: attributes['w:val'] ?? '',
  eastAsian: attributes['w:eastAsia'] ?? '',
  rightToLeft: attributes['w:bidi'] ?? '',
});

/** The styles of a document, from the XML of its part; without one, all is text. */
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

  /** A style and those that it is based on, nearest first. */
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

/** The language that most runs of the body name, if most do. */
function ofMostRuns(body: string): string | undefined {
  const counts = new Map<string, number>();
  for (const [, language = ''] of body.matchAll(/<w:lang w:val="([\w-]+)"/g)) {
    counts.set(language, (counts.get(language) ?? 0) + 1);
  }
  const runs = body.match(/<w:r[ >]/g)?.length ?? 0;
  return [...counts].find(([, count]) => count > runs / 2)?.[0];
}

/**
 * BCP 47 of a text as the document declares it, which does so separately for kinds of script;
 * empty when it does not say.
 *
 * @param body the XML of `text`
 */
export function languageOf(text: string, body: string, { languages }: Styles): string {
  const share = (script: RegExp) => (text.match(script)?.length ?? 0) / text.length;
  if (share(eastAsian) > 0.2) return languages.eastAsian;
  if (share(rightToLeft) > 0.2) return languages.rightToLeft;
  return ofMostRuns(body) ?? languages.western;
}
