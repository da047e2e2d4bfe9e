import type { Source } from '../server/contract/chat.ts';
import { parseBlocks, type Align, type Block } from './markdown-blocks.ts';
import { appendInline, externalLink, safeUrl, type InlineContext } from './markdown-inline.ts';

export interface MarkdownOptions {
  strings: { new_tab: string; sources: string };
  /** The header of a code block, with its copy button. */
  codeHeader: (language: string, read: () => string) => HTMLElement;
}

export interface MarkdownView {
  /**
   * Shows `text`. While it is `partial` only what changed at its end is built again, so a call per
   * frame is cheap. Marks such as [1] become links to `sources`.
   */
  render(text: string, sources: readonly Source[], partial: boolean): void;
}

interface Context extends InlineContext, MarkdownOptions {}

const deepest = 6;

function create<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  className = '',
): HTMLElementTagNameMap[K] {
  const element = document.createElement(tag);
  if (className) element.className = className;
  return element;
}

function textBlock<K extends 'p' | 'h3' | 'li' | 'th' | 'td'>(
  tag: K,
  text: string,
  context: Context,
): HTMLElementTagNameMap[K] {
  const element = create(tag);
  element.dir = 'auto';
  appendInline(element, text, context);
  return element;
}

function codeBlock(language: string, text: string, context: Context): HTMLElement {
  const code = create('code');
  code.textContent = text;
  const pre = create('pre');
  pre.tabIndex = 0;
  pre.dir = 'ltr';
  pre.append(code);
  const figure = create('div', 'code');
  figure.append(
    context.codeHeader(language, () => code.textContent ?? ''),
    pre,
  );
  return figure;
}

function listItem(text: string, context: Context, depth: number): HTMLElement {
  const checked = text.replace(/^\[( |x)\] /i, (_, mark) => (mark === ' ' ? '☐ ' : '☑ '));
  const [only, ...more] = parseBlocks(checked);
  if (depth >= deepest || !only) return textBlock('li', checked, context);
  if (only.kind !== 'paragraph') {
    const item = create('li');
    item.append(...[only, ...more].map((block) => blockNode(block, context, depth)));
    return item;
  }
  const item = textBlock('li', only.text, context);
  item.append(...more.map((block) => blockNode(block, context, depth)));
  return item;
}

function table(head: string[], align: Align[], rows: string[][], context: Context): HTMLElement {
  const row = (tag: 'th' | 'td', cells: string[]) => {
    const element = create('tr');
    for (const [column, text] of cells.entries()) {
      const cell = textBlock(tag, text, context);
      cell.style.textAlign = align[column] ?? '';
      element.append(cell);
    }
    return element;
  };
  const element = create('table');
  const header = create('thead');
  const body = create('tbody');
  header.append(row('th', head));
  body.append(...rows.map((cells) => row('td', cells)));
  element.append(header, body);
  const scroller = create('div', 'table');
  scroller.tabIndex = 0;
  scroller.append(element);
  return scroller;
}

/** One node per block, always: the view counts on it. */
function blockNode(block: Block, context: Context, depth: number): HTMLElement {
  switch (block.kind) {
    case 'paragraph':
      return textBlock('p', block.text, context);
    case 'heading': {
      // One level for assistive technology, so that no model can skip one; the size is a matter of style.
      const element = textBlock('h3', block.text, context);
      element.dataset.level = String(block.level);
      return element;
    }
    case 'rule':
      return create('hr');
    case 'code':
      return codeBlock(block.language, block.text, context);
    case 'quote': {
      const element = create('blockquote');
      if (depth >= deepest) element.append(textBlock('p', block.text, context));
      else element.append(...blockNodes(block.text, context, depth + 1));
      return element;
    }
    case 'list': {
      const element = block.first === null ? create('ul') : create('ol');
      if (element instanceof HTMLOListElement) element.start = block.first ?? 1;
      element.append(...block.items.map((item) => listItem(item, context, depth + 1)));
      return element;
    }
    case 'table':
      return table(block.head, block.align, block.rows, context);
    default:
      return block satisfies never;
  }
}

const blockNodes = (text: string, context: Context, depth: number): HTMLElement[] =>
  parseBlocks(text).map((block) => blockNode(block, context, depth));

function citationMark(n: number, source: Source | undefined, label: string): HTMLElement {
  const mark = create('sup');
  const url = source && safeUrl(source.passage_url ?? source.url);
  if (!url) {
    mark.textContent = String(n);
    return mark;
  }
  const anchor = externalLink(url);
  anchor.title = source.title;
  anchor.setAttribute('aria-label', `${label} ${n}: ${source.title}`);
  anchor.textContent = String(n);
  mark.append(anchor);
  return mark;
}

export function createMarkdown(container: HTMLElement, options: MarkdownOptions): MarkdownView {
  let shown = '';
  let shownSources: readonly Source[] = [];
  let wasPartial = true;
  let tail = 0;
  let tailKind = '';

  return {
    render(text, sources, partial) {
      if (text === shown && sources === shownSources && partial === wasPartial) return;
      const grown = partial && wasPartial && sources === shownSources && text.startsWith(shown);
      const from = grown ? tail : 0;
      const blocks = parseBlocks(text.slice(from));
      const [first] = blocks;
      const lastCode = container.lastElementChild?.querySelector('pre > code');
      const context: Context = {
        ...options,
        partial,
        newTab: options.strings.new_tab,
        cite(n) {
          const source = sources.find((candidate) => candidate.n === n);
          return source || partial ? citationMark(n, source, options.strings.sources) : undefined;
        },
      };
      // A growing code block keeps its node: replacing it would lose scroll position and selection.
      if (grown && tailKind === 'code' && first?.kind === 'code' && lastCode) {
        lastCode.textContent = first.text;
        blocks.shift();
      } else if (grown) container.lastElementChild?.remove();
      else container.replaceChildren();
      container.append(...blocks.map((block) => blockNode(block, context, 0)));

      const last = blocks.at(-1) ?? first;
      tail = from + (last?.start ?? 0);
      tailKind = last?.kind ?? '';
      [shown, shownSources, wasPartial] = [text, sources, partial];
    },
  };
}
