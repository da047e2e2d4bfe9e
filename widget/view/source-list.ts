import type { Source } from '../../server/contract/chat.ts';
import { element } from '../dom.ts';
import { externalLink, safeUrl } from '../markdown-inline.ts';
import type { Strings } from '../strings.ts';

function place(url: string): string {
  const { hostname, protocol } = new URL(url);
  return protocol === 'mailto:' ? '' : hostname.replace(/^www\./, '');
}

function entry(source: Source, strings: Strings): HTMLElement {
  const url = safeUrl(source.passage_url ?? source.url);
  const number = element('span', { class: 'number' }, String(source.n));
  const title = element('span', { class: 'source-title', dir: 'auto' }, source.title || source.url);
  const item = element('li', { part: 'source', 'data-n': source.n });
  if (!url) {
    item.append(element('span', { class: 'source' }, number, title));
    return item;
  }
  const kind = source.kind === 'pdf' || source.kind === 'docx' ? ` · ${source.kind}` : '';
  const anchor = externalLink(url);
  anchor.className = 'source';
  anchor.title = source.excerpt;
  anchor.append(
    number,
    title,
    element('span', { class: 'place', dir: 'ltr' }, place(url) + kind.toUpperCase()),
    element('span', { class: 'hidden' }, ` (${strings.new_tab})`),
  );
  item.append(anchor);
  return item;
}

/** The numbered sources of an answer; each opens at its passage. */
export function sourceList(sources: readonly Source[], strings: Strings): HTMLElement {
  return element(
    'div',
    { part: 'sources', class: 'sources' },
    element('p', { class: 'caption' }, strings.sources),
    element('ul', { role: 'list' }, ...sources.map((source) => entry(source, strings))),
  );
}
