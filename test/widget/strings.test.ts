import { readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { englishStrings } from '../../widget/strings.ts';

test('the site translates exactly the texts that the widget says', () => {
  const php = readFileSync('plugin-shim/includes/widget-config.php', 'utf8');
  const strings = php.slice(php.indexOf('function widget_strings'));
  const entries = strings.matchAll(/'(\w+)'\s+=> __\( '(.+)', 'itih-rag-chat' \)/g);
  const translated: unknown = Object.fromEntries([...entries].map(([, key, text]) => [key, text]));
  expect(translated).toEqual(englishStrings);
});
