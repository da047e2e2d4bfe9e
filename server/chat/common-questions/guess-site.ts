import { siteKinds, type SiteKind } from '../../contract/common-questions.ts';
import { languageCodes, languageIn } from '../../language/languages.ts';
import { readSiteLanguages, type Chunks } from '../../storage/chunks.ts';
import type { Database } from '../../storage/database.ts';
import { subtagOf } from '../../text/language.ts';
import { tokenize } from '../../text/tokenize.ts';

/** The languages that have a list of questions. */
export const listedLanguages = (): string[] =>
  languageCodes.filter((code) => languageIn(code).questions !== undefined);

/** Pages whose beginnings are read, those of the menu first, and passages of each. */
const maxRead = { pages: 100, passages: 4 };
/** Documents whose language is counted. */
const maxCounted = 1000;
/** How much more the words of a kind have to be told than those of any other. */
const minLead = 1.4;
/** Different words of a kind that a site has to have. */
const minWords = 2;

/** Returns the kind of site whose words the texts have most; `other` if none leads. */
export function kindOf(texts: readonly string[], language: string): SiteKind {
  const having = new Map<string, number>();
  for (const text of texts)
    for (const word of new Set(tokenize(text))) having.set(word, (having.get(word) ?? 0) + 1);
  const { kinds } = languageIn(language);
  const ranked = siteKinds
    .map((kind) => {
      const counts = (kinds[kind] ?? []).flatMap((word) => having.get(word) ?? []);
      const told = counts.reduce((sum, count) => sum + Math.sqrt(count), 0);
      return { kind, told: counts.length < minWords ? 0 : told };
    })
    .sort((a, b) => b.told - a.told);
  const [first, second] = ranked as [(typeof ranked)[0], (typeof ranked)[0]];
  return first.told > minLead * second.told ? first.kind : 'other';
}

interface Dependencies {
  database: Pick<Database, 'query'>;
  chunks: Pick<Chunks, 'passagesOf'>;
}

/**
 * Guesses from what has been read which kind of site it is, and in which of the languages with a list it is written.
 *
 * @param locale The site's.
 */
export async function guessSite({ database, chunks }: Dependencies, locale: string) {
  const { query } = database;
  const listed = listedLanguages();
  const languages = (await readSiteLanguages(database, maxCounted)).map(subtagOf);
  const count = (language: string) => languages.filter((each) => each === language).length;
  const own = subtagOf(locale);
  const [most] = [own, ...listed].sort((a, b) => count(b) - count(a));
  const language = [most, own].find((each) => each !== undefined && listed.includes(each)) ?? 'en';
  const hasProducts = await query
    .selectFrom('documents')
    .select('id')
    .where('post_type', '=', 'product')
    .limit(1)
    .executeTakeFirst();
  if (hasProducts) return { kind: 'shop' as const, language };
  const pages = await query
    .selectFrom('documents')
    .select('id')
    .orderBy('prominent', 'desc')
    .orderBy('id')
    .limit(maxRead.pages)
    .execute();
  const ids = pages.map(({ id }) => id);
  const passages = await chunks.passagesOf(ids, maxRead.passages);
  const texts = passages.map(({ title, headingPath, content }) =>
    [title, headingPath, content].join('\n'),
  );
  return { kind: kindOf(texts, language), language };
}
