import { understand } from '../server/question/understand.ts';
import { cost } from '../test/linear.ts';
import { costlyMessages, mixed, type Message } from '../test/question/costly-messages.ts';

const length = 4000;
const asked = { now: Date.UTC(2026, 10, 26), timeZone: 'Europe/Berlin', page: '' };
const history = ['Tickets?', 'Which ones?'].map((content, index) => ({
  role: index === 0 ? ('user' as const) : ('assistant' as const),
  content,
  chunkIds: [],
}));

const understood = (text: string) =>
  void understand(text, { asked, history, locale: 'en_US', botName: 'Finn' });

/** Milliseconds; the least of some tries, because the first of a language reads its lists. */
function timeOf(text: string, tries: number): number {
  const times = Array.from({ length: tries }, () => {
    const started = performance.now();
    understood(text);
    return performance.now() - started;
  });
  return Math.min(...times);
}

/** Milliseconds of processor, of many runs: some systems move that clock by 4 ms. */
function costOf(text: string, runs: number): number {
  const all = cost(() => {
    for (let run = 0; run < runs; run++) understood(text);
  });
  return all / runs;
}

/** Returns the messages that cost most, the worst first. */
const ranked = (messages: readonly Message[], tries: number, most: number) =>
  messages
    .map((message) => ({ ...message, ms: timeOf(message.text, tries) }))
    .sort((a, b) => b.ms - a.ms)
    .slice(0, most);

/** Searches all words and marks, and the worst of them in pairs, for the message that costs most to understand. */
export function worstMessage(): { unit: string; ms: number } {
  const first = ranked(ranked(costlyMessages(length), 1, 80), 3, 80);
  const units = first.slice(0, 12).map(({ unit }) => unit);
  const [worst] = ranked([...first, ...ranked(mixed(units, length), 1, 20)], 3, 1);
  return { unit: worst!.unit, ms: costOf(worst!.text, 50) };
}
