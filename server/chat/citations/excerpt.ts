import { shorten } from '../../text/shorten.ts';
import type { PageText, Place } from './page-text.ts';

/** Characters. */
const maxExcerpt = 240;
/** Characters of a line in front of a statement that is quoted with it: most often a heading or a question. */
const maxLead = 80;

const endsSentence = /[.!?…:。！？؟।]["'”’»」』)]*$/;

/** Returns what a passage says from a place on, on one line; from its beginning without one. */
export function excerptAt({ shown, places }: PageText, place: Place | null): string {
  const at = Math.max(0, place ? places.indexOf(place) : 0);
  const lead = places[at - 1];
  const isLed = lead && lead.line === undefined && lead.text.length <= maxLead;
  const from = isLed ? at - 1 : at;
  let text = from > 0 ? '… ' : '';
  for (const [index, { text: said, spans }] of places.slice(from).entries()) {
    if (text.length > maxExcerpt) break;
    const next = places[from + index + 1]?.spans[0]?.start ?? Infinity;
    const gap = shown.slice(spans.at(-1)!.end, next);
    text += said + (gap.includes('\n') && !endsSentence.test(said) ? ' · ' : gap && ' ');
  }
  text = text.replace(/\s+/g, ' ').replace(/(?<![ ·])[ ·]+$/, '');
  return shorten(text, maxExcerpt);
}
