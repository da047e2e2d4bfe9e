import type { Source } from '../../contract/chat.ts';
import type { StoredSource } from '../../storage/chats.ts';
import type { Passage } from '../../storage/chunks.ts';
import { AnswerText } from './answer-text.ts';
import { KnownUrls } from './known-urls.ts';
import { namesOf, OwnSourcesList } from './own-sources-list.ts';
import { passageUrl } from './passage-url.ts';

const excerptLength = 240;

/** The beginning, on one line. */
function excerptOf(content: string): string {
  const text = content.replace(/\s+/g, ' ').trim();
  if (text.length <= excerptLength) return text;
  // No half character at the end.
  const cut = text.slice(0, excerptLength).replace(/[\ud800-\udbff]$/, '');
  const space = cut.lastIndexOf(' ');
  // Not every script puts spaces between words.
  return (space > excerptLength / 2 ? cut.slice(0, space) : cut) + '…';
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
  /** What else addresses may be taken from: what the owner and the visitor wrote. */
  quoted?: readonly string[];
}

/**
 * Turns a model's passage numbers into source numbers while the text streams by: one number per
 * source, counted by first use; numbers of no passage disappear, as does a list of sources of the
 * model's own. Addresses that were not said to the model are no links any more, and there are no pictures.
 */
export class CitationWriter {
  readonly #passages: readonly Passage[];
  readonly #numbers: boolean;
  readonly #cited = new Map<string, { source: Source; passage: Passage }>();
  /** How many numbers were given out. */
  #given = 0;
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
    const names = namesOf(passages);
    this.#text = new AnswerText({
      cite: (cited) => this.#cite(cited),
      isKnown: (address) => this.#urls.has(address),
      newList: () => new OwnSourcesList(names),
      // A list is the only citation of an answer without marks.
      citeList: (named) => (this.#cited.size > 0 ? '' : this.#cite(named)),
    });
  }

  /** Those cited so far, in order of number. */
  get sources(): Source[] {
    return [...this.#cited.values()].map(({ source }) => source);
  }

  /** Each with its document. */
  get stored(): StoredSource[] {
    return [...this.#cited.values()].map(({ source, passage }) => ({
      ...source,
      document_id: passage.documentId,
    }));
  }

  /** Addresses in `text`, such as what a tool returned, may be written from now on. */
  know(text: string): void {
    this.#urls.addFrom(text);
  }

  /** Takes back sources of which `choose` does not give the passage. */
  async keep(choose: (passages: readonly Passage[]) => Promise<readonly Passage[]>): Promise<void> {
    const kept = new Set(await choose([...this.#cited.values()].map(({ passage }) => passage)));
    for (const [key, { passage }] of this.#cited) if (!kept.has(passage)) this.#cited.delete(key);
  }

  /** What was written, without the numbers of sources that were taken back. */
  settled(written: string): string {
    const kept = new Set(this.sources.map(({ n }) => n));
    if (kept.size === this.#given) return written;
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

  /** What was held back. */
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
        source: toSource(++this.#given, passage),
        passage,
      };
      this.#cited.set(key, entry);
      cited.add(entry.source.n);
    }
    return [...cited].map((n) => `[${n}]`).join('');
  }
}

/** As appended to the stored answer; `withoutSourcesList` takes it off again. */
export function sourcesList(sources: readonly Source[]): string {
  if (sources.length === 0) return '';
  const lines = sources.map(({ n, title, url }) =>
    `[${n}] ${title}${url && ` – ${url}`}`.replace(/\s+/g, ' '),
  );
  return `\n\nSources:\n${lines.join('\n')}`;
}

export const withoutSourcesList = (content: string) =>
  content.replace(/\n\nSources:\n(?:\[\d+\] .*(?:\n|$))+$/, '');
