import type { ClosestPage, Source, Statement } from '../../server/contract/chat.ts';
import { element, fill, set, spoken } from '../dom.ts';
import { linkTo, opensNewTab, safeUrl } from '../markdown-inline.ts';
import { titleOf } from '../source-title.ts';
import type { Strings } from '../strings.ts';

type Passage = Pick<ClosestPage, 'passage' | 'marks'>;

interface Card extends Passage {
  title: string;
  /** May be empty: then it leads nowhere. */
  address: string;
  kind: Source['kind'];
  /** 0: none. */
  number: number;
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

/** Kind of file, and host of another site. */
function placeOf(href: string, kind: Source['kind']): string {
  const { hostname } = new URL(href);
  const host = hostname === location.hostname ? '' : hostname.replace(/^www\./, '');
  return [host, /pdf|docx/.test(kind) ? kind.toUpperCase() : ''].filter(Boolean).join(' · ');
}

function card({ title, address, kind, number, ...text }: Card, strings: Strings): HTMLElement {
  const href = address && safeUrl(address);
  const place = href && placeOf(href, kind);
  const parts = [
    number && element('span', 'number', [`${number}`]),
    element('span', 'source-title', [element('bdi', '', [title])]),
    place && element('span', 'place', [place]),
    text.passage && element('span', 'passage', marked(text), { dir: 'auto' }),
    href && opensNewTab(href) && spoken(` (${strings.new_tab})`),
  ];
  return href ? linkTo(href, 'source', parts) : element('span', 'source', parts);
}

const listOf = (caption: string, items: HTMLElement[]): HTMLElement =>
  element('div', 'sources', [
    element('p', 'caption', [caption]),
    element('ul', '', items, { role: 'list', 'aria-label': caption }),
  ]);

/** More sources than this are folded. */
const mostOpen = 2;

/** The excerpt from near its first cited statement on, with the statement marked. */
function cited({ n, excerpt }: Source, statements: readonly Statement[]): Passage {
  const statement = statements.find((candidate) => candidate.n === n)?.text ?? '';
  const at = statement ? excerpt.indexOf(statement) : -1;
  const passage = at > 40 ? `… ${excerpt.slice(at)}` : excerpt;
  const start = passage.indexOf(statement);
  return { passage, marks: at < 0 ? [] : [[start, start + statement.length]] };
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
      const title = titleOf(source);
      const address = passage_url ?? url;
      const shown = { title, address, kind, number: n, ...cited(source, statements) };
      return element('li', '', [card(shown, strings)], { 'data-n': n });
    }),
  );
  if (sources.length <= mostOpen) return list;
  list.firstElementChild?.remove();
  const summary = fill(strings.sources_count, sources.length);
  return element('details', 'folded', [element('summary', '', [summary]), list]);
}

/** A link to a page on one line. */
function row(title: string, address: string, kind: Source['kind'], strings: Strings): HTMLElement {
  const href = address && safeUrl(address);
  const place = href && placeOf(href, kind);
  const parts = [
    element('span', 'row-title', [element('bdi', '', [title])]),
    place && element('span', 'place', [place]),
    href && opensNewTab(href) && spoken(` (${strings.new_tab})`),
  ];
  return href ? linkTo(href, 'row', parts) : element('span', 'row', parts);
}

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
    pages.map((page, at) => {
      const { url: address, kind } = page;
      const title = titleOf(page);
      return at < first
        ? element('li', '', [card({ ...page, title, address, number: 0 }, strings)])
        : element('li', 'line', [row(title, address, kind, strings)]);
    }),
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
  if (section && section !== title) {
    quote.prepend(
      element('p', 'crumb', [
        element('bdi', '', [title]),
        ' › ',
        element('b', '', [element('bdi', '', [section])]),
      ]),
    );
  }
  if (url) quote.append(row(strings.open_page, passage_url ?? url, kind, strings));
}
