type Json = Record<string, unknown>;

/** Keywords whose values are a schema, a list of schemas, or schemas by name. */
const ofOne = new Set(
  'items additionalProperties contains not if then else propertyNames'.split(' '),
);
const ofSeveral = new Set(['anyOf', 'oneOf', 'allOf', 'prefixItems']);
const byName = new Set(
  'properties patternProperties dependentSchemas $defs definitions'.split(' '),
);
/** Keywords that vendors refuse at the top level, or that are useless there. */
const notAtTop = ['$schema', '$id', 'anyOf', 'oneOf', 'allOf', 'not', 'enum', 'if', 'then', 'else'];
const maxDepth = 20;

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * Changes a tool's input schema so that every vendor accepts it: a refused schema makes the whole request fail.
 * The server itself still checks the input.
 *
 * @param maxChars Maximum length as JSON.
 * @throws Error with the reason why no vendor accepts it
 */
export function toLegalSchema(schema: Json, maxChars: number): Json {
  if (JSON.stringify(schema).length > maxChars) throw new Error('its input schema is too large');
  const whole = legal(schema, 0);
  // No alternatives at the top level: https://github.com/anomalyco/opencode/issues/46628. Their parameters stay,
  // without the rules.
  const branches = ['anyOf', 'oneOf', 'allOf'].flatMap((name) => whole[name] ?? []);
  const properties: Json = {};
  for (const one of [...branches, whole]) {
    if (isObject(one) && isObject(one['properties'])) Object.assign(properties, one['properties']);
  }
  // https://github.com/ComposioHQ/composio/issues/3500
  for (const name of Object.keys(properties)) {
    if (!/^[a-zA-Z0-9_.-]{1,64}$/.test(name)) {
      throw new Error('a parameter has a name that some vendors refuse');
    }
  }
  for (const name of notAtTop) delete whole[name];
  return { ...whole, type: 'object', properties };
}

function legal(schema: Json, depth: number): Json {
  if (depth > maxDepth) throw new Error('its input schema is too deep');
  const { $ref } = schema;
  if (typeof $ref === 'string' && !$ref.startsWith('#')) {
    throw new Error('its input schema refers to another document');
  }
  const step = (value: unknown) => (isObject(value) ? legal(value, depth + 1) : value);
  const made: Json = {};
  for (const [name, value] of Object.entries(schema)) {
    if (ofOne.has(name)) made[name] = step(value);
    else if (ofSeveral.has(name) && Array.isArray(value)) made[name] = value.map(step);
    else if (byName.has(name) && isObject(value)) {
      made[name] = Object.fromEntries(
        Object.entries(value).map(([key, inner]) => [key, step(inner)]),
      );
    } else made[name] = value;
  }
  // OpenAI requires the items of a list: https://github.com/mark3labs/mcphost/issues/35
  const { type } = made;
  const isArray = type === 'array' || (Array.isArray(type) && type.includes('array'));
  if (isArray && !isObject(made['items'])) made['items'] = {};
  return made;
}
