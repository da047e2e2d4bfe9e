import { estimateTokens } from '../../text/estimate-tokens.ts';

/**
 * Splits a text into the fewest parts of about `maxTokens`, all near the same length, between words where there are
 * spaces. One part of a long text at a time lets questions pass, and a text may be longer than a model reads.
 */
export function windowsOf(text: string, maxTokens: number): string[] {
  const count = Math.ceil(estimateTokens(text) / maxTokens);
  const windows: string[] = [];
  let start = 0;
  for (let left = count; left > 1; left--) {
    const middle = start + Math.ceil((text.length - start) / left);
    const space = text.slice(start, middle + 1).search(/\s\S*$/);
    // Half of a code point would be an unknown character.
    const isHalf = (text.codePointAt(middle - 1) ?? 0) > 0xffff;
    const end = space > 0 ? start + space : isHalf ? middle + 1 : middle;
    windows.push(text.slice(start, end));
    start = end;
  }
  return [...windows, text.slice(start)];
}
