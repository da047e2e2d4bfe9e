import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import type { Catalogue } from 'gettext-parser';
import { extract } from '../../tools/translations/extract.ts';
import {
  generatedFiles,
  languagesFolder,
  locales,
  readTranslation,
  template,
} from '../../tools/translations/files.ts';

const placeholders = (text: string) => (text.match(/%(?:\d+\$)?[sd]/g) ?? []).sort().join(' ');

const messages = ({ translations }: Catalogue) =>
  Object.entries(translations).flatMap(([context, group]) =>
    Object.values(group)
      .filter(({ msgid }) => msgid !== '')
      .map(({ msgid, msgid_plural: plural }) => ({ context, text: msgid, plural })),
  );

test('the plugin brings six languages', () => {
  expect(locales()).toEqual(['ar', 'de_DE', 'es_ES', 'fr_FR', 'it_IT', 'ja']);
});

const generated = generatedFiles();

describe.each(locales())('%s', (locale) => {
  const catalogue = readTranslation(locale);

  test('has every text, with its plurals and placeholders', () => {
    const forms = Number(/nplurals=(\d)/.exec(catalogue.headers['Plural-Forms'] ?? '')?.[1]);
    const wrong = messages(template()).flatMap(({ context, text, plural }) => {
      const said = catalogue.translations[context]?.[text]?.msgstr ?? [];
      const wanted = [text, plural ?? text].map(placeholders);
      const isWhole =
        said.length === (plural ? forms : 1) && said.every((one) => one.trim() !== '');
      // A form for one or two of something may say the number in words.
      const fits = said.every(
        (one) => wanted.includes(placeholders(one)) || (plural !== undefined && !placeholders(one)),
      );
      return isWhole && fits ? [] : [{ text, said }];
    });
    expect(wrong).toEqual([]);
  });

  test('has no text that the plugin no longer has', () => {
    const known = template().translations;
    const stale = messages(catalogue).filter(({ context, text }) => !known[context]?.[text]);
    expect(stale).toEqual([]);
  });

  test('says how it is written', () => {
    const direction = catalogue.translations['direction of the text']?.['ltr']?.msgstr[0];
    expect(direction).toBe(locale === 'ar' ? 'rtl' : 'ltr');
  });

  test('is compiled: npm run translations', () => {
    const own = Object.entries(generated).filter(([name]) => name.includes(`-${locale}`));
    const old = own.filter(
      ([name, bytes]) => !readFileSync(join(languagesFolder, name)).equals(bytes),
    );
    expect([own.length, old.map(([name]) => name)]).toEqual([4, []]);
  });
});

test('texts are collected from PHP and TypeScript with plurals, contexts and notes', () => {
  const found: Catalogue['translations'] = {};
  extract(
    `/* translators: %s: a name */
echo esc_html__( 'It\\'s %s', 'itih-rag-chat' ); echo _x( 'Post', 'verb', 'itih-rag-chat' );
_e( "Two\\nlines", 'itih-rag-chat' ); _n( '%d page', '%d pages', count( $a ), 'itih-rag-chat' ); __( $variable, 'itih-rag-chat' );`,
    'a.php',
    found,
  );
  expect(found['']?.["It's %s"]?.comments).toEqual({
    extracted: 'translators: %s: a name',
    reference: 'a.php',
  });
  expect(found['verb']?.['Post']?.comments?.extracted).toBeUndefined();
  expect(found['']?.['%d page']?.msgid_plural).toBe('%d pages');
  extract(`__('Of\\nTypeScript', 'itih-rag-chat')`, 'a.tsx', found);
  expect(Object.keys(found['']!)).toEqual(["It's %s", 'Two\nlines', '%d page', 'Of\nTypeScript']);
});
