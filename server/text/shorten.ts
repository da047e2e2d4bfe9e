/** Cuts a text that is longer than `max` UTF-16 code units, behind a word where there are spaces, and says so. */
export function shorten(text: string, max: number): string {
  if (text.length <= max) return text;
  // A surrogate pair must not be cut.
  const cut = text.slice(0, max).replace(/[\ud800-\udbff]$/, '');
  const space = cut.lastIndexOf(' ');
  // Not every script puts spaces between words.
  return `${space > max / 2 ? cut.slice(0, space) : cut}…`;
}
