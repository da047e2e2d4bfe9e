import type { Block, Loaded } from './blocks.ts';
import { decodeText } from './decode-text.ts';
import { frontMatter } from './front-matter.ts';
import { markdownBlocks } from './markdown.ts';
import { plainTextBlocks } from './plain-text.ts';

/** Marks that hardly anybody types who does not mean Markdown. Each is looked for line by line. */
const marks = [
  /^ {0,3}#{1,6} +\S/m,
  /^ {0,3}(?:`{3,}[^`\n]*|~{3}\S*)$/m,
  /^ {0,3}\|?(?: *:?-{3,}:? *\|)+ *(?::?-{3,}:? *)?$/m,
  /^ {0,3}\S.*\n={3,} *$/m,
  /\[[^[\]\n]+\]\([^()\s]+\)/,
  /(?<![\w*])\*\*[^\s*][^*\n]*\*\*(?![\w*])/,
  /(?<![\w`])`[^`\n]+`(?![\w`])/,
  /^ {0,3}\[\^[^\]\s]+\]:/m,
];

/** Quotes in quotes and lists in lists so deep that nobody wrote them; each level costs stack. */
const tooDeep = /^(?:[ \t]{0,9}(?:>|[-*+]|\d{1,9}[.)])){30}/m;

function blocksOf(text: string, isMarked: boolean): Block[] {
  if (tooDeep.test(text) || !(isMarked || marks.some((mark) => mark.test(text)))) {
    return plainTextBlocks(text);
  }
  try {
    return markdownBlocks(text);
  } catch {
    // marked gives up on what only looks like Markdown; the words are there all the same.
    return plainTextBlocks(text);
  }
}

/**
 * Plain text and Markdown, told apart by what stands in them.
 *
 * @throws AppError `unsupported_type`
 */
export function loadText(bytes: Uint8Array): Loaded {
  const text = decodeText(bytes).replace(/\r\n?/g, '\n');
  const matter = frontMatter(text);
  const blocks = blocksOf(matter?.body ?? text, matter !== null);
  const heading = blocks.find(({ kind }) => kind === 'heading')?.text ?? '';
  return { title: matter?.title || heading, language: matter?.language ?? '', blocks };
}
