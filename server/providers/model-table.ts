import { readFileSync } from 'node:fs';
import { ownFile } from '../runtime/program-files.ts';
import type { ModelPrice, ModelTraits, Reasoning } from './model-traits.ts';

export interface ModelRow extends ModelTraits {
  /** A name without its date, or a pattern of names, in lower case. */
  name: string | RegExp;
}

/** The names of the file. */
interface Row {
  name?: string;
  pattern?: string;
  /** `unknown`: no other row tells it either. */
  reasoning?: (Omit<Reasoning, 'hasMedium'> & { has_medium?: boolean }) | null | 'unknown';
  context?: number;
  max_output?: number;
  thinking_room?: number;
  tools?: boolean;
  tools_with_reasoning?: true | 'responses';
  prices?: readonly Price[];
}

interface Price extends Pick<ModelPrice, 'input' | 'output' | 'cached'> {
  /** Days of the vendor's calendar, both inclusive. */
  from?: string;
  until?: string;
  cache_write?: number;
}

interface List {
  rows: readonly Row[];
  /** Lists whose rows follow. */
  also?: readonly string[];
}

const { as_of, lists } = JSON.parse(
  readFileSync(ownFile('server/providers/models.json'), 'utf8'),
) as { as_of: string; lists: Readonly<Record<string, List>> };

/** The day on which the pages were read that the file names. */
export const pricesAsOf = as_of;

const toPrice = ({ cache_write: cacheWrite, ...price }: Price): ModelPrice => ({
  ...price,
  ...(cacheWrite !== undefined && { cacheWrite }),
});

function toReasoning(told: Row['reasoning']): ModelTraits['reasoning'] {
  if (told === 'unknown' || !told) return told === null ? null : undefined;
  const { has_medium: hasMedium, ...reasoning } = told;
  return { ...reasoning, ...(hasMedium !== undefined && { hasMedium }) } as Reasoning;
}

function toRow(row: Row): ModelRow {
  const { context, max_output, thinking_room, tools, tools_with_reasoning, prices } = row;
  return {
    // eslint-disable-next-line no-restricted-syntax -- a pattern of the file, which a test checks
    name: row.name ?? new RegExp(row.pattern ?? ''),
    ...(context !== undefined && { context }),
    ...(max_output !== undefined && { maxOutput: max_output }),
    ...(thinking_room !== undefined && { thinkingRoom: thinking_room }),
    ...('reasoning' in row && { reasoning: toReasoning(row.reasoning) }),
    ...(tools !== undefined && { tools }),
    ...(tools_with_reasoning !== undefined && { toolsWithReasoning: tools_with_reasoning }),
    ...(prices && { prices: prices.map(toPrice) }),
  };
}

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
