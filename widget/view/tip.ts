import { element, listen } from '../dom.ts';

/** Pixels between a mark and its card, and between the card and the edge. */
const gap = 6;

/**
 * Shows what a citation mark stands for while it is pointed at or focused. A finger cannot point: its first tap
 * shows, its second follows the link. `frame` contains `log`.
 */
export function tipFor(frame: HTMLElement, log: HTMLElement): void {
  const tip = element('div', 'tip', [], { id: 'tip', role: 'tooltip' });
  let mark: HTMLElement | null = null;

  const place = () => {
    tip.hidden = !mark;
    if (!mark) return;
    const box = frame.getBoundingClientRect();
    const { left, top, bottom } = mark.getBoundingClientRect();
    const room = box.width - tip.offsetWidth - gap;
    const below = bottom - box.top + gap;
    const fits = below + tip.offsetHeight < box.height;
    tip.style.left = `${Math.max(gap, Math.min(left - box.left - gap, room))}px`;
    tip.style.top = `${fits ? below : top - box.top - tip.offsetHeight - gap}px`;
  };
  const markAt = ({ target }: Event) =>
    target instanceof HTMLElement ? target.closest<HTMLElement>('[data-tip]') : null;
  let isFirstTap = false;
  const point = (event: Event) => {
    mark = markAt(event);
    const { tip: title = '', text = '' } = mark?.dataset ?? {};
    tip.replaceChildren(element('b', '', [title]), element('span', '', [text], { dir: 'auto' }));
    place();
  };
  const leave = () => {
    mark = null;
    place();
  };
  listen(log, ['mouseover', 'focusin'], point);
  listen(log, ['mouseout', 'focusout'], leave);
  log.addEventListener('pointerdown', (event) => {
    const isTouch = event.pointerType === 'touch';
    isFirstTap = isTouch && mark !== markAt(event);
    if (isTouch) point(event);
  });
  log.addEventListener('click', (event) => {
    if (isFirstTap && markAt(event)) {
      event.preventDefault();
      point(event);
    }
    isFirstTap = false;
  });
  // The focus brings a mark into view only after it was told.
  log.addEventListener('scroll', place);
  leave();
  frame.append(tip);
}
