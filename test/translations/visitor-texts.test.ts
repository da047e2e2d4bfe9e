import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import type { Catalogue } from 'gettext-parser';
import { errors } from '../../server/contract/errors.ts';
import { widgetStrings } from '../../server/contract/widget-strings.ts';
import { extract } from '../../tools/translations/extract.ts';
import {
  generatedFiles,
  languagesFolder,
  locales,
  readTranslation,
  template,
} from '../../tools/translations/files.ts';

const sentences = Object.values(errors).map(({ message }) => message);
/** Those of errors that visitors meet are in server/language/. */
const texts = [...new Set([...Object.values(widgetStrings), ...sentences])].filter(
  (text) => template().translations['']?.[text],
);
const placeholders = (text: string) => (text.match(/%(?:\d+\$)?[sd]/g) ?? []).sort();

test('the plugin brings six languages', () => {
  expect(locales()).toEqual(['ar', 'de_DE', 'es_ES', 'fr_FR', 'it_IT', 'ja']);
});

describe.each(locales())('%s', (locale) => {
  const catalogue = readTranslation(locale);
  const translated = (text: string) => catalogue.translations['']?.[text]?.msgstr[0] ?? '';

  test('has every text that a visitor sees, with its placeholders', () => {
    expect(texts.filter((text) => !translated(text))).toEqual([]);
    for (const text of texts) {
      expect([text, placeholders(translated(text))]).toEqual([text, placeholders(text)]);
    }
  });

  test('has no text that the plugin no longer has', () => {
    const known = template().translations;
    const stale = Object.entries(catalogue.translations).flatMap(([context, group]) =>
      Object.keys(group).filter((text) => text && !known[context]?.[text]),
    );
    expect(stale).toEqual([]);
  });

  test('says how it is written', () => {
    const direction = catalogue.translations['direction of the text']?.['ltr']?.msgstr[0];
    expect(direction).toBe(locale === 'ar' ? 'rtl' : 'ltr');
  });

  test('is compiled: npm run translations', () => {
    const name = `itih-rag-chat-${locale}.mo`;
    const stored = readFileSync(join(languagesFolder, name));
    expect(stored.equals(generatedFiles()[name] ?? new Uint8Array())).toBe(true);
  });
});

test('texts are collected from PHP and TypeScript with plurals, contexts and notes', () => {
  const found: Catalogue['translations'] = {};
  extract(
    `/* translators: %s: a name */
echo esc_html__( 'It\\'s %s', 'itih-rag-chat' ); echo _x( 'Post', 'verb', 'itih-rag-chat' );
_n( '%d page', '%d pages', count( $a ), 'itih-rag-chat' ); __( $variable, 'itih-rag-chat' );`,
    'a.php',
    found,
  );
  expect(found['']?.["It's %s"]?.comments).toEqual({
    extracted: 'translators: %s: a name',
    reference: 'a.php',
  });
  expect(found['verb']?.['Post']?.comments?.extracted).toBeUndefined();
  expect(found['']?.['%d page']?.msgid_plural).toBe('%d pages');
  expect(Object.keys(found['']!)).toHaveLength(2);
});
