import type { ChatEvent } from '../../server/contract/chat.ts';
import { button, element, fill } from '../dom.ts';
import type { Strings } from '../strings.ts';
import { dots } from './dots.ts';

type Stage = ChatEvent & { type: 'status' };

/** After this time the visitor is told that it takes longer. */
const slowMs = 10_000;

function said(stage: Stage | undefined, strings: Strings): string {
  if (stage?.stage === 'waiting') return strings.waiting;
  if (stage?.title) return fill(strings.reading, stage.title);
  return stage ? strings.searching : strings.thinking;
}

/** Says what is done before the answer begins, and after a while that it can be stopped. */
export function waitingView(strings: Strings, onStop: () => void) {
  const text = element('span', 'stage', [], { dir: 'auto' });
  const slow = element('p', 'slow', [strings.slow, button('stop-waiting', strings.stop, onStop)]);
  const root = element('div', 'dots', [...dots(), text, slow]);
  let timer: ReturnType<typeof setTimeout> | undefined;
  const update = (waits: boolean, stage: Stage | undefined) => {
    const label = said(stage, strings);
    if (text.textContent !== label) text.textContent = label;
    root.hidden = !waits;
    if (waits) timer ??= setTimeout(() => (slow.hidden = false), slowMs);
    else {
      clearTimeout(timer);
      timer = undefined;
      slow.hidden = true;
    }
  };
  slow.hidden = true;
  return { root, update };
}
