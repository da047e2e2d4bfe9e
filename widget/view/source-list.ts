import type { Source } from '../../server/contract/chat.ts';
import { element, spoken } from '../dom.ts';
import { externalLink, safeUrl } from '../markdown-inline.ts';
import type { Strings } from '../strings.ts';

function entry({ n, title, url, passage_url, kind, excerpt }: Source, strings: Strings) {
  const href = safeUrl(passage_url ?? url);
  const node = href ? externalLink(href, 'source') : element('span', 'source');
  const parts = [
    element('span', 'number', [`${n}`]),
    element('span', 'source-title', [element('bdi', '', [title || url])]),
  ];
  if (href) {
    const host = new URL(href).hostname.replace(/^www\./, '');
    const type = /pdf|docx/.test(kind) ? ` · ${kind.toUpperCase()}` : '';
    parts.push(element('span', 'place', [host, type]), spoken(` (${strings.new_tab})`));
    node.title = excerpt;
  }
  node.append(...parts);
  return element('li', '', [node], { 'data-n': n });
}

/** The numbered sources of an answer; each opens at its passage. */
export const sourceList = (sources: readonly Source[], strings: Strings): HTMLElement =>
  element('div', 'sources', [
    element('p', 'caption', [strings.sources]),
    element(
      'ul',
      '',
      sources.map((source) => entry(source, strings)),
      { role: 'list' },
    ),
  ]);
