import type { Block } from './blocks.ts';
import { parseHtml, readPieces } from './html.ts';
import { findControls } from './page/controls.ts';
import { isHidden, isUnseen } from './page/elements.ts';

/** Reads a text without navigation, such as a post. */
export function htmlBlocks(html: string): Block[] {
  const root = parseHtml(html);
  const controls = findControls(root);
  const pieces = readPieces(root, {
    leavesOut: (element) =>
      element.name === 'form' || isUnseen(element) || isHidden(element, controls),
    labels: controls.labels,
    pictures: true,
    isLayout: () => false,
    boldHeaders: true,
  });
  return pieces.map(({ block }) => block);
}
