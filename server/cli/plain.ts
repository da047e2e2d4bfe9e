/** Removes control characters: text of a page must not control the terminal. */
export const plain = (text: string) => text.replace(/(?![\n\t])[\p{Cc}\p{Cf}]/gu, '');

/** Puts a text on one line and cuts it to `length` characters. */
export function line(text: string, length: number): string {
  const flat = plain(text).replace(/\s+/g, ' ').trim();
  return flat.length <= length ? flat : `${flat.slice(0, length - 1)}…`;
}
