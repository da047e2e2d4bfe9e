import { createRequire } from 'node:module';
import type { ChatEvent } from '../../server/contract/chat.ts';
import { englishStrings } from '../../widget/strings.ts';

interface Dom {
  window: typeof globalThis & { close: () => void };
}
type Jsdom = new (html: string, options: { url: string }) => Dom;

/** The environment brings its own jsdom; a sidecar does not run inside of it. */
const { JSDOM } = createRequire(createRequire(import.meta.url).resolve('jest-environment-jsdom'))(
  'jsdom',
) as { JSDOM: Jsdom };

/** Lets the widget show answers as on a page of the site. */
export async function openPage() {
  const dom = new JSDOM('<!doctype html><body></body>', { url: 'http://site.test/visit/' });
  const { document, location, Text, Node, Element, HTMLElement } = dom.window;
  Object.assign(globalThis, { document, location, Text, Node, Element, HTMLElement });
  const { createMarkdown } = await import('../../widget/markdown.ts');
  const { sourceList, pageList } = await import('../../widget/view/source-list.ts');

  return {
    /** Shows an answer piece by piece, then as a whole with what stands below. */
    show(events: readonly ChatEvent[]): Element {
      const root = document.createElement('div');
      const bubble = document.createElement('div');
      root.append(bubble);
      const render = createMarkdown(bubble, englishStrings);
      let text = '';
      for (const event of events) {
        if (event.type === 'delta') render((text += event.content), [], true);
        if (event.type === 'closest') root.append(pageList('', event.pages, 1, englishStrings));
        if (event.type !== 'citations') continue;
        const { sources, statements = [] } = event;
        render(text, sources, false, statements);
        root.append(sourceList(sources, englishStrings));
      }
      if (!events.some(({ type }) => type === 'citations')) render(text, [], false);
      return root;
    },
    close: () => dom.window.close(),
  };
}
