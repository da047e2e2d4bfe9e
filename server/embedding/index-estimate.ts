import { sql } from 'kysely';
import type { EmbeddingEstimate } from '../contract/admin.ts';
import type { Settings, SettingsPatch } from '../contract/settings.ts';
import type { EmbedderChoice, Providers } from '../providers/registry.ts';
import { toNumber, type Database } from '../storage/database.ts';
import { readActiveIndex, type EmbeddingIndex } from './index-state.ts';
import { countVectors } from '../storage/vectors/vectors.ts';
import type { SettingsStore } from '../wordpress/settings.ts';

/** US dollars per million tokens as listed in November 2026, without free allowances. */
const listed: Readonly<Record<string, Readonly<Record<string, number>>>> = {
  // https://developers.openai.com/api/docs/pricing
  openai: {
    'text-embedding-3-small': 0.02,
    'text-embedding-3-large': 0.13,
    'text-embedding-ada-002': 0.1,
  },
  // https://ai.google.dev/gemini-api/docs/pricing
  gemini: { 'gemini-embedding-001': 0.15 },
  // https://developers.cloudflare.com/workers-ai/platform/pricing/
  workers_ai: {
    '@cf/baai/bge-small-en-v1.5': 0.02,
    '@cf/baai/bge-base-en-v1.5': 0.067,
    '@cf/baai/bge-large-en-v1.5': 0.204,
    '@cf/baai/bge-m3': 0.012,
    '@cf/pfnet/plamo-embedding-1b': 0.019,
    '@cf/qwen/qwen3-embedding-0.6b': 0.012,
  },
  // https://docs.voyageai.com/docs/pricing
  voyage: {
    'voyage-4-large': 0.12,
    'voyage-4': 0.06,
    'voyage-4-lite': 0.02,
    'voyage-3-large': 0.18,
    'voyage-3.5': 0.06,
    'voyage-3.5-lite': 0.02,
    'voyage-code-3': 0.18,
    'voyage-finance-2': 0.12,
    'voyage-law-2': 0.12,
  },
  // https://cohere.com/pricing
  cohere: {
    'embed-v4.0': 0.12,
    'embed-english-v3.0': 0.1,
    'embed-multilingual-v3.0': 0.1,
  },
  // https://mistral.ai/pricing
  mistral: { 'mistral-embed': 0.1, 'codestral-embed': 0.15 },
};

/** Returns US dollars per million tokens; null if unknown. */
function embeddingPrice({ provider, model, base_url }: EmbedderChoice): number | null {
  if (provider === 'builtin' || provider === 'local' || provider === 'ollama') return 0;
  // Another address has other prices.
  return base_url === '' ? (listed[provider]?.[model] ?? null) : null;
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
