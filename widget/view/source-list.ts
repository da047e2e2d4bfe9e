import type { ClosestPage, Source } from '../../server/contract/chat.ts';
import { element, spoken } from '../dom.ts';
import { externalLink, safeUrl } from '../markdown-inline.ts';
import { titleOf } from '../source-title.ts';
import type { Strings } from '../strings.ts';

interface Card {
  title: string;
  /** May be empty: then it leads nowhere. */
  address: string;
  kind: Source['kind'];
  passage: (Node | string)[];
  number: HTMLElement[];
}

/** Kind of file, and host of another site. */
function placeOf(href: string, kind: Source['kind']): string {
  const { hostname } = new URL(href);
  const host = hostname === location.hostname ? '' : hostname.replace(/^www\./, '');
  return [host, /pdf|docx/.test(kind) ? kind.toUpperCase() : ''].filter(Boolean).join(' · ');
}

function card({ title, address, kind, passage, number }: Card, strings: Strings): HTMLElement {
  const href = address && safeUrl(address);
  const node = href ? externalLink(href, 'source') : element('span', 'source');
  const place = href ? placeOf(href, kind) : '';
  node.append(...number, element('span', 'source-title', [element('bdi', '', [title])]));
  if (place) node.append(element('span', 'place', [place]));
  if (passage.length > 0) node.append(element('span', 'passage', passage, { dir: 'auto' }));
  if (href) node.append(spoken(` (${strings.new_tab})`));
  return node;
}

const listOf = (caption: string, items: HTMLElement[]): HTMLElement =>
  element('div', 'sources', [
    element('p', 'caption', [caption]),
    element('ul', '', items, { role: 'list', 'aria-label': caption }),
  ]);

/** The numbered sources of an answer; each opens at its first statement. */
export const sourceList = (sources: readonly Source[], strings: Strings): HTMLElement =>
  listOf(
    strings.sources,
    sources.map((source) => {
      const { n, url, passage_url, kind, excerpt } = source;
      const number = [element('span', 'number', [`${n}`])];
      const passage = excerpt ? [excerpt] : [];
      const address = passage_url ?? url;
      const title = titleOf(source);
      return element('li', '', [card({ title, address, kind, passage, number }, strings)], {
        'data-n': n,
      });
    }),
  );

/** The passage with the words that were asked for marked. */
function marked({ passage, marks }: ClosestPage): (Node | string)[] {
  let at = 0;
  const parts = marks.flatMap(([start, end]) => {
    const before = passage.slice(at, start);
    at = end;
    return [before, element('mark', '', [passage.slice(start, end)])];
  });
  return [...parts, passage.slice(at)];
}

/** Pages that may answer what the chat could not answer for certain. */
export const closestList = (pages: readonly ClosestPage[], strings: Strings): HTMLElement =>
  listOf(
    strings.closest,
    pages.map((page) => {
      const { url: address, kind } = page;
      const title = titleOf(page);
      const passage = marked(page);
      return element('li', '', [card({ title, address, kind, passage, number: [] }, strings)]);
    }),
  );
