import type { Block } from '../blocks.ts';
import type { Bookmark } from './document.ts';

/** What programs put there when nobody gave a title. */
const placeholder =
  /^(?:(?:untitled|unbenannt|ohne titel|sans titre|sin título|senza titolo|無題|未命名|powerpoint[ -]pr.sentation|layout|print|document|slide|page|folie)[ \d_-]*|microsoft (?:word|excel|powerpoint) - .*)$/i;
const fileName =
  /(?:^[a-z]:\\|^\/|\.(?:docx?|pptx?|xlsx?|od[tps]|rtf|indd|pdf|tex|dvi|e?ps|qxd|p65|pub|html?|txt|cdr|ai)$)/i;

function isTitle(text: string): boolean {
  const meant = /\p{L}/u.test(text) && !/[\ufffd\p{Cc}\p{Co}]/u.test(text);
  return meant && !placeholder.test(text) && !fileName.test(text);
}

/** The metadata's title, or else the highest heading of the first page with any, or of the outline. */
export function titleOf(
  metadata: string,
  blocks: readonly Block[],
  outline: readonly Bookmark[],
): string {
  const title = metadata.replace(/\s+/g, ' ').trim();
  if (isTitle(title)) return title;
  const headings = blocks.filter(({ kind, page }) => kind === 'heading' && page === 1);
  const [heading] = headings.sort((a, b) => (a.level ?? 1) - (b.level ?? 1));
  return heading?.text ?? outline.find((bookmark) => isTitle(bookmark.title))?.title ?? '';
}
