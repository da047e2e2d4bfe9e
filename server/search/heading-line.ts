const longest = 120;
const sentenceEnd = /[.!?。！？]$/;

/**
 * The heading that a passage stands under, its second line behind the title; empty when there is none.
 * All passages of a page share the title, but the heading tells them apart.
 */
export function headingLine(text: string): string {
  const [title = '', line = '', ...content] = text.split('\n', 3);
  if (content.length === 0 || title.length > longest || line.length > longest) return '';
  return sentenceEnd.test(line) ? '' : line.slice(line.lastIndexOf('›') + 1);
}
