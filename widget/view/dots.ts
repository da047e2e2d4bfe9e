import { element, spoken } from '../dom.ts';

export const dots = (): HTMLElement[] => [element('i'), element('i'), element('i')];

export const thinkingDots = (label: string): HTMLElement =>
  element('div', 'dots', [spoken(label), ...dots()]);
