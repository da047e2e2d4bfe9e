import type { ClosestPage, Source, Statement } from '../../server/contract/chat.ts';
import { type Child, element, fill, set, spoken } from '../dom.ts';
import { linkTo, opensNewTab, safeUrl } from '../markdown-inline.ts';
import { titleOf } from '../source-title.ts';
import type { Strings } from '../strings.ts';

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

/** Kind of file, and host of another site. */
function placeOf(href: string, kind: Source['kind']): string {
  const { hostname } = new URL(href);
  const host = hostname === location.hostname ? '' : hostname.replace(/^www\./, '');
  return [host, /post|url|txt|html/.test(kind) ? '' : kind.toUpperCase()]
    .filter(Boolean)
    .join(' · ');
}

/** A link to a page or a file, which says where it leads; `name` is its class. */
function entry(
  name: 'source' | 'row',
  { title, address, kind }: Target,
  strings: Strings,
  before?: Child,
  after?: Child,
): HTMLElement {
  const href = address && safeUrl(address);
  const place = href && placeOf(href, kind);
  const parts = [
    before,
    element('span', `${name}-title`, [element('bdi', '', [title])]),
    place && element('span', 'place', [place]),
    after,
    href && opensNewTab(href) && spoken(` (${strings.new_tab})`),
  ];
  return href ? linkTo(href, name, parts) : element('span', name, parts);
}

/** With its passage, and its number unless that is 0. */
function card(target: Target, passage: Passage, strings: Strings, number = 0): HTMLElement {
  const text = passage.passage && element('span', 'passage', marked(passage), { dir: 'auto' });
  return entry('source', target, strings, number && element('span', 'number', [`${number}`]), text);
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
      const target = { title: titleOf(source), address: passage_url ?? url, kind };
      const shown = card(target, cited(source, statements), strings, n);
      return element('li', '', [shown], { 'data-n': n });
    }),
  );
  if (sources.length <= mostOpen) return list;
  list.firstElementChild?.remove();
  const summary = fill(strings.sources_count, sources.length);
  return element('details', 'folded', [element('summary', '', [summary]), list]);
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
      const target = { title: titleOf(page), address: page.url, kind: page.kind };
      return at < first
        ? element('li', '', [card(target, page, strings)])
        : element('li', 'line', [entry('row', target, strings)]);
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
  const page = { title: strings.open_page, address: passage_url ?? url, kind };
  if (url) quote.append(entry('row', page, strings));
}
