import type { Block } from './blocks.ts';

/** Columns at which texts are wrapped. */
const minWrap = 40;
const maxWrap = 120;
/** Columns that may stay empty at the end of a full line besides those of the next word. */
const slack = 4;

const wide = /[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Hangul}\u3000-\u303f\uff00-\uff60]/gu;
const unspaced = /[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Thai}\u3000-\u303f\uff00-\uff60]/u;

/** Returns the width in columns of a terminal: East Asian characters take two. */
const widthOf = (line: string) => line.length + (line.match(wide)?.length ?? 0);

/** Joins wrapped lines: with a space, except in scripts without spaces. */
export const joinLines = (lines: readonly string[]): string =>
  lines.reduce((joined, line) => {
    const without = unspaced.test(joined.at(-1) ?? '') && unspaced.test(line[0] ?? '');
    return joined + (without ? '' : ' ') + line;
  });

/** Whether lines were wrapped: the next word would not have fitted on most of them. */
function isWrapped(lines: readonly string[]): boolean {
  const widths = lines.map((line) => widthOf(line.trimEnd()));
  const widest = widths.reduce((max, width) => Math.max(max, width), 0);
  if (widest < minWrap || widest > maxWrap) return false;
  const full = lines.slice(1).filter((line, index) => {
    const start = line.trimStart();
    const word = unspaced.test(start[0] ?? '') ? 2 : start.search(/\s|$/);
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
