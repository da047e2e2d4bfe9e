import { sql } from 'kysely';
import type { EmbeddingEstimate } from '../contract/admin.ts';
import type { SettingsPatch } from '../contract/settings.ts';
import { embedderChoice, type EmbedderChoice } from '../providers/registry.ts';
import { toNumber, type Database } from '../storage/database.ts';
import { readIndexState, type EmbeddingIndex } from './index-state.ts';
import { countVectors } from '../storage/vectors/missing-vectors.ts';
import type { SettingsStore } from '../wordpress/settings.ts';

/** US dollars per million tokens as listed in November 2026, without free allowances. */
const listed: Readonly<Record<string, Readonly<Record<string, number>>>> = {
  // https://developers.openai.com/api/docs/pricing
  openai: {
    'text-embedding-3-small': 0.02,
    'text-embedding-3-large': 0.13,
    'text-embedding-ada-002': 0.1,
  },
  // https://developers.cloudflare.com/workers-ai/platform/pricing/
  workers_ai: {
    '@cf/baai/bge-small-en-v1.5': 0.02,
    '@cf/baai/bge-base-en-v1.5': 0.067,
    '@cf/baai/bge-large-en-v1.5': 0.204,
    '@cf/baai/bge-m3': 0.012,
    '@cf/pfnet/plamo-embedding-1b': 0.019,
    '@cf/qwen/qwen3-embedding-0.6b': 0.012,
  },
};

/** Returns US dollars per million tokens; null if unknown. */
function embeddingPrice({ provider, model, base_url }: EmbedderChoice): number | null {
  if (provider === 'builtin' || provider === 'ollama') return 0;
  // Another address has other prices.
  return base_url === '' ? (listed[provider]?.[model] ?? null) : null;
}

/**
 * A token is about four letters of English, and two bytes or three of what UTF-8 takes more than one for:
 * with both counts nobody has to know the scripts. Chinese and Thai come to about one character a token,
 * Cyrillic to 1.7, as tokenizers of byte pairs have them; those with a larger vocabulary have fewer tokens.
 * https://help.openai.com/en/articles/4936856, https://huggingface.co/Cohere/multilingual-22-12
 */
const tokensOf = (characters: number, bytes: number) =>
  Math.ceil(characters / 4 + (bytes - characters) / 3);

/** Whether the choice names what the index was made with. The model is not asked how many dimensions it has. */
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

/** Of the texts as they are embedded, without the line ends between their parts. */
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

/** What it would take to search with the embedder of unsaved settings. Asks nobody but the database. */
export function createIndexEstimate({
  database,
  settings,
}: {
  database: Database;
  settings: SettingsStore;
}) {
  return async function indexEstimate(unsaved: SettingsPatch): Promise<EmbeddingEstimate> {
    const choice = embedderChoice(await settings.patched(unsaved));
    const { active, next } = (await readIndexState(database.query)) ?? { active: null, next: null };
    const nothing = { chunks: 0, tokens: 0, price_usd: 0 };
    if (isMadeBy(choice, active)) return { changes: false, ...nothing };
    if (choice.provider === 'builtin') return { changes: true, ...nothing };
    const begun = next && isMadeBy(choice, next) ? next : { embedder: '', dimensions: 0 };
    const [{ done, total }, all] = await Promise.all([
      countVectors(database.query, begun),
      measureTexts(database),
    ]);
    const left = Math.max(total - done, 0);
    const tokens = total > 0 ? Math.ceil((all * left) / total) : 0;
    const price = embeddingPrice(choice);
    return {
      changes: true,
      chunks: left,
      tokens,
      price_usd: price === null ? null : (price * tokens) / 1_000_000,
    };
  };
}
