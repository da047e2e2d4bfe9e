import { load } from 'cheerio';
import { Lexer, type MarkedToken, type Token, type Tokens } from 'marked';
import { parse } from 'yaml';
import { z } from 'zod';
import { type Block, isUnspaced, languageTag, type Loaded } from './blocks.ts';
import { linesOf } from './table.ts';
import { htmlBlocks } from './html-blocks.ts';
import { decodeText } from './decode.ts';

/** Columns at which texts are wrapped. */
const minWrap = 40;
const maxWrap = 120;
/** Columns that may stay empty at the end of a full line besides those of the next word. */
const slack = 4;

const wide = /[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Hangul}\u3000-\u303f\uff00-\uff60]/gu;

/** Returns the width in columns of a terminal: East Asian characters take two. */
const widthOf = (line: string) => line.length + (line.match(wide)?.length ?? 0);

/** Joins wrapped lines: with a space, except in scripts without spaces. */
export const joinLines = (lines: readonly string[]): string =>
  lines.reduce((joined, line) => {
    const without = isUnspaced(joined.at(-1) ?? '') && isUnspaced(line[0] ?? '');
    return joined + (without ? '' : ' ') + line;
  });

/** Whether lines were wrapped: the next word would not have fitted on most of them. */
function isWrapped(lines: readonly string[]): boolean {
  const widths = lines.map((line) => widthOf(line.trimEnd()));
  const widest = widths.reduce((max, width) => Math.max(max, width), 0);
  if (widest < minWrap || widest > maxWrap) return false;
  const full = lines.slice(1).filter((line, index) => {
    const start = line.trimStart();
    const word = isUnspaced(start[0] ?? '') ? 2 : start.search(/\s|$/);
    return (widths[index] ?? 0) + word + slack >= widest;
  });
  return full.length >= (lines.length - 1) * 0.8;
}

/** Removes the indentation that all lines share. */
function unindent(lines: readonly string[]): string {
  const indents = lines.map((line) => line.length - line.trimStart().length);
  const shared = indents.reduce((min, indent) => Math.min(min, indent));
  return lines.map((line) => line.slice(shared).trimEnd()).join('\n');
}

/** Returns adjacent lines as a paragraph if they were wrapped, else as lines that are meant as such. */
function linesBlocks(lines: readonly string[]): Block[] {
  const trimmed = lines.map((line) => line.trim());
  const [only] = trimmed;
  if (trimmed.length === 1 && only) return [{ kind: 'paragraph', text: only }];
  if (isWrapped(lines)) return [{ kind: 'paragraph', text: joinLines(trimmed) }];
  if (trimmed.some((line) => widthOf(line) > maxWrap)) {
    return trimmed.map((text) => ({ kind: 'paragraph', text }));
  }
  return [{ kind: 'code', text: unindent(lines) }];
}

const bullet = /^[-*+•‣◦▪–]\s+(?=\S)/;
const number = /^\(?(\d{1,3})[.)]\s+\S/;
const rule = /^([-=_*~#])\1{2,199}$/;

/** Returns the list item that a line begins, with its number: other lines may refer to it. */
function itemOf(line: string, before: string[], behindItem: boolean): string | null {
  if (bullet.test(line)) return line.replace(bullet, '');
  const written = number.exec(line)?.[1];
  const begins = before.length === 0 || behindItem || before.at(-1)?.trimEnd().endsWith(':');
  return written !== undefined && (begins || written === '1') ? line : null;
}

/** Divides text without markup into paragraphs, list items and lines. No word is lost. */
export function plainTextBlocks(text: string): Block[] {
  const blocks: Block[] = [];
  let lines: string[] = [];
  let item: Block | null = null;

  function flush() {
    if (lines.length > 0) for (const block of linesBlocks(lines)) blocks.push(block);
    lines = [];
    item = null;
  }

  for (const line of text.split(/\r\n?|[\n\f\v\u0085\u2028\u2029]/)) {
    const trimmed = line.trim();
    const found = itemOf(trimmed, lines, item !== null);
    if (trimmed === '' || rule.test(trimmed)) {
      flush();
    } else if (found !== null) {
      flush();
      item = { kind: 'item', text: found };
      blocks.push(item);
    } else if (item && /^(?: {2}|\t)/.test(line)) {
      item.text = joinLines([item.text, trimmed]);
    } else {
      if (item) flush();
      lines.push(line);
    }
  }
  flush();
  return blocks;
}

/** Characters: the lexer's time grows with the square of a paragraph's length. */
const maxParagraph = 10_000;

const footnote = /\[\^[^[\]\s]+\]/g;
const definition = /^\[\^[^\]\s]+\]:[ \t]*/;

const decodeEntities = (text: string) =>
  /&[#\w]+;/.test(text) ? load(text.replaceAll('<', '&lt;'), null, false).text() : text;

function inlineText(tokens: readonly Token[]): string {
  return tokens.map((token) => textOfToken(token as MarkedToken)).join('');
}

function textOfToken(token: MarkedToken): string {
  if (token.type === 'br' || /^<br\b/i.test(token.raw)) return '\n';
  if (token.type === 'html' || token.type === 'checkbox') return '';
  if (token.type === 'codespan' || token.type === 'escape') return token.text;
  if ('tokens' in token && token.tokens && token.type !== 'image') return inlineText(token.tokens);
  return 'text' in token ? joinLines(decodeEntities(token.text).split('\n')) : token.raw;
}

/** Reads Markdown (GFM with footnotes). */
export function markdownBlocks(source: string): Block[] {
  const lexer = new Lexer({ gfm: true });
  const blocks: Block[] = [];

  /** Returns inline text with `\n` for each hard line break. */
  function textOf(text: string): string {
    const marked = text.replace(footnote, '');
    if (marked.length > maxParagraph) return joinLines(marked.split('\n'));
    return inlineText(lexer.inlineTokens(marked, []));
  }

  const lineOf = (text: string) => textOf(text).replace(/\s+/g, ' ').trim();

  function addText(kind: 'paragraph' | 'item', text: string): void {
    for (const part of text.split(/\n(?=\[\^[^\]\s]+\]:|[•‣◦▪]\s)/)) {
      const isItem = /^[•‣◦▪]\s/.test(part);
      for (const line of textOf(part.replace(definition, '').replace(/^[•‣◦▪]\s+/, '')).split(
        '\n',
      )) {
        const content = line.replace(/\s+/g, ' ').trim();
        if (content) blocks.push({ kind: isItem ? 'item' : kind, text: content });
      }
    }
  }

  function addHeading({ depth, text }: Tokens.Heading): void {
    const line = lineOf(text);
    if (line) blocks.push({ kind: 'heading', level: depth, text: line });
  }

  function addCode({ text }: Tokens.Code): void {
    if (text.trim()) blocks.push({ kind: 'code', text });
  }

  function addTable({ header, rows }: Tokens.Table): void {
    const cells = (row: Tokens.TableCell[], isHead: boolean) =>
      row.map(({ text }) => ({ text: lineOf(text), isHead }));
    const lines = linesOf([cells(header, true), ...rows.map((row) => cells(row, false))]);
    for (const { text } of lines) blocks.push({ kind: 'row', text });
  }

  function addList({ ordered, items }: Tokens.List): void {
    const written = items.map(({ raw }) => /^\s*(\d+)([.)])/.exec(raw));
    // "1. 1. 1." leaves the numbering to the renderer.
    const first = written[0]?.[1];
    const counted = items.length > 1 && written.every((each) => each?.[1] === first);
    items.forEach((item, index) => {
      const [, number = '', sign = '.'] = written[index] ?? [];
      const label = `${counted ? Number(first) + index : number}${sign} `;
      const start = blocks.length;
      add(item.tokens, 'item');
      const block = blocks[start];
      if (block && item.task) block.text = block.text.replace(/^\[[ x]\] /i, '');
      if (block && ordered) block.text = label + block.text;
    });
  }

  function add(tokens: readonly Token[], kind: 'paragraph' | 'item'): void {
    for (const each of tokens) {
      const token = each as MarkedToken;
      if (token.type === 'heading') addHeading(token);
      else if (token.type === 'paragraph' || token.type === 'text') addText(kind, token.text);
      else if (token.type === 'code') addCode(token);
      else if (token.type === 'list') addList(token);
      else if (token.type === 'table') addTable(token);
      else if (token.type === 'blockquote') add(token.tokens, kind);
      else if (token.type === 'html') for (const block of htmlBlocks(token.raw)) blocks.push(block);
      // marked takes a footnote of one word for a link definition.
      else if (token.type === 'def' && token.tag.startsWith('^')) addText(kind, token.raw);
    }
  }

  add(lexer.blockTokens(source, []), 'paragraph');
  return blocks;
}

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
