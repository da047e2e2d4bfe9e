import { sql } from 'kysely';
import type { EmbeddingEstimate, IndexStatus } from '../contract/admin.ts';
import type { Settings, SettingsPatch } from '../contract/settings.ts';
import { toAppError } from '../errors/app-error.ts';
import { embeddingModels } from '../providers/model-traits.ts';
import type { EmbedderChoice, Providers } from '../providers/registry.ts';
import { VendorError } from '../providers/shared/vendor-error.ts';
import { toNumber, type Database } from '../storage/database.ts';
import type { State } from '../storage/state.ts';
import { countVectors } from '../storage/vectors/vectors.ts';
import type { SettingsStore } from '../wordpress/settings.ts';
import { isLexical, readActiveIndex, readReplaced, type EmbeddingIndex } from './index-state.ts';

type Problem = NonNullable<NonNullable<IndexStatus['building']>['problem']>;

/** Stores why building an index fails, for all processes. */
export class IndexProblem {
  readonly #state: State;
  readonly #name: string;

  constructor(state: State, name = 'index_problem') {
    this.#state = state;
    this.#name = name;
  }

  async report(error: unknown): Promise<void> {
    const { code, message, cause } = toAppError(error);
    // Owners may read the vendor's message.
    const shown = cause instanceof VendorError ? cause.message : message;
    const problem: Problem = { code, message: shown };
    await this.#state.writeText(this.#name, JSON.stringify(problem));
  }

  async clear(): Promise<void> {
    await this.#state.remove(this.#name);
  }

  async read(): Promise<Problem | null> {
    const text = await this.#state.readText(this.#name);
    return text === null ? null : (JSON.parse(text) as Problem);
  }
}

/** Returns US dollars per million tokens; null if unknown. */
function embeddingPrice({ provider, model, base_url }: EmbedderChoice): number | null {
  if (provider === 'builtin' || provider === 'local' || provider === 'ollama') return 0;
  // Another address has other prices.
  return base_url === '' ? (embeddingModels(provider)[model]?.price ?? null) : null;
}

/**
 * Estimates tokens from characters and UTF-8 bytes: about four ASCII characters a token, and fewer of other
 * scripts: Chinese and Thai about one, Cyrillic 1.7, as byte-pair tokenizers have them.
 * https://help.openai.com/en/articles/4936856, https://huggingface.co/Cohere/multilingual-22-12
 */
const tokensOf = (characters: number, bytes: number) =>
  Math.ceil(characters / 4 + (bytes - characters) / 3);

/** Returns whether the index was made with this choice. The model is not asked for its dimensions. */
function isMadeBy(choice: EmbedderChoice, index: EmbeddingIndex | null): boolean {
  if (index?.choice.provider !== choice.provider) return false;
  const { model, base_url, dimensions } = index.choice;
  return (
    choice.provider === 'builtin' ||
    (choice.model === model &&
      choice.base_url === base_url &&
      [dimensions, index.dimensions].includes(choice.dimensions))
  );
}

/** Estimates the tokens of all texts that are embedded. */
async function measureTexts({ dialect, query }: Database) {
  const isMysql = dialect === 'mysql';
  const text = ['documents.title', 'chunks.heading_path', 'chunks.content'] as const;
  const characters = text.map((name) =>
    isMysql ? sql`char_length(${sql.ref(name)})` : sql`length(${sql.ref(name)})`,
  );
  const bytes = text.map((name) =>
    isMysql ? sql`length(${sql.ref(name)})` : sql`length(cast(${sql.ref(name)} as blob))`,
  );
  const sumOf = (parts: typeof bytes) => sql<number>`sum(${sql.join(parts, sql` + `)})`;
  const row = await query
    .selectFrom('chunks')
    .innerJoin('documents', 'documents.id', 'chunks.document_id')
    .select([sumOf(characters).as('characters'), sumOf(bytes).as('bytes')])
    .executeTakeFirst();
  return tokensOf(toNumber(row?.characters), toNumber(row?.bytes));
}

/** Whether texts are split into other chunks, all of which are embedded. */
const dividesAnew = (wanted: Settings['indexing'], stored: Settings['indexing']): boolean =>
  (['chunk_size', 'chunk_overlap', 'min_chunk_chars'] as const).some(
    (name) => wanted[name] !== stored[name],
  );

interface Dependencies {
  database: Database;
  settings: Pick<SettingsStore, 'get' | 'patched'>;
  providers: Pick<Providers, 'embedder' | 'embedderChoice'>;
  problem: Pick<IndexProblem, 'read'>;
}

/** Tells owners of the index: how far it is, and what another would cost. Only the database is read. */
export class IndexReport {
  readonly #dependencies: Dependencies;

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies;
  }

  /** Describes the active space, how many chunks have their vector, and why it does not go on. */
  async status(): Promise<IndexStatus> {
    const { database, settings, providers, problem } = this.#dependencies;
    const [active, current, reason] = await Promise.all([
      readActiveIndex(database.query),
      settings.get(),
      problem.read(),
    ]);
    const chosen = providers.embedderChoice(current);
    const replaced = active && (await readReplaced(database.query, active));
    const about = {
      embedder: active ? this.#nameOf(active.choice, current) : '',
      dimensions: active?.dimensions ?? 0,
      ...(replaced && { replaced }),
    };
    const isChosen = active && JSON.stringify(active.choice) === JSON.stringify(chosen);
    if (isChosen && isLexical(active)) return { ...about, building: null };
    // Until the chosen model has answered it is not active, and no chunk has its vector.
    const { done, total } = await countVectors(database.query, isChosen ? active : null);
    if (isChosen && done >= total) return { ...about, building: null };
    const embedder = this.#nameOf(chosen, current);
    const building = { embedder, chunks_done: done, chunks_total: total, problem: reason };
    return { ...about, building };
  }

  /** Estimates the cost of searching with the embedder of unsaved settings. */
  async estimate(unsaved: SettingsPatch): Promise<EmbeddingEstimate> {
    const { database, settings, providers } = this.#dependencies;
    const [wanted, stored] = [await settings.patched(unsaved), await settings.get()];
    const choice = providers.embedderChoice(wanted);
    const active = await readActiveIndex(database.query);
    const nothing = { chunks: 0, tokens: 0, price_usd: 0 };
    const isDivided = dividesAnew(wanted.indexing, stored.indexing);
    if (isMadeBy(choice, active) && !isDivided) return { changes: false, ...nothing };
    if (choice.provider === 'builtin') return { changes: true, ...nothing };
    const [{ total }, tokens] = await Promise.all([
      countVectors(database.query, null),
      measureTexts(database),
    ]);
    const growth = isDivided ? stored.indexing.chunk_size / wanted.indexing.chunk_size : 1;
    const price = embeddingPrice(choice);
    return {
      changes: true,
      chunks: Math.ceil(total * growth),
      tokens,
      price_usd: price === null ? null : (price * tokens) / 1_000_000,
    };
  }

  #nameOf(choice: EmbedderChoice, current: Settings): string {
    if (choice.provider === 'builtin') return choice.provider;
    try {
      return this.#dependencies.providers.embedder(current, choice).id;
    } catch {
      return `${choice.provider}:${choice.model}`;
    }
  }
}
