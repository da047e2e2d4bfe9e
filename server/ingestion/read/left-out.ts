import { isTag, type ParentNode } from 'domhandler';
import type { LeftOut } from '../../contract/knowledge.ts';
import { parseHtml } from './html.ts';

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
