import type { PageText, Place } from './page-text.ts';

/** Characters. */
const maxExcerpt = 240;
/** Characters of a line in front of a statement that is quoted with it: most often a heading or a question. */
const maxLead = 80;

/** Returns what a passage says from a place on, on one line; from its beginning without one. */
export function excerptAt({ shown, places }: PageText, place: Place | null): string {
  const at = Math.max(0, place ? places.indexOf(place) : 0);
  const lead = places[at - 1];
  const from = lead && lead.text.length <= maxLead ? at - 1 : at;
  let text = from > 0 ? '… ' : '';
  for (const [index, { text: said, spans }] of places.slice(from).entries()) {
    if (text.length > maxExcerpt) break;
    const next = places[from + index + 1]?.spans[0]?.start ?? Infinity;
    const isApart = /\s/.test(shown.slice(spans.at(-1)!.end, next));
    text += said + (isApart ? ' ' : '');
  }
  text = text.replace(/\s+/g, ' ').trim();
  if (text.length <= maxExcerpt) return text;
  // A surrogate pair must not be cut.
  const cut = text.slice(0, maxExcerpt).replace(/[\ud800-\udbff]$/, '');
  const space = cut.lastIndexOf(' ');
  // Not every script puts spaces between words.
  return (space > maxExcerpt / 2 ? cut.slice(0, space) : cut) + '…';
}
