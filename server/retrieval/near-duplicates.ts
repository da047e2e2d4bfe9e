/** Characters. */
const pieceLength = 12;
/** Maximum share of pieces that the other text does not have. */
const maxOwn = 0.1;
const numbers = /\p{N}+/gu;

/** Returns the form in which texts are compared. */
export const flatText = (text: string) => text.replace(/\s+/g, ' ').trim().toLowerCase();

/**
 * Whether `known` contains nearly all pieces of a text; both flat. Pages made from one template differ in a
 * price or a date, so a number that `known` does not have makes a text its own. Pieces of characters work
 * for scripts without spaces too.
 */
export function isRepeated(text: string, known: string): boolean {
  if (text.length * (1 - maxOwn) > known.length) return false;
  let own = Math.floor((maxOwn * text.length) / pieceLength);
  for (let at = 0; at < text.length; at += pieceLength) {
    if (!known.includes(text.slice(at, at + pieceLength)) && --own < 0) return false;
  }
  const knownNumbers = new Set(known.match(numbers));
  return (text.match(numbers) ?? []).every((number) => knownNumbers.has(number));
}
