import type { BridgePost } from '../../contract/bridge.ts';
import type { Block, Loaded } from './blocks.ts';
import { htmlBlocks } from './html.ts';

/** Terms and fields say what a shop or an event page leaves to its theme to show. */
function factBlocks(post: BridgePost): Block[] {
  const terms = new Map<string, string[]>();
  for (const { taxonomy, name } of post.terms) {
    terms.set(taxonomy, [...(terms.get(taxonomy) ?? []), name]);
  }
  return [
    ...[...terms].map(([taxonomy, names]) => ({ label: taxonomy, value: names.join(', ') })),
    ...post.fields,
  ].map(({ label, value }) => ({ kind: 'row', text: `${label}: ${value}` }));
}

export function loadPost(post: BridgePost): Loaded {
  const content = htmlBlocks(post.html);
  // Plain text: what looks like a tag in it is none.
  const excerpt = post.excerpt
    .split('\n')
    .map((line): Block => ({ kind: 'paragraph', text: line.replace(/\s+/g, ' ').trim() }))
    .filter(({ text }) => text !== '');
  const said = new Set(content.map(({ text }) => text));
  return {
    title: post.title,
    language: post.language.replaceAll('_', '-'),
    // At the end they would belong to the last heading.
    blocks: [...excerpt.filter(({ text }) => !said.has(text)), ...factBlocks(post), ...content],
  };
}
