import { readFileSync, writeFileSync } from 'node:fs';
import { fileKinds } from './document-kinds.ts';
import { errorStatus } from './errors.ts';
import { namespace, routes } from './routes.ts';
import { z } from 'zod';
import { settingsDefaults } from './settings-defaults.ts';
import { ownedSettings } from './settings.ts';
import { themes } from './themes.ts';

/**
 * As JSON Schema of draft 4, which is what WordPress checks values with
 * (https://developer.wordpress.org/rest-api/extending-the-rest-api/schema/). It has no names
 * of properties that are a list: each becomes a property.
 */
function ownedSettingsSchema() {
  const schema = z.toJSONSchema(ownedSettings, {
    target: 'draft-4',
    override: ({ zodSchema, jsonSchema }) => {
      if (!(zodSchema instanceof z.ZodRecord && zodSchema.keyType instanceof z.ZodEnum)) return;
      const named = zodSchema.keyType.options.map((name) => [
        name,
        jsonSchema.additionalProperties,
      ]);
      jsonSchema.properties = Object.fromEntries(named) as NonNullable<
        typeof jsonSchema.properties
      >;
      jsonSchema.additionalProperties = false;
    },
  });
  delete schema.$schema;
  return schema;
}

/** What the shim has to know of the contract, as the text of `plugin-shim/contract.json`. */
export function shimContract(): string {
  const shim = {
    namespace,
    routes: routes.filter((route) => route.auth !== 'system'),
    errors: errorStatus,
    settings: settingsDefaults,
    owned_settings: ownedSettingsSchema(),
    themes,
    file_types: Object.values(fileKinds).flatMap(({ types }) => types),
  };
  return JSON.stringify(shim, null, 2) + '\n';
}

/** `node server/contract/generate.ts [--check]` */
if (import.meta.main) {
  const file = new URL('../../plugin-shim/contract.json', import.meta.url);
  if (process.argv.includes('--check')) {
    if (readFileSync(file, 'utf8') !== shimContract()) {
      console.error('plugin-shim/contract.json is out of date: npm run contract');
      process.exitCode = 1;
    }
  } else {
    writeFileSync(file, shimContract());
  }
}
