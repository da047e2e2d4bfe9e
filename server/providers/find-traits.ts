import { findPreset } from './find-preset.ts';
import { modelTable, type ModelRow } from './model-table.ts';
import type { ModelTraits } from './model-traits.ts';

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
