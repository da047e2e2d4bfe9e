import { subtagOf } from '../text/language.ts';
import { sentences } from './refusal-sentences.ts';

/** Sentences for visitors. */

/** Returns the sentences in the question's language, else in the page's. */
function sentencesFor(language: string, locale: string) {
  const known = [language, subtagOf(locale)].find((each) => Object.hasOwn(sentences, each));
  return sentences[known ?? 'en']!;
}

/**
 * Returns the owner's sentence or ours, and below it a next step.
 *
 * @param language BCP 47 primary subtag, or empty.
 * @param contact The owner's line that says how to reach a person, or empty.
 */
export function refusalFor(
  language: string,
  locale: string,
  ownText: string,
  contact: string,
): string {
  if (ownText) return contact ? `${ownText}\n\n${contact}` : ownText;
  const ours = sentencesFor(language, locale);
  // A function, because a replacement text has special characters.
  const next = contact ? ours.contact.replace('{contact}', () => contact) : ours.retry;
  return `${ours.refusal}\n\n${next}`;
}

/** Returns the sentence above the closest pages. */
export const unsureFor = (language: string, locale: string): string =>
  sentencesFor(language, locale).unsure;
