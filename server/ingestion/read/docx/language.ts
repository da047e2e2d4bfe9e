import type { Styles } from './styles.ts';

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
