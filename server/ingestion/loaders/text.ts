import type { Block, Loaded } from '../blocks.ts';

/** UTF-8 and UTF-16 by mark or validity; everything else is read as Windows-1252. */
export function decodeText(bytes: Uint8Array): string {
  const mark =
    bytes[0] === 0xff && bytes[1] === 0xfe
      ? 'utf-16le'
      : bytes[0] === 0xfe && bytes[1] === 0xff
        ? 'utf-16be'
        : null;
  if (mark) return new TextDecoder(mark).decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}

/** Plain text is Markdown without marks: both are read alike. Fenced code is kept whole. */
export function textBlocks(text: string): Block[] {
  const blocks: Block[] = [];
  let paragraph: string[] = [];
  let fence: { mark: string; lines: string[] } | null = null;

  function flush() {
    if (paragraph.length > 0) blocks.push({ kind: 'paragraph', text: paragraph.join(' ') });
    paragraph = [];
  }
  function closeFence() {
    if (fence && fence.lines.length > 0)
      blocks.push({ kind: 'code', text: fence.lines.join('\n') });
    fence = null;
  }

  for (const line of text.replace(/\r\n?/g, '\n').split('\n')) {
    const trimmed = line.trim();
    if (fence) {
      if (trimmed.startsWith(fence.mark)) closeFence();
      else fence.lines.push(line);
      continue;
    }
    const mark = /^(`{3,}(?!.*`)|~{3,})/.exec(trimmed)?.[1];
    const heading = /^(#{1,6})\s+(\S.*)$/.exec(trimmed);
    // A number stays: other lines refer to it, and "3. May" is a date.
    const item = /^[-*+•]\s+(\S.*)$/.exec(trimmed)?.[1] ?? /^\d{1,3}[.)]\s.+$/.exec(trimmed)?.[0];
    if (mark) {
      flush();
      fence = { mark, lines: [] };
    } else if (heading) {
      flush();
      const [, signs = '', text = ''] = heading;
      const title = text.replace(/(?<=\s)#+$/, '').trimEnd();
      blocks.push({ kind: 'heading', level: signs.length, text: title });
    } else if (item !== undefined) {
      flush();
      blocks.push({ kind: 'item', text: item });
    } else if (trimmed === '') {
      flush();
    } else {
      paragraph.push(trimmed);
    }
  }
  closeFence();
  flush();
  return blocks;
}

export function loadText(bytes: Uint8Array): Loaded {
  const blocks = textBlocks(decodeText(bytes));
  const title = blocks.find(({ kind }) => kind === 'heading')?.text ?? '';
  return { title, language: '', blocks };
}
