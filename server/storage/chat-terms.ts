import type { Feedback, Outcome } from '../contract/chat.ts';
import { searchTerms } from '../text/search-terms.ts';
import type { Database, Transaction } from './database.ts';

/** Maximum number of terms in one statement. */
const batch = 500;
/** Different words of one turn that are kept: a very long answer would hold up the database for all others. */
const maxWords = 1000;
/** The column's length less the longest name of a property. */
const maxValue = 180;

interface Properties {
  outcome: Outcome;
  feedback: Feedback;
  language: string;
  /** Path of the page. */
  page: string;
  /** Such as 2026-11-22. */
  day: string;
}

/** Returns the term of a property. The sign between name and value is in no word. */
export const propertyTerm = <Name extends keyof Properties>(name: Name, value: Properties[Name]) =>
  `${name}=${value.slice(0, maxValue)}`;

/** Returns the terms that a turn adds to its conversation: its first words and its properties. */
export function termsOfTurn(
  texts: readonly string[],
  properties: Omit<Properties, 'feedback'>,
): string[] {
  const words = new Set(texts.flatMap((text) => [...searchTerms(text)]));
  const { outcome, language, page, day } = properties;
  return [
    ...[...words].slice(0, maxWords),
    propertyTerm('outcome', outcome),
    propertyTerm('day', day),
    ...(language ? [propertyTerm('language', language)] : []),
    ...(page ? [propertyTerm('page', page)] : []),
  ];
}

/** Adds terms to a conversation that does not have them. */
export async function addTerms(
  dialect: Database['dialect'],
  transaction: Transaction,
  sessionId: number,
  terms: readonly string[],
): Promise<void> {
  // In one order, so that two answers of a conversation do not lock each other out.
  const sorted = [...new Set(terms)].sort();
  for (let start = 0; start < sorted.length; start += batch) {
    const rows = sorted.slice(start, start + batch);
    const insert = transaction
      .insertInto('chat_terms')
      .values(rows.map((term) => ({ session_id: sessionId, term })));
    await (
      dialect === 'mysql' ? insert.ignore() : insert.onConflict((conflict) => conflict.doNothing())
    ).execute();
  }
}

/** Replaces the terms of the ratings of a conversation. */
export async function replaceRatingTerms(
  dialect: Database['dialect'],
  transaction: Transaction,
  sessionId: number,
  ratings: readonly Feedback[],
): Promise<void> {
  const all = (['up', 'down'] as const).map((rating) => propertyTerm('feedback', rating));
  await transaction
    .deleteFrom('chat_terms')
    .where('session_id', '=', sessionId)
    .where('term', 'in', all)
    .execute();
  const terms = ratings.map((rating) => propertyTerm('feedback', rating));
  await addTerms(dialect, transaction, sessionId, terms);
}
