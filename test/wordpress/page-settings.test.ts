import { readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { settingsDefaults } from '../../server/contract/settings-defaults.ts';

const namesIn = (file: string, name: RegExp) =>
  [...readFileSync(file, 'utf8').matchAll(name)].map(([, found = '']) => found);

test('the plugin gives a page each setting that the widget reads from it', () => {
  const fields = namesIn('widget/config.ts', /^ {2}(\w+)\??:/gm);
  const settings = { ...settingsDefaults.chat, ...settingsDefaults.privacy };
  const wanted = fields.filter((name) => name in settings);
  expect(wanted).toContain('starters');
  expect(namesIn('plugin-shim/includes/settings.php', /^\t+'(\w+)' +=>/gm)).toEqual(
    expect.arrayContaining(wanted),
  );
});
