import { isTag, type ParentNode } from 'domhandler';
import type { LeftOut } from '../../contract/knowledge.ts';
import { htmlBlocks } from './html-blocks.ts';
import { parseHtml } from './html.ts';
import { find, robotsOf, withFacts } from './page.ts';
import { postPieces } from './page/post-page.ts';
import { StructuredData } from './page/structured-data.ts';
import { plainWithoutShortcodes, withoutShortcodes } from './shortcodes.ts';
import type { BridgePost } from '../../contract/bridge.ts';
import type { Block, Loaded } from './blocks.ts';
import type { PostPage } from './site-page.ts';

const kinds: Record<string, LeftOut> = {
  audio: 'media',
  video: 'media',
  canvas: 'media',
  iframe: 'embeds',
  object: 'embeds',
  form: 'forms',
  nav: 'navigation',
};

/** Counts the parts of a post that are not read, by kind. Parts within another one are not counted. */
export function countLeftOut(html: string): { what: LeftOut; count: number }[] {
  const counts = new Map<LeftOut, number>();
  const add = (what: LeftOut) => counts.set(what, (counts.get(what) ?? 0) + 1);
  const waiting: ParentNode[] = [parseHtml(html)];
  for (let node = waiting.pop(); node; node = waiting.pop()) {
    for (const child of node.children) {
      if (!isTag(child)) continue;
      const what = kinds[child.name];
      if (what) add(what);
      else if (child.name === 'img' && !child.attribs['alt']?.trim()) add('images');
      else waiting.push(child);
    }
  }
  return [...counts].map(([what, count]) => ({ what, count }));
}

/** Returns terms and custom fields, which themes show outside of the content. */
function factBlocks(post: BridgePost): Block[] {
  const told = post.terms.filter(({ slug }) => slug !== undefined);
  const terms = Map.groupBy(told, ({ taxonomy }) => taxonomy);
  const facts = [...terms].map(([label, of]) => ({
    label,
    value: of.map(({ name }) => name).join(', '),
  }));
  return [...facts, ...post.fields].map(({ label, value }) => ({
    kind: 'row',
    text: `${label}: ${value}`,
  }));
}

/** Returns the days on which a post was published and changed, and those beside them, as in other time zones. */
function datesOf({ published, modified }: BridgePost): Date[] {
  const times = [published, modified].map((time) => Date.parse(time ?? ''));
  return times
    .filter((time) => !Number.isNaN(time))
    .flatMap((time) => [-1, 0, 1].map((days) => new Date(time + days * 86_400_000)));
}

/** Returns the blocks of a post's page, and what it asks of robots; without blocks if it does not hold the text. */
function readPage(post: BridgePost, html: string, page: PostPage) {
  const { id, title, language, permalink } = post;
  const root = parseHtml(withoutShortcodes(page.html));
  const found = find(root);
  const data = new StructuredData(root, language.replaceAll('_', '-'));
  const frame = new Set(page.frame);
  const isHome = URL.parse(permalink)?.pathname === '/' && URL.parse(permalink)?.search === '';
  const isProduct = data.hasProduct || found.isProduct;
  const pieces = postPieces(root, {
    ...{ id, title, html, isFrame: (line) => frame.has(line) },
    ...{ kind: isHome ? 'list' : isProduct ? 'product' : 'text', dates: datesOf(post) },
  });
  const isOfShop = post.post_type === 'product' && post.fields.length > 0;
  const blocks = pieces && withFacts(data, title, pieces, isOfShop ? 'others' : 'all');
  return { blocks, robots: robotsOf(found) };
}

/** Loads a post as WordPress renders it for anonymous visitors. @param page where they are shown it */
export function loadPost(post: BridgePost, page?: PostPage): Loaded {
  const html = withoutShortcodes(post.html);
  const shown = page && readPage(post, html, page);
  const content = shown?.blocks ?? htmlBlocks(html);
  const known = new Set(content.map(({ text }) => text));
  // Excerpts are plain text: `<b>` in them is not a tag.
  const excerpt = plainWithoutShortcodes(post.excerpt)
    .split('\n')
    .map((line): Block => ({ kind: 'paragraph', text: line.replace(/\s+/g, ' ').trim() }))
    .filter(({ text }) => text !== '' && !known.has(text));
  return {
    title: post.title,
    language: post.language.replaceAll('_', '-'),
    // Facts come first: at the end they would belong to the last heading.
    blocks: [...excerpt, ...factBlocks(post), ...content],
    ...(shown && { page: { canonicalUrl: '', links: [], robots: shown.robots } }),
  };
}
