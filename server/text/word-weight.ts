import { languageCodes, languageIn } from '../language/languages.ts';
import { fold } from '../language/fold.ts';

/** Letters that a character of a script stands for: a Han character is a syllable, Arabic leaves short vowels out. */
const density: [RegExp, number][] = [
  [/\p{Script=Han}/u, 3],
  [/\p{Script=Hangul}/u, 2.5],
  [/\p{Script=Hiragana}|\p{Script=Katakana}/u, 1.5],
  [/\p{Script=Thai}|\p{Script=Lao}|\p{Script=Khmer}|\p{Script=Myanmar}/u, 1.3],
  [/\p{Script=Arabic}|\p{Script=Hebrew}/u, 1.3],
];
const fullWeight = 6;
/** In alphabets, most function words are in the lists of `language/`: another short word may be a topic. */
const alphabetic = 1.5;
const minWeight = 0.1;
const digits = /^\p{N}+$/u;

/**
 * Returns how much a word probably says about a topic, 0.1 to 1, without a corpus: 0.1 for a function word of a
 * listed language, 1 for a number. For other words length stands for rarity, since the frequent words of
 * every language are short (Zipf's law of abbreviation).
 */
export function wordWeight(word: string, language = ''): number {
  if (digits.test(word)) return 1;
  if (isFunctionWord(word, language)) return minWeight;
  return Math.min(1, Math.max(minWeight, lettersIn(word) / fullWeight));
}

function lettersIn(word: string): number {
  const first = word.charCodeAt(0);
  if (first < 0x590) return [...word].length * alphabetic;
  return [...word].length * (densities[first] ||= densityOf(word));
}

/** By the first UTF-16 code unit of a word; 0 until it is needed. */
const densities = new Float32Array(0x1_0000);

const densityOf = (word: string): number =>
  density.find(([script]) => script.test(word.slice(0, 2)))?.[1] ?? 1;

/**
 * Languages whose function words count in a text of unknown language. Those of others are topics in one of these: "cat"
 * is "how much" in Romanian, "ten" is "this" in Polish.
 */
const widespread = ['en', 'de', 'fr', 'es', 'pt', 'it', 'nl', 'ru', 'ar'];

const functionWordsOf = (codes: readonly string[]): ReadonlySet<string> =>
  new Set(codes.flatMap((code) => languageIn(code).words.function?.map(fold) ?? []));

/** By language, those of an unknown one among them. */
const functionWords = new Map<string, ReadonlySet<string>>();

/** Returns whether a folded word is a function word of a language, or of a common one if that is unknown. */
export function isFunctionWord(word: string, language = ''): boolean {
  const found = functionWords.get(language);
  if (found) return found.has(word);
  if (language !== '' && !languageCodes.includes(language)) return isFunctionWord(word);
  functionWords.set(language, functionWordsOf(language === '' ? widespread : [language]));
  return isFunctionWord(word, language);
}
