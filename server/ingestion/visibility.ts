import { sql } from 'kysely';
import type { Settings } from '../contract/settings.ts';
import { toAppError } from '../errors/app-error.ts';
import { LogThrottle } from '../runtime/log-throttle.ts';
import type { Passage } from '../storage/chunks.ts';
import type { Context } from './context.ts';
import type { KnowledgeBase } from './knowledge-base.ts';

/** Milliseconds for which a reconcile counts: longer than its interval, because one may fail. */
const trustPeriod = 15 * 60_000;
/** Ids per call of the bridge. */
const maxIds = 100;

/** MySQL's ER_NO_SUCH_TABLE, ER_TABLEACCESS_DENIED_ERROR, ER_COLUMNACCESS_DENIED_ERROR. */
const unreachable: readonly unknown[] = [1146, 1142, 1143];
const isUnreachable = (error: unknown) =>
  error instanceof Error && 'errno' in error && unreachable.includes(error.errno);

/** Returns the id of the post or file that a passage comes from; null for other sources. */
const sourceIdOf = ({ postId, attachmentId }: Passage) => postId ?? attachmentId;
const siteIdsOf = (passages: readonly Passage[]) => [
  ...new Set(passages.flatMap((passage) => sourceIdOf(passage) ?? [])),
];

/**
 * Checks at query time that the sources of passages are still public. Otherwise the text of a withdrawn
 * post would be used until the next reconcile if its event was lost.
 */
export class Visibility {
  readonly #context: Pick<Context, 'database' | 'bridge' | 'clock' | 'log'>;
  readonly #knowledge: Pick<KnowledgeBase, 'remove'>;
  readonly #throttle = new LogThrottle();
  #canReadPosts: boolean;
  #trustedFrom = -Infinity;
  #distrustedFrom = -Infinity;

  constructor(
    context: Pick<Context, 'database' | 'bridge' | 'clock' | 'log'>,
    knowledge: Pick<KnowledgeBase, 'remove'>,
  ) {
    this.#context = context;
    this.#knowledge = knowledge;
    this.#canReadPosts = context.database.dialect === 'mysql';
  }

  /**
   * Returns the passages whose sources are public now and removes the documents of the others. If the
   * site has to be called and does not answer, its passages are left out.
   *
   * @throws AppError `sidecar_unavailable` if nothing is left for that reason
   */
  async onlyPublic<P extends Passage>(
    passages: readonly P[],
    { indexing }: Pick<Settings, 'indexing'>,
  ): Promise<P[]> {
    const all = siteIdsOf(passages);
    const ids = this.#isTrusted() ? await this.#findHidden(all, indexing) : all;
    if (ids.length === 0) return [...passages];
    try {
      const hidden = await this.#hiddenBySite(ids);
      const isHidden = (passage: P) => hidden.has(sourceIdOf(passage) ?? 0);
      this.#remove(passages.filter(isHidden));
      return passages.filter((passage) => !isHidden(passage));
    } catch (error) {
      const { log } = this.#context;
      if (this.#throttle.isFirst(log, toAppError(error).code, 'visibility'))
        log.warn({ err: error }, 'the site did not tell which sources are public');
      const others = passages.filter((passage) => !ids.includes(sourceIdOf(passage) ?? 0));
      if (others.length === 0) throw error;
      return others;
    }
  }

  /** Makes every check call the site, until a reconcile that starts after this call has succeeded. */
  distrust(): void {
    this.#distrustedFrom = this.#context.clock();
  }

  /** Has only suspicious sources checked at the site for a while, after a reconcile that began at `startedAt`. */
  trust(startedAt: number): void {
    this.#trustedFrom = Math.max(this.#trustedFrom, startedAt);
  }

  #isTrusted(): boolean {
    const age = this.#context.clock() - this.#trustedFrom;
    return this.#trustedFrom >= this.#distrustedFrom && age < trustPeriod;
  }

  /** Returns the ids that `wp_posts`, if it can be read, does not show as public. About 1 ms. */
  async #findHidden(
    ids: readonly number[],
    { post_types: types, exclude_ids: excluded }: Settings['indexing'],
  ): Promise<number[]> {
    if (!this.#canReadPosts || ids.length === 0) return [];
    const { database, log } = this.#context;
    const rows = await sql<{ id: number; type: string; status: string }>`
      select ID as id, post_type as type, post_status as status
      from ${sql.table(database.prefix.replace(/rag_$/, 'posts'))}
      where post_password = '' and ID in (${sql.join(ids)})`
      .execute(database.query)
      .then((result) => result.rows)
      .catch((error: unknown) => {
        if (!isUnreachable(error)) throw error;
        this.#canReadPosts = false;
        log.info({ err: error }, 'wp_posts is not in this database');
        return null;
      });
    if (!rows) return [];
    const isPublic = ({ id, type, status }: (typeof rows)[number]) =>
      type === 'attachment'
        ? status === 'inherit' || status === 'publish'
        : status === 'publish' && types.includes(type) && !excluded.includes(id);
    const stillPublic = new Set(rows.filter(isPublic).map(({ id }) => id));
    return ids.filter((id) => !stillPublic.has(id));
  }

  /** Calls WordPress, which applies all of its rules, and returns the ids that are not public. */
  async #hiddenBySite(ids: readonly number[]): Promise<Set<number>> {
    const hidden = new Set(ids);
    for (let start = 0; start < ids.length; start += maxIds) {
      const stillPublic = await this.#context.bridge.standing(ids.slice(start, start + maxIds));
      for (const { id } of stillPublic) hidden.delete(id);
    }
    return hidden;
  }

  #remove(passages: readonly Passage[]): void {
    const { log } = this.#context;
    for (const documentId of new Set(passages.map((passage) => passage.documentId))) {
      log.info({ document: documentId }, 'no longer public: removed');
      this.#knowledge.remove(documentId).catch((error: unknown) => {
        log.warn({ err: error, document: documentId }, 'removing a withdrawn document failed');
      });
    }
  }
}
