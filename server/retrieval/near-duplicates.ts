/** Characters. */
const pieceLength = 12;
/** Share of the pieces that a text may have for itself. */
const mostOwn = 0.1;
const numbers = /\p{N}+/gu;

/** The form in which texts are compared. */
export const flatText = (text: string) => text.replace(/\s+/g, ' ').trim().toLowerCase();

/**
 * Whether a text says next to nothing that `known` does not; both flat. Pages made from one template
 * differ in a price or a date, so a number of its own is news. Pieces of characters serve scripts without
 * spaces as well, and to find them costs less than to index them.
 */
export function isRepeated(text: string, known: string): boolean {
  if (text.length * (1 - mostOwn) > known.length) return false;
  let own = Math.floor((mostOwn * text.length) / pieceLength);
  for (let at = 0; at < text.length; at += pieceLength) {
    if (!known.includes(text.slice(at, at + pieceLength)) && --own < 0) return false;
  }
  const said = new Set(known.match(numbers));
  return (text.match(numbers) ?? []).every((number) => said.has(number));
}
