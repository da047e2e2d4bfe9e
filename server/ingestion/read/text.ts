import { parse } from 'yaml';
import { z } from 'zod';
import type { Block, Loaded } from './blocks.ts';
import { decodeText } from './decode.ts';
import { markdownBlocks } from './markdown.ts';
import { plainTextBlocks } from './plain-text.ts';

const yamlMatter = /^---[ \t]*\n([^]*?)\n(?:---|\.\.\.)[ \t]*(?:\n|$)/;
const tomlMatter = /^\+\+\+[ \t]*\n([^]*?)\n\+\+\+[ \t]*(?:\n|$)/;
/** Characters. What is longer is no front matter. */
const longest = 20_000;

const text = z.string().catch('');
const fields = z.looseObject({ title: text, lang: text, language: text, locale: text });

export interface FrontMatter {
  title: string;
  /** BCP 47; empty when not said. */
  language: string;
  /** What stands behind it. */
  body: string;
}

function languageOf(tag: string): string {
  try {
    return Intl.getCanonicalLocales(tag.replace('_', '-'))[0] ?? '';
  } catch {
    return '';
  }
}

function fromYaml(source: string): unknown {
  try {
    return parse(source, { schema: 'failsafe', maxAliasCount: 10, logLevel: 'error' });
  } catch {
    return null;
  }
}

/** `name = "value"` of the first table; nothing else is asked for. */
const fromToml = (source: string): Record<string, string> =>
  Object.fromEntries(
    [...source.matchAll(/^[ \t]*(\w+)[ \t]*=[ \t]*(?:"([^"\n]*)"|'([^'\n]*)')/gm)].map(
      ([, name = '', double, single]) => [name, double ?? single ?? ''],
    ),
  );

/** What the head of a Markdown file says of it; null when it has no such head. */
export function frontMatter(source: string): FrontMatter | null {
  const head = source.slice(0, longest);
  const yaml = yamlMatter.exec(head);
  const matter = yaml ?? tomlMatter.exec(head);
  if (!matter) return null;
  const [whole, inner = ''] = matter;
  const read = fields.safeParse(yaml ? fromYaml(inner) : fromToml(inner));
  if (!read.success) return null;
  const { title, lang, language, locale } = read.data;
  return {
    title: title.trim(),
    language: languageOf(lang || language || locale),
    body: source.slice(whole.length),
  };
}

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
