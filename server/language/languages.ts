import { readdirSync, readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { z } from 'zod';
import { commonQuestionNames, siteKinds } from '../contract/common-questions.ts';
import { errors, type ErrorCode } from '../contract/errors.ts';
import { ownFile } from '../runtime/program-files.ts';
import { fold } from './fold.ts';

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

/** Entries of a list, none of them twice. */
const list = (separator: RegExp) =>
  z
    .string()
    .transform((text) => text.split(separator).filter((entry) => entry !== ''))
    .refine((entries) => entries.length > 0, 'is empty')
    .superRefine((entries, context) => {
      const twice = entries.find((entry, at) => entries.indexOf(entry) < at);
      if (twice !== undefined) context.addIssue(`has “${twice}” twice`);
      if (!entries.every((entry) => /[\p{L}№]/u.test(entry))) context.addIssue('has no letters');
    });
const word = z.string().regex(/^[\p{L}\p{M}]+$/u);
/** Words with spaces or line breaks between them. */
const words = list(/\s/);
/** Words in the form in which they are compared. */
const folded = words.transform((all) => [...new Set(all.map(fold))]);
/** Phrases or regular expressions, a line each. */
const lines = list(/\n/);
const patterns = lines.refine(
  // eslint-disable-next-line no-restricted-syntax -- made to see whether it can be
  (all) => all.every((each) => new RegExp(each, 'iu')),
  'has an invalid regular expression',
);

const intent = z.strictObject({
  reply: sentence(),
  /** As visitors write them, without punctuation. */
  phrases: lines,
});

const ofEach = Object.fromEntries(intents.map((each) => [each, intent])) as Record<
  Intent,
  typeof intent
>;

const sentences = z.strictObject({
  /** Precedes a quotation; the title may be a page's or a section's. */
  says: sentence('title'),
  /** Precedes the closest pages. */
  nearest: sentence(),
  /** Title of the document that tells what all pages of the site share. */
  about: sentence(),
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
});

/** Sentences of errors that visitors meet, by their codes. The English ones are the contract's. */
const errorSentences = z.partialRecord(
  z.enum(Object.keys(errors) as [ErrorCode, ...ErrorCode[]]),
  sentence(),
);

/** Words by what they do in questions and texts. */
const wordsByUse = z
  .strictObject({
    /** Articles, pronouns, prepositions, auxiliaries and question words; without what may be a topic. */
    function: words,
    /** Further words that questions to websites often have: they tell the language. */
    common: words,
    /** Letters or endings that other languages seldom have, as a regular expression. */
    spelling: patterns,
    /** First words of a question that continues the last one. */
    connectives: folded,
    /** Words that stand for something mentioned before. */
    pronouns: folded,
    /** Two words of which the second is such a pronoun, and stands for nothing elsewhere. */
    pronounPairs: lines.transform((all) => all.map(fold)),
    /** Articles that are pronouns where no noun follows. */
    articles: folded,
    /** Words before a noun that make no question by themselves. */
    prepositions: folded,
    /** Function words that turn a question around. */
    negations: folded,
    /** Question words by what they ask for. */
    when: folded,
    where: folded,
    why: folded,
    who: folded,
    /** Articles and prepositions that are written with their word, longer ones first. */
    prefixes: folded,
    /** Words behind quoted speech that go on with its sentence. */
    quotatives: words,
    /** Abbreviations before names and nouns: a capital behind them starts no sentence. */
    titles: words,
    /** Abbreviations before numbers. */
    numbered: words,
    /** Words for "source"; words that models write in their place, with other meanings. */
    sources: words,
    references: words,
    /** Names of Word's heading styles, without their number. */
    headings: folded,
  })
  .partial();
export type Use = Exclude<keyof z.infer<typeof wordsByUse>, 'spelling'>;

/** Words and lines that pages and files have around their texts. */
const partsOfPages = z
  .strictObject({
    /** Titles that programs give to documents. */
    untitled: lines,
    /** Lines above links to other pages, or above comments. */
    linkLists: patterns,
    /** Labels of controls, advertisements and pictures. */
    labels: patterns,
    /** Parts of lines that ask the reader to follow, write or subscribe. */
    appeals: patterns,
    /** First words of a byline or date. */
    bylines: patterns,
    /** Names in HTML classes: of comments, of parts around a text. */
    discussion: words,
    around: words,
  })
  .partial();
export type PageParts = keyof z.infer<typeof partsOfPages>;

/** The facts of the business card that questions ask for by themselves. */
const cardFacts = ['hours', 'address', 'phone', 'email'] as const;
export type CardFact = (typeof cardFacts)[number];

/** Facts that pages state for machines, and values of them, as they are named to people. */
const factNames = [
  ...(['name', 'price', 'regularPrice', 'sku', 'gtin', 'variation'] as const),
  ...(['availability', 'inStock', 'outOfStock', 'preOrder'] as const),
  ...(['starts', 'ends', 'place', 'cancelled', 'openingHours', 'closed'] as const),
  ...(['address', 'phone', 'email', 'provider', 'employment', 'salary', 'applyBy'] as const),
  ...(['preparation', 'cooking', 'totalTime', 'servings', 'ingredients', 'steps'] as const),
] as const;
const facts = z.record(z.enum(factNames), sentence());

const language = z.strictObject({
  /** For visitors. */
  sentences: sentences.partial(),
  errors: errorSentences.default({}),
  intents: z.strictObject(ofEach).superRefine((given, context) => {
    const phrases = intents.flatMap((each) => given[each].phrases.map(fold));
    const twice = phrases.find((phrase, at) => phrases.indexOf(phrase) < at);
    if (twice !== undefined) context.addIssue(`has “${twice}” twice`);
  }),
  words: wordsByUse.default({}),
  pages: partsOfPages.default({}),
  /** Those that a language lacks are named in English. */
  facts: z.partialRecord(z.enum(factNames), sentence()).default({}),
  /** The word for "day" with which all names of weekdays begin. */
  dayBeginning: word.optional(),
  /** The same at their end, if people leave it out. */
  dayEnding: word.optional(),
  /** Usual questions for a fact of the business card, without the place's name and days. */
  card: z.partialRecord(z.enum(cardFacts), lines).default({}),
  /** Groups of phrases that mean the same; see `text/synonyms`. */
  synonyms: lines.default([]),
  /** Words of the pages of each kind of site that other kinds seldom have. */
  kinds: z.partialRecord(z.enum(siteKinds), folded).default({}),
  /** The questions that visitors of nearly every site ask, each in two ways with ` / ` between them: all, or none. */
  questions: z
    .record(
      z.enum(commonQuestionNames),
      sentence()
        .transform((text) => text.split(' / '))
        .pipe(z.tuple([z.string(), z.string()])),
    )
    .optional(),
});
export type Language = z.infer<typeof language> & {
  sentences: z.infer<typeof sentences>;
  facts: z.infer<typeof facts>;
};

/** Reads a language. A sentence or a fact's name that it lacks is taken from `english`. @throws ZodError, YAMLParseError */
export function readLanguage(yaml: string, english?: Language): Language {
  const own = language.parse(parse(yaml));
  return {
    ...own,
    sentences: sentences.parse({ ...english?.sentences, ...own.sentences }),
    facts: facts.parse({ ...english?.facts, ...own.facts }),
  };
}

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
  const english = code === 'en' ? undefined : languageIn('en');
  const found = known.get(code) ?? readLanguage(files.get(code)!, english);
  known.set(code, found);
  return found;
}

const ofAll = new Map<Use, ReadonlySet<string>>();

/** Returns the words of all languages for a use: few words do not tell their language. */
export function wordsOfAll(use: Use): ReadonlySet<string> {
  const found =
    ofAll.get(use) ?? new Set(languageCodes.flatMap((code) => languageIn(code).words[use] ?? []));
  ofAll.set(use, found);
  return found;
}

const partsOfPagesOfAll = new Map<PageParts, readonly string[]>();

/** Returns what stands in pages of all languages. */
export function partsOfAll(part: PageParts): readonly string[] {
  const found =
    partsOfPagesOfAll.get(part) ??
    languageCodes.flatMap((code) => languageIn(code).pages[part] ?? []);
  partsOfPagesOfAll.set(part, found);
  return found;
}

/** Returns the sentence for an error in a language, in English if it is not translated. */
export function errorSentence(code: ErrorCode, language: string): string {
  const { message } = errors[code];
  const sentences = languageIn(language).errors;
  // Several codes have one sentence: it is translated once.
  const same = Object.entries(sentences).find(
    ([each]) => errors[each as ErrorCode].message === message,
  );
  return sentences[code] ?? same?.[1] ?? message;
}

/** Returns the groups of synonyms of a language, or without one of all languages. */
export function groupsIn(code: string): (readonly string[])[] {
  const codes = code === '' ? languageCodes : files.has(code) ? [code] : [];
  return codes.map((each) => languageIn(each).synonyms);
}
