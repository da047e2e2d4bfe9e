import { fold } from '../language/fold.ts';
import { tokenize } from './tokenize.ts';
import { isFunctionWord } from './word-weight.ts';
import { groupsIn, wordsOfAll } from '../language/languages.ts';

/** Letters in which plurals, genders and cases end, in Latin, Cyrillic and Greek; and Latin "en". */
const ending = /[aeiosuyаеиоуыэюяіїєьйαεηιουσ]/u;
const minStem = 3;
/** Letters of a word behind its prefix. */
const minBare = 3;
/** Letters of all endings together: with more, "Abendessen" is "Abend" and "Stress" is "Straße". */
const maxEnding = 3;

/** Returns a word without an article or preposition that is written with it. */
function withoutPrefix(word: string): string {
  for (const prefix of wordsOfAll('prefixes')) {
    if (word.startsWith(prefix) && word.length >= prefix.length + minBare)
      return word.slice(prefix.length);
  }
  return word;
}

/**
 * Returns a folded word without its most common endings: rough, because it only compares words with a few
 * thousand known ones.
 */
function stemOf(word: string): string {
  const bare = withoutPrefix(word);
  const least = Math.max(minStem, bare.length - maxEnding);
  let end = bare.length;
  while (end > least) {
    if (ending.test(bare[end - 1]!)) end--;
    else if (end > least + 1 && bare.endsWith('en', end)) end -= 2;
    else break;
  }
  return bare.slice(0, end);
}

/** Words of the longest phrases. */
const maxWords = 5;
/** A word that begins with a phrase, and has at most this many times its length, is a form of it. */
const maxForm = 1.8;
const minForm = 5;
const dense =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}]/u;

interface Group {
  /** Phrases of questions. */
  from: readonly string[];
  /** Phrases that they find. */
  to: readonly string[];
}

interface Match {
  /** As in the question, folded. */
  phrase: string;
  groups: Group[];
}

/** A text as phrases are looked up in it. */
interface FoldedText {
  folded: string;
  words: readonly string[];
  stems: readonly string[];
}

function foldedText(text: string): FoldedText {
  const words = tokenize(text);
  return { folded: fold(text), words, stems: words.map(stemOf) };
}

/** Finds the phrases of groups in a question: longer ones before those that they consist of. */
class PhraseTable {
  /** By a phrase of one word as it is written: "Buch" is not "buchen". */
  readonly #exact = new Map<string, Group[]>();
  /** By the stems of a phrase. */
  readonly #spaced = new Map<string, Group[]>();
  /** Phrases without spaces, and Korean ones, which a particle follows: found wherever they stand. */
  readonly #dense = new Map<string, Group[]>();

  constructor(groups: readonly Group[]) {
    for (const group of groups) {
      for (const phrase of group.from) this.#add(phrase, group);
    }
  }

  find(text: FoldedText): Match[] {
    return [...this.#findSpaced(text), ...this.#findDense(text)];
  }

  #add(phrase: string, group: Group): void {
    const { folded, words, stems } = foldedText(phrase);
    if (dense.test(phrase)) put(this.#dense, folded, group);
    else if (words.length > 1 || !isFunctionWord(folded)) {
      put(this.#spaced, stems.join(' '), group);
      if (words.length === 1) put(this.#exact, words[0]!, group);
    }
  }

  #findSpaced({ words, stems }: FoldedText): Match[] {
    const found: Match[] = [];
    for (let at = 0; at < words.length;) {
      let taken = 1;
      for (let count = Math.min(maxWords, words.length - at); count > 0; count--) {
        const groups = this.#groupsOf(stems.slice(at, at + count), words[at]!);
        if (!groups) continue;
        found.push({ phrase: words.slice(at, at + count).join(' '), groups });
        taken = count;
        break;
      }
      at += taken;
    }
    return found;
  }

  #groupsOf(stems: readonly string[], word: string): Group[] | undefined {
    if (stems.length > 1) return this.#spaced.get(stems.join(' '));
    if (isFunctionWord(word)) return undefined;
    return this.#exact.get(word) ?? this.#spaced.get(stems[0]!) ?? this.#formOf(stems[0]!);
  }

  /** Returns the groups of the longest phrase that a word begins with: a case, or a compound. */
  #formOf(stem: string): Group[] | undefined {
    const least = Math.max(minForm, Math.ceil(stem.length / maxForm));
    for (let length = stem.length - 1; length >= least; length--) {
      const groups = this.#spaced.get(stem.slice(0, length));
      if (groups) return groups;
    }
    return undefined;
  }

  #findDense({ folded }: FoldedText): Match[] {
    const found: Match[] = [];
    if (!dense.test(folded)) return found;
    for (const [phrase, groups] of this.#dense) {
      if (folded.includes(phrase)) found.push({ phrase, groups });
    }
    const isPart = ({ phrase }: Match) =>
      found.some((other) => other.phrase !== phrase && other.phrase.includes(phrase));
    return found.filter((each) => !isPart(each));
  }
}

function put(table: Map<string, Group[]>, key: string, group: Group): void {
  const groups = table.get(key);
  if (!groups) table.set(key, [group]);
  else if (!groups.includes(group)) groups.push(group);
}

interface Synonym {
  /** Up to five words. */
  phrase: string;
  /** How much it counts beside the phrase itself, 0 to 1. */
  weight: number;
}

interface Synonyms {
  /** The words of the question that they stand for, folded. */
  phrase: string;
  synonyms: readonly Synonym[];
}

export interface SynonymOptions {
  /** BCP 47 primary subtag; empty: all languages; null: the owner's groups alone. */
  language?: string | null | undefined;
  /** The owner's groups: lines of phrases separated by commas. */
  own?: readonly string[] | undefined;
}

/** Measured with questions that avoid the words of their answers. */
const weights = { own: 0.9, known: 0.5 };
/** UTF-16 code units; the rest of a question has none. */
const maxQuestion = 500;

/** Reads a group: its phrases find each other, except that those before `>` find only those behind it. */
function groupOf(line: string): Group {
  const [from = [], to = from] = line.split(' > ').map((side) =>
    side
      .split(/[,،、，]/)
      .map((phrase) => phrase.trim())
      .filter(Boolean),
  );
  return { from, to };
}

const tables = new WeakMap<readonly string[], PhraseTable>();

function tableOf(lines: readonly string[]): PhraseTable {
  const table = tables.get(lines) ?? new PhraseTable(lines.map(groupOf));
  tables.set(lines, table);
  return table;
}

const synonymsAt = ({ phrase, groups }: Match, weight: number): Synonyms => ({
  phrase,
  synonyms: [...new Set(groups.flatMap(({ to }) => to))]
    .filter((other) => fold(other) !== phrase)
    .map((other) => ({ phrase: other, weight })),
});

/** Returns the synonyms of the phrases of a question, the owner's groups first. */
export function synonymsOf(question: string, { language = '', own = [] }: SynonymOptions = {}) {
  const text: FoldedText = foldedText(question.slice(0, maxQuestion));
  const find = (lines: readonly string[], weight: number) =>
    tableOf(lines)
      .find(text)
      .map((match) => synonymsAt(match, weight));
  return [
    ...(own.length > 0 ? find(own, weights.own) : []),
    ...(language === null ? [] : groupsIn(language)).flatMap((lines) => find(lines, weights.known)),
  ];
}
