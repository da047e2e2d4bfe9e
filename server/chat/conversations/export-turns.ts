import type { ChatsFilter } from '../../contract/chats.ts';
import type { Conversations, ExportedTurn } from '../../storage/conversations.ts';

/** Conversations whose ids are read at once. */
const batch = 1000;

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

/** The columns by their names. */
const columns: Readonly<
  Record<string, (turn: ExportedTurn) => string | number | null | undefined>
> = {
  time: ({ at }) => new Date(at).toISOString(),
  session: ({ session }) => session,
  question: ({ question }) => question,
  answer: ({ answer }) => answer?.content,
  outcome: ({ answer }) => answer?.outcome,
  rating: ({ answer }) => answer?.feedback,
  comment: ({ answer }) => answer?.comment,
  sources: ({ answer }) => answer?.urls.join('\n'),
  page: ({ pageUrl }) => pageUrl,
  language: ({ language }) => language,
  model: ({ answer }) => answer?.model,
  tokens: ({ answer }) => answer?.tokens,
  cached_tokens: ({ answer }) => answer?.cachedTokens,
  ms: ({ answer }) => answer?.ms,
};

const lineOf = (turn: ExportedTurn) =>
  line(Object.values(columns).map((valueOf) => valueOf(turn) ?? ''));

/**
 * Yields the turns of all conversations of a filter as CSV, a text for some of them. The next ones are read while the
 * caller sends a text.
 */
export async function* exportTurns(
  conversations: Pick<Conversations, 'all' | 'exported'>,
  filter: ChatsFilter,
): AsyncGenerator<string> {
  // Excel takes a file without the mark for one in its own character set.
  yield `\ufeff${line(Object.keys(columns))}`;
  async function* read(): AsyncGenerator<ExportedTurn[]> {
    for await (const ids of conversations.all(filter, batch)) yield* conversations.exported(ids);
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
