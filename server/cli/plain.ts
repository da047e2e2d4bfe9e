/** Without control characters: a page must not steer the terminal it is shown in. */
export const plain = (text: string) => text.replace(/(?![\n\t])[\p{Cc}\p{Cf}]/gu, '');

/** On one line, cut to `length` characters. */
export function line(text: string, length: number): string {
  const flat = plain(text).replace(/\s+/g, ' ').trim();
  return flat.length <= length ? flat : `${flat.slice(0, length - 1)}…`;
}
