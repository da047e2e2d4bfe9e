import { sql } from 'kysely';
import type { EmbeddingEstimate } from '../contract/admin.ts';
import type { Settings, SettingsPatch } from '../contract/settings.ts';
import { embeddingModels } from '../providers/model-traits.ts';
import type { EmbedderChoice, Providers } from '../providers/registry.ts';
import { toNumber, type Database } from '../storage/database.ts';
import { readActiveIndex, type EmbeddingIndex } from './index-state.ts';
import { countVectors } from '../storage/vectors/vectors.ts';
import type { SettingsStore } from '../wordpress/settings.ts';

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

/** Estimates the cost of searching with the embedder of unsaved settings. Only the database is asked. */
export function createIndexEstimate({
  database,
  settings,
  providers,
}: {
  database: Database;
  settings: SettingsStore;
  providers: Pick<Providers, 'embedderChoice'>;
}) {
  return async function indexEstimate(unsaved: SettingsPatch): Promise<EmbeddingEstimate> {
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
  };
}
