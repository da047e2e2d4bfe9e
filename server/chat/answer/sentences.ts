import type { Question } from '../../question/question.ts';
import { runs } from '../../text/tokenize.ts';
import { isFunctionWord } from '../../text/word-weight.ts';
import { languageIn } from '../../language/languages.ts';
import { subtagOf } from '../../text/language.ts';

/** Characters. More is no topic but a story. */
const maxLength = 60;
/** Ends of sentences and lines; marks of Markdown and beginnings of addresses, which our sentence must not say. */
const unfit = /[.!?…。！？؟।]\s|[\n[\]<>*_`|\\~^#]|:\/\/|www\./u;

/**
 * Returns what a question is about, as the visitor wrote it: from its first to its last content word, in a
 * script without spaces all of it but its marks. Empty: that does not fit into a sentence.
 */
export function topicOf({ text, language }: Pick<Question, 'text' | 'language'>): string {
  const content = runs(text).filter(
    ({ text: word, writing }) => writing !== 'spaced' || !isFunctionWord(word, language),
  );
  const topic = text.slice(content[0]?.start ?? 0, content.at(-1)?.end ?? 0);
  return [...topic].length > maxLength || unfit.test(topic) ? '' : topic;
}

/** Sentences for visitors. */

/** Returns the sentences in the question's language, else in the page's. */
const sentencesFor = (language: string, locale: string) =>
  languageIn(language, subtagOf(locale)).sentences;

export interface Refused {
  /** BCP 47 primary subtag, or empty. */
  language: string;
  /** The page's. */
  locale: string;
  /** See `topicOf`; may be empty. */
  topic: string;
  /** The site's front page; undefined if it is not known. */
  homeUrl: string | undefined;
  /** The owner's sentence, or empty. */
  ownText: string;
  /** The owner's line that says how to reach a person, or empty. */
  contact: string;
}

/** Returns the address of the site's own search for a text. Parentheses in it are encoded, too. */
function searchUrl(homeUrl: string, topic: string): string | undefined {
  const url = URL.parse(homeUrl);
  if (!url) return undefined;
  if (!url.pathname.endsWith('/')) url.pathname += '/';
  url.searchParams.set('s', topic);
  return url.href;
}

/** Returns the owner's sentence or ours, with a link to the site's search, and below it a next step. */
export function refusalFor(refused: Refused): string {
  const { language, locale, topic, homeUrl, ownText, contact } = refused;
  if (ownText) return contact ? `${ownText}\n\n${contact}` : ownText;
  const ours = sentencesFor(language, locale);
  const url = topic && homeUrl ? searchUrl(homeUrl, topic) : undefined;
  // Functions, because a replacement text has special characters.
  return [
    topic ? ours.nothing.replace('{topic}', () => topic) : ours.refusal,
    ...(url ? [`[${ours.search}](${url})`] : []),
    contact ? ours.contact.replace('{contact}', () => contact) : ours.retry,
  ].join('\n\n');
}

/** Returns the sentence above the closest pages. */
export const nearestFor = (language: string, locale: string): string =>
  sentencesFor(language, locale).nearest;

/** Returns the line above a quotation. @param title Of the section, else of the page; Markdown. */
export const saysFor = (language: string, locale: string, title: string): string =>
  sentencesFor(language, locale).says.replace('{title}', () => title);
