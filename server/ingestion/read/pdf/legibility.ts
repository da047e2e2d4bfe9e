import { countMatches } from '../blocks.ts';
import { likeness } from '../legacy-encoding.ts';
import { isUnspaced } from './typography.ts';

/** Letters of a text that is judged; a caption proves nothing. */
const minLetters = 20;
/** Characters that are compared with languages: a book has hundreds of pages. */
const sampleLength = 600;
/** Likeness from which on a text is in one of the languages; texts read with the wrong font stay below. */
const usualLikeness = 0.4;
/** Share of letters that stand alone in ordinary texts and in formulas. */
const usualSingles = 0.2;

/** Scripts of the languages whose letters are known. */
const knownScript =
  /[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Thai}\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/gu;
const latinLetter = /[a-z]/gi;

const lettersIn = (text: string) => countMatches(text, /\p{L}/gu);

/** Returns the share of control, replacement, unassigned and private use characters. */
export function garbledShare(text: string): number {
  const garbled = countMatches(text, /[\ufffd\p{Co}\p{Cn}]|(?!\s)\p{Cc}/gu);
  return garbled === 0 ? 0 : garbled / countMatches(text, /\S/gu);
}

/** Returns the share of letters that stand alone, as in a text that was read letter by letter. */
function singleShare(text: string): number {
  const words = text.match(/[\p{L}\p{M}]+/gu) ?? [];
  const spaced = words.filter((word) => !isUnspaced(word));
  const letters = spaced.reduce((sum, word) => sum + word.length, 0);
  if (letters < minLetters) return 0;
  return spaced.filter((word) => lettersIn(word) === 1).length / letters;
}

/** Returns whether a text in known scripts looks like one of their languages, from 0 to 1. */
function scriptLikeness(text: string): number {
  const sample = text.slice(0, sampleLength);
  const foreign = countMatches(sample, knownScript) - countMatches(sample, latinLetter);
  if (foreign < minLetters || foreign < lettersIn(sample) / 2) return 1;
  return Math.min(1, Math.max(0, likeness(sample)) / usualLikeness);
}

/** Returns how legible a text is, from 0 to 1: meaningful characters, in words, in a likely script. */
export function legibility(text: string): number {
  if (text.length > minLetters && !/[\p{L}\p{N}]/u.test(text)) return 0;
  const singles = Math.max(0, singleShare(text) - usualSingles) / (1 - usualSingles);
  return (1 - garbledShare(text)) * (1 - singles) * scriptLikeness(text);
}
