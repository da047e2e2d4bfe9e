import { hash, randomUUID } from 'node:crypto';
import { z } from 'zod';
import { foundBusiness, foundBusinessState, type FoundBusiness } from '../contract/settings.ts';
import { languageIn } from '../language/languages.ts';
import { shared } from '../runtime/one-at-a-time.ts';
import { cardLines } from '../text/business-card.ts';
import { aboutKey } from '../storage/documents.ts';
import type { Context } from './context.ts';
import { readStored, type GuestAccess } from './guest-access.ts';
import { languageTag } from './read/blocks.ts';
import type { SitePage } from './read/site-page.ts';
import type { Reader } from './read/reader.ts';
import type { GuestRequests } from './web/guest-page.ts';

/** Lines that the pages of a site share, and the facts among them: an address, opening hours. */
const frame = z.object({ lines: z.array(z.string()), facts: z.array(z.string()) });
type Frame = z.infer<typeof frame>;

const frameName = 'site_frame';
/** Hash of the last text of the document about the site. */
const toldName = 'site_about';

/** Posts beside the front page, characters of a page, and of what is kept. */
const max = { posts: 8, listed: 500, page: 1_000_000, lines: 60_000, facts: 20_000 };
/** Milliseconds for a look at the pages, and until one that failed is tried again. */
const within = 120_000;
const retryAfter = 10 * 60_000;
/** Milliseconds: less than a day, because the clock ticks every ten minutes. */
const betweenLooks = 23 * 3_600_000;

/** Returns at most so many items, evenly spread. */
function spread<T>(all: readonly T[], count: number): T[] {
  const step = Math.max(1, all.length / count);
  const length = Math.min(all.length, count);
  return Array.from({ length }, (_, index) => all[Math.floor(index * step)]!);
}

/** Returns the first lines that together have at most so many characters. */
function upTo(length: number, lines: readonly string[]): string[] {
  let sum = 0;
  return lines.filter((line) => (sum += line.length) <= length);
}

interface Parts {
  requests: Pick<GuestRequests, 'get'>;
  access: Pick<GuestAccess, 'route'>;
  reader: Pick<Reader, 'extract'>;
  /** Where WordPress is reached from here. */
  siteUrl: string;
  /** Deletes a document. */
  remove: (id: number) => Promise<unknown>;
}

/**
 * Knows what the pages of the site share: readers of pages leave it out, and its facts are told once, behind the owner's
 * business card, by a document about the site.
 */
export class SiteFrames {
  readonly #context: Context;
  readonly #parts: Parts;
  #triedAt = -Infinity;

  constructor(context: Context, parts: Parts) {
    this.#context = context;
    this.#parts = parts;
  }

  /** Returns the lines that pages share; looks at the pages first if that was never done. */
  async lines(): Promise<readonly string[]> {
    const known = await this.#known();
    if (known || this.#context.clock() - this.#triedAt < retryAfter) return known?.lines ?? [];
    await this.refresh();
    return (await this.#known())?.lines ?? [];
  }

  /** Looks at some pages again, at most once a day for all sidecars, and keeps the document about the site up to date. */
  async daily(): Promise<void> {
    const { state, clock } = this.#context;
    const now = clock();
    const isTurn = await state.lease('site_frame_look', randomUUID(), now, now + betweenLooks);
    await (isTurn ? this.refresh() : this.tell());
  }

  /** Looks at some pages again. What was known stays if that fails. */
  readonly refresh = shared(async (): Promise<void> => {
    const { state, clock, log } = this.#context;
    const signal = AbortSignal.timeout(within);
    try {
      const pages = await this.#sample(signal);
      if (pages.length > 0) {
        const { business, ...found } = await this.#read(pages, signal);
        await state.writeText(frameName, JSON.stringify(found));
        await state.writeText(foundBusinessState, JSON.stringify(business));
      }
    } catch (error) {
      log.info({ err: error }, 'what the pages of the site share could not be read');
    } finally {
      // Not before: posts that are read meanwhile wait for it.
      this.#triedAt = clock();
    }
    await this.tell();
  });

  /** Writes the document about the site, if its text has changed: one that the owner deletes stays away until then. */
  readonly tell = shared(async (): Promise<void> => {
    const { settings, documents, state, queue, wake } = this.#context;
    const { business, indexing } = await settings.get();
    const language = languageTag(settings.site()?.locale ?? '');
    const card = cardLines(business, language);
    const facts = indexing.read_pages ? ((await this.#known())?.facts ?? []) : [];
    const body = [...new Set([...card, ...facts])].join('\n');
    const [code = ''] = language.split('-');
    const title = languageIn(code).sentences.about;
    const told = hash('sha256', title + body);
    if ((await state.readText(toldName)) === told) return;
    if (body === '') {
      const id = await documents.idOfKey(aboutKey);
      if (id !== undefined) await this.#parts.remove(id);
    } else {
      const text = { kind: 'txt', sourceKey: aboutKey, title, titleGiven: true, body } as const;
      await queue.enqueue([await documents.write({ ...text, sourceUrl: this.#home() })]);
      wake();
    }
    await state.writeText(toldName, told);
  });

  #known(): Promise<Frame | null> {
    return readStored(this.#context.state, frameName, frame);
  }

  #home(): string {
    const home = this.#context.settings.site()?.home_url ?? this.#parts.siteUrl;
    return `${home.replace(/\/$/, '')}/`;
  }

  /** Requests the front page and some posts as a guest. Returns those that came; none where pages are not to be read. */
  async #sample(signal: AbortSignal): Promise<SitePage[]> {
    const { settings, bridge } = this.#context;
    const { requests, access } = this.#parts;
    const { read_pages, post_types } = (await settings.get()).indexing;
    const route = read_pages ? await access.route() : null;
    if (route === null) return [];
    const { posts } = await bridge.digest(0, max.listed, post_types);
    const permalinks = posts.map(({ permalink }) => permalink).filter((url) => URL.canParse(url));
    const pages: SitePage[] = [];
    for (const url of new Set([this.#home(), ...spread(permalinks, max.posts)])) {
      const page = await requests.get(new URL(url), { signal, route }).catch(() => null);
      signal.throwIfAborted();
      if (page?.status !== 200 || page.html.length > max.page) continue;
      pages.push({ url: page.url.href, html: page.html });
    }
    return pages;
  }

  async #read(
    pages: readonly SitePage[],
    signal: AbortSignal,
  ): Promise<Frame & { business: FoundBusiness }> {
    const bytes = Buffer.from(JSON.stringify(pages));
    const sizes = { size: 1000, overlap: 0, minimum: 0, shown: max.facts };
    const {
      frame: lines,
      business,
      view,
    } = await this.#parts.reader.extract({ kind: 'site', bytes }, sizes, signal);
    const facts = (view?.blocks ?? []).map(({ text }) => text.replaceAll('\n', ' '));
    // The reader's process may be in the hands of a page.
    return { lines: upTo(max.lines, lines ?? []), facts, business: foundBusiness.parse(business) };
  }
}
