import { intents, languageCodes, languageIn, type Intent } from '../language/languages.ts';
import { subtagOf } from '../text/language.ts';
import { runs, type Run } from '../text/tokenize.ts';

/** Letters: shorter words with another letter are most often other words. */
const minLength = 5;

/** Returns whether the words differ by one letter or by two neighbours that changed places; not in the first. */
function isTypo(typed: string, word: string): boolean {
  if (typed[0] !== word[0] || Math.abs(typed.length - word.length) > 1) return false;
  let start = 0;
  while (start < typed.length && typed[start] === word[start]) start++;
  let [typedEnd, wordEnd] = [typed.length, word.length];
  while (typedEnd > start && wordEnd > start && typed[typedEnd - 1] === word[wordEnd - 1]) {
    typedEnd--;
    wordEnd--;
  }
  const [typedRest, rest] = [typed.slice(start, typedEnd), word.slice(start, wordEnd)];
  if (typedRest.length === 2) return typedRest === `${rest[1]}${rest[0]}`;
  // The last letter makes another word: "Halle", "hello".
  return typedRest.length <= 1 && rest.length <= 1 && typed.at(-1) === word.at(-1);
}

const squeezed = (word: string) => word.replace(/(\p{L})\1+/gu, '$1');

/** Returns the word of a vocabulary that an unknown one stands for ("thnaks", "helllooo"); undefined if there is none. */
function spelling(typed: string, vocabulary: ReadonlySet<string>): string | undefined {
  const words = [...vocabulary];
  if (/(\p{L})\1\1/u.test(typed)) return words.find((word) => squeezed(word) === squeezed(typed));
  if (typed.length < minLength) return undefined;
  return words.find((word) => word.length >= minLength && isTypo(typed, word));
}

interface Phrases {
  /** By their words. */
  intentOf: ReadonlyMap<string, Intent>;
  vocabulary: ReadonlySet<string>;
  /** Words of the longest phrase. */
  longest: number;
}

/** Words, or characters of scripts without spaces: a longer message says something else too. */
const maxWords = 40;
const fewWords = 8;

/** Returns folded words; single characters of scripts without spaces, whose words depend on their neighbours. */
const wordsIn = (found: readonly Run[]): string[] =>
  found.flatMap((run) => (run.writing === 'spaced' ? [run.text] : [...run.text]));
/** Many people leave out apostrophes. */
const wordsOf = (text: string): string[] => wordsIn(runs(text.replace(/['’]/g, '')));

const known = new Map<string, Phrases>();

function phrasesOf(code: string): Phrases {
  const found = known.get(code);
  if (found) return found;
  const { intents: given } = languageIn(code);
  const all = intents.flatMap((intent) =>
    given[intent].phrases.map((phrase) => ({ intent, words: wordsOf(phrase) })),
  );
  const read = {
    intentOf: new Map(all.map(({ intent, words }) => [words.join(' '), intent])),
    vocabulary: new Set(all.flatMap(({ words }) => words)),
    longest: Math.max(...all.map(({ words }) => words.length)),
  };
  known.set(code, read);
  return read;
}

/** Returns for each number of first words that consist of phrases the most important intent of these. */
function intentsOfPrefixes({ intentOf, longest }: Phrases, words: readonly string[]) {
  const ranks: number[] = [intents.length];
  for (const at of words.keys()) {
    const before = ranks[at];
    if (before === undefined) continue;
    for (let end = at + 1; end <= Math.min(words.length, at + longest); end++) {
      const intent = intentOf.get(words.slice(at, end).join(' '));
      if (intent === undefined) continue;
      ranks[end] = Math.min(ranks[end] ?? intents.length, before, intents.indexOf(intent));
    }
  }
  return Array.from(
    { length: words.length + 1 },
    (_, end) => intents[ranks[end] ?? intents.length],
  );
}

/** Returns words of which one may have a typing error without it. */
function corrected(words: readonly string[], { vocabulary }: Phrases): readonly string[] {
  const isKnown = (word: string) => vocabulary.has(word);
  if (words.filter((word) => !isKnown(word)).length !== 1) return words;
  return words.map((word) => (isKnown(word) ? word : (spelling(word, vocabulary) ?? word)));
}

/** Returns the intent of words that are nothing but phrases. */
const intentIn = (phrases: Phrases, words: readonly string[]): Intent | undefined =>
  // "No thanks" is no thanks.
  phrases.intentOf.get(words.join(' ')) ?? intentsOfPrefixes(phrases, words).at(-1);

interface Found {
  intent: Intent;
  language: string;
}

/** The languages of a message and of the page on which it was written. */
interface Spoken {
  /** The message's, as a BCP 47 primary subtag, or empty. */
  language: string;
  locale: string;
}

/** Returns the languages whose phrases are most likely, English among them; that of the page first. */
const languagesFor = ({ language, locale }: Spoken): string[] => [
  ...new Set([subtagOf(locale), language, 'en'].filter((each) => languageCodes.includes(each))),
];

/** Finds words that are nothing but phrases of one language. */
function find(words: readonly string[], spoken: Spoken): Found | null {
  if (words.length === 0 || words.length > maxWords) return null;
  const likely = languagesFor(spoken);
  // Few words are easily taken for those of another language.
  for (const language of words.length > fewWords ? likely : [...likely, ...languageCodes]) {
    const intent = intentIn(phrasesOf(language), words);
    if (intent) return { intent, language };
  }
  for (const language of likely) {
    const phrases = phrasesOf(language);
    const intent = intentIn(phrases, corrected(words, phrases));
    if (intent) return { intent, language };
  }
  return null;
}

const isQuestion = (text: string) => /[?？؟]\s*$/.test(text);
/** As questions they are about the site: "Perfect?" */
const statements: readonly Intent[] = ['thanks', 'ok'];
const emoji = /\p{Extended_Pictographic}/u;

/** Returns what a message that asks nothing about the site means; else null. Visitors may call the chat by its name. */
export function intentOf(text: string, spoken: Spoken, botName = ''): Found | null {
  const name = new Set(wordsOf(botName));
  const words = wordsOf(text);
  if (words.length === 0) {
    return emoji.test(text) ? { intent: 'ok', language: languagesFor(spoken)[0]! } : null;
  }
  const found = find(
    words.filter((word) => !name.has(word)),
    spoken,
  );
  return found && statements.includes(found.intent) && isQuestion(text) ? null : found;
}

/** Returns the reply to an intent. @param contact The owner's line that says how to reach a person, or empty. */
export function replyTo({ intent, language }: Found, contact: string): string {
  const { intents: given, sentences } = languageIn(language);
  // A function, because a replacement text has special characters.
  if (intent === 'human' && contact) return sentences.person.replace('{contact}', () => contact);
  return given[intent].reply;
}

/** Returns whether a text is a reply to small talk. Its question, "Would you like to know more?", is a courtesy. */
export const isReply = (text: string): boolean =>
  languageCodes.some((code) =>
    intents.some((each) => languageIn(code).intents[each].reply === text),
  );

/** Clauses at either end that may greet or thank. */
const maxTalk = 3;
const clauses = /[^.,!?:…\n。，！？：、،؟؛।]+[^\p{L}\p{N}]*/gu;

/** Words. Fewer behind a greeting may be a name that begins with it. */
const [maxOpening, minRest] = [6, 3];
const lowerCase = /^\p{Ll}/u;

/** Returns a clause without a greeting that no punctuation ends: "hi do you have lockers?" */
function withoutOpening(clause: string, spoken: Spoken): string {
  const found = runs(clause);
  if (found.some(({ writing }) => writing !== 'spaced')) return clause;
  const opening = wordsIn(found.slice(0, maxOpening));
  const ends = languagesFor(spoken).map((code) =>
    intentsOfPrefixes(phrasesOf(code), opening).findLastIndex((each) => each === 'greeting'),
  );
  const end = Math.max(...ends);
  const next = found[end];
  if (end < 1 || !next || found.length - end < minRest) return clause;
  const rest = clause.slice(next.start);
  return lowerCase.test(rest) ? rest : clause;
}

/**
 * Returns a message without the clauses at its ends that greet, thank or the like: "Hi! Do you have lockers? Thanks" as
 * "Do you have lockers?". A message that is small talk as a whole stays as it is.
 */
export function withoutSmallTalk(text: string, spoken: Spoken): string {
  const all = text.match(clauses) ?? [];
  const isInside = (index: number) => index >= maxTalk && index < all.length - maxTalk;
  const [first, ...others] = all.filter(
    (clause, index) => isInside(index) || find(wordsOf(clause), spoken) === null,
  );
  if (first === undefined) return text;
  const opened = withoutOpening(first, spoken);
  const isWhole = opened === first && others.length === all.length - 1;
  return isWhole ? text : [opened, ...others].join('').trim();
}
