/** Letters: shorter words with another letter are most often other words. */
const minLength = 5;

/** Returns whether the words differ by one letter or by two neighbours that changed places; not in the first. */
function isTypo(typed: string, word: string): boolean {
  if (typed[0] !== word[0] || Math.abs(typed.length - word.length) > 1) return false;
  let start = 0;
  while (start < typed.length && typed[start] === word[start]) start++;
  let [typedEnd, wordEnd] = [typed.length, word.length];
  while (typedEnd > start && wordEnd > start && typed[typedEnd - 1] === word[wordEnd - 1]) {
    typedEnd--;
    wordEnd--;
  }
  const [typedRest, rest] = [typed.slice(start, typedEnd), word.slice(start, wordEnd)];
  if (typedRest.length === 2) return typedRest === `${rest[1]}${rest[0]}`;
  // The last letter makes another word: "Halle", "hello".
  return typedRest.length <= 1 && rest.length <= 1 && typed.at(-1) === word.at(-1);
}

const squeezed = (word: string) => word.replace(/(\p{L})\1+/gu, '$1');

/** Returns the word of a vocabulary that an unknown one stands for ("thnaks", "helllooo"); undefined if there is none. */
export function spelling(typed: string, vocabulary: ReadonlySet<string>): string | undefined {
  const words = [...vocabulary];
  if (/(\p{L})\1\1/u.test(typed)) return words.find((word) => squeezed(word) === squeezed(typed));
  if (typed.length < minLength) return undefined;
  return words.find((word) => word.length >= minLength && isTypo(typed, word));
}
