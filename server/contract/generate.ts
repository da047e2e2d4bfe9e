import { readFileSync, writeFileSync } from 'node:fs';
import { errorStatus } from './errors.ts';
import { namespace, routes } from './routes.ts';
import { settingsDefaults } from './settings-defaults.ts';
import { themes } from './themes.ts';

/** What the shim has to know of the contract, as the text of `plugin-shim/contract.json`. */
export function shimContract(): string {
  const shim = {
    namespace,
    routes: routes.filter((route) => route.auth !== 'system'),
    errors: errorStatus,
    settings: settingsDefaults,
    themes,
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
