import { element } from '../dom.ts';

/** Pixels between a mark and its card, and between the card and the edge. */
const gap = 6;

/** Shows what a citation mark stands for while it is pointed at or focused. `frame` contains `log`. */
export function tipFor(frame: HTMLElement, log: HTMLElement): void {
  const tip = element('div', 'tip', [], { id: 'tip', role: 'tooltip' });
  tip.hidden = true;
  const hide = () => (tip.hidden = true);
  const show = ({ target }: Event) => {
    const mark = target instanceof HTMLElement ? target.closest<HTMLElement>('[data-tip]') : null;
    if (!mark) return;
    const { tip: title = '', text = '' } = mark.dataset;
    tip.replaceChildren(element('b', '', [title]), element('span', '', [text], { dir: 'auto' }));
    tip.hidden = false;
    const box = frame.getBoundingClientRect();
    const { left, top, bottom } = mark.getBoundingClientRect();
    const room = box.width - tip.offsetWidth - gap;
    const below = bottom - box.top + gap;
    const fits = below + tip.offsetHeight < box.height;
    tip.style.left = `${Math.max(gap, Math.min(left - box.left - gap, room))}px`;
    tip.style.top = `${fits ? below : top - box.top - tip.offsetHeight - gap}px`;
  };
  for (const event of ['mouseover', 'focusin']) log.addEventListener(event, show);
  for (const event of ['mouseout', 'focusout', 'scroll']) log.addEventListener(event, hide);
  frame.append(tip);
}
