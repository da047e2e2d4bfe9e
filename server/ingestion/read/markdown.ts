import { load } from 'cheerio';
import { Lexer, type MarkedToken, type Token, type Tokens } from 'marked';
import { type Block, rowText } from './blocks.ts';
import { htmlBlocks } from './html.ts';
import { joinLines } from './plain-text.ts';

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
    const names = header.map(({ text }) => lineOf(text));
    const all = rows.map((cells) => cells.map(({ text }) => lineOf(text)));
    const lines = all.length > 0 ? all.map((texts) => rowText(texts, names)) : [rowText(names, [])];
    for (const text of lines) if (text) blocks.push({ kind: 'row', text });
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
