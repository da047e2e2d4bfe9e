import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { routes } from '../../server/contract/routes.ts';

const folder = join(import.meta.dirname, '../../plugin-shim/snippets');
/** Web servers match it against the decoded path, and send on what they have matched. */
const pattern = /\^\{\{path\}\}(\(\S+\))\$/;

test.each(['nginx.conf', 'apache.conf', 'Caddyfile'])('%s leads only plain paths on', (file) => {
  const [, source = ''] = pattern.exec(readFileSync(join(folder, file), 'utf8')) ?? [];
  const led = new RegExp(`^/wp-json${source}$`);
  const theirs = routes.filter(({ auth }) => auth === 'nonce');
  for (const { path } of theirs) {
    expect(`/wp-json/itih/v1${path.replace('<id>', '7')}`).toMatch(led);
  }
  for (let code = 0; code < 256; code++) {
    const character = String.fromCharCode(code);
    if (/[\w/-]/.test(character)) continue;
    expect(`/wp-json/itih/v1/chat/x${character}y`).not.toMatch(led);
  }
});
