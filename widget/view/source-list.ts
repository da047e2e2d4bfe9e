import type { ClosestPage, Source } from '../../server/contract/chat.ts';
import { element, fill, set, spoken } from '../dom.ts';
import { linkTo, opensNewTab, safeUrl } from '../markdown-inline.ts';
import { titleOf } from '../source-title.ts';
import type { Strings } from '../strings.ts';
import { isThisPage } from './places.ts';

type Passage = Pick<ClosestPage, 'passage' | 'marks'>;

interface Target {
  title: string;
  /** May be empty: then it leads nowhere. */
  address: string;
  kind: Source['kind'];
}

function marked({ passage, marks }: Passage): (Node | string)[] {
  let at = 0;
  const parts = marks.flatMap(([start, end]) => {
    const before = passage.slice(at, start);
    at = end;
    return [before, element('mark', '', [passage.slice(start, end)])];
  });
  return [...parts, passage.slice(at)];
}

/** Kind of file, and host of another site; or that nothing will be loaded. */
function placeOf(href: string, kind: Source['kind'], strings: Strings): string {
  if (isThisPage(href)) return strings.this_page;
  const { hostname } = new URL(href);
  const host = hostname === location.hostname ? '' : hostname.replace(/^www\./, '');
  return [host, /post|url|txt|html/.test(kind) ? '' : kind.toUpperCase()]
    .filter(Boolean)
    .join(' · ');
}

/** A link to a page or a file in one line, which says where it leads; with its number unless that is 0. */
function row({ title, address, kind }: Target, strings: Strings, number = 0): HTMLElement {
  const href = address && safeUrl(address);
  const name = number ? 'source row' : 'row';
  const place = href && placeOf(href, kind, strings);
  const parts = [
    number && element('span', 'number', [`${number}`]),
    element('span', 'row-title', [element('bdi', '', [title])]),
    place && element('span', 'place', [place]),
    href && opensNewTab(href) && spoken(` (${strings.new_tab})`),
  ];
  return href ? linkTo(href, name, parts) : element('span', name, parts);
}

const line = (target: Target, strings: Strings, number?: number): HTMLElement =>
  element('li', 'line', [row(target, strings, number)], number ? { 'data-n': number } : undefined);

const listOf = (caption: string, items: HTMLElement[]): HTMLElement =>
  element('div', 'sources', [
    element('p', 'caption', [caption]),
    element('ul', '', items, { role: 'list', 'aria-label': caption }),
  ]);

/** More sources than this are folded. */
const mostOpen = 3;

/** The numbered sources of an answer; each opens at its first statement. */
export function sourceList(sources: readonly Source[], strings: Strings): HTMLElement {
  const list = listOf(
    strings.sources,
    sources.map((source) => {
      const { n, url, passage_url, kind } = source;
      return line({ title: titleOf(source), address: passage_url ?? url, kind }, strings, n);
    }),
  );
  if (sources.length <= mostOpen) return list;
  list.firstElementChild?.remove();
  const summary = fill(strings.sources_count, sources.length);
  return element('details', 'folded', [element('summary', '', [summary]), list]);
}

/** Page and section of a card. */
const crumb = (title: string, section: string | undefined): HTMLElement =>
  element('p', 'crumb', [
    section && element('bdi', '', [title]),
    section && ' › ',
    element('b', '', [element('bdi', '', [section || title])]),
  ]);

/** A page that may help, with the passage that is nearest to the question. */
const passageCard = ({ title, section, url, kind, ...passage }: ClosestPage, strings: Strings) =>
  element('li', 'quotation', [
    crumb(title || url, section),
    element('p', 'passage', marked(passage), { dir: 'auto' }),
    url && row({ title: strings.open_page, address: url, kind }, strings),
  ]);

/**
 * Pages below an answer. Where the chat could not answer for certain the `first` is a card with its passage; all others have
 * a line each.
 */
export const pageList = (
  caption: string,
  pages: readonly ClosestPage[],
  first: 0 | 1,
  strings: Strings,
): HTMLElement =>
  listOf(
    caption,
    pages.map((page, at) =>
      at < first
        ? passageCard(page, strings)
        : line({ title: titleOf(page), address: page.url, kind: page.kind }, strings),
    ),
  );

/** Makes the block quotation of an answer the card of its source. */
export function showQuotation(
  quote: HTMLElement,
  source: Source | undefined,
  strings: Strings,
): void {
  set(quote, { class: 'quotation', part: 'quotation' });
  // A section may be called by a question.
  quote.previousElementSibling?.firstElementChild?.removeAttribute('class');
  // There is one source, and the card leads to it. A mark may stand alone.
  for (const mark of quote.querySelectorAll('sup')) {
    const { parentElement: block } = mark;
    mark.remove();
    if (!block?.textContent) block?.remove();
  }
  if (!source) return;
  const { title, section, url, passage_url, kind } = source;
  // The line above names a page without sections.
  if (section && section !== title) quote.prepend(crumb(title, section));
  const page = { title: strings.open_page, address: passage_url ?? url, kind };
  if (url) quote.append(row(page, strings));
}
