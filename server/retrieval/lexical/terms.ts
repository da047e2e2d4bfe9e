import { foldCase, hasLetterMarks } from '../../language/fold.ts';
import { runs, wordsOf, type Run } from '../../text/tokenize.ts';

/** A unit of the index, folded: a word, or a piece of a text without spaces. */
export interface IndexTerm {
  text: string;
  /** Its weight relative to a word. */
  share: number;
  /** Characters that need not be a word. */
  isPiece: boolean;
  /** Whether similar words may stand for it: its other forms, compounds with it. */
  flexible: boolean;
  /** See `Run`. */
  capital: boolean;
  /** The word with its marks, a term of its own where these are letters; empty without marks. */
  marked: string;
  /** Two syllables that follow each other, which say little if no chunk has them. */
  isPair: boolean;
}

/** In UTF-16 code units; longer terms are cut. */
const maxLength = 64;
/** A character is half a word, and part of many others. */
const characterShare = 0.25;
/**
 * Dictionaries cut a question and its answer differently, and cut names to pieces. Four-grams of the uncut
 * run do not. The mark keeps them apart from words.
 */
const runGram = { size: 4, share: 0.3, mark: '#' };
/** Order numbers and versions are written with and without these inside: XJ-900, v2.1.3. */
const joints = new Set(Array.from('-._/:', (joint) => joint.charCodeAt(0)));
const digit = /\p{N}/u;
const space = 32;
/** Keeps words with their marks apart from those without. */
const markedMark = '~';
const pairShare = 1;

/**
 * Returns the terms of a text in order. Words are terms. An order number or version is one more as a whole.
 * Ideographs are terms alone and in pairs (overlapping bigrams); Thai, Lao, Khmer and Burmese have words by
 * dictionary and four-grams. Vietnamese, whose words are syllables with spaces between them, also has pairs.
 *
 * @param pairs Whether there are pairs of words; by default in texts with Vietnamese letters.
 */
export function indexTermsOf(text: string, pairs = hasLetterMarks(text)): IndexTerm[] {
  const terms: IndexTerm[] = [];
  let code = '';
  let before = '';
  let end = -2;
  let syllable: Run | null = null;
  const addCode = () => {
    if (code && digit.test(code)) terms.push(wordTerm(code, false));
    code = '';
  };
  for (const run of runs(text)) {
    if (run.start === end + 1 && joints.has(text.charCodeAt(end))) {
      code = (code || before) + run.text;
    } else addCode();
    before = run.text;
    end = run.end;
    if (run.writing === 'ideographic') addCharacters(terms, run.text);
    else if (run.writing === 'spaced') {
      terms.push(wordTerm(run.text, run.capital, markedForm(text, run)));
      if (pairs && syllable && isBetweenSyllables(text, syllable.end, run.start)) {
        terms.push({ ...piece(`${syllable.text} ${run.text}`, pairShare), isPair: true });
      }
      syllable = run;
    } else {
      for (const word of wordsOf(run)) terms.push(wordTerm(word, run.capital));
      addGrams(terms, run.text);
    }
  }
  addCode();
  return terms;
}

const isBetweenSyllables = (text: string, end: number, start: number) =>
  start - end === 1 && text.charCodeAt(end) === space;

/** Returns a word with its marks if it has some. */
function markedForm(text: string, { start, end, text: folded }: Run): string {
  if (end - start === folded.length && isPlain(text, start, end)) return '';
  const marked = foldCase(text.slice(start, end)).slice(0, maxLength);
  return marked === folded ? '' : markedMark + marked;
}

function isPlain(text: string, start: number, end: number): boolean {
  for (let at = start; at < end; at++) if (text.charCodeAt(at) > 127) return false;
  return true;
}

function wordTerm(word: string, capital: boolean, marked = ''): IndexTerm {
  const text = word.slice(0, maxLength);
  const flexible = !digit.test(text);
  return { text, share: 1, isPiece: false, flexible, capital, marked, isPair: false };
}

const piece = (text: string, share: number): IndexTerm => ({
  text,
  share,
  isPiece: true,
  flexible: false,
  capital: false,
  marked: '',
  isPair: false,
});

function addCharacters(terms: IndexTerm[], text: string): void {
  let previous = '';
  for (const character of text) {
    terms.push(piece(character, characterShare));
    if (previous) terms.push(piece(previous + character, 1));
    previous = character;
  }
}

function addGrams(terms: IndexTerm[], text: string): void {
  const { size, share, mark } = runGram;
  for (let at = 0; at + size <= text.length; at++) {
    terms.push(piece(mark + text.slice(at, at + size), share));
  }
}
