import { hash } from './hash.ts';

/** A text as far as others can be compared with it. */
export interface Fingerprint {
  grams: ReadonlySet<number>;
  numbers: ReadonlySet<string>;
}

/** Characters: words would have to be cut by a dictionary where a script has no spaces. */
const gramLength = 8;
const most = 0.9;

export function fingerprint(text: string): Fingerprint {
  const plain = text.toLowerCase().replace(/[\s\p{P}]+/gu, ' ');
  const grams = new Set<number>();
  const last = Math.max(0, plain.length - gramLength);
  for (let at = 0; at <= last; at++) {
    grams.add(hash(plain, at, Math.min(at + gramLength, plain.length)));
  }
  return { grams, numbers: new Set(plain.match(/\p{N}+/gu)) };
}

/**
 * Whether a text says next to nothing that `known` does not. Pages made from one template differ in a
 * price or a date, so a number of its own is news.
 */
export function isRepeated(text: Fingerprint, known: Fingerprint): boolean {
  for (const number of text.numbers) if (!known.numbers.has(number)) return false;
  let shared = 0;
  for (const gram of text.grams) if (known.grams.has(gram)) shared++;
  return shared >= most * text.grams.size;
}
