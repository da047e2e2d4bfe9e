import type { Block } from '../read/blocks.ts';

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
