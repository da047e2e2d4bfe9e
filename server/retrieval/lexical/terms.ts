import { runs, wordsOf } from '../../text/tokenize.ts';

/** A unit of the index, folded: a word, or a piece of a text without spaces. */
export interface Term {
  text: string;
  /** Its weight relative to a word. */
  share: number;
  /** Characters that need not be a word. */
  isPiece: boolean;
  /** Whether similar words may stand for it: its other forms, compounds with it. */
  flexible: boolean;
  /** See `Run`. */
  capital: boolean;
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

/**
 * Returns the terms of a text in order. Words are terms. An order number or version is one more as a whole.
 * Ideographs are terms alone and in pairs (overlapping bigrams); Thai, Lao, Khmer and Burmese have words by
 * dictionary and four-grams.
 */
export function termsOf(text: string): Term[] {
  const terms: Term[] = [];
  let code = '';
  let before = '';
  let end = -2;
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
    else {
      for (const word of wordsOf(run)) terms.push(wordTerm(word, run.capital));
      if (run.writing === 'unspaced') addGrams(terms, run.text);
    }
  }
  addCode();
  return terms;
}

function wordTerm(word: string, capital: boolean): Term {
  const text = word.slice(0, maxLength);
  return { text, share: 1, isPiece: false, flexible: !digit.test(text), capital };
}

const piece = (text: string, share: number): Term => ({
  text,
  share,
  isPiece: true,
  flexible: false,
  capital: false,
});

function addCharacters(terms: Term[], text: string): void {
  let previous = '';
  for (const character of text) {
    terms.push(piece(character, characterShare));
    if (previous) terms.push(piece(previous + character, 1));
    previous = character;
  }
}

function addGrams(terms: Term[], text: string): void {
  const { size, share, mark } = runGram;
  for (let at = 0; at + size <= text.length; at++) {
    terms.push(piece(mark + text.slice(at, at + size), share));
  }
}
