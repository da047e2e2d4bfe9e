import { button, relabel } from '../dom.ts';
import type { Strings } from '../strings.ts';

export function copyButton(
  name: string,
  strings: Strings,
  read: () => string,
  announce: (text: string) => void,
): HTMLButtonElement {
  const copy = async () => {
    await navigator.clipboard.writeText(read());
    relabel(node, strings.copied, 'check');
    announce(strings.copied);
    setTimeout(() => relabel(node, strings.copy, 'copy'), 2000);
  };
  const node = button(name, strings.copy, () => void copy(), 'copy');
  // Pages without https have no clipboard.
  node.hidden = !('clipboard' in navigator);
  return node;
}
