import { element, spoken, type Child } from './dom.ts';

/** Context for rendering inline text. */
export interface InlineContext {
  /** More text will follow: an open construct at the end is shown as if it were closed. */
  partial: boolean;
  /** The node for the citation mark `[n]`; undefined leaves it as text. */
  cite: (n: number) => Node | undefined;
  /** Said after the text of a link, for those who do not see that it leaves the page. */
  newTab: string;
}

/** `**`, `_` and the like, and what it has opened. */
interface Mark {
  character: string;
  size: number;
  node: HTMLElement;
}

/** Escape, code, bracket, bare address, emphasis, line break. */
const special =
  /\\([!-/:-@[-`{-~])|(`+)|!?(\[)|(https?:\/\/(?:\([^\s()]*\)|[^\s<>()"'`*|[\]\u3000-\u303f\uff01-\uff60])*(?:\([^\s()]*\)|[^\s<>()"'`*|[\]\u3000-\u303f\uff01-\uff60.,;:!?_~]))|(\*+|_+|~~)|\n/g;
const citation = /\[(\d{1,3})\](?!\()/y;
const link =
  /!?\[((?:[^[\]\\]|\\.|\[[^[\]]*\])*)\]\(\s*(?!\s)<?([^\s<>()]*(?:\([^\s()]*\)[^\s<>()]*)*)>?(?:\s+(?:"[^"]*"\s*)?)?\)/y;
const deepest = 8;

/** The address if a link may lead there. Relative ones are the site's own. */
export function safeUrl(address: string): string | undefined {
  try {
    const url = new URL(address, document.baseURI);
    return /^(https?|mailto):$/.test(url.protocol) ? url.href : undefined;
  } catch {
    return undefined;
  }
}

/** Pages of the site open in place, where the panel opens again. A file would leave no panel. */
export function opensNewTab(href: string): boolean {
  const { origin, pathname } = new URL(href);
  return origin !== location.origin || /\.(pdf|docx?|txt|md)$/i.test(pathname);
}

export function linkTo(href: string, name?: string, children?: Child[]): HTMLAnchorElement {
  const away = { target: '_blank', rel: 'noopener nofollow' };
  return element('a', name, children, { href, ...(opensNewTab(href) && away) });
}

const isSpace = (character: string | undefined) => !character?.trim();
const isWord = (character: string | undefined) => /^\w$/.test(character ?? '');

/** Appends `text` to `parent` as nodes; raw HTML is text, and images are links. */
export function appendInline(
  parent: Element | DocumentFragment,
  text: string,
  context: InlineContext,
  insideLink?: boolean,
): void {
  const { partial, cite, newTab } = context;
  const open: Mark[] = [];
  let current = parent;
  let at = 0;

  const match = (pattern: RegExp, index: number) => {
    pattern.lastIndex = index;
    return pattern.exec(text);
  };

  /** Where runs of backticks begin, by their length: code ends at the next one of its own length. */
  const runs = new Map<number, number[]>();
  for (const { 0: run, index } of text.matchAll(/`+/g)) {
    const starts = runs.get(run.length) ?? [];
    runs.set(run.length, starts);
    starts.push(index);
  }

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

  const appendLink = (href: string, label: string, parse: boolean) => {
    const url = insideLink ? undefined : safeUrl(href);
    const target = url ? linkTo(url) : document.createDocumentFragment();
    if (parse) appendInline(target, label, context, true);
    else target.append(label);
    if (url && opensNewTab(url)) target.append(spoken(` (${newTab})`));
    current.append(target);
  };

  /** Each reader appends what it found at `index` and answers where it ends. */
  const readCode = (index: number, ticks: string): number => {
    const end = index + ticks.length;
    const starts = runs.get(ticks.length) ?? [];
    while (starts[0]! < end) starts.shift();
    const close = starts[0];
    if (close === undefined && !(partial && end < text.length)) {
      current.append(ticks);
      return end;
    }
    const whole =
      close === undefined ? text.slice(index) + ticks : text.slice(index, close + ticks.length);
    const content = whole.slice(ticks.length, -ticks.length).replaceAll('\n', ' ');
    current.append(element('code', '', [content.trim() || content]));
    return index + whole.length;
  };

  const readBracket = (index: number, bracket: string): number => {
    const cited = insideLink ? null : match(citation, index);
    const note = cited && cite(Number(cited[1]));
    if (note) {
      // A word joiner keeps the mark on the line of its word.
      const before = current.lastChild;
      if (before instanceof Text) before.data = before.data.trimEnd();
      current.append(...(before?.textContent ? ['\u2060'] : []), note);
      return index + cited[0].length;
    }
    const linked = match(link, index);
    if (linked) {
      const [whole, label = '', address = ''] = linked;
      appendLink(address, label || address, !!label);
      return index + whole.length;
    }
    current.append(bracket);
    return index + bracket.length;
  };

  const readMarks = (index: number, run: string): void => {
    const character = run.charAt(0);
    const before = text[index - 1];
    const after = text[index + run.length];
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
        const node = element(character === '~' ? 'del' : size > 1 ? 'strong' : 'em');
        current.append(node);
        open.push({ character, size, node });
        current = node;
      } else current.append(character.repeat(size));
    }
  };

  for (let found = match(special, 0); found; found = match(special, at)) {
    const { index } = found;
    const [whole, escaped, ticks, bracket, address, marks] = found;
    current.append(text.slice(at, index));
    at = index + whole.length;
    if (escaped) current.append(escaped);
    else if (ticks) at = readCode(index, ticks);
    else if (bracket) at = readBracket(index, whole);
    else if (address) appendLink(address, address, false);
    else if (marks) readMarks(index, marks);
    else current.append(element('br'));
  }
  current.append(text.slice(at));
  const unsure = partial ? open.findIndex(({ size }) => size < 2) : 0;
  if (unsure >= 0) closeTo(unsure, true);
}
