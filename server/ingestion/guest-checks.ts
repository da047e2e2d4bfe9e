import type { BridgePost } from '../contract/bridge.ts';
import type { AppError } from '../errors/app-error.ts';
import { maxAttempts } from '../jobs/queue.ts';
import { versionOf, type DocumentRow } from '../storage/documents.ts';
import type { Context } from './context.ts';
import { failure } from './failures.ts';
import type { GuestAccess } from './guest-access.ts';
import type { SitePage } from './read/site-page.ts';
import { withoutShortcodes } from './read/shortcodes.ts';
import {
  hashOfPage,
  isNoindex,
  judgePage,
  showsAll,
  showsMost,
  type GuestPage,
  type GuestRequests,
  type Route,
  type Verdict,
} from './web/guest-page.ts';
import { conditionsOf, validatorsOf, type Validators } from './web/page-loader.ts';

/** A post and its address. */
interface CheckedPost {
  title: string;
  /** Returns the post's content without excerpt, terms and fields; only called where a page has come. */
  html: () => Promise<string>;
  url: string;
  /** BCP 47; the page is requested in it. */
  language: string;
  postType: string;
}

/** A page that is to be read, or that was: `page_hash` is empty where it is not. */
export type Seen = Validators & Pick<DocumentRow, 'page_hash'>;

/**
 * `stale`: a cache keeps the page from before the last change. `unclear`: the page lacks the text, and no page of its
 * type was seen with its text so far. `noindex`: search engines are to leave it out. `page` is null where the post is to
 * be read without it.
 */
type Check =
  | { is: 'shown'; seen: Seen; page: SitePage | null }
  | { is: 'stale'; seen: Seen }
  | { is: 'refused' | 'unclear' | 'noindex'; reason: AppError }
  | { is: 'unchecked' };

interface Options {
  signal: AbortSignal;
  /** From the last check at which the page was shown: `304` says that it still is. */
  validators?: Validators;
  /** `page_hash` of the document. */
  known?: string;
  /** Text that was read before the post changed; null: it has not changed. */
  before?: string | null;
}

interface Judged {
  verdict: Verdict;
  page: GuestPage;
  seen: Seen;
  /** The post's content; empty if it has none, or if it was not needed. */
  html: string;
}

const noValidators: Validators = { etag: '', last_modified: '' };
const unread: Seen = { ...noValidators, page_hash: '' };

/** Begins the hash of a page that was older than its post. */
const staleMark = '~';

/** Pages of a type without their text, and none with it, after which scripts seem to fill them. */
const enough = 20;

const day = 86_400_000;
/** Milliseconds after which a page is checked again. */
export const due = { shown: 5 * day, withheld: day };
/** Milliseconds: a page that was shown and seems to be shown no more counts as not checked for so long. */
export const suspectAge = 30 * day;

/** Chunks that are compared with a page. */
const compared = 20;

/** Whether guests were not shown a post at its last check; a post that is used has passages. */
const wasRefused = ({ checked_at, chunk_count }: DocumentRow) =>
  checked_at > 0 && chunk_count === 0;

/**
 * Checks as a guest whether posts are visible at their addresses. A page without the post's text is a notice for
 * members only where other pages of the type have theirs: a theme may fill its pages by scripts, or show a type without
 * its content.
 */
export class GuestChecks {
  readonly #context: Pick<Context, 'pages' | 'chunks' | 'settings' | 'clock'>;
  readonly #access: GuestAccess;
  readonly #requests: Pick<GuestRequests, 'get'>;
  /** Pages with and without their text, by post type. */
  readonly #seen = new Map<string, { shown: number; without: number }>();

  constructor(
    context: Pick<Context, 'pages' | 'chunks' | 'settings' | 'clock'>,
    access: GuestAccess,
    requests: Pick<GuestRequests, 'get'>,
  ) {
    this.#context = context;
    this.#access = access;
    this.#requests = requests;
  }

  /**
   * Lets a post be used only if guests are shown it at its address. Returns what to store with it, and its page, null if
   * the post is to be read as WordPress stores it; with `keep`, that the stored passages stay although it is not shown:
   * nothing but the site's answer has changed, so `GuestRechecks` decides, which sees whether that befalls many pages at
   * once.
   *
   * @throws AppError if guests are not shown it, or if that is not known
   */
  async requireShown(
    document: DocumentRow,
    post: BridgePost,
    { title, language }: { title: string; language: string },
    signal: AbortSignal,
  ): Promise<Seen & { checked_at: number; keep: boolean; page: SitePage | null }> {
    const { pages, clock } = this.#context;
    const { permalink: url, post_type: postType } = post;
    const html = () => Promise.resolve(post.html);
    const isUsed = document.chunk_count > 0 && document.checked_at > 0;
    const isUnchanged = document.source_modified === versionOf(post);
    const before = isUsed && !isUnchanged ? await this.#textOf(document) : null;
    const found = await this.check(
      { url, title, language, postType, html },
      { signal, before, known: document.page_hash },
    ).catch(async (error: unknown): Promise<Check> => {
      signal.throwIfAborted();
      if (await this.#access.isOff()) return { is: 'unchecked' };
      throw error;
    });
    const unseen = { checked_at: 0, ...unread, keep: false, page: null };
    switch (found.is) {
      case 'shown':
        return { ...found.seen, checked_at: clock(), keep: false, page: found.page };
      case 'stale':
        return { ...unseen, ...found.seen, checked_at: clock() - due.shown + day };
      case 'unclear':
        if (document.attempts < maxAttempts) throw failure('guests_unknown');
        return { ...unseen, checked_at: clock() };
      case 'unchecked':
        // The last verdict stands.
        if (wasRefused(document) && !(await this.#access.isOff())) throw failure('guests_unknown');
        return unseen;
      case 'refused':
      case 'noindex':
        if (found.is === 'refused' && isUsed && isUnchanged && !document.forced) {
          return { ...unseen, checked_at: clock() - suspectAge, keep: true };
        }
        await pages.noteFailedVisit(document, true, {
          title: title.slice(0, 500).toWellFormed(),
          source_url: url,
        });
        throw found.reason;
      default:
        return found satisfies never;
    }
  }

  /** Returns the page that a post is read from now; null if guests are not shown it, or if it cannot be had. */
  async pageOf(post: BridgePost, signal: AbortSignal): Promise<SitePage | null> {
    const { permalink: url, post_type: postType, title } = post;
    const about = { url, title, postType, language: post.language.replaceAll('_', '-') };
    const html = () => Promise.resolve(post.html);
    const found = await this.check({ ...about, html }, { signal }).catch(() => null);
    signal.throwIfAborted();
    return found?.is === 'shown' ? found.page : null;
  }

  /** Checks one post. @throws AppError for an answer that decides nothing; the reason of `signal` */
  async check(post: CheckedPost, options: Options): Promise<Check> {
    const found = await this.#decide(post, options);
    if (!('reason' in found) || !(await this.#access.isOff())) return found;
    return { is: 'shown', seen: unread, page: null };
  }

  async #decide(post: CheckedPost, options: Options): Promise<Check> {
    const route = await this.#access.route();
    if (route === null || post.url === '') return { is: 'unchecked' };
    const judged = await this.#judge(post, options, route);
    const { verdict, seen } = judged;
    const ofType = this.#seen.get(post.postType) ?? { shown: 0, without: 0 };
    this.#seen.set(post.postType, ofType);
    switch (verdict.is) {
      case 'shown':
        if (judged.html !== '' || judged.page.status === 304) ofType.shown++;
        return this.#shown(judged, options);
      case 'without_text':
        if (isStale(judged, options)) return { is: 'stale', seen: staleOf(seen) };
        ofType.without++;
        if (ofType.shown > 0) return { is: 'refused', reason: verdict.reason };
        if (ofType.without < enough) return { is: 'unclear', reason: verdict.reason };
        return { is: 'shown', seen: unread, page: null };
      case 'refused':
        return { is: 'refused', reason: verdict.reason };
      default:
        return verdict satisfies never;
    }
  }

  async #shown({ page, seen, html }: Judged, { known, before }: Options): Promise<Check> {
    const { noindex, read_pages } = (await this.#context.settings.get()).indexing;
    if (!noindex && this.#access.isListed() && isNoindex(page))
      return { is: 'noindex', reason: failure('page_noindex') };
    if (!read_pages) return { is: 'shown', seen: { ...seen, page_hash: '' }, page: null };
    const isSame = typeof before === 'string' && seen.page_hash === known;
    if (isSame && !showsAll(page, html)) return { is: 'stale', seen: staleOf(seen) };
    const isHtml = page.html !== '' && /^$|html/i.test(page.headers['content-type'] ?? '');
    return { is: 'shown', seen, page: isHtml ? { url: page.url.href, html: page.html } : null };
  }

  async #judge(
    { url: text, language, title, html }: CheckedPost,
    { signal, validators, before, known = '' }: Options,
    route: Route,
  ): Promise<Judged> {
    const url = new URL(text);
    const headers: Record<string, string> = language ? { 'accept-language': language } : {};
    const ask = async (fresh: boolean): Promise<Judged> => {
      const conditional = validators && !fresh ? conditionsOf(validators) : {};
      const page = await this.#requests.get(url, {
        ...{ signal, route, fresh },
        headers: { ...headers, ...conditional },
      });
      const content = page.status === 200 ? withoutShortcodes(await html()) : '';
      const page_hash = page.status === 304 ? known : hashOfPage(page);
      const own = fresh ? noValidators : validatorsOf(page.headers);
      const verdict = judgePage(page, { title, html: content });
      return { verdict, page, seen: { ...own, page_hash }, html: content };
    };
    // A cache may have kept the page from before the last change.
    const first = await ask(typeof before === 'string');
    if (first.verdict.is === 'shown') return first;
    if (typeof before === 'string') return ask(false);
    if (first.verdict.is !== 'without_text') return first;
    const fresh = await ask(true);
    return fresh.verdict.is === 'shown' ? fresh : first;
  }

  /** Returns the beginning of what was read of a document. */
  async #textOf({ id }: DocumentRow): Promise<string> {
    const chunks = await this.#context.chunks.ofDocument(id, compared, 0);
    return chunks.map(({ content }) => content).join('\n');
  }
}

const staleOf = ({ page_hash }: Seen): Seen => ({
  ...noValidators,
  page_hash: staleMark + page_hash,
});

/** Whether a page without the text is the one from before the post changed. */
function isStale({ page, seen }: Judged, { before, known }: Options): boolean {
  if (known === staleMark + seen.page_hash || known === seen.page_hash) return true;
  return typeof before === 'string' && showsMost(page, before);
}
