import { runs } from '../../text/tokenize.ts';
import { kinds, type Kind, type Manners } from './manners.ts';

/** Alternatives for a place of a phrase, as words. */
interface Slot {
  choices: string[][];
  optional: boolean;
}

interface Phrase {
  /** The index of its kind; for filler their number. */
  rank: number;
  slots: Slot[];
}

/** By the words with which they may begin. */
type ByFirst = ReadonlyMap<string, readonly Phrase[]>;

export interface Phrases {
  phrases: ByFirst;
  /** Those of them that greet, and filler. */
  greetings: ByFirst;
  vocabulary: ReadonlySet<string>;
}

/** Returns folded words; single characters of scripts without spaces, whose words depend on their neighbours. */
export const wordsOf = (text: string): string[] =>
  runs(text).flatMap((run) => (run.writing === 'spaced' ? [run.text] : [...run.text]));

const readSlot = (slot: string): Slot => ({
  choices: slot
    .replace('?', '')
    .split('|')
    .map((choice) => wordsOf(choice.replaceAll('_', ' '))),
  optional: slot.endsWith('?'),
});

/** Returns the words with which a phrase may begin. */
function firstWords({ slots }: Phrase): Set<string> {
  const last = slots.findIndex(({ optional }) => !optional);
  const first = slots.slice(0, last + 1 || slots.length);
  return new Set(first.flatMap(({ choices }) => choices.flatMap(([word = '']) => word)));
}

function byFirst(phrases: readonly Phrase[]): ByFirst {
  const found = new Map<string, Phrase[]>();
  for (const phrase of phrases) {
    for (const word of firstWords(phrase)) {
      const known = found.get(word);
      if (known) known.push(phrase);
      else found.set(word, [phrase]);
    }
  }
  return found;
}

export function readPhrases({ phrases: byKind }: Manners): Phrases {
  const phrases = [...kinds, 'filler' as const].flatMap((kind, rank) =>
    byKind[kind].split(',').map((phrase) => ({
      rank,
      slots: phrase.trim().split(/\s+/).map(readSlot),
    })),
  );
  const vocabulary = phrases.flatMap(({ slots }) => slots.flatMap(({ choices }) => choices.flat()));
  const greetings = phrases.filter(({ rank }) => kinds[rank] === 'hello' || rank === kinds.length);
  return {
    phrases: byFirst(phrases),
    greetings: byFirst(greetings),
    vocabulary: new Set(vocabulary),
  };
}

const startsAt = (choice: readonly string[], words: readonly string[], at: number): boolean =>
  choice.every((word, offset) => words[at + offset] === word);

/** Returns the places where a phrase that begins at `start` may end. */
function endsOf({ slots }: Phrase, words: readonly string[], start: number): Set<number> {
  let ends = new Set([start]);
  for (const { choices, optional } of slots) {
    const next = new Set(optional ? ends : []);
    for (const at of ends) {
      for (const choice of choices) if (startsAt(choice, words, at)) next.add(at + choice.length);
    }
    ends = next;
    if (ends.size === 0) break;
  }
  return ends;
}

/** Returns for each number of first words that consist of phrases their kind. */
export function kindsOfPrefixes(phrases: ByFirst, words: readonly string[]): (Kind | undefined)[] {
  const ranks: (number | undefined)[] = [kinds.length];
  for (let at = 0; at < words.length; at++) {
    const rank = ranks[at];
    if (rank === undefined) continue;
    for (const phrase of phrases.get(words[at]!) ?? []) {
      for (const end of endsOf(phrase, words, at)) {
        if (end > at) ranks[end] = Math.min(ranks[end] ?? Infinity, rank, phrase.rank);
      }
    }
  }
  return Array.from({ length: words.length + 1 }, (_, end) => kinds[ranks[end] ?? kinds.length]);
}
