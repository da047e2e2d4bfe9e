import { groupsIn } from '../../language/languages.ts';
import { fold } from '../fold.ts';
import { asked, PhraseTable, type Asked, type Group, type Said } from './phrase-table.ts';

interface Synonym {
  /** Up to five words. */
  phrase: string;
  /** How much it counts beside what was said, 0 to 1. */
  weight: number;
}

export interface Synonyms {
  /** The words of the question that they stand for, folded. */
  said: string;
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
  const [said = [], found = said] = line.split(' > ').map((side) =>
    side
      .split(/[,،、，]/)
      .map((phrase) => phrase.trim())
      .filter(Boolean),
  );
  return { said, found };
}

const tables = new WeakMap<readonly string[], PhraseTable>();

function tableOf(lines: readonly string[]): PhraseTable {
  const table = tables.get(lines) ?? new PhraseTable(lines.map(groupOf));
  tables.set(lines, table);
  return table;
}

const synonymsAt = ({ phrase: said, groups }: Said, weight: number): Synonyms => ({
  said,
  synonyms: [...new Set(groups.flatMap(({ found }) => found))]
    .filter((phrase) => fold(phrase) !== said)
    .map((phrase) => ({ phrase, weight })),
});

/** Returns what else may be said for the words of a question, the owner's groups first. */
export function synonymsOf(question: string, { language = '', own = [] }: SynonymOptions = {}) {
  const text: Asked = asked(question.slice(0, maxQuestion));
  const find = (lines: readonly string[], weight: number) =>
    tableOf(lines)
      .find(text)
      .map((said) => synonymsAt(said, weight));
  return [
    ...(own.length > 0 ? find(own, weights.own) : []),
    ...(language === null ? [] : groupsIn(language)).flatMap((lines) => find(lines, weights.known)),
  ];
}
