import type { Source } from '../../contract/chat.ts';
import type { StoredSource } from '../../storage/chats.ts';
import type { Passage } from '../../storage/chunks.ts';
import { AnswerText } from './answer-text.ts';
import { KnownUrls } from './known-urls.ts';
import { OwnSourcesList } from './own-sources-list.ts';
import { passageUrl } from './passage-url.ts';

/** Characters. */
const maxExcerpt = 240;

/** Returns the beginning of a passage on one line. */
function excerptOf(content: string): string {
  const text = content.replace(/\s+/g, ' ').trim();
  if (text.length <= maxExcerpt) return text;
  // A surrogate pair must not be cut.
  const cut = text.slice(0, maxExcerpt).replace(/[\ud800-\udbff]$/, '');
  const space = cut.lastIndexOf(' ');
  // Not every script puts spaces between words.
  return (space > maxExcerpt / 2 ? cut.slice(0, space) : cut) + '…';
}

function toSource(n: number, passage: Passage): Source {
  const opened = passageUrl(passage);
  return {
    n,
    title: passage.title || passage.url,
    url: passage.url,
    kind: passage.kind,
    ...(opened !== undefined && { passage_url: opened }),
    excerpt: excerptOf(passage.content),
  };
}

/** Two passages of one page are one source. */
const sourceKey = (passage: Passage) => passage.url || `document:${passage.documentId}`;

export interface CitationOptions {
  /** Whether the answer names its sources; else their numbers are left out. */
  numbers?: boolean;
  /** More texts with addresses that the answer may link: the owner's and the visitor's. */
  quoted?: readonly string[];
}

/**
 * Turns a model's passage numbers into source numbers while the text streams: one number per source, in
 * order of first use. Numbers without a passage disappear, as does a list of sources that the model wrote.
 * Addresses that the model was not told become text, and pictures their description.
 */
export class CitationWriter {
  readonly #passages: readonly Passage[];
  readonly #numbers: boolean;
  readonly #cited = new Map<string, { source: Source; passage: Passage }>();
  /** The last source number. */
  #lastNumber = 0;
  readonly #urls = new KnownUrls();
  readonly #text: AnswerText;

  /** The passage numbered n in the prompt is `passages[n - 1]`. */
  constructor(passages: readonly Passage[], { numbers = true, quoted = [] }: CitationOptions = {}) {
    this.#passages = passages;
    this.#numbers = numbers;
    for (const { url, title, content } of passages) {
      this.#urls.addSource(url);
      this.#urls.addFrom(`${title}\n${content}`);
    }
    for (const text of quoted) this.know(text);
    this.#text = new AnswerText({
      cite: (cited) => this.#cite(cited),
      isKnown: (address) => this.#urls.has(address),
      newList: () => new OwnSourcesList(passages),
      // A list is the only citation of an answer without marks.
      citeList: (named) => (this.#cited.size > 0 ? '' : this.#cite(named)),
    });
  }

  /** Sources cited so far, by number. */
  get sources(): Source[] {
    return [...this.#cited.values()].map(({ source }) => source);
  }

  /** Sources with their documents. */
  get stored(): StoredSource[] {
    return [...this.#cited.values()].map(({ source, passage }) => ({
      ...source,
      document_id: passage.documentId,
    }));
  }

  /** Lets the answer link addresses in `text`, such as a tool's result. */
  know(text: string): void {
    this.#urls.addFrom(text);
  }

  /** Removes sources whose passages `choose` does not return. */
  async keep(choose: (passages: readonly Passage[]) => Promise<readonly Passage[]>): Promise<void> {
    const kept = new Set(await choose([...this.#cited.values()].map(({ passage }) => passage)));
    for (const [key, { passage }] of this.#cited) if (!kept.has(passage)) this.#cited.delete(key);
  }

  /** Removes the numbers of removed sources from a written text. */
  withoutRemoved(written: string): string {
    const kept = new Set(this.sources.map(({ n }) => n));
    if (kept.size === this.#lastNumber) return written;
    const text = new AnswerText({
      cite: (numbers) => numbers.map((n) => (kept.has(n) ? `[${n}]` : '')).join(''),
      isKnown: () => true,
      newList: () => null,
      citeList: () => '',
    });
    return text.push(written) + text.end();
  }

  push(text: string): string {
    return this.#text.push(text);
  }

  /** Returns the text that was held back. */
  end(): string {
    return this.#text.end();
  }

  #cite(numbers: readonly number[]): string {
    if (!this.#numbers) return '';
    const cited = new Set<number>();
    for (const number of numbers) {
      const passage = this.#passages[number - 1];
      if (!passage) continue;
      const key = sourceKey(passage);
      const entry = this.#cited.get(key) ?? {
        source: toSource(++this.#lastNumber, passage),
        passage,
      };
      this.#cited.set(key, entry);
      cited.add(entry.source.n);
    }
    return [...cited].map((n) => `[${n}]`).join('');
  }
}

/** Returns the list that is appended to a stored answer. */
export function sourcesList(sources: readonly Source[]): string {
  if (sources.length === 0) return '';
  const lines = sources.map(({ n, title, url }) =>
    `[${n}] ${title}${url && ` – ${url}`}`.replace(/\s+/g, ' '),
  );
  return `\n\nSources:\n${lines.join('\n')}`;
}

/** Removes the appended list. */
export const withoutSourcesList = (content: string) =>
  content.replace(/\n\nSources:\n(?:\[\d+\] .*(?:\n|$))+$/, '');
