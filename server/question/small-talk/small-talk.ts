import { subtagOf } from '../../text/language.ts';
import { runs } from '../../text/tokenize.ts';
import type { Kind, Manners } from './manners.ts';
import { kindsOfPrefixes, readPhrases, wordsOf, type Phrases } from './phrases.ts';
import { spelling } from './spelling.ts';
import { cyrillic } from './words/cyrillic.ts';
import { eastAsia } from './words/east-asia.ts';
import { english } from './words/english.ts';
import { germanAndDutch } from './words/german-dutch.ts';
import { middleEast } from './words/middle-east.ts';
import { nordic } from './words/nordic.ts';
import { romance } from './words/romance.ts';
import { slavic } from './words/slavic.ts';
import { southAsia } from './words/south-asia.ts';
import { turkishHungarianGreek } from './words/turkish-hungarian-greek.ts';

/** By language. The first one that knows a message is taken if neither its words nor the page tell more. */
const manners: Readonly<Record<string, Manners>> = {
  ...english,
  ...germanAndDutch,
  ...romance,
  ...slavic,
  ...cyrillic,
  ...nordic,
  ...turkishHungarianGreek,
  ...middleEast,
  ...southAsia,
  ...eastAsia,
};
export const smallTalkLanguages: readonly string[] = Object.keys(manners);

const languages = Object.entries(manners).map(
  ([language, each]) => [language, readPhrases(each)] as const,
);

/** Words, or characters of scripts without spaces: a longer message says something else too. */
const maxWords = 40;

const maxTypos = 1;

type Spell = typeof spelling;
const asWritten: Spell = () => undefined;

/** Returns the kind of the most important phrase of words that are nothing but phrases of a language. */
function kindOf(words: readonly string[], phrases: Phrases, spell: Spell): Kind | undefined {
  const { vocabulary } = phrases;
  const unknown = words.filter((word) => !vocabulary.has(word));
  if (unknown.length > maxTypos) return undefined;
  const known = words.map((word) => (vocabulary.has(word) ? word : spell(word, vocabulary)));
  if (!known.every((word) => word !== undefined)) return undefined;
  // "Ciao" and "Guten Tag" are farewells too, "你好" is the beginning of a question.
  return (
    kindsOfPrefixes(phrases.greetings, known).at(-1) ??
    kindsOfPrefixes(phrases.phrases, known).at(-1)
  );
}

/** Returns the languages in which the words are small talk; those with typing errors only if there is none without. */
function kindsByLanguage(words: readonly string[]): [string, Kind][] {
  if (words.length === 0 || words.length > maxWords) return [];
  for (const spell of [asWritten, spelling]) {
    const found = languages.flatMap(([language, phrases]): [string, Kind][] => {
      const kind = kindOf(words, phrases, spell);
      return kind === undefined ? [] : [[language, kind]];
    });
    if (found.length > 0) return found;
  }
  return [];
}

const isQuestion = (text: string) => /[?？؟]\s*$/.test(text);
/** As questions they are about the site: "Is it good?" */
const statements: readonly Kind[] = ['praise', 'ok'];
const emoji = /\p{Extended_Pictographic}/u;

export interface SmallTalkOptions {
  /** The message's, as a BCP 47 primary subtag, or empty. */
  language: string;
  /** The page's. */
  locale: string;
  /** The owner's line that says how to reach a person, or empty. */
  contact: string;
  /** Visitors may call the chat by it. */
  botName: string;
}

export interface SmallTalk {
  kind: Kind;
  reply: string;
}

function find(
  text: string,
  options: Omit<SmallTalkOptions, 'contact'>,
): { kind: Kind; language: string } | null {
  const { language, locale, botName } = options;
  const name = new Set(wordsOf(botName));
  const all = wordsOf(text);
  const words = all.filter((word) => !name.has(word));
  const wanted = [subtagOf(locale), language];
  if (all.length === 0) {
    const spoken = wanted.find((each) => Object.hasOwn(manners, each)) ?? 'en';
    return emoji.test(text) ? { kind: 'ok', language: spoken } : null;
  }
  const found = new Map(kindsByLanguage(words.length > 0 ? words : all));
  const [first] = found.keys();
  const spoken = wanted.find((each) => found.has(each)) ?? first;
  const kind = found.get(spoken ?? '');
  if (spoken === undefined || kind === undefined) return null;
  return statements.includes(kind) && isQuestion(text) ? null : { kind, language: spoken };
}

/** Whether a message asks nothing about the site. */
export const isSmallTalk = (text: string, language: string): boolean =>
  find(text, { language, locale: '', botName: '' }) !== null;

/** Returns the kind of a message that asks nothing about the site, and a reply in its language; else null. */
export function smallTalk(text: string, options: SmallTalkOptions): SmallTalk | null {
  const found = find(text, options);
  if (found === null) return null;
  const { replies, contact } = manners[found.language]!;
  const { kind } = found;
  const reply =
    kind === 'human' && options.contact ? `${contact} ${options.contact}` : replies[kind];
  return { kind, reply };
}

const allReplies = new Set(Object.values(manners).flatMap(({ replies }) => Object.values(replies)));

/** Returns whether a text is a reply to small talk. Its question, "Would you like to know more?", is a courtesy. */
export const isSmallTalkReply = (text: string): boolean => allReplies.has(text);

/** Words. */
const maxOpening = 6;
const openings: readonly (Kind | undefined)[] = ['hello', 'thanks'];
/** Words: fewer after a greeting may be a name that begins with it. */
const minRest = 3;
const lowerCase = /^\p{Ll}/u;

/** Returns a clause without a greeting that no punctuation ends: "hi do you have lockers?" */
function withoutOpening(clause: string): string {
  const found = runs(clause);
  if (found.some(({ writing }) => writing !== 'spaced')) return clause;
  const words = found.map(({ text }) => text);
  const ends = languages.map(([, phrases]) =>
    phrases.vocabulary.has(words[0] ?? '')
      ? kindsOfPrefixes(phrases.phrases, words.slice(0, maxOpening)).findLastIndex((kind) =>
          openings.includes(kind),
        )
      : -1,
  );
  const end = Math.max(...ends);
  const next = found[end];
  if (end < 1 || next === undefined || words.length - end < minRest) return clause;
  const rest = clause.slice(next.start);
  return lowerCase.test(rest) ? rest : clause;
}

/** Clauses at either end that may greet or thank. */
const maxTalk = 3;

const clauses = /[^.,!?:…\n。，！？：、،؟؛।]+[^\p{L}\p{N}]*/gu;

/**
 * Returns a message without the clauses at its ends that greet, thank or the like: "Hi! Do you have lockers? Thanks" as
 * "Do you have lockers?". A message that is small talk as a whole stays as it is.
 */
export function withoutSmallTalk(text: string): string {
  const all = text.match(clauses) ?? [];
  const isInside = (index: number) => index >= maxTalk && index < all.length - maxTalk;
  const [first, ...others] = all.filter(
    (clause, index) => isInside(index) || kindsByLanguage(wordsOf(clause)).length === 0,
  );
  if (first === undefined) return text;
  const opened = withoutOpening(first);
  const isWhole = opened === first && others.length === all.length - 1;
  return isWhole ? text : [opened, ...others].join('').trim();
}
