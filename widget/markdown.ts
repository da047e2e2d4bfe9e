import type { Source, Statement } from '../server/contract/chat.ts';
import { element, fill, set } from './dom.ts';
import { deepest, parseBlocks, type Block } from './parse-markdown.ts';
import {
  appendInline,
  linkTo,
  opensNewTab,
  safeUrl,
  type InlineContext,
} from './markdown-inline.ts';
import { titleOf } from './source-title.ts';
import type { Strings as WidgetStrings } from './strings.ts';

/** The button that copies a code block. */
export type CopyCode = (read: () => string) => HTMLElement;

/**
 * Shows `text`. While it is `partial` only what changed at its end is built again, so a call per
 * frame is cheap. Marks such as [1] become links to `statements`, or to `sources`.
 */
export type RenderMarkdown = (
  text: string,
  sources: readonly Source[],
  partial: boolean,
  /** One for each mark, in order; or none. */
  statements?: readonly Statement[],
) => void;

/** The texts of the widget that rendering needs. */
type Strings = Pick<WidgetStrings, 'source' | 'new_tab'>;

interface Context extends InlineContext {
  copyCode: CopyCode | undefined;
}

function textBlock<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  text: string,
  context: Context,
): HTMLElementTagNameMap[K] {
  const node = element(tag, '', [], { dir: 'auto' });
  appendInline(node, text, context);
  // A frequent question before its answer.
  const lead = node.firstElementChild;
  if (tag === 'p' && lead && /^\*\*[^*]*[?？؟]\*\*/.test(text)) set(lead, { class: 'asked' });
  // Marks of one source in a row say no more than the last of them.
  node.querySelectorAll('sup>*').forEach((number, at, numbers) => {
    const mark = number.parentElement!;
    if (numbers[at + 1]?.textContent !== number.textContent) return;
    const joiner = mark.previousSibling;
    if (joiner?.textContent === '\u2060') joiner.remove();
    mark.remove();
  });
  return node;
}

function listItem(text: string, context: Context, depth: number): HTMLElement {
  const blocks = depth < deepest ? parseBlocks(text) : [];
  const [first] = blocks;
  const lead = blocks.length === 0 ? text : first?.kind === 'paragraph' ? first.text : '';
  const [box, checked] = /^\[([ xX])\] /.exec(lead) ?? [''];
  const item = textBlock('li', lead.slice(box.length), context);
  // The list has one direction: the one of its first words decides on which side all its markers have room.
  item.removeAttribute('dir');
  if (box) {
    const done = checked !== ' ';
    item.prepend(element('span', done ? 'done' : 'todo', [done ? '✓' : '☐']));
  }
  item.append(...blocks.slice(lead ? 1 : 0).map((block) => blockNode(block, context, depth)));
  return item;
}

/** One node per block, always: the view counts on it. */
function blockNode(block: Block, context: Context, depth: number): HTMLElement {
  switch (block.kind) {
    case 'paragraph':
      return textBlock('p', block.text, context);
    case 'heading':
      // Two levels, below the panel's title: models skip levels.
      return textBlock(block.depth > 2 ? 'h4' : 'h3', block.text, context);
    case 'rule':
      return element('hr');
    case 'code': {
      const code = element('code', '', [block.text]);
      const header = element('div', 'code-header', [
        element('span', '', [block.language]),
        context.copyCode?.(() => block.text),
      ]);
      return element('div', 'code', [
        header,
        element('pre', '', [code], { tabindex: 0, dir: 'ltr' }),
      ]);
    }
    case 'quote':
      return depth < deepest
        ? element('blockquote', '', blockNodes(block.text, context, depth + 1))
        : textBlock('blockquote', block.text, context);
    case 'list': {
      const items = block.items.map((item) => listItem(item, context, depth + 1));
      return element(block.ordered ? 'ol' : 'ul', '', items, {
        dir: 'auto',
        ...(block.ordered && { start: block.first }),
      });
    }
    case 'table': {
      const rows = block.rows.map((cells, index) => {
        const tag = index > 0 ? 'td' : 'th';
        const nodes = cells.map((cell, column) => {
          const node = textBlock(tag, cell, context);
          // A table has one direction, as a list: most cells with numbers alone have none of their own.
          node.removeAttribute('dir');
          node.style.textAlign = block.align[column] ?? '';
          // A time or a price is read in one line, with its mark; words may break between them.
          if (/^\D{0,3}\d.{0,12}$/.test(cell.replace(/ ?\[\d+\]/g, '')))
            node.style.whiteSpace = 'nowrap';
          return node;
        });
        return element('tr', '', nodes);
      });
      return element('div', 'table', [element('table', '', rows, { dir: 'auto' })], {
        tabindex: 0,
      });
    }
    default:
      return block satisfies never;
  }
}

const blockNodes = (text: string, context: Context, depth: number): HTMLElement[] =>
  parseBlocks(text).map((block) => blockNode(block, context, depth));

function citationMark(
  n: number,
  source: Source | undefined,
  statement: Statement | undefined,
  strings: Strings,
  tip: string | undefined,
): HTMLElement {
  const address = statement?.url || source?.passage_url || source?.url;
  const url = address && safeUrl(address);
  const anchor = url ? linkTo(url) : element('span');
  anchor.textContent = `${n}`;
  if (source) {
    const title = titleOf(source);
    const name = `${fill(strings.source, n)}: ${title}`;
    anchor.dataset.tip = title;
    anchor.dataset.text = statement?.text || source.excerpt;
    if (url) set(anchor, { 'aria-label': opensNewTab(url) ? `${name}, ${strings.new_tab}` : name });
    if (url && tip) set(anchor, { 'aria-describedby': tip });
  }
  return element('sup', '', [anchor]);
}

/** Finds the statements of marks in the order in which they are asked for; a mark inside a link has none. */
function createFinder(statements: readonly Statement[]) {
  let next = 0;
  return (n: number): Statement | undefined => {
    const at = statements.findIndex((statement, index) => index >= next && statement.n === n);
    if (at >= 0) next = at + 1;
    return statements[at];
  };
}

export function createMarkdown(
  container: HTMLElement,
  strings: Strings,
  copyCode?: CopyCode,
  /** Id of the element that says more about the mark that is pointed at. */
  tip?: string,
): RenderMarkdown {
  let shown = '';
  let shownSources: readonly Source[] = [];
  let wasPartial = true;
  let tail = 0;

  return (text, sources, partial, statements = []) => {
    const same = partial === wasPartial && sources === shownSources;
    if (same && text === shown) return;
    const find = createFinder(partial ? [] : statements);
    const context: Context = {
      partial,
      copyCode,
      newTab: strings.new_tab,
      cite(n) {
        const source = sources.find((candidate) => candidate.n === n);
        return source || partial ? citationMark(n, source, find(n), strings, tip) : undefined;
      },
    };
    const grown = same && partial && text.startsWith(shown);
    if (!grown) {
      container.replaceChildren();
      tail = 0;
    }
    const blocks = parseBlocks(text.slice(tail));
    const end = blocks.at(-1);
    // The head of a table that is not whole yet.
    if (partial && end?.kind === 'paragraph') end.text = end.text.replace(/(^|\n)\|[^]*/, '');
    container.lastChild?.remove();
    container.append(...blocks.map((block) => blockNode(block, context, 0)));
    tail += blocks.at(-1)?.start ?? 0;
    shown = text;
    shownSources = sources;
    wasPartial = partial;
  };
}
