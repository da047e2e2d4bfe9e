import { rowText, type Block } from '../read/blocks.ts';

/** Characters of a heading that names one short line, and of the line. */
const maxName = 60;
const maxLine = 100;
/** So many in a row are a list. */
const minLines = 3;

const terminated = /[.!?…:;。！？؟।]["'”’»」』)\]]*$/;

const isLine = (block: Block | undefined): block is Block =>
  block?.kind === 'paragraph' &&
  block.level === undefined &&
  block.text.length <= maxLine &&
  !terminated.test(block.text) &&
  !isQuestion(block);

/** Returns how many headings of one level with one short line each begin at `start`. */
function shortSections(blocks: readonly Block[], start: number): number {
  const { level } = blocks[start]!;
  let count = 0;
  for (let at = start; ; at += 2) {
    const [heading, line] = blocks.slice(at, at + 2);
    const isOne =
      heading?.kind === 'heading' &&
      heading.level === level &&
      heading.text.length <= maxName &&
      !terminated.test(heading.text) &&
      isLine(line);
    if (!isOne) return count;
    count++;
  }
}

/** Returns the rows of sections with one short line each; the first ends the section before. */
const rowsOf = (blocks: readonly Block[]): Block[] =>
  blocks.flatMap((heading, at): Block[] => {
    if (at % 2 > 0) return [];
    const { level = 1, text } = heading;
    const line = blocks[at + 1]!;
    const ends = at === 0 && { level };
    return [{ ...line, kind: 'row', text: rowText([text, line.text], []), ...ends }];
  });

/** Returns the paragraphs as one if they are a list: most have a number, and none has several lines. */
function linesOf(lines: readonly Block[]): Block[] {
  const numbered = lines.filter(({ text }) => /\p{N}/u.test(text)).length;
  const isList = lines.length >= minLines && numbered > lines.length / 2;
  if (!isList || lines.some(({ continues }) => continues)) return [...lines];
  return lines.map((line, at) => (at > 0 ? { ...line, continues: true } : line));
}

/**
 * Reads lists that are made of headings or of paragraphs as lists: hours with a heading for each day as rows, and
 * a paragraph for each day as the lines of one paragraph.
 */
export function withLists(blocks: readonly Block[]): Block[] {
  const result: Block[] = [];
  let at = 0;
  while (at < blocks.length) {
    const sections = shortSections(blocks, at);
    let end = at;
    while (isLine(blocks[end])) end++;
    const found =
      sections >= minLines
        ? rowsOf(blocks.slice(at, (end = at + 2 * sections)))
        : linesOf(blocks.slice(at, (end = Math.max(end, at + 1))));
    for (const block of found) result.push(block);
    at = end;
  }
  return result;
}

/** Characters; a longer text that ends in a question is a paragraph. */
const maxQuestion = 200;
/** Questions of a section from which on it is a list of questions and answers. */
const minQuestions = 2;
/** Highest number of blocks before the first question. */
const maxIntroduction = 2;

/** Whether a block is one question, such as a line of an FAQ. */
export const isQuestion = ({ kind, text }: Pick<Block, 'kind' | 'text'>) =>
  (kind === 'paragraph' || kind === 'item') &&
  text.length <= maxQuestion &&
  /[?？؟\u037e]["”’»」』)\]]*$/.test(text);

/** Returns the indexes of a section's questions that have an answer, if it is a list of those. */
function answeredQuestions(blocks: readonly Block[], start: number, end: number): number[] {
  const found: number[] = [];
  for (let index = start; index < end - 1; index++) {
    if (isQuestion(blocks[index]!) && !isQuestion(blocks[index + 1]!)) found.push(index);
  }
  const isList = found.length >= minQuestions && found[0]! - start <= maxIntroduction;
  return isList ? found : [];
}

/** Turns the questions of FAQs into headings of their answers, so that the two are never separated. */
export function withQuestionsAsHeadings(blocks: readonly Block[]): Block[] {
  const result = [...blocks];
  let start = 0;
  let level = 0;
  const close = (end: number) => {
    for (const index of answeredQuestions(blocks, start, end)) {
      result[index] = { ...blocks[index]!, kind: 'heading', level: level + 1 };
    }
  };
  for (const [index, block] of blocks.entries()) {
    const isHeading = block.kind === 'heading';
    if (!isHeading && block.level === undefined) continue;
    close(index);
    start = isHeading ? index + 1 : index;
    level = isHeading ? (block.level ?? 1) : block.level! - 1;
  }
  close(blocks.length);
  return result;
}
