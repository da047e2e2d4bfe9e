/** Cuts a text that is longer than `max` UTF-16 code units, behind a word where there are spaces, and says so. */
export function shorten(text: string, max: number): string {
  if (text.length <= max) return text;
  // A surrogate pair must not be cut.
  const cut = text.slice(0, max).replace(/[\ud800-\udbff]$/, '');
  const space = cut.lastIndexOf(' ');
  // Not every script puts spaces between words.
  return `${space > max / 2 ? cut.slice(0, space) : cut}…`;
}

/** UTF-16 code units that are read of a message, half of them at its beginning and half at its end. */
const maxRead = 1000;

const ends = (text: string): string =>
  text.length > maxRead ? `${text.slice(0, maxRead / 2)} ${text.slice(-maxRead / 2)}` : text;

/**
 * Returns the part of a message in which words are looked for, however long it is: a question stands at its beginning
 * or at its end. One character may stand for eighteen.
 */
export function gistOf(message: string): string {
  const read = ends(message);
  const whole = read.normalize('NFKC');
  return whole.length > 2 * maxRead ? ends(whole) : read;
}
