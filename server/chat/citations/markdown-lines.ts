/** Code between fences, and what its lines must have to be inside. */
export interface Fence {
  character: string;
  size: number;
  /** Columns of the list item it is in. */
  indent: number;
  /** Whether it is in a quotation. */
  quoted: boolean;
  /** The line that ends it for every renderer. */
  end: string;
}

const fence = /^( *(?:(?:>|[-*+]|\d{1,9}[.)]) +|>)*)(`{3,}(?!`)(?!.*`)|~{3,})/;
const beginsFence = /^ *(?:(?:>|[-*+]|\d{1,9}[.)]) +|>)*(?:[-*+]|\d{1,9}[.)]?|`+|~+)?$/;
const definition =
  /^\[(?:\^[^\]\n]{0,80}\]:|[^\]\n]{1,80}\]:[ \t]*<?(?:[a-z][a-z0-9+.-]{0,11}:|\/|www\.))/i;
const beginsDefinition = /^\[\^?[^\]\n]{0,80}(?:\](?::[ \t]*<?[a-z0-9+.-]{0,12})?)?$/i;

/** What a line opens; `more` if that depends on the rest of it. */
export function fenceAt(line: string, isWhole: boolean): Fence | 'more' | null {
  const [opened, prefix = '', run = ''] = fence.exec(line) ?? [];
  if (!isWhole && (opened !== undefined || beginsFence.test(line))) return 'more';
  if (opened === undefined) return null;
  const quoted = prefix.includes('>');
  const end = prefix.replace(/[^>\t]/g, ' ') + run;
  return { character: run[0]!, size: run.length, indent: prefix.length, quoted, end };
}

/** Whether a line says where links lead, or is a footnote. */
export function isDefinition(line: string, isWhole: boolean): boolean | 'more' {
  const found = definition.test(line);
  return !isWhole && (found || beginsDefinition.test(line)) ? 'more' : found;
}

/**
 * Where a line between fences stands. A fence ends with the list item or quotation it is in, and
 * renderers do not agree when that is: what only some of them take for code is `outside`,
 * and `end` has to be written before it.
 */
export function placeOf(
  line: string,
  { character, size, indent, quoted }: Fence,
  isWhole: boolean,
): 'inside' | 'closes' | 'outside' | 'more' {
  if (!isWhole && /^[ \t>]*(?:(?:`+|~+)[ \t]*)?$/.test(line)) return 'more';
  const code = (quoted ? line.replace(/^[ \t>]*/, '') : line).trim();
  const spaces = line.length - line.trimStart().length;
  const isInside = quoted ? /^ {0,3}>/.test(line) : code === '' || spaces >= indent;
  if (!isInside) return 'outside';
  return code.length >= size && code === character.repeat(code.length) ? 'closes' : 'inside';
}
