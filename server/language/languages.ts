import { readdirSync, readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { z } from 'zod';
import { ownFile } from '../runtime/program-files.ts';
import { fold } from '../text/fold.ts';

/** Messages that ask nothing about the site. The first one of this list in a message decides the reply. */
export const intents = ['human', 'who', 'help', 'bye', 'thanks', 'greeting', 'ok'] as const;
export type Intent = (typeof intents)[number];

/** A text with these places for others, each once. */
const sentence = (...places: readonly string[]) =>
  z
    .string()
    .trim()
    .min(1)
    .refine(
      (text) => {
        const found = text.match(/\{[^}]*\}?/g) ?? [];
        return found.sort().join() === places.map((place) => `{${place}}`).join();
      },
      `must have ${places.join(' and ') || 'nothing'} in braces`,
    );

const intent = z.strictObject({
  reply: sentence(),
  /** As visitors write them, without punctuation. */
  phrases: z.array(z.string().regex(/\p{L}/u)).min(1),
});

const ofEach = Object.fromEntries(intents.map((each) => [each, intent])) as Record<
  Intent,
  typeof intent
>;

const words = z.strictObject({
  /** For visitors. */
  sentences: z.strictObject({
    /** Precedes a quotation; the title may be a page's or a section's. */
    says: sentence('title'),
    /** Precedes the closest pages. */
    nearest: sentence(),
    /** The site has no answer. */
    nothing: sentence('topic'),
    /** The same where the question has no topic. */
    refusal: sentence(),
    /** Links the site's own search. */
    search: sentence(),
    /** A next step without and with the owner's contact. */
    retry: sentence(),
    contact: sentence('contact'),
    /** Answers those who ask for a person, where the owner says how to reach one. */
    person: sentence('contact'),
  }),
  intents: z.strictObject(ofEach).superRefine((given, context) => {
    const phrases = intents.flatMap((each) => given[each].phrases.map(fold));
    const twice = phrases.find((phrase, at) => phrases.indexOf(phrase) < at);
    if (twice !== undefined) context.addIssue(`has “${twice}” twice`);
  }),
  /** Groups of phrases that are said beside what sites write, a line each; see `text/synonyms`. */
  synonyms: z.array(z.string().min(1)).optional(),
});
export type Language = z.infer<typeof words>;

/** Reads the words of a language. @throws ZodError, YAMLParseError */
export const readLanguage = (yaml: string): Language => words.parse(parse(yaml));

const folder = 'server/language';
const ending = '.yaml';

/** Files by language, read at start: an update may replace them while the program runs. */
const files = new Map(
  readdirSync(ownFile(folder))
    .filter((name) => name.endsWith(ending))
    .map((name) => [
      name.slice(0, -ending.length),
      readFileSync(ownFile(`${folder}/${name}`), 'utf8'),
    ]),
);

/** The languages that the chat speaks, as BCP 47 primary subtags. */
export const languageCodes: readonly string[] = [...files.keys()];

const known = new Map<string, Language>();

/** Returns the first of these languages that the chat speaks, else English. */
export function languageIn(...wanted: readonly string[]): Language {
  const code = wanted.find((each) => files.has(each)) ?? 'en';
  const language = known.get(code) ?? readLanguage(files.get(code)!);
  known.set(code, language);
  return language;
}

/** Returns the groups of synonyms of a language, or without one of all languages. */
export function groupsIn(code: string): (readonly string[])[] {
  const codes = code === '' ? languageCodes : files.has(code) ? [code] : [];
  return codes.flatMap((each) => {
    const { synonyms } = languageIn(each);
    return synonyms ? [synonyms] : [];
  });
}
