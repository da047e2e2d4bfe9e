import { AppError } from '../errors/app-error.ts';
import type { DocumentRow } from '../storage/documents.ts';
import type { Bridge } from '../wordpress/bridge.ts';
import type { LoadedSource } from './read/extract.ts';
import type { PageLoader } from './web/page-loader.ts';

/** Loads posts and files through the bridge, web pages over the network, texts from their row. */
export class SourceLoader {
  readonly #bridge: Pick<Bridge, 'post' | 'attachment' | 'attachmentFile'>;
  readonly #pages: Pick<PageLoader, 'load'>;

  constructor(
    bridge: Pick<Bridge, 'post' | 'attachment' | 'attachmentFile'>,
    pages: Pick<PageLoader, 'load'>,
  ) {
    this.#bridge = bridge;
    this.#pages = pages;
  }

  /**
   * Loads a document's source. Returns `unchanged` if the stored chunks are up to date, null if the source is
   * gone or not public any more.
   *
   * @param conditional whether `unchanged` may be returned: not if the chunks have to be made again
   * @throws AppError
   */
  async load(
    document: DocumentRow,
    conditional: boolean,
    signal: AbortSignal,
  ): Promise<LoadedSource | 'unchanged' | null> {
    const { kind, post_id, attachment_id, body, source_url: url, title } = document;
    if (post_id !== null) return this.#loadPost(post_id);
    if (attachment_id !== null) return this.#loadFile(kind, attachment_id);
    if (kind === 'url') return this.#pages.load(document, conditional, signal);
    return { source: { kind: 'txt', bytes: Buffer.from(body ?? '') }, url, title };
  }

  async #loadPost(id: number): Promise<LoadedSource | null> {
    const post = await this.#bridge.post(id);
    return post && { source: { kind: 'post', post }, url: post.permalink, title: post.title };
  }

  async #loadFile(kind: DocumentRow['kind'], id: number): Promise<LoadedSource | null> {
    if (kind === 'post' || kind === 'url') throw new AppError('unsupported_type');
    try {
      const [{ url, title }, bytes] = await Promise.all([
        this.#bridge.attachment(id),
        this.#bridge.attachmentFile(id),
      ]);
      const page = { kind: 'page', bytes, contentType: '', url } as const;
      return { source: kind === 'html' ? page : { kind, bytes }, url, title };
    } catch (error) {
      if (error instanceof AppError && error.code === 'not_found') return null;
      throw error;
    }
  }
}
