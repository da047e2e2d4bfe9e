import { setImmediate } from 'node:timers/promises';
import { fold } from '../fold.ts';
import { scriptOf } from '../language.ts';
import { asked, PhraseTable, type Asked, type Said } from './phrase-table.ts';
import { alsoFinds, groupOf, languageGroups, ownGroupOf, type Group } from './groups.ts';

export interface Synonym {
  /** Up to five words. */
  phrase: string;
  /** How much it counts beside what was said, 0 to 1. */
  weight: number;
  /** In another language than what was said. */
  foreign: boolean;
}

export interface Synonyms {
  /** The words of the question that they stand for, folded. */
  said: string;
  synonyms: readonly Synonym[];
}

export interface SynonymOptions {
  /** BCP 47 primary subtag; without one, or without groups of it, those of all languages of the script. */
  language?: string | undefined;
  /** The owner's groups: lines of phrases separated by commas. */
  own?: readonly string[] | undefined;
  /** Whether synonyms in other languages are wanted. */
  foreign?: boolean | undefined;
}

/** Measured with questions that avoid the words of their answers. */
const weights = { own: 0.9, known: 0.5, foreign: 0.3 };
/** UTF-16 code units; the rest of a question has none. */
const maxQuestion = 500;

interface Language {
  script: number;
  /** The phrases that each concept finds. */
  byConcept: ReadonlyMap<string, readonly string[]>;
  table: () => PhraseTable;
}

/** Reads each language when it is first asked for. */
const languages = new Map(
  Object.entries(languageGroups).map(([language, text]) => [language, once(() => read(text))]),
);

/** Reads all languages, one a turn of the event loop, so that no question waits for it. */
export async function prepareSynonyms(): Promise<void> {
  for (const language of languages.values()) {
    language().table();
    await setImmediate();
  }
}

function read(text: string): Language {
  const groups = text.trim().split('\n').map(groupOf);
  const named = groups.filter(({ concept }) => concept !== '');
  const byConcept = new Map(named.map(({ concept, found }) => [concept, found]));
  const also = named.map(({ concept, said }): Group => {
    const found = (alsoFinds[concept] ?? []).flatMap((other) => byConcept.get(other) ?? []);
    return { concept: '', said, found };
  });
  return {
    script: scriptOf(groups.flatMap(({ said }) => said).join(' ')),
    byConcept,
    table: once(() => new PhraseTable([...groups, ...also])),
  };
}

function once<Value>(make: () => Value): () => Value {
  let made: Value | undefined;
  return () => (made ??= make());
}

const ownTables = new WeakMap<readonly string[], PhraseTable>();

function ownTable(lines: readonly string[]): PhraseTable {
  const table = ownTables.get(lines) ?? new PhraseTable(lines.map(ownGroupOf));
  ownTables.set(lines, table);
  return table;
}

/** Returns what else may be said for the words of a question, the owner's groups first. */
export function synonymsOf(question: string, options: SynonymOptions = {}): Synonyms[] {
  const text = asked(question.slice(0, maxQuestion));
  const own = options.own?.length ? ownTable(options.own).find(text) : [];
  return [
    ...own.map((said) => ({ said: said.phrase, synonyms: plain(said, weights.own) })),
    ...languagesOf(question, options.language).flatMap((language) =>
      inLanguage(text, language, options.foreign === true),
    ),
  ];
}

function languagesOf(question: string, language: string | undefined): string[] {
  if (language && languages.has(language)) return [language];
  const script = scriptOf(question);
  return [...languages].flatMap(([name, known]) => (known().script === script ? [name] : []));
}

function inLanguage(text: Asked, language: string, foreign: boolean): Synonyms[] {
  return languages.get(language)!()
    .table()
    .find(text)
    .map((said) => ({
      said: said.phrase,
      synonyms: [
        ...plain(said, weights.known),
        ...(foreign ? said.groups.flatMap((group) => inOthers(group, language)) : []),
      ],
    }));
}

const plain = ({ phrase: said, groups }: Said, weight: number): Synonym[] =>
  [...new Set(groups.flatMap(({ found }) => found))]
    .filter((phrase) => fold(phrase) !== said)
    .map((phrase) => ({ phrase, weight, foreign: false }));

function inOthers({ concept }: Group, language: string): Synonym[] {
  if (!concept) return [];
  return [...languages].flatMap(([name, known]) =>
    name === language
      ? []
      : (known().byConcept.get(concept) ?? []).map((phrase) => ({
          phrase,
          weight: weights.foreign,
          foreign: true,
        })),
  );
}
