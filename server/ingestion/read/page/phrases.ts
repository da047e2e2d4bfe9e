import { partsOfAll, type PageParts } from '../../../language/languages.ts';

const patterns = new Map<PageParts, RegExp>();

/** Returns the expression for what sites put between and around their texts; made once. */
function patternFor(part: PageParts, make: (parts: string) => string): RegExp {
  // eslint-disable-next-line no-restricted-syntax -- of patterns of this program, for short lines
  const pattern = patterns.get(part) ?? new RegExp(make(partsOfAll(part).join('|')), 'iu');
  patterns.set(part, pattern);
  return pattern;
}
const whole = (parts: string) => `^(?:${parts})$`;

/** Whether a line is the heading of a list of links or of comments. */
export const isListHead = (text: string) =>
  text.length <= 70 &&
  patternFor('linkLists', whole).test(
    text.replace(/^[^\p{L}\p{N}]+/u, '').replace(/(?<![^\p{L}\p{N})])[^\p{L}\p{N})]+$/u, ''),
  );

/** Whether a line is a label of the page's controls, advertisements or pictures. */
export const isMark = (text: string) =>
  text.length <= 50 &&
  patternFor('labels', (parts) => whole(`${parts}|\\d{1,3}`)).test(
    text.replace(/^[\s([|•·»›–—-]+/, '').replace(/(?<![\s)\]|•·»›–—:.…-])[\s)\]|•·»›–—:.…-]+$/, ''),
  );

const credited =
  // eslint-disable-next-line redos/no-vulnerable -- for lines of less than 350 characters
  /\((image|photo|picture|pic|credit|foto|bild|source)s?( credit)?: ?[^)]*\)\)?$|\((ap|afp|reuters) photo[^)]*\)$|(getty( images)?|shutterstock|istock|unsplash|alamy|wikimedia( commons)?|\/ ?(ap|afp|reuters))\)?$/i;

/** Whether a line is the credit of a picture. */
export const isCredit = (text: string) =>
  (text.length < 120 &&
    /^((photo|image|picture|foto|bild)s?( credit)?( by|:)|credit:|©)/i.test(text)) ||
  (text.length < 350 && credited.test(text));

/** Whether a line asks the reader to follow, to write or to subscribe. */
export const isAppeal = (text: string) =>
  text.length < 300 && patternFor('appeals', (parts) => parts).test(text);

const bylineOf = (words: string) => `^(?:${words})(?!\\p{L})[^.!?]{0,80}$`;
const date = /\b(19|20)\d\d\b|\b\d{1,2}:\d\d\b/;

/** Whether a line is a byline or a date, not a sentence. */
export const isStamp = (text: string) =>
  (text.length < 100 && patternFor('bylines', bylineOf).test(text)) ||
  (text.length < 160 && date.test(text) && !/[.!?…:。]["”’)]*$/.test(text));
