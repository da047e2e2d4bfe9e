import { isFunctionWord } from '../../text/function-words.ts';
import { runs, wordsOf } from '../../text/tokenize.ts';
import { wordWeight } from '../../text/word-weight.ts';

/** What is looked up: a word, or a piece of a text without spaces. Folded. */
interface Term {
  text: string;
  /** What it counts beside a word. */
  share: number;
  /** Characters that need not be a word. */
  isPiece: boolean;
  /** Whether other words may stand for it: its other forms, compounds with it. */
  flexible: boolean;
  /** See `Run`. */
  capital: boolean;
}

/** A term of a question. */
export interface QuestionTerm {
  text: string;
  /** How telling it is by its shape. */
  weight: number;
  share: number;
  isPiece: boolean;
  flexible: boolean;
}

/** In UTF-16 code units; what is longer is cut. */
const longestTerm = 64;
const longestQuestion = 4000;
const mostTerms = 64;
/** A character is half a word, and stands in many others. */
const characterShare = 0.25;
/** Dictionaries cut a question and its answer differently, and cut names to pieces; n-grams of the uncut run do not. */
const runGram = { size: 4, share: 0.3, mark: '#' };
const capitalFactor = 1.2;
/** By measurement: how far a word's shape tells what it counts, beside how rare it is. */
const shapeExponent = 0.5;
/** Order numbers and versions are written with and without their joints: XJ-900, v2.1.3. */
const joints = new Set(Array.from('-._/:', (joint) => joint.charCodeAt(0)));
const digit = /\p{N}/u;

/** The terms of a text, and the codes in it once more as a whole. */
export function eachTerm(text: string, take: (term: Term) => void): void {
  let code = '';
  let codeEnd = -2;
  const finish = () => {
    if (code && digit.test(code)) take(wordTerm(code, false));
    code = '';
  };
  let before = '';
  for (const run of runs(text)) {
    if (run.start === codeEnd + 1 && joints.has(text.charCodeAt(codeEnd))) {
      code = (code || before) + run.text;
    } else finish();
    before = run.text;
    codeEnd = run.end;
    if (run.writing === 'ideographic') eachCharacter(run.text, take);
    else {
      for (const word of wordsOf(run)) take(wordTerm(word, run.capital));
      if (run.writing === 'unspaced') eachGram(run.text, take);
    }
  }
  finish();
}

function wordTerm(word: string, capital: boolean): Term {
  const text = word.slice(0, longestTerm);
  return { text, share: 1, isPiece: false, flexible: !digit.test(text), capital };
}

function eachCharacter(text: string, take: (term: Term) => void): void {
  let previous = '';
  for (const character of text) {
    take({
      text: character,
      share: characterShare,
      isPiece: true,
      flexible: false,
      capital: false,
    });
    const pair = previous + character;
    if (previous) take({ text: pair, share: 1, isPiece: true, flexible: false, capital: false });
    previous = character;
  }
}

function eachGram(text: string, take: (term: Term) => void): void {
  const { size, share, mark } = runGram;
  for (let at = 0; at + size <= text.length; at++) {
    take({
      text: mark + text.slice(at, at + size),
      share,
      isPiece: true,
      flexible: false,
      capital: false,
    });
  }
}

/** The different terms of a question, the most telling ones if there are very many. */
export function questionTerms(question: string): QuestionTerm[] {
  const terms = new Map<string, QuestionTerm>();
  eachTerm(question.slice(0, longestQuestion), ({ text, share, isPiece, flexible, capital }) => {
    if (terms.has(text)) return;
    const weight = share * wordWeight(text) ** shapeExponent * (capital ? capitalFactor : 1);
    terms.set(text, { text, weight, share, isPiece, flexible: flexible && !isFunctionWord(text) });
  });
  const found = [...terms.values()];
  if (found.length <= mostTerms) return found;
  return found.sort((a, b) => b.weight - a.weight).slice(0, mostTerms);
}
