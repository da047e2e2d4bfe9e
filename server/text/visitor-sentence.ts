import type { AppError } from '../errors/app-error.ts';
import { errorSentence } from '../language/languages.ts';
import { subtagOf } from './language.ts';

/** Returns the sentence of an error in a page's language; in English, one that says more than that of its code. */
export function visitorSentence({ code, message }: AppError, locale: string): string {
  const language = subtagOf(locale);
  return language === '' || language === 'en' ? message : errorSentence(code, language);
}
