import { element, spoken, type Child } from './dom.ts';
import { readInline } from './parse-markdown.ts';

/** Context for rendering inline text. */
export interface InlineContext {
  /** More text will follow: an open construct at the end is shown as if it were closed. */
  partial: boolean;
  /** The node for the citation mark `[n]`; undefined leaves it as text. */
  cite: (n: number) => Node | undefined;
  /** Said after the text of a link, for those who do not see that it leaves the page. */
  newTab: string;
}

/** `**`, `_`, `<sub>` and the like, and what it has opened. */
interface Mark {
  character: string;
  size: number;
  node: HTMLElement;
}

const deepest = 8;

/** The address if a link may lead there. Relative ones are the site's own. */
export function safeUrl(address: string): string | undefined {
  try {
    const url = new URL(address, document.baseURI);
    return /^(https?|mailto|tel):$/.test(url.protocol) ? url.href : undefined;
  } catch {
    return undefined;
  }
}

/** Pages of the site open in place, where the panel opens again. A file would leave no panel; mail and telephone no page. */
export function opensNewTab(href: string): boolean {
  const { origin, pathname } = new URL(href);
  return (
    /^http/.test(href) && (origin !== location.origin || /\.(pdf|docx?|txt|md)$/i.test(pathname))
  );
}

export function linkTo(href: string, name?: string, children?: Child[]): HTMLAnchorElement {
  const away = { target: '_blank', rel: 'noopener nofollow' };
  return element('a', name, children, { href, ...(opensNewTab(href) && away) });
}

const isSpace = (character: string | undefined) => !character?.trim();
const isWord = (character: string | undefined) => /^\w$/.test(character ?? '');

/** A number stays on the line of its currency. */
const keepPrices = (text: string): string =>
  text.replace(/(\d) (?=[€£¥$₽₹₺₩%])/g, '$1\u00a0').replace(/([€£¥$₽₹₺₩]) (?=\d)/g, '$1\u00a0');

/** Appends `text` to `parent` as nodes; other HTML is text, and images are links. */
export function appendInline(
  parent: Element | DocumentFragment,
  text: string,
  context: InlineContext,
  insideLink?: boolean,
): void {
  const { partial, cite, newTab } = context;
  const open: Mark[] = [];
  let current = parent;

  /** Closes all marks down to `depth`. Those above it never found their end: they are text. */
  const closeTo = (depth: number, literal?: boolean) => {
    while (open.length > depth) {
      const { character, size, node } = open.pop() as Mark;
      current = open.at(-1)?.node ?? parent;
      if (literal || open.length > depth) {
        node.before(character.repeat(size));
        while (node.firstChild) node.before(node.firstChild);
        node.remove();
      }
    }
  };

  const appendLink = (href: string, label: string) => {
    const url = insideLink ? undefined : safeUrl(href);
    const target = url ? linkTo(url) : document.createDocumentFragment();
    if (label) appendInline(target, label, context, true);
    else target.append(href);
    if (url && opensNewTab(url)) target.append(spoken(` (${newTab})`));
    current.append(target);
  };

  const appendCitation = (mark: string, n: number) => {
    const note = insideLink ? undefined : cite(n);
    if (!note) return current.append(mark);
    // A word joiner keeps the mark on the line of its word.
    const before = current.lastChild;
    if (before instanceof Text) before.data = before.data.trimEnd();
    current.append(...(before?.textContent ? ['\u2060'] : []), note);
  };

  const openMark = (node: HTMLElement, character: string, size: number) => {
    current.append(node);
    open.push({ character, size, node });
    current = node;
  };

  const appendTag = (literal: string) => {
    const tag = literal.toLowerCase().replace('/', '');
    const closes = literal[1] === '/';
    const depth = closes ? open.findLastIndex(({ character }) => character === tag) : -1;
    if (depth >= 0) closeTo(depth);
    else if (closes || open.length >= deepest) current.append(literal);
    else openMark(element(tag.slice(1, -1) as 'sub'), tag, 1);
  };

  const appendMarks = (run: string, before?: string, after?: string) => {
    const character = run.charAt(0);
    const insideWord = character === '_' && isWord(before) && isWord(after);
    const opens = !isSpace(after) && !insideWord;
    const closes = !isSpace(before) && !insideWord;
    let left = run.length;
    while (left > 0) {
      const fits = (mark: Mark) => closes && mark.character === character && mark.size <= left;
      const depth = open.findLastIndex(fits);
      const size = open[depth]?.size ?? Math.min(left, 2);
      left -= size;
      if (depth >= 0) closeTo(depth);
      else if (opens && open.length < deepest) {
        openMark(element(character === '~' ? 'del' : size > 1 ? 'strong' : 'em'), character, size);
      } else current.append(character.repeat(size));
    }
  };

  let at = 0;
  for (const token of readInline(text, partial)) {
    const { kind, raw } = token;
    const before = text[at - 1];
    at += raw.length;
    if (kind === 'text') current.append(keepPrices(token.text));
    else if (kind === 'code') current.append(element('code', '', [token.text]));
    else if (kind === 'citation') appendCitation(raw, token.n);
    else if (kind === 'link') appendLink(token.address, token.label);
    else if (kind === 'tag') appendTag(raw);
    else if (kind === 'marks') appendMarks(raw, before, text[at]);
    else current.append(element('br'));
  }
  const unsure = partial ? open.findIndex(({ character, size }) => size + character.length < 3) : 0;
  if (unsure >= 0) closeTo(unsure, true);
}
