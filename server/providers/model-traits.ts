import { readFileSync } from 'node:fs';
import { ownFile } from '../runtime/program-files.ts';
import { type PresetId, presets } from '../contract/presets.ts';

/** From the least to the most. `xhigh` and `max` are not offered. */
export const efforts = ['none', 'minimal', 'low', 'medium', 'high'] as const;
export type Effort = (typeof efforts)[number];

/** US dollars for a million tokens. */
export interface ModelPrice {
  /** Days as `2026-11-30`, both inclusive, in UTC. Absent: always. */
  from?: string;
  until?: string;
  input: number;
  output: number;
  /** Input that was read from the vendor's cache of prompts. Absent: as `input`. */
  cached?: number | undefined;
  /** Input that was written to the cache. Absent: as `input`. */
  cache_write?: number;
}

/**
 * `adaptive`: the model decides how much to think, guided by an effort; `enabled`: up to a budget of
 * tokens.
 */
export type ThinkingMode = 'adaptive' | 'enabled';

/**
 * `between_tools`: without thinking before the answer, only with notes between calls; `disabled`: without thinking;
 * `effort`: it can only be told to think little.
 * https://platform.claude.com/docs/en/models/sonnet-5-5/whats-new-sonnet-5-5,
 * https://platform.claude.com/docs/en/models/opus-5-5/whats-new-opus-5-5#thinking-cant-be-disabled
 */
export type ThinkingOff = 'between_tools' | 'disabled' | 'effort';

/** The parameter by which a model is told how much to reason, and the least that it takes. */
export type Reasoning =
  /** `none`: it can answer without reasoning. */
  | { by: 'effort'; least: Effort }
  /** Reasoning is on or off. */
  | { by: 'switch' }
  /** It reasons whatever it is told. */
  | { by: 'itself' }
  /** Anthropic's modes, to try in this order, and ways to keep it from thinking, the most effective first. */
  | {
      by: 'thinking';
      modes: readonly ThinkingMode[];
      /** Whether it thinks, and spends tokens on it, when nobody asks for it. */
      unasked: boolean;
      off: readonly ThinkingOff[];
    };

/** Absent: not known. */
export interface ModelTraits {
  /** Tokens of prompt and answer. */
  context?: number;
  /** Tokens of reasoning and answer. */
  max_output?: number;
  /** null: it does not reason. */
  reasoning?: Reasoning | null | undefined;
  tools?: boolean;
  /** `responses`: tools and reasoning together only by the Responses API. */
  tools_with_reasoning?: true | 'responses';
  /** At least as much room for thinking, whatever it is asked. */
  thinking_room?: number;
  /** One for each time. */
  prices?: readonly ModelPrice[];
}

/** Whether a model cannot answer without reasoning. */
export function alwaysReasons(reasoning: ModelTraits['reasoning']): boolean {
  switch (reasoning?.by) {
    case undefined:
    case 'switch':
      return false;
    case 'itself':
      return true;
    case 'effort':
      return reasoning.least !== 'none';
    case 'thinking':
      return reasoning.off[0] === 'effort';
    default:
      return reasoning satisfies never;
  }
}

interface ModelRow extends ModelTraits {
  /** A name without its date, or a pattern of names, in lower case. */
  name: string | RegExp;
}

/** A row of the file. */
interface Row extends Omit<ModelTraits, 'reasoning'> {
  name?: string;
  pattern?: string;
  /** `unknown`: no other row tells it either. */
  reasoning?: ModelTraits['reasoning'] | 'unknown';
}

interface List {
  rows: readonly Row[];
  /** Lists whose rows follow. */
  also?: readonly string[];
}

/** Absent: not known. */
interface EmbeddingModel {
  /** Length of its vectors, unless a shorter one is asked for. */
  dimensions?: number;
  /** US dollars for a million tokens, without free allowances. */
  price?: number;
}

const { as_of, lists, embeddings } = JSON.parse(
  readFileSync(ownFile('server/providers/models.json'), 'utf8'),
) as {
  as_of: string;
  lists: Readonly<Record<string, List>>;
  embeddings: Readonly<Record<string, { models: Readonly<Record<string, EmbeddingModel>> }>>;
};

/** Returns the embedding models that the table knows of a provider, by id, in the vendor's order. */
export const embeddingModels = (provider: string): Readonly<Record<string, EmbeddingModel>> =>
  embeddings[provider]?.models ?? {};

/** The day on which the pages were read that the file names. */
export const pricesAsOf = as_of;

const toRow = ({ name, pattern = '', reasoning, ...traits }: Row): ModelRow => ({
  ...traits,
  // eslint-disable-next-line no-restricted-syntax -- a pattern of the file, which a test checks
  name: name ?? new RegExp(pattern),
  ...(reasoning !== undefined && { reasoning: reasoning === 'unknown' ? undefined : reasoning }),
});

const own = new Map(Object.entries(lists).map(([id, { rows }]) => [id, rows.map(toRow)]));

/**
 * Standard prices of short prompts, sizes and abilities by provider or preset, as the vendors' pages name them; for each
 * trait the first row counts that fits and has it. Names of OpenAI's models mean the same on any server of its formats.
 * Owners add others in the settings; nothing here is required: one that is wrong or too new costs a refusal, which is
 * learnt from.
 */
export const modelTable: ReadonlyMap<string, readonly ModelRow[]> = new Map(
  Object.entries(lists).map(([id, { also = [] }]) => [
    id,
    [id, ...also].flatMap((one) => own.get(one) ?? []),
  ]),
);

/** Returns the preset of a base URL: it has its host; a server of one's own is known by its port. */
export function findPreset(baseUrl: string): PresetId | undefined {
  const { host, port, protocol } = URL.parse(baseUrl.trim()) ?? {};
  const ids = Object.keys(presets) as PresetId[];
  return ids.find((id) => {
    const own = new URL(presets[id].address);
    return own.hostname === '127.0.0.1'
      ? protocol === 'http:' && port === own.port
      : host === own.host;
  });
}

/** The end of a name that has one of the table: the date of a version, or a word for the newest. */
const version = /^(-latest|-preview|-\d{4}|-\d{8}|-\d{4}-\d{2}-\d{2})?$/;

/**
 * Returns a name without what a gateway puts before it, and its own variants after it: `openai/gpt-oss-20b:free`. A
 * fine-tuned model has the name of its base: `ft:o4-mini:my-org::id`.
 */
function baseName(model: string): string {
  if (model.startsWith('ft:')) return model.split(':')[1] ?? '';
  const last = model.split('/').at(-1) ?? '';
  return (
    last
      .replace(/:(free|nitro|floor)$/, '')
      .split(':')
      .at(-1) ?? ''
  );
}

function isNamed({ name }: ModelRow, model: string, base: string): boolean {
  if (typeof name !== 'string') return name.test(base) || name.test(model);
  return model.startsWith(name) && version.test(model.slice(name.length));
}

/**
 * Returns what the table says of a model, each trait by its first row that names it. Nothing that is not known is
 * needed: a refusal corrects or adds it.
 *
 * @param baseUrl A compatible server's: the same name may be another model elsewhere, at another price.
 */
export function findTraits(provider: string, model: string, baseUrl = ''): ModelTraits {
  const preset = provider === 'openai_compatible' ? findPreset(baseUrl) : undefined;
  const table = modelTable.get(preset ?? '') ?? modelTable.get(provider);
  const whole = model.toLowerCase();
  const base = baseName(whole);
  const rows = table?.filter((row) => isNamed(row, whole, base)) ?? [];
  return Object.assign({}, ...rows.toReversed()) as ModelTraits;
}
