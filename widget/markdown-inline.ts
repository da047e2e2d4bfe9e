/** What inline text needs to know to become nodes. */
export interface InlineContext {
  /** More text will follow: an open construct at the end is shown as if it were closed. */
  partial: boolean;
  /** The node for the citation mark `[n]`; undefined leaves it as text. */
  cite: (n: number) => Node | undefined;
  /** Said after the text of a link, for those who do not see that it leaves the page. */
  newTab: string;
}

interface Open {
  mark: string;
  size: number;
  node: HTMLElement;
}

const special =
  /\\([!-/:-@[-`{-~])|(`+)|(!?\[)|<((?:https?:\/\/|mailto:)[^\s<>]*)>|(https?:\/\/[^\s<>"'`*|[\]\u3000-\u303f\uff01-\uff60]+)|(\*+|_+|~~)|(\n)/g;
const citation = /\[(\d{1,3}(?:, ?\d{1,3})*)\](?!\()/y;
const link =
  /!?\[((?:[^[\]\\]|\\.|\[[^[\]]*\])*)\]\(\s*<?([^\s<>()]*(?:\([^\s()]*\)[^\s<>()]*)*)>?(?:\s+"[^"]*")?\s*\)/y;
const unfinishedLink = /!?\[([^[\]\n]*)(?:\]\([^\s()]*)?$/y;
const deepest = 8;

/** The address if a link may lead there. Relative ones are the site's own. */
export function safeUrl(address: string): string | undefined {
  try {
    const url = new URL(address, document.baseURI);
    return ['http:', 'https:', 'mailto:'].includes(url.protocol) ? url.href : undefined;
  } catch {
    return undefined;
  }
}

export function externalLink(href: string): HTMLAnchorElement {
  const anchor = document.createElement('a');
  anchor.href = href;
  anchor.target = '_blank';
  anchor.rel = 'noopener nofollow';
  return anchor;
}

/** Punctuation after a bare address belongs to the sentence; so does an unpaired bracket. */
function trimAddress(text: string): string {
  let end = text.length;
  const count = (character: string) => text.slice(0, end).split(character).length;
  for (; end > 0; end -= 1) {
    const last = text.charAt(end - 1);
    if (last === ')' ? count(')') <= count('(') : !'.,;:!?_~'.includes(last)) break;
  }
  return text.slice(0, end);
}

const isSpace = (character: string | undefined) => !character || /\s/.test(character);
const isWord = (character: string | undefined) => !!character && /[\p{L}\p{N}]/u.test(character);

/** Appends `text` to `parent` as nodes. Time is linear in its length: no construct is searched twice. */
export function appendInline(
  parent: HTMLElement | DocumentFragment,
  text: string,
  context: InlineContext,
  insideLink = false,
): void {
  const open: Open[] = [];
  const withoutEnd = new Set<string>();
  let current: HTMLElement | DocumentFragment = parent;
  let at = 0;

  const append = (...nodes: (Node | string)[]) => current.append(...nodes);
  const match = (pattern: RegExp, index: number) => {
    pattern.lastIndex = index;
    return pattern.exec(text);
  };

  const outer = (depth: number) => open[depth - 1]?.node ?? parent;

  /** Closes all elements down to `depth`; those above it never found their end. */
  const closeTo = (depth: number, literal: boolean) => {
    while (open.length > depth) {
      const { mark, size, node } = open.pop() as Open;
      current = outer(open.length);
      if (literal || open.length > depth) node.replaceWith(mark.repeat(size), ...node.childNodes);
    }
  };

  const readCode = (ticks: string, index: number): number => {
    const from = index + ticks.length;
    let end = withoutEnd.has(ticks) ? -1 : text.indexOf(ticks, from);
    while (end >= 0 && text[end + ticks.length] === '`') {
      let after = end + ticks.length;
      while (text[after] === '`') after += 1;
      end = text.indexOf(ticks, after);
    }
    if (end < 0) withoutEnd.add(ticks);
    if (end < 0 && !(context.partial && from < text.length)) {
      append(ticks);
      return from;
    }
    const code = document.createElement('code');
    const content = text.slice(from, end < 0 ? undefined : end).replaceAll('\n', ' ');
    code.textContent = /^ .*[^ ].* $/.test(content) ? content.slice(1, -1) : content;
    append(code);
    return end < 0 ? text.length : end + ticks.length;
  };

  const appendLink = (href: string, label: string, parsed: boolean) => {
    const url = insideLink ? undefined : safeUrl(href);
    const target = url ? externalLink(url) : document.createDocumentFragment();
    if (parsed) appendInline(target, label, context, true);
    else target.append(label);
    if (url) {
      const note = document.createElement('span');
      note.className = 'hidden';
      note.textContent = ` (${context.newTab})`;
      target.append(note);
    }
    append(target);
  };

  const readCitation = (marks: string): boolean => {
    const nodes = marks.split(',').map((n) => context.cite(Number(n)));
    if (!nodes.every((node) => node !== undefined)) return false;
    append(...nodes);
    return true;
  };

  const readBracket = (bracket: string, index: number): number => {
    const cited = insideLink ? null : match(citation, index);
    if (cited && readCitation(cited[1] ?? '')) return index + cited[0].length;
    const found = match(link, index);
    if (found) {
      const [whole, label = '', address = ''] = found;
      appendLink(address, label || address, label !== '');
      return index + whole.length;
    }
    const unfinished = context.partial && match(unfinishedLink, index);
    if (unfinished) {
      append(unfinished[1] ?? '');
      return text.length;
    }
    append(bracket);
    return index + bracket.length;
  };

  const readMarks = (run: string, index: number): void => {
    const mark = run.charAt(0);
    const before = text[index - 1];
    const after = text[index + run.length];
    const within = mark === '_' && isWord(before) && isWord(after);
    const opens = !isSpace(after) && !within;
    const closes = !isSpace(before) && !within;
    let left = run.length;
    while (left > 0) {
      const fits = (entry: Open) => entry.mark === mark && entry.size <= left;
      const depth = closes ? open.findLastIndex(fits) : -1;
      if (depth >= 0) {
        left -= open[depth]?.size ?? left;
        closeTo(depth, false);
      } else if (opens && open.length < deepest) {
        const size = left > 1 ? 2 : 1;
        const node = document.createElement(mark === '~' ? 'del' : size > 1 ? 'strong' : 'em');
        append(node);
        open.push({ mark, size, node });
        current = node;
        left -= size;
      } else {
        append(mark.repeat(left));
        left = 0;
      }
    }
  };

  for (let found = match(special, 0); found; found = match(special, at)) {
    const { index } = found;
    const [whole, escaped, ticks, bracket, angled, bare, marks] = found;
    if (index > at) append(text.slice(at, index));
    at = index + whole.length;
    if (escaped) append(escaped);
    else if (ticks) at = readCode(ticks, index);
    else if (bracket) at = readBracket(bracket, index);
    else if (angled) appendLink(angled, angled, false);
    else if (bare) {
      const address = trimAddress(bare);
      appendLink(address, address, false);
      at = index + address.length;
    } else if (marks) readMarks(marks, index);
    else append(document.createElement('br'));
  }
  append(text.slice(at));
  const kept = context.partial ? open.findIndex(({ size }) => size < 2) : 0;
  if (kept >= 0) closeTo(kept, true);
}
