/** Fonts for symbols have their bullets in the private use area. */
export const bullet = /^[•◦‣⁃∙▪▫■□●○◆◇➢➤✓✔\uf000-\uf0ff]\s*/u;
export const dash = /^[-–—*·]\s+/u;
export const numeral = /^(?:\(?\d{1,3}[.)]|\(?[a-z][.)]|\([ivx]{1,4}\)|[ivx]{1,4}\.)\s/u;

/** Whether a text is the mark of a list item and nothing else. */
export const isMark = (text: string) =>
  text.length < 7 && `${text} `.replace(bullet, '').replace(dash, '').replace(numeral, '') === '';

/** An item without its bullet; a number stays: other lines refer to it, and "3. May" is a date. */
export const withoutBullet = (text: string) => text.replace(bullet, '').replace(dash, '');
