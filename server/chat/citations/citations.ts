import type { Passage } from '../../storage/chunks.ts';
import { KnownUrls, LinkFilter } from './links.ts';
import { MarkPlacer, markSign, type CitedPassage } from './mark-placer.ts';
import { MarkReader, OwnSourcesList } from './mark-reader.ts';
import { citeStatements } from './statements.ts';

/** Two passages of one page are one source. */
const sourceKey = (passage: Passage) => passage.url || `document:${passage.documentId}`;

export interface CitationOptions {
  /** Whether the answer names its sources; else their numbers are left out. */
  numbers?: boolean;
  /** The owner's texts: the answer may link their addresses. */
  quoted?: readonly string[];
  /** The site's front page. */
  homeUrl?: string | undefined;
}

/**
 * Turns a model's passage numbers into source numbers while the text streams: one number per source, in
 * order of first use, and one mark for several in a row. Numbers without a passage disappear, as does a list
 * of sources that the model wrote. Addresses that it may not link become text, and pictures their
 * description.
 */
export class CitationWriter {
  #passages: readonly Passage[];
  readonly #numbers: boolean;
  /** By source. */
  readonly #cited = new Map<string, CitedPassage>();
  /** The last source number. */
  #lastNumber = 0;
  readonly #urls = new KnownUrls();
  readonly #text: MarkReader;
  readonly #isKnown = (address: string) => this.#urls.has(address);
  readonly #links = new LinkFilter(this.#isKnown);
  readonly #marks = new MarkPlacer();
  #found: ReturnType<typeof citeStatements> | null = null;
  /** Whether the text names the business card: its number is 0, and it is no page. */
  namesCard = false;

  /** The passage numbered n in the prompt is `passages[n - 1]`. */
  constructor(
    passages: readonly Passage[],
    { numbers = true, quoted = [], homeUrl }: CitationOptions = {},
  ) {
    this.#passages = passages;
    this.#numbers = numbers;
    if (homeUrl !== undefined) this.#urls.addSite(homeUrl);
    this.#knowAll(passages);
    for (const text of quoted) this.#urls.addFrom(text);
    this.#text = new MarkReader({
      cite: (named, space) => this.#cite(named, space),
      isSource: (named) => named.every((n) => this.#passages[n - 1] !== undefined),
      newList: () => new OwnSourcesList(this.#passages),
      // A list is the only citation of an answer without marks.
      citeList: (named) => (this.#cited.size > 0 ? '' : this.#cite(named, ' ')),
    });
  }

  /** Numbers mean these passages from now on: another prompt has them, or another model. */
  use(passages: readonly Passage[]): void {
    this.#passages = passages;
    this.#knowAll(passages);
  }

  #knowAll(passages: readonly Passage[]): void {
    for (const { kind, url, title, content } of passages) {
      // A site may have a domain for each language.
      if (kind === 'post') this.#urls.addSite(url);
      this.#urls.addSource(url);
      this.know(`${title}\n${content}`);
    }
  }

  /** Returns the sources of a whole text by number, and the statement behind each of its marks. */
  cited(): ReturnType<typeof citeStatements> {
    // It takes milliseconds, and is asked for the visitor and for the database.
    return (this.#found ??= citeStatements([...this.#cited.values()], this.#marks.placed));
  }

  /** The passages of the sources, by number. */
  get passages(): Passage[] {
    return [...this.#cited.values()].map(({ passage }) => passage);
  }

  /** Lets the answer link the site's addresses in `text`, such as a tool's result. */
  know(text: string): void {
    this.#urls.addOwnFrom(text);
  }

  /** Removes the sources of all other passages. */
  keep(kept: ReadonlySet<Passage>): void {
    for (const [key, { passage }] of this.#cited) if (!kept.has(passage)) this.#cited.delete(key);
    this.#found = null;
  }

  /** Removes the numbers of removed sources from a written text. */
  withoutRemoved(written: string): string {
    const kept = new Set([...this.#cited.values()].map(({ n }) => n));
    if (kept.size === this.#lastNumber) return written;
    const text = new MarkReader({
      cite(numbers, space) {
        const marks = numbers.map((n) => (kept.has(n) ? `[${n}]` : '')).join('');
        return marks && space + marks;
      },
      // All marks are numbers by now.
      isSource: () => false,
      newList: () => null,
      citeList: () => '',
    });
    const links = new LinkFilter(this.#isKnown);
    return links.push(text.push(written) + text.end()) + links.end();
  }

  push(text: string): string {
    return this.#links.push(this.#marks.push(this.#text.push(text.replaceAll(markSign, ''))));
  }

  /** Returns the text that was held back. */
  end(): string {
    const rest = this.#marks.push(this.#text.end()) + this.#marks.end();
    if (rest !== '') this.#found = null;
    return this.#links.push(rest) + this.#links.end();
  }

  /** Returns the sign of a mark, or an empty string. */
  #cite(numbers: readonly number[], space: string): string {
    if (!this.#numbers) return '';
    this.namesCard ||= numbers.includes(0);
    const cited: CitedPassage[] = [];
    for (const number of numbers) {
      const passage = this.#passages[number - 1];
      if (!passage) continue;
      const key = sourceKey(passage);
      const n = this.#cited.get(key)?.n ?? ++this.#lastNumber;
      if (!this.#cited.has(key)) this.#cited.set(key, { n, passage });
      cited.push({ n, passage });
    }
    if (cited.length === 0) return '';
    this.#marks.add({ numbers: [...new Set(cited.map(({ n }) => n))], cited, space });
    return markSign;
  }
}
