import { ar } from './groups/ar.ts';
import { cs } from './groups/cs.ts';
import { da } from './groups/da.ts';
import { de } from './groups/de.ts';
import { el } from './groups/el.ts';
import { en } from './groups/en.ts';
import { es } from './groups/es.ts';
import { fr } from './groups/fr.ts';
import { hi } from './groups/hi.ts';
import { it } from './groups/it.ts';
import { ja } from './groups/ja.ts';
import { ko } from './groups/ko.ts';
import { nb } from './groups/nb.ts';
import { nl } from './groups/nl.ts';
import { pl } from './groups/pl.ts';
import { pt } from './groups/pt.ts';
import { ro } from './groups/ro.ts';
import { ru } from './groups/ru.ts';
import { sv } from './groups/sv.ts';
import { tr } from './groups/tr.ts';
import { uk } from './groups/uk.ts';
import { vi } from './groups/vi.ts';
import { zh } from './groups/zh.ts';

/**
 * By language, what visitors say beside what sites write: a group a line, its phrases of up to five words
 * separated by commas. Each finds the others, except that those before `>` find only those behind it. Groups
 * that begin with the same `word:` mean the same in all languages. Words with several meanings are only
 * where a wrong hit does no harm.
 */
export const languageGroups: Readonly<Record<string, string>> = {
  ar,
  cs,
  da,
  de,
  el,
  en,
  es,
  fr,
  hi,
  it,
  ja,
  ko,
  nb,
  nl,
  pl,
  pt,
  ro,
  ru,
  sv,
  tr,
  uk,
  vi,
  zh,
};

/**
 * In every language, what the phrases of a concept also find: who asks for the entrance fee finds a page of prices,
 * but who asks for prices finds no entrance.
 */
export const alsoFinds: Readonly<Record<string, readonly string[]>> = {
  admission: ['price', 'ticket'],
  address: ['contact'],
};

export interface Group {
  /** The same in all languages; empty if no other language has the group. */
  concept: string;
  /** Phrases that visitors say. */
  said: readonly string[];
  /** Phrases that they find. */
  found: readonly string[];
}

const concept = /^([a-z]+): /;

/** Reads a line of phrases. */
export function groupOf(line: string): Group {
  const name = concept.exec(line)?.[1] ?? '';
  const sides = line.slice(name ? name.length + 1 : 0).split(' > ');
  const [said, found = said] = sides.map(phrasesOf);
  return { concept: name, said: said!, found: found! };
}

/** Reads an owner's line: its phrases find each other. */
export function ownGroupOf(line: string): Group {
  const phrases = phrasesOf(line);
  return { concept: '', said: phrases, found: phrases };
}

const phrasesOf = (text: string): string[] =>
  text
    .split(/[,،、，]/)
    .map((phrase) => phrase.trim())
    .filter(Boolean);
