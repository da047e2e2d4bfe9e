import { parse } from 'yaml';
import { z } from 'zod';
import { languageTag, type Block, type Loaded } from './blocks.ts';
import { decodeText } from './decode.ts';
import { markdownBlocks } from './markdown.ts';
import { plainTextBlocks } from './plain-text.ts';

const yamlMatter = /^---[ \t]*\n([^]*?)\n(?:---|\.\.\.)[ \t]*(?:\n|$)/;
const tomlMatter = /^\+\+\+[ \t]*\n([^]*?)\n\+\+\+[ \t]*(?:\n|$)/;
/** Characters. */
const maxFrontMatter = 20_000;

const text = z.string().catch('');
const fields = z.looseObject({ title: text, lang: text, language: text, locale: text });

interface FrontMatter {
  title: string;
  /** BCP 47; may be empty. */
  language: string;
  /** Text after the front matter. */
  body: string;
}

function fromYaml(source: string): unknown {
  try {
    return parse(source, { schema: 'failsafe', maxAliasCount: 10, logLevel: 'error' });
  } catch {
    return null;
  }
}

/** Reads `name = "value"`, which suffices for title and language. */
const fromToml = (source: string): Record<string, string> =>
  Object.fromEntries(
    [...source.matchAll(/^[ \t]*(\w+)[ \t]*=[ \t]*(?:"([^"\n]*)"|'([^'\n]*)')/gm)].map(
      ([, name = '', double, single]) => [name, double ?? single ?? ''],
    ),
  );

/** Reads the front matter of a Markdown file; null if it has none. */
function frontMatter(source: string): FrontMatter | null {
  const head = source.slice(0, maxFrontMatter);
  const yaml = yamlMatter.exec(head);
  const matter = yaml ?? tomlMatter.exec(head);
  if (!matter) return null;
  const [whole, inner = ''] = matter;
  const read = fields.safeParse(yaml ? fromYaml(inner) : fromToml(inner));
  if (!read.success) return null;
  const { title, lang, language, locale } = read.data;
  return {
    title: title.trim(),
    language: languageTag(lang || language || locale),
    body: source.slice(whole.length),
  };
}

/** Marks that are rare in plain text, each searched line by line. */
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

/** Nested quotes and lists so deep that nobody wrote them; each level takes stack. */
const tooDeep = /^(?:[ \t]{0,9}(?:>|[-*+]|\d{1,9}[.)])){30}/m;

function blocksOf(source: string, hasFrontMatter: boolean): Block[] {
  const isMarkdown = hasFrontMatter || marks.some((mark) => mark.test(source));
  if (!isMarkdown || tooDeep.test(source)) return plainTextBlocks(source);
  try {
    return markdownBlocks(source);
  } catch {
    // marked throws at some texts that only look like Markdown.
    return plainTextBlocks(source);
  }
}

/**
 * Loads plain text and Markdown, which are told apart by their content.
 *
 * @throws AppError `unsupported_type`
 */
export function loadText(bytes: Uint8Array): Loaded {
  const source = decodeText(bytes).replace(/\r\n?/g, '\n');
  const matter = frontMatter(source);
  const blocks = blocksOf(matter?.body ?? source, matter !== null);
  const heading = blocks.find(({ kind }) => kind === 'heading')?.text ?? '';
  return { title: matter?.title || heading, language: matter?.language ?? '', blocks };
}
