import type { BridgePost } from '../contract/bridge.ts';
import type { AppError } from '../errors/app-error.ts';
import { maxAttempts } from '../jobs/queue.ts';
import { versionOf, type DocumentRow } from '../storage/documents.ts';
import type { Context } from './context.ts';
import { failure } from './failures.ts';
import type { GuestAccess } from './guest-access.ts';
import { judgePage, type GuestRequests, type Route, type Verdict } from './web/guest-page.ts';
import { conditionsOf, validatorsOf, type Validators } from './web/page-loader.ts';

/** The page of a post. */
interface PostPage {
  title: string;
  /** Returns the post's content without excerpt, terms and fields; only called where a page has come. */
  html: () => Promise<string>;
  url: string;
  /** BCP 47; the page is requested in it. */
  language: string;
  postType: string;
}

/** `unclear`: the page lacks the text, and no page of its type was seen with its text so far. */
type Check =
  | ({ is: 'shown' } & Validators)
  | { is: 'refused' | 'unclear'; reason: AppError }
  | { is: 'unchecked' };

interface Options {
  signal: AbortSignal;
  /** Validators of the last check at which the page was shown: `304` says that it still is. */
  validators?: Validators;
}

const noValidators: Validators = { etag: '', last_modified: '' };

/** Pages of a type without their text, and none with it, after which scripts seem to fill them. */
const enough = 20;

/** Milliseconds: a page that was shown and seems to be shown no more counts as not checked for so long. */
export const suspectAge = 30 * 86_400_000;

/** Whether guests were not shown a post at its last check; a post that is used has passages. */
const wasRefused = ({ checked_at, chunk_count }: DocumentRow) =>
  checked_at > 0 && chunk_count === 0;

/**
 * Checks as a guest whether posts are visible at their addresses. A page without the post's text is a notice for
 * members only where other pages of the type have theirs: a theme may fill its pages by scripts, or show a type without
 * its content.
 */
export class GuestChecks {
  readonly #context: Pick<Context, 'pages' | 'clock'>;
  readonly #access: GuestAccess;
  readonly #requests: Pick<GuestRequests, 'get'>;
  /** Pages with and without their text, by post type. */
  readonly #seen = new Map<string, { shown: number; without: number }>();

  constructor(
    context: Pick<Context, 'pages' | 'clock'>,
    access: GuestAccess,
    requests: Pick<GuestRequests, 'get'>,
  ) {
    this.#context = context;
    this.#access = access;
    this.#requests = requests;
  }

  /**
   * Lets a post be used only if guests are shown it at its address. Returns what to store with it; with `keep`, that
   * the stored passages stay although it is not shown: nothing but the site's answer has changed, so `GuestRechecks`
   * decides, which sees whether that befalls many pages at once.
   *
   * @throws AppError if guests are not shown it, or if that is not known
   */
  async requireShown(
    document: DocumentRow,
    post: BridgePost,
    { title, language }: { title: string; language: string },
    signal: AbortSignal,
  ): Promise<Validators & { checked_at: number; keep: boolean }> {
    const { pages, clock } = this.#context;
    const { permalink: url, post_type: postType } = post;
    const html = () => Promise.resolve(post.html);
    const found = await this.check({ url, title, language, postType, html }, { signal });
    const unseen = { checked_at: 0, ...noValidators, keep: false };
    switch (found.is) {
      case 'shown': {
        const { etag, last_modified } = found;
        return { checked_at: clock(), etag, last_modified, keep: false };
      }
      case 'unclear':
        if (document.attempts < maxAttempts) throw failure('guests_unknown');
        return { ...unseen, checked_at: clock() };
      case 'unchecked':
        // The last verdict stands.
        if (wasRefused(document) && !(await this.#access.isOff())) throw failure('guests_unknown');
        return unseen;
      case 'refused': {
        const isUsed = document.chunk_count > 0 && document.checked_at > 0;
        const isUnchanged = document.source_modified === versionOf(post) && !document.forced;
        if (isUsed && isUnchanged) {
          return { ...unseen, checked_at: clock() - suspectAge, keep: true };
        }
        await pages.noteFailedVisit(document, true, {
          title: title.slice(0, 500).toWellFormed(),
          source_url: url,
        });
        throw found.reason;
      }
      default:
        return found satisfies never;
    }
  }

  /** Checks one post. @throws AppError for an answer that decides nothing; the reason of `signal` */
  async check(post: PostPage, options: Options): Promise<Check> {
    const route = await this.#access.route();
    if (route === null || post.url === '') return { is: 'unchecked' };
    const verdict = await this.#judge(post, options, route);
    const ofType = this.#seen.get(post.postType) ?? { shown: 0, without: 0 };
    this.#seen.set(post.postType, ofType);
    switch (verdict.is) {
      case 'shown':
        if (verdict.hasText) ofType.shown++;
        return { is: 'shown', ...verdict.validators };
      case 'without_text':
        ofType.without++;
        if (ofType.shown > 0) return { is: 'refused', reason: verdict.reason };
        if (ofType.without < enough) return { is: 'unclear', reason: verdict.reason };
        return { is: 'shown', ...noValidators };
      case 'refused':
        return { is: 'refused', reason: verdict.reason };
      default:
        return verdict satisfies never;
    }
  }

  async #judge(
    { url: text, language, title, html }: PostPage,
    { signal, validators }: Options,
    route: Route,
  ): Promise<Verdict & { validators: Validators; hasText: boolean }> {
    const url = new URL(text);
    const options = { signal, route };
    const headers = language ? { 'accept-language': language } : {};
    const conditional = validators ? conditionsOf(validators) : {};
    const page = await this.#requests.get(url, {
      ...options,
      headers: { ...headers, ...conditional },
    });
    const post = { title, html: page.status === 200 ? await html() : '' };
    const hasText = page.status === 304 || post.html !== '';
    const verdict = judgePage(page, post);
    if (verdict.is !== 'without_text')
      return { ...verdict, validators: validatorsOf(page.headers), hasText };
    // A cache may have kept the page from before the last change.
    const fresh = judgePage(
      await this.#requests.get(url, { ...options, headers, fresh: true }),
      post,
    );
    const shown = fresh.is === 'shown' ? fresh : verdict;
    return { ...shown, validators: noValidators, hasText };
  }
}
