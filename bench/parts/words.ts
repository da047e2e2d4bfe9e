import { randomNumbers } from './measure.ts';

const syllables = 'ba ce di fo gu la me ni po ru sa te vi wo zu har len mor tis van'.split(' ');

/** The same number for the same text. http://www.isthe.com/chongo/tech/comp/fnv/ */
export function hash(text: string): number {
  let value = 0x811c9dc5;
  for (let at = 0; at < text.length; at++) {
    value = Math.imul(value ^ text.charCodeAt(at), 0x01000193);
  }
  return value >>> 0;
}

const word = (next: () => number) =>
  Array.from(
    { length: 2 + Math.floor(next() * 2) },
    () => syllables[Math.floor(next() * syllables.length)],
  ).join('');

/** Returns the topic of post `id`: words that no other post has. */
export const topicOf = (id: number) => `${word(randomNumbers(hash(`topic ${id}`)))}${id}`;

/** A paragraph of post `id`: some 700 characters. */
export function wordsOf(id: number, paragraph: number): string {
  const next = randomNumbers(hash(`${id}/${paragraph}`));
  const sentence = () =>
    `The ${word(next)} of ${topicOf(id)} ${Array.from({ length: 9 }, () => word(next)).join(' ')}.`;
  return Array.from({ length: 8 }, sentence).join(' ');
}
