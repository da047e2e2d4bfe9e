/**
 * Articles are kept as plain HTML, one block after an empty line, because that reads well in a
 * diff; WordPress' editor wants each block wrapped in its comment.
 * https://developer.wordpress.org/block-editor/getting-started/fundamentals/markup-representation-block/
 */
type Wrap = (html: string) => string;

function block(name: string, html: string, attributes = ''): string {
  return `<!-- wp:${name}${attributes && ` ${attributes}`} -->\n${html}\n<!-- /wp:${name} -->`;
}

function withClass(html: string, name: string): string {
  return html.replace(/^<(\w+)/, `<$1 class="${name}"`);
}

function listItems(html: string): string {
  return html.replace(/<li>.*?<\/li>/g, (item) => block('list-item', item));
}

const list: Wrap = (html) => listItems(withClass(html, 'wp-block-list'));

const wrappers: Record<string, Wrap> = {
  h2: (html) => block('heading', withClass(html, 'wp-block-heading')),
  h3: (html) => block('heading', withClass(html, 'wp-block-heading'), '{"level":3}'),
  p: (html) => block('paragraph', html),
  ul: (html) => block('list', list(html)),
  ol: (html) => block('list', list(html), '{"ordered":true}'),
  table: (html) => block('table', `<figure class="wp-block-table">${html}</figure>`),
  details: (html) => block('details', details(html)),
};

function details(html: string): string {
  const inner = html.replace(/<p>.*?<\/p>/g, (text) => block('paragraph', text));
  return withClass(inner, 'wp-block-details');
}

const blockTag = 'p|li|ul|ol|h2|h3|table|thead|tbody|tr|th|td|details|summary';
const aroundBlockTags = new RegExp(`\\s*(</?(?:${blockTag})>)\\s*`, 'g');

/** The line breaks are the formatter's: on one line again, without white space that shows. */
function onOneLine(html: string): string {
  return html.replace(/\s+/g, ' ').replace(/ >/g, '>').replace(aroundBlockTags, '$1');
}

function toBlock(html: string): string {
  const name = /^<(\w+)/.exec(html)?.[1] ?? '';
  const wrap = wrappers[name];
  if (!wrap) throw new Error(`No block is made of: ${html.slice(0, 60)}`);
  return wrap(onOneLine(html));
}

/** Gutenberg markup of `html`, whose blocks are separated by empty lines. */
export function toBlocks(html: string): string {
  return html
    .trim()
    .split(/\n\s*\n/)
    .map(toBlock)
    .join('\n\n');
}
