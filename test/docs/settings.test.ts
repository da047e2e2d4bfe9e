import { expect, test } from '@jest/globals';
import { settingsDefaults } from '../../server/contract/settings-defaults.ts';
import { tableOf } from './pages.ts';

const rows = tableOf('docs/configuration.md', 'group');

test.each(Object.entries(settingsDefaults))(
  'all settings of the group %s are listed',
  (group, of) => {
    const words = rows.filter(([name]) => name?.[0] === group).flatMap(([, text = []]) => text);
    // Groups of a provider are described once for all.
    const keys = Object.entries(of)
      .filter(([, value]) => typeof value !== 'object' || Array.isArray(value))
      .map(([key]) => key);
    expect(keys.filter((key) => !words.includes(key))).toEqual([]);
    expect(words).not.toEqual([]);
  },
);
