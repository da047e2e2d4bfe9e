import { element } from '../dom.ts';

/** The address of a page without the place on it. */
export const pageOf = (address: string) => address.replace(/#.*/, '');

export const isThisPage = (address: string) => pageOf(address) === pageOf(location.href);

/** Numbers that lead to the places of this page on which an answer stands. Undefined: there is one at most. */
export function placesBar(answer: Element | null, label: string): HTMLElement | undefined {
  const marks = [...(answer?.querySelectorAll<HTMLAnchorElement>('sup a[href]') ?? [])];
  const places = new Map(marks.map(({ href, textContent }) => [href, textContent]));
  const links = [...places]
    .filter(([href]) => isThisPage(href))
    .map(([href, number]) => element('a', 'place-number search', [number], { href }));
  return links.length > 1 ? element('nav', 'places', links, { 'aria-label': label }) : undefined;
}
