import { fold } from '../text/fold.ts';

/** The column is as long as an index may be in every database. */
const maxLength = 191;
const maxTitle = 110;

/** Returns an address as lists are searched for it: folded, without its scheme. */
const addressOf = (url: string) => fold(url.replace(/^https?:\/\/(?:www\.)?/i, ''));

/**
 * Returns the text that documents are found and ordered by in lists: the beginning of the title, and the end of the
 * address.
 */
export function listedAs(title: string, url: string): string {
  const named = fold(title).slice(0, maxTitle);
  const rest = maxLength - named.length - 1;
  return `${named} ${addressOf(url).slice(-rest)}`.toWellFormed();
}

/** Returns a part of a title or of an address as `listedAs` writes it. */
export const searchedAs = (text: string): string => addressOf(text.trim()).toWellFormed();
