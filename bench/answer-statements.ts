import { sentences } from '../server/text/sentences.ts';

/** A sentence, a heading, an item of a list or a row of a table, without its marks. */
export interface Statement {
  text: string;
  /** Numbers of the sources cited behind it. */
  cited: number[];
  kind: 'sentence' | 'heading' | 'item' | 'row';
}

const mark = /\[(\d+)\]/g;
const separator = /^[\s|:-]+$/;

function kindOf(line: string): Statement['kind'] {
  if (line.startsWith('|')) return 'row';
  if (/^\*\*[^*]+\*\*$/.test(line)) return 'heading';
  return /^(?:[-*•]|\d+\.) /.test(line) ? 'item' : 'sentence';
}

/** A mark stands behind the full stop, where the next sentence begins for the splitter. */
const marksBeforeStop = (line: string) =>
  line.replace(/([.!?。！？]["”’»」]?)((?: ?\[\d+\])+)/g, (_, stop, marks) => `${marks}${stop}`);

function* statementsOf(line: string): Generator<Statement> {
  const kind = kindOf(line);
  const parts = kind === 'sentence' ? sentences(marksBeforeStop(line)) : [{ text: line }];
  for (const { text: part } of parts) {
    const cited = [...part.matchAll(mark)].map(([, n]) => Number(n));
    const text = part.replace(mark, '').replace(/\*\*/g, '').replace(/\s+/g, ' ').trim();
    if (text !== '') yield { text: text.replace(/ ([.!?。！？])/g, '$1'), cited, kind };
  }
}

/**
 * Divides an answer into statements. A mark covers the statements before it in its paragraph that have none,
 * and a mark below a list or table all of its rows.
 */
export function statements(answer: string): Statement[] {
  return answer.split(/\n\s*\n/).flatMap((paragraph) => {
    const lines = paragraph.split('\n').filter((line) => !separator.test(line));
    const found = lines.flatMap((line) => [...statementsOf(line.trim())]);
    let behind: number[] = [];
    for (const statement of found.toReversed()) {
      if (statement.cited.length === 0) statement.cited = behind;
      else behind = statement.cited;
    }
    return found;
  });
}

const maxRows = 9;
/** A heading, a question of an FAQ, "Yes.", or the line above a list: what follows belongs to it. */
const leadsOn = ({ text, kind }: Statement) =>
  kind === 'heading' || /[?:？：]$/.test(text) || text.length <= 6;

/** Returns how many statements come first as one: a sentence with what leads to it, or a whole short list. */
export function headLength(all: readonly Statement[]): number {
  let at = 0;
  while (at < all.length - 1 && leadsOn(all[at]!)) at++;
  if (all[at]?.kind === 'sentence') return at + 1;
  let end = at;
  while (end < all.length && all[end]!.kind === all[at]!.kind) end++;
  return end - at <= maxRows ? end : at + 1;
}
