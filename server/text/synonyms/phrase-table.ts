import { fold } from '../fold.ts';
import { tokenize } from '../tokenize.ts';
import { isFunctionWord } from '../word-weight.ts';
import { stemOf } from './stem.ts';

/** Words of the longest phrases. */
const maxWords = 5;
/** A word that begins with a phrase, and has at most this many times its length, is a form of it. */
const maxForm = 1.8;
const minForm = 5;
const dense =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}]/u;

export interface Group {
  /** Phrases that visitors say. */
  said: readonly string[];
  /** Phrases that they find. */
  found: readonly string[];
}

export interface Said {
  /** As in the question, folded. */
  phrase: string;
  groups: Group[];
}

/** A text as phrases are looked up in it. */
export interface Asked {
  folded: string;
  words: readonly string[];
  stems: readonly string[];
}

export function asked(text: string): Asked {
  const words = tokenize(text);
  return { folded: fold(text), words, stems: words.map(stemOf) };
}

/** Finds the phrases of groups in a question: longer ones before those that they consist of. */
export class PhraseTable {
  /** By a phrase of one word as it is written: "Buch" is not "buchen". */
  readonly #exact = new Map<string, Group[]>();
  /** By the stems of a phrase. */
  readonly #spaced = new Map<string, Group[]>();
  /** Phrases without spaces, and Korean ones, which a particle follows: found wherever they stand. */
  readonly #dense = new Map<string, Group[]>();

  constructor(groups: readonly Group[]) {
    for (const group of groups) {
      for (const phrase of group.said) this.#add(phrase, group);
    }
  }

  find(text: Asked): Said[] {
    return [...this.#findSpaced(text), ...this.#findDense(text)];
  }

  #add(phrase: string, group: Group): void {
    const { folded, words, stems } = asked(phrase);
    if (dense.test(phrase)) put(this.#dense, folded, group);
    else if (words.length > 1 || !isFunctionWord(folded)) {
      put(this.#spaced, stems.join(' '), group);
      if (words.length === 1) put(this.#exact, words[0]!, group);
    }
  }

  #findSpaced({ words, stems }: Asked): Said[] {
    const found: Said[] = [];
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

  #findDense({ folded }: Asked): Said[] {
    const found: Said[] = [];
    if (!dense.test(folded)) return found;
    for (const [phrase, groups] of this.#dense) {
      if (folded.includes(phrase)) found.push({ phrase, groups });
    }
    const isPart = ({ phrase }: Said) =>
      found.some((other) => other.phrase !== phrase && other.phrase.includes(phrase));
    return found.filter((each) => !isPart(each));
  }
}

function put(table: Map<string, Group[]>, key: string, group: Group): void {
  const groups = table.get(key);
  if (!groups) table.set(key, [group]);
  else if (!groups.includes(group)) groups.push(group);
}
