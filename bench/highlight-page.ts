import type { Page } from 'playwright-core';

/** Marks in a colour that no page has. */
export const markStyle = '::target-text{background:#f0f;color:#f0f}';

/** Words of a statement that the mark has to begin with. */
const compared = 5;

const rightToLeft = /[\p{Script=Arabic}\p{Script=Hebrew}]/u;
const words = (text: string) => text.toLowerCase().match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];

/** Whether the marked text begins with the first five words of the statement. */
export const beginsWith = (marked: string, statement: string): boolean => {
  const said = words(statement).slice(0, compared).join('');
  const seen = words(marked).join('');
  // The caret of a right-to-left text is found beside its first letter.
  return (
    said !== '' &&
    (seen.startsWith(said) || (rightToLeft.test(said) && seen.startsWith(said.slice(1))))
  );
};

/**
 * Returns the page's text from the first mark on the screen, in reading order; empty without a mark. Scripts
 * cannot ask for it, so that it is looked for in a picture of the screen.
 */
export async function markedText(page: Page): Promise<string> {
  const picture = (await page.screenshot()).toString('base64');
  return page.evaluate(async (png) => {
    const image = new Image();
    image.src = `data:image/png;base64,${png}`;
    await image.decode();
    const canvas = document.createElement('canvas');
    Object.assign(canvas, { width: image.width, height: image.height });
    const context = canvas.getContext('2d')!;
    context.drawImage(image, 0, 0);
    const { data } = context.getImageData(0, 0, canvas.width, canvas.height);
    const isMarked = (x: number, y: number) => {
      const at = 4 * (y * canvas.width + x);
      return data[at]! > 200 && data[at + 1]! < 60 && data[at + 2]! > 200;
    };
    for (let y = 0; y < canvas.height; y++) {
      const row = Array.from({ length: canvas.width }, (_, x) => x).filter((x) => isMarked(x, y));
      if (row.length === 0) continue;
      // The mark's upper edge is a little above the letters.
      const caretAt = (x: number) => document.caretPositionFromPoint(x, y + 6);
      const left = caretAt(row[0]! + 1);
      const around = left?.offsetNode.parentElement?.textContent ?? '';
      const isRightToLeft = /[\p{Script=Arabic}\p{Script=Hebrew}]/u.test(around);
      const caret = isRightToLeft ? caretAt(row.at(-1)! - 1) : left;
      if (!caret) return '';
      const range = document.createRange();
      range.setStart(caret.offsetNode, caret.offset);
      range.setEndAfter(document.body);
      return range.toString().slice(0, 300);
    }
    return '';
  }, picture);
}
