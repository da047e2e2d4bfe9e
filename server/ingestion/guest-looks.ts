import type { AppError } from '../errors/app-error.ts';
import type { GuestAccess } from './guest-access.ts';
import type { AskAsGuest, Route } from './web/guest-page.ts';
import { judgePage, type Verdict } from './web/guest-verdict.ts';
import { validatorsOf, type Validators } from './web/load-url.ts';

/** The page of a post. */
export interface Looked {
  title: string;
  /** Returns its content as `Told`; only asked for where a page has come. */
  html: () => Promise<string>;
  url: string;
  /** BCP 47; the page is asked for in it. */
  language: string;
  postType: string;
}

/** `unclear`: the page lacks the text, and no page of its type was seen with its text so far. */
export type Look =
  | { is: 'shown'; etag: string; lastModified: string }
  | { is: 'refused' | 'unclear'; reason: AppError }
  | { is: 'unasked' };

interface Options {
  signal: AbortSignal;
  /** Validators of the last look at which the page was shown: `304` says that it still is. */
  validators?: Validators;
  gap?: number;
}

/** Pages of a type without their text, and none with it, after which scripts seem to fill them. */
const enough = 20;

/**
 * Looks at posts as a guest. A page without the post's text is a notice for members only where other pages of the
 * type have theirs: a theme may fill its pages by scripts, or show a type without its content.
 */
export function createGuestLooks(access: GuestAccess, ask: AskAsGuest) {
  const seen = new Map<string, { shown: number; without: number }>();

  async function askAndJudge(
    { url: text, language, title, html }: Looked,
    { signal, validators, gap = 0 }: Options,
    route: Route,
  ): Promise<Verdict & { validators: Validators; hasText: boolean }> {
    const url = new URL(text);
    const options = { signal, route, gap };
    const headers = language ? { 'accept-language': language } : {};
    const page = await ask(url, {
      ...options,
      headers: {
        ...headers,
        ...(validators?.etag && { 'if-none-match': validators.etag }),
        ...(validators?.lastModified && { 'if-modified-since': validators.lastModified }),
      },
    });
    const told = { title, html: page.status === 200 ? await html() : '' };
    const hasText = page.status === 304 || told.html !== '';
    const verdict = judgePage(page, told);
    if (verdict.is !== 'without_text')
      return { ...verdict, validators: validatorsOf(page.headers), hasText };
    // A cache may have kept the page from before the last change.
    const fresh = judgePage(await ask(url, { ...options, headers, fresh: true }), told);
    const none = { etag: '', lastModified: '' };
    return { ...(fresh.is === 'shown' ? fresh : verdict), validators: none, hasText };
  }

  /** @throws AppError for an answer that decides nothing; the reason of `signal` */
  return async function look(post: Looked, options: Options): Promise<Look> {
    const route = await access.route();
    if (route === null || post.url === '') return { is: 'unasked' };
    const verdict = await askAndJudge(post, options, route);
    const ofType = seen.get(post.postType) ?? { shown: 0, without: 0 };
    seen.set(post.postType, ofType);
    switch (verdict.is) {
      case 'shown':
        if (verdict.hasText) ofType.shown++;
        return { is: 'shown', ...verdict.validators };
      case 'without_text':
        ofType.without++;
        if (ofType.shown > 0) return { is: 'refused', reason: verdict.reason };
        if (ofType.without < enough) return { is: 'unclear', reason: verdict.reason };
        return { is: 'shown', etag: '', lastModified: '' };
      case 'refused':
        return { is: 'refused', reason: verdict.reason };
      default:
        return verdict satisfies never;
    }
  };
}
export type GuestLook = ReturnType<typeof createGuestLooks>;
