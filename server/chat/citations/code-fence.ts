/** An open code block. */
export interface Fence {
  /** The backticks or tildes that opened it. */
  ticks: string;
  /** A line that ends it. */
  end: string;
  /** The beginning of each line inside: a quotation's `>`, a list item's indentation. */
  inside: string;
}

/** Only a list that starts at 1 may follow a paragraph's line; five containers are as deep as the widget reads. */
const opening = /^( *(?:(?:>|[-*+]|1[.)]) +|>){0,5})(`{3,}(?!`)(?!.*`)|~{3,})/;
const undecided = /^ *(?:(?:>|[-*+]|1[.)]) +|>){0,5}(?:[-*+]|1[.)]?|`+[^`\n]*|~{1,2}|~~~.*)?$/;

/** Whether the rest of a line decides if it opens a code block. */
export const mayOpenFence = (line: string) => undecided.test(line);

/** Reads the code block that a whole line opens. */
export function openFence(line: string): Fence | null {
  const [, prefix = '', ticks] = opening.exec(line) ?? [];
  if (ticks === undefined) return null;
  const inside = prefix.replace(/[^>]/g, ' ');
  // A quotation goes on without the space behind its last `>`.
  return { ticks, end: inside + ticks, inside: inside.replace(/> *$/, '>') };
}

/** Whether the rest of a line decides its place in a code block. */
export const mayCloseFence = (line: string) => /^[ \t>]*(?:(?:`+|~+)[ \t]*)?$/.test(line);

/**
 * A code block ends with its closing line, and with the list item or quotation that it is in: `outside`.
 *
 * @param line At least up to the first character that decides; see `mayCloseFence`.
 */
export function placeInFence(
  line: string,
  { ticks, inside }: Fence,
): 'inside' | 'closes' | 'outside' {
  const isBlank = line.trim() === '' && !inside.includes('>');
  if (!line.startsWith(inside) && !isBlank) return 'outside';
  const code = line.slice(inside.length).trim();
  const closes = code.length >= ticks.length && code === ticks[0]!.repeat(code.length);
  return closes ? 'closes' : 'inside';
}
