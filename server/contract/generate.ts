import { readFileSync, writeFileSync } from 'node:fs';
import { errorStatus } from './errors.ts';
import { providers } from './providers.ts';
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

const json = (value: unknown) => JSON.stringify(value, null, 2) + '\n';

/** What the shim has to know of the contract, as the text of `plugin-shim/contract.json`. */
export function shimContract(): string {
  const shim = {
    namespace,
    routes: routes.filter((route) => route.auth !== 'system'),
    errors: errorStatus,
    settings: settingsDefaults,
    owned_settings: ownedSettingsSchema(),
    themes,
  };
  return json(shim);
}

/** For the admin page: a bundle imports no values of the contract, which would bring zod along. */
const providerTable = () =>
  `/** Generated from server/contract/providers.ts by \`npm run contract\`. */\nexport const providerTable = ${json(providers)}`;

/** `node server/contract/generate.ts [--check]` */
if (import.meta.main) {
  const files = {
    'plugin-shim/contract.json': shimContract(),
    'admin/models/provider-table.ts': providerTable(),
  };
  for (const [name, text] of Object.entries(files)) {
    const file = new URL(`../../${name}`, import.meta.url);
    if (!process.argv.includes('--check')) writeFileSync(file, text);
    else if (readFileSync(file, 'utf8') !== text) {
      console.error(`${name} is out of date: npm run contract`);
      process.exitCode = 1;
    }
  }
}
