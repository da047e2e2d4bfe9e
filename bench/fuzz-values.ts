/** Values by a schema of the contract, and what they become in the hands of somebody who means no good. */
import { z } from 'zod';
import { randomNumbers } from '../test/hostile/file.ts';

/** Choices that are the same for the same seed. */
export function makeDice(seed: number) {
  const random = randomNumbers(seed);
  const below = (limit: number) => Math.floor(random() * limit);
  return {
    below,
    chance: (share: number) => random() < share,
    pick: <T>(list: readonly T[]): T => list[below(list.length)]!,
  };
}
export type Dice = ReturnType<typeof makeDice>;

/** Values by the name of their field that lead deeper than a random word would. */
export type Known = Record<string, readonly string[]>;

type JsonSchema = z.core.JSONSchema.BaseSchema;

const words = ['swans', 'noon', 'Öffnungszeiten', 'fed', '日本語', 'the', 'tickets', 'a', '%', "'"];

/** Makes a value that the schema accepts, as far as JSON Schema tells. */
export function validOf(schema: JsonSchema, dice: Dice, known: Known, name = ''): unknown {
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices) return validOf(dice.pick(choices), dice, known, name);
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return dice.pick(schema.enum);
  switch (schema.type) {
    case 'object': {
      const needed = new Set(schema.required);
      const fields = Object.entries((schema.properties ?? {}) as Record<string, JsonSchema>);
      const given = fields.filter(([field]) => needed.has(field) || dice.chance(0.4));
      return Object.fromEntries(
        given.map(([field, inner]) => [field, validOf(inner, dice, known, field)]),
      );
    }
    case 'array': {
      const length = (schema.minItems ?? 0) + dice.below(3);
      const items = schema.items as JsonSchema;
      return Array.from({ length }, () => validOf(items, dice, known, name));
    }
    case 'number':
    case 'integer': {
      const least = Number(schema.minimum ?? schema.exclusiveMinimum ?? 0);
      const most = Math.min(schema.maximum ?? least + 20, least + 20);
      const made = least + dice.below(Math.max(1, most - least));
      return schema.exclusiveMinimum === undefined ? made : made + 1;
    }
    case 'boolean':
      return dice.chance(0.5);
    case 'null':
      return null;
    case 'string':
    case undefined:
      if (known[name] && dice.chance(0.9)) return dice.pick(known[name]);
      if (schema.pattern?.includes('\\d{4}-')) return `2026-0${1 + dice.below(9)}-11`;
      return Array.from({ length: 1 + dice.below(6) }, () => dice.pick(words)).join(' ');
  }
}

export const jsonSchemaOf = (schema: z.ZodType): JsonSchema =>
  z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });

const deep = (levels: number, array: boolean): unknown => {
  let value: unknown = 1;
  for (let n = 0; n < levels; n++) value = array ? [value] : { a: value };
  return value;
};

/** Bad values by kind: wrong types, extremes, huge, foreign and broken texts. */
const badValues: readonly ((dice: Dice) => unknown)[] = [
  () => null,
  () => true,
  () => [],
  () => ({}),
  () => '',
  () => 0,
  () => -1,
  () => 1.5,
  (dice) => dice.pick([Number.MAX_SAFE_INTEGER, 2 ** 53, 2 ** 31, 2 ** 32, 1e308, -1e308, 5e-324]),
  (dice) => 'x'.repeat(dice.pick([65, 300, 5000, 70_000])),
  (dice) =>
    dice.pick(['\u0000', 'a\u0000b', '\ud800', '\udfff\ud800', '\ufeff', '\u202etxt', '👩‍🚀']),
  (dice) => dice.pick(['é', '\u0130', 'ß', 'ﷺ', 'Z̸̢̛', '\u2028']).repeat(1 + dice.below(200)),
  (dice) =>
    dice.pick(["' OR 1=1 --", '%', '_', '\\', '"', '${jndi:x}', '{{7*7}}', '<script>', '..']),
  (dice) =>
    dice.pick(['__proto__', 'constructor', 'toString', 'hasOwnProperty', 'NaN', 'Infinity']),
  (dice) => dice.pick(['2026-02-30', '0000-00-00', '9999-99-99', '1e3', '0x10', ' 1', '1 ', '٣']),
  (dice) => dice.pick(['http://[', 'http://0x7f.1:1', 'file:///etc/passwd', '//', 'javascript:1']),
  (dice) => deep(dice.pick([5, 200, 1500]), dice.chance(0.5)),
  (dice) => Array.from({ length: dice.pick([2, 1001, 20_000]) }, () => dice.pick([1, '', null])),
];

const badNames = ['__proto__', 'constructor', 'prototype', 'toString', '', '0', 'x'.repeat(500)];

/** Changes one place of the value, chosen by chance. */
export function mutate(value: unknown, dice: Dice): unknown {
  if (Array.isArray(value) && value.length > 0 && dice.chance(0.7)) {
    const at = dice.below(value.length);
    return value.map((item, n) => (n === at ? mutate(item, dice) : item) as unknown);
  }
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
    const fields = Object.entries(value);
    const at = dice.below(fields.length);
    switch (dice.below(5)) {
      case 0:
        return Object.fromEntries(fields.filter((_, n) => n !== at));
      case 1:
        return Object.fromEntries([...fields, [dice.pick(badNames), dice.pick(badValues)(dice)]]);
      case 2:
        break;
      default:
        if (fields.length === 0) break;
        return Object.fromEntries(
          fields.map(([name, inner], n) => [name, n === at ? mutate(inner, dice) : inner]),
        );
    }
  }
  return dice.pick(badValues)(dice);
}

/** Writes a value as JSON; with `broken`, as text that no writer of JSON would send. */
export function jsonText(value: unknown, dice: Dice, broken: boolean): string {
  const text = JSON.stringify(value) ?? '';
  if (!broken) return text;
  switch (dice.below(8)) {
    case 0:
      return text.slice(0, dice.below(text.length));
    case 1:
      return text.replace('{', `{"message":1,"__proto__":{"role":"admin"},"message":[],`);
    case 2:
      return `\ufeff${text}`;
    case 3:
      return text.replaceAll('"', "'");
    case 4:
      return `${text}${text}`;
    case 5:
      return `{"message":${'['.repeat(20_000)}${']'.repeat(dice.pick([0, 20_000]))}}`;
    case 6:
      return text.replace(/\d+/, dice.pick(['1e999', '-0', '01', 'NaN', '0.1e-400']));
    default:
      return dice.pick(['null', '""', '[]', 'undefined', '\u0000', '<xml/>', 'a=1&b=2', '0']);
  }
}
