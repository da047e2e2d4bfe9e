import { isQuestion, sentences } from '../text/sentences.ts';
import { fitOfDay, type NamedDay } from '../question/days.ts';
import { sectionOf, type Passage } from '../storage/chunks.ts';
import { NgramSet, match, termsOf } from '../text/terms.ts';
import type { ScoredPassage } from './pack-context.ts';
import { shareWeights, type ComparedQuestion, type RankedSection } from './section-ranker.ts';

/** A cell of a table row with the name of its column, which may be empty. */
export interface Cell {
  name: string;
  value: string;
}

/** A sentence, a line of a list, a row of a table or a heading of a section's text. */
export interface Part {
  kind: 'sentence' | 'line' | 'row' | 'heading';
  /** Trimmed, without `[1]`, which would be read as a citation, and without the number of a step. */
  text: string;
  /** Number of a step, a `line` among lines that count up, with its sign: `2.`; else empty. */
  number: string;
  /** A `row` has two or more. */
  cells: readonly Cell[];
  /** Parts of one paragraph, list or table have the same number. */
  block: number;
}

const citationLike = / ?\[\d{1,3}\](?!\()/g;
const terminated = /[.!?…:;。！？؟।]["'”’»」』)\]]*$/;
const step = /^(\d{1,3}[.)]) /;
/** A number may head a heading: "1. Before you come". */
const isFact = /.\d|@|: /;
const hasWords = /[\p{L}\p{N}]/u;
/** Characters of the name of a column, and of a heading inside of a section. */
const maxName = 60;
const maxHeading = 100;
/** Cells of a row without names; with more it is rather a text. */
const maxUnnamed = 5;

/** Divides a section's text, as ingestion writes it, into its parts in order. */
export function partsOf(content: string): Part[] {
  const paragraphs = content
    .replace(citationLike, '')
    .split(/\n\s*\n/)
    .filter((text) => hasWords.test(text));
  return paragraphs.flatMap((paragraph, block) => {
    const lines = paragraph.split('\n').flatMap((line) => (hasWords.test(line) ? line.trim() : []));
    const isLast = block === paragraphs.length - 1;
    const isOfSteps = areSteps(lines);
    return lines.flatMap((text): Part[] => {
      const cells = cellsOf(text);
      const part = { text, number: '', cells, block };
      if (cells.length > 0) return [{ ...part, kind: 'row' }];
      if (lines.length > 1) {
        const [lead = '', number = ''] = (isOfSteps && step.exec(text)) || [];
        return [{ ...part, kind: 'line', text: text.slice(lead.length), number }];
      }
      if (!isLast && isHeading(text)) return [{ ...part, kind: 'heading' }];
      return sentences(text).map((sentence) => ({
        ...part,
        kind: 'sentence',
        text: sentence.text.trim(),
      }));
    });
  });
}

/** Whether lines are numbered one after the other: "24. Dezember" and "26. Dezember" are not. */
function areSteps(lines: readonly string[]): boolean {
  const numbers = lines.flatMap((line) => (step.test(line) ? parseInt(line) : []));
  return numbers.length > 1 && numbers.every((number, at) => number === numbers[0]! + at);
}

/** Whether a paragraph of one line names what follows; a telephone number or price does not. */
const isHeading = (text: string) =>
  text.length <= maxHeading && (!terminated.test(text) || isQuestion(text)) && !isFact.test(text);

/** Reads a row of a table without a header: "Tuesday; 10:00 – 17:00", but not "Bread; water; milk". */
function unnamedCells(line: string): Cell[] {
  const cells = line.split('; ').map((value) => ({ name: '', value }));
  const isRow = cells.length === 2 || (cells.length <= maxUnnamed && /\p{N}/u.test(line));
  return isRow && cells.length > 1 && cells[0]!.value.length <= maxName ? cells : [];
}

/**
 * Reads a table row as ingestion writes it: `Ticket: Family; Price: €28.00`. A column without a name has only
 * its value: `Sunday; Desk: 9:00 to 12:00`. Empty for any other line.
 */
export function cellsOf(line: string): Cell[] {
  const cells = line.split('; ').map((text): { cell: Cell | null; text: string } => {
    const at = text.indexOf(': ');
    const isNamed = at > 0 && at <= maxName;
    return { cell: isNamed ? { name: text.slice(0, at), value: text.slice(at + 2) } : null, text };
  });
  const joined: Cell[] = [];
  cells.forEach(({ cell, text }, at) => {
    const last = joined.at(-1);
    if (cell) joined.push(cell);
    else if (at === 0 && cells.length > 1 && text.length <= maxName)
      joined.push({ name: '', value: text });
    // A semicolon inside a cell continues it.
    else if (last) last.value += `; ${text}`;
  });
  if (joined.every(({ name }) => name === ''))
    return terminated.test(line) ? [] : unnamedCells(line);
  return joined.length > 1 ? joined : [];
}

/** A section's text as it is quoted. */
export interface Quotation {
  /** All that is quoted, as the source of the answer. */
  passage: ScoredPassage;
  /** In reading order; headings above all but the first section among them. */
  parts: readonly Part[];
  /** The part that fits the question best; null: none does better than the others. */
  marked: Part | null;
  /** The text begins, or ends, behind or before the section does. */
  isCut: { start: boolean; end: boolean };
}

export interface QuotedQuestion extends ComparedQuestion {
  days: readonly NamedDay[];
  /** The last answer, whose marked part is not marked again; empty if the question stands alone. */
  lastAnswer: string;
}

/** Characters. */
export const maxQuoted = 600;
/** How much a day that a part names counts beside its share of the question's words, for each degree of its fit. */
const dayWeight = 0.5;
/** A part with less of the question's words has function words only. */
const minFit = 0.1;
/**
 * Share that a word counts less if the topic has it: of 824 questions of `bench/sites` 442 are marked right, 430
 * without it, and 421 if such words count for nothing.
 */
const ofTopic = 0.65;
/** A row whose score is this share of the best is about as good. */
const alike = 0.9;

const bare = (text: string) => ` ${text} `.replace(/[*\\\s|:]+/g, ' ');

/**
 * Returns the part that fits a question best, by its words and the days that it names; null if none fits.
 *
 * @param topic Title and headings above the parts: their words are about all of them, so they tell none apart.
 */
export function bestPart(
  parts: readonly Part[],
  { text, language, synonyms, days, lastAnswer }: QuotedQuestion,
  topic = '',
): Part | null {
  const above = new NgramSet(topic);
  const terms = termsOf(text, { language, own: synonyms }).map((term) => ({
    ...term,
    weight: term.weight * (1 - ofTopic * match({ ...term, alternatives: [] }, above)),
  }));
  const quoted = bare(
    Array.from(lastAnswer.matchAll(/\*\*(.+?)\*\*/g), ([, bold]) => bold).join(' '),
  );
  const isQuoted = ({ text, cells }: Part) =>
    (cells.length > 0 ? cells.map(({ value }) => value) : [text]).every((each) =>
      quoted.includes(bare(each)),
    );
  const candidates = parts.filter((part) => part.kind !== 'heading' && !isQuoted(part));
  const matches = candidates.map((part) => {
    const grams = new NgramSet(part.text);
    return terms.map((term) => match(term, grams));
  });
  const weights = shareWeights(terms, matches);
  const scores = candidates.map((part, at) => {
    const share = matches[at]!.reduce((sum, each, term) => sum + weights[term]! * each, 0);
    const dayFits = days.map((day) => fitOfDay(part.text, language, day));
    return share + (dayFits.length > 0 ? dayWeight * Math.max(...dayFits) : 0);
  });
  const best = Math.max(...scores);
  const part = candidates[scores.indexOf(best)];
  if (!part || best < minFit) return null;
  if (part.kind === 'sentence') return part;
  const rivals = scores.filter(
    (score, at) => candidates[at]!.block === part.block && score > alike * best,
  );
  const rows = parts.filter(({ block }) => block === part.block);
  // A question for most rows of a table is answered by none of them.
  return rivals.length > 1 && 2 * rivals.length > rows.length ? null : part;
}

/** Returns what stands above a passage. */
export const topicOf = ({ title, headingPath }: Passage) => `${title}\n${headingPath}`;

const lengthOf = (parts: readonly Part[]) =>
  parts.reduce((sum, { text }) => sum + text.length + 1, 0);

/** Returns the parts from the beginning, or from the marked one's paragraph if that is too far behind it. */
function cut(parts: readonly Part[], marked: Part | null) {
  const at = marked ? parts.indexOf(marked) : 0;
  let start = 0;
  if (lengthOf(parts.slice(0, at + 1)) > maxQuoted) {
    start = parts.findIndex(({ block }) => block === parts[at]!.block);
    while (start < at && lengthOf(parts.slice(start, at + 1)) > maxQuoted) start++;
  }
  let end = start + 1;
  while (end < parts.length && lengthOf(parts.slice(start, end + 1)) <= maxQuoted) end++;
  // A heading at the end names nothing.
  while (end > start + 1 && parts[end - 1]!.kind === 'heading') end--;
  return { parts: parts.slice(start, end), isCut: { start: start > 0, end: end < parts.length } };
}

/** A section beside the quoted one belongs to it if its score is at most this much less. */
const maxBehind = 3;

/** Returns the best section with those beside it that fit the question about as well, in reading order. */
function around(best: RankedSection, sections: readonly RankedSection[]): Passage[] {
  const { documentId, page, position } = best.passage;
  const near = new Map(
    sections
      .filter(({ passage, score }) => {
        const isBeside = passage.documentId === documentId && passage.page === page;
        return isBeside && score >= best.score - maxBehind;
      })
      .map(({ passage }) => [passage.position, passage]),
  );
  const chosen = [best.passage];
  let length = best.passage.content.length;
  const hasRoom = (chunk: Passage | undefined): chunk is Passage =>
    chunk !== undefined && length + chunk.content.length + sectionOf(chunk).length <= maxQuoted;
  for (let [from, to] = [position, position]; ;) {
    const next = near.get(to + 1);
    const chunk = hasRoom(next) ? next : near.get(from - 1);
    if (!hasRoom(chunk)) return chosen;
    length += chunk.content.length + sectionOf(chunk).length;
    if (chunk === next) {
      chosen.push(chunk);
      to++;
    } else {
      chosen.unshift(chunk);
      from--;
    }
  }
}

/**
 * Returns the parts of chunks; each that does not begin the quotation with the best one has its heading before it. The
 * chunks of a section repeat sentences of each other.
 */
function partsWithHeadings(chunks: readonly Passage[], best: Passage): Map<Passage, Part[]> {
  const ofBest = new Set(partsOf(best.content).map(({ text }) => text));
  const repeats = ({ headingPath }: Passage, { text }: Part) =>
    headingPath === best.headingPath && ofBest.has(text);
  let block = 0;
  return new Map(
    chunks.map((chunk, at) => {
      const heading = sectionOf(chunk);
      const before = chunks[at - 1];
      const hasSameHeading = before ? heading === sectionOf(before) : chunk === best;
      const isNew = heading !== '' && !hasSameHeading;
      const own = partsOf(chunk.content)
        .filter((part) => chunk === best || !repeats(chunk, part))
        .map((part) => ({ ...part, block: part.block + block + 1 }));
      const title: Part[] = isNew
        ? [{ kind: 'heading', text: heading, number: '', cells: [], block }]
        : [];
      block = (own.at(-1)?.block ?? block) + 1;
      return [chunk, [...title, ...own]];
    }),
  );
}

/**
 * Quotes a section, with sections beside it that fit the question about as well, up to 600 characters, and marks the
 * part that fits best.
 */
export function quoteSection(
  best: RankedSection,
  sections: readonly RankedSection[],
  question: QuotedQuestion,
): Quotation {
  const { passage, chunk } = best;
  const chunks = around(best, sections);
  const all = partsWithHeadings(chunks, passage);
  const marked = bestPart(all.get(passage)!, question, topicOf(passage));
  return {
    passage: {
      ...passage,
      content: chunks.map(({ content }) => content).join('\n\n'),
      chunkIds: chunks.map(({ chunkId }) => chunkId),
      score: chunk.score,
    },
    ...cut([...all.values()].flat(), marked),
    marked,
  };
}
