import type { ChatsFilter } from '../contract/chats.ts';
import type { Conversations, ExportedTurn } from '../storage/conversations.ts';

/** Conversations whose ids are read at once. */
const batch = 1000;

const columns = [
  'time',
  'session',
  'question',
  'answer',
  'outcome',
  'rating',
  'comment',
  'sources',
  'page',
  'language',
  'model',
  'tokens',
  'cached_tokens',
  'ms',
];

/**
 * A spreadsheet takes a cell that begins so for a formula. One that expects other separators divides a field at
 * them, and there may drop the quotes that follow.
 */
const formula = /(?<=^|[\t\r\n;,|])(?=[" ]*[=+\-@\t\r＝＋－＠])/g;
const special = /[",;\r\n\t]/;
/** They would control the terminal that shows the file. */
const control = /\r(?!\n)|(?![\r\n\t])\p{Cc}/gu;

/**
 * Returns a value as a field of RFC 4180 that no spreadsheet and no terminal runs.
 * https://owasp.org/www-community/attacks/CSV_Injection
 */
export function csvField(value: string | number): string {
  if (typeof value === 'number') return String(value);
  const inert = value.replace(control, '').replace(formula, "'");
  return special.test(inert) ? `"${inert.replaceAll('"', '""')}"` : inert;
}

const line = (fields: readonly (string | number)[]) => `${fields.map(csvField).join(',')}\r\n`;

const lineOf = ({ at, session, question, pageUrl, language, answer }: ExportedTurn) =>
  line([
    new Date(at).toISOString(),
    session,
    question,
    answer?.content ?? '',
    answer?.outcome ?? '',
    answer?.feedback ?? '',
    answer?.comment ?? '',
    answer?.urls.join('\n') ?? '',
    pageUrl,
    language,
    answer?.model ?? '',
    answer?.tokens ?? '',
    answer?.cachedTokens ?? '',
    answer?.ms ?? '',
  ]);

/**
 * Yields the turns of all conversations of a filter as CSV, a text for some of them. The next ones are read while the
 * caller sends a text.
 */
export async function* exportTurns(
  { all, exported }: Pick<Conversations, 'all' | 'exported'>,
  filter: ChatsFilter,
): AsyncGenerator<string> {
  // Excel takes a file without the mark for one in its own character set.
  yield `\ufeff${line(columns)}`;
  async function* read(): AsyncGenerator<ExportedTurn[]> {
    for await (const ids of all(filter, batch)) yield* exported(ids);
  }
  const parts = read();
  let reading = parts.next();
  try {
    for (let part = await reading; !part.done; part = await reading) {
      reading = parts.next();
      // The caller may stop before it is awaited.
      reading.catch(() => undefined);
      yield part.value.map(lineOf).join('');
    }
  } finally {
    await reading.catch(() => undefined);
  }
}
