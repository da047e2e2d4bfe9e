import type { Source, Turn } from '../../contract/chat.ts';
import type { BridgeMail } from '../../contract/bridge.ts';

type Page = Pick<Source, 'title' | 'section' | 'url'>;

/** Without the text that a browser would look for on the page. */
const addressOf = (url: string) => url.split('#:~:', 1)[0]!;

const lineOf = (mark: string, { title, section, url }: Page) =>
  [mark, [title, section].filter(Boolean).join(' › '), addressOf(url)].filter(Boolean).join(' ');

/** Returns a turn as it is mailed: an answer with its numbered sources and the pages that stand below it. */
export function mailedTurn({
  role,
  content,
  citations,
  closest = [],
}: Turn): BridgeMail['turns'][number] {
  const sources = citations.map((source) => lineOf(`[${source.n}]`, source));
  const pages = closest.map((page) => lineOf('-', page));
  const parts = [content, sources.join('\n'), pages.join('\n')];
  return { role, content: parts.filter(Boolean).join('\n\n') };
}
