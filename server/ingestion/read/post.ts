import type { BridgePost } from '../../contract/bridge.ts';
import type { Block, Loaded } from './blocks.ts';
import { htmlBlocks } from './html.ts';

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

/** Loads a post as WordPress renders it for anonymous visitors. */
export function loadPost(post: BridgePost): Loaded {
  const content = htmlBlocks(post.html);
  const known = new Set(content.map(({ text }) => text));
  // Excerpts are plain text: `<b>` in them is not a tag.
  const excerpt = post.excerpt
    .split('\n')
    .map((line): Block => ({ kind: 'paragraph', text: line.replace(/\s+/g, ' ').trim() }))
    .filter(({ text }) => text !== '' && !known.has(text));
  return {
    title: post.title,
    language: post.language.replaceAll('_', '-'),
    // Facts come first: at the end they would belong to the last heading.
    blocks: [...excerpt, ...factBlocks(post), ...content],
  };
}
