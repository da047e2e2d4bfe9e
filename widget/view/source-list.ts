import type { ClosestPage, Source, Statement } from '../../server/contract/chat.ts';
import { element, spoken } from '../dom.ts';
import { linkTo, opensNewTab, safeUrl } from '../markdown-inline.ts';
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
  const node = href ? linkTo(href, 'source') : element('span', 'source');
  const place = href ? placeOf(href, kind) : '';
  node.append(...number, element('span', 'source-title', [element('bdi', '', [title])]));
  if (place) node.append(element('span', 'place', [place]));
  if (passage.length > 0) node.append(element('span', 'passage', passage, { dir: 'auto' }));
  if (href && opensNewTab(href)) node.append(spoken(` (${strings.new_tab})`));
  return node;
}

const listOf = (caption: string, items: HTMLElement[]): HTMLElement =>
  element('div', 'sources', [
    element('p', 'caption', [caption]),
    element('ul', '', items, { role: 'list', 'aria-label': caption }),
  ]);

/** More sources than this are folded. */
const mostOpen = 2;

/** The excerpt from near its first cited statement on, with the statement marked. */
function cited({ n, excerpt }: Source, statements: readonly Statement[]): (Node | string)[] {
  const text = statements.find((statement) => statement.n === n)?.text ?? '';
  const at = text ? excerpt.indexOf(text) : -1;
  if (at < 0) return excerpt ? [excerpt] : [];
  const before = at > 40 ? '… ' : excerpt.slice(0, at);
  return [before, element('mark', '', [text]), excerpt.slice(at + text.length)];
}

/** The numbered sources of an answer; each opens at its first statement. */
export function sourceList(
  sources: readonly Source[],
  statements: readonly Statement[],
  strings: Strings,
): HTMLElement {
  const list = listOf(
    strings.sources,
    sources.map((source) => {
      const { n, url, passage_url, kind } = source;
      const number = [element('span', 'number', [`${n}`])];
      const passage = cited(source, statements);
      const address = passage_url ?? url;
      const title = titleOf(source);
      return element('li', '', [card({ title, address, kind, passage, number }, strings)], {
        'data-n': n,
      });
    }),
  );
  if (sources.length <= mostOpen) return list;
  list.firstElementChild?.remove();
  const summary = strings.sources_count.replace('%s', `${sources.length}`);
  return element('details', 'folded', [element('summary', '', [summary]), list]);
}

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
