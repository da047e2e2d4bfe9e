import { expect, test } from '@jest/globals';
import { epub } from '../../../test/ingestion/read/office-xml.ts';
import { outlineOf } from '../../../test/ingestion/read/outline.ts';
import { loadEpub } from './epub.ts';

test('chapters are read in their order, whatever their empty elements', async () => {
  const chapters = [
    '<h1>Terns</h1><a id="t"/><p>They dive.<br/>Often.</p>',
    '<h2>Gulls</h2><div/><p>They shout.</p>',
  ];
  const { title, language, blocks } = await loadEpub(epub(chapters));
  expect([title, language]).toEqual(['Sea birds', 'en']);
  expect(outlineOf(blocks)).toEqual([
    'h1 Terns',
    'p They dive.',
    'p Often.',
    'h2 Gulls',
    'p They shout.',
  ]);
});

test('the table of contents is not read', async () => {
  const book = (properties: string) =>
    `<package><manifest><item id="c0" href="text/c%200.xhtml" properties="${properties}"/></manifest><spine><itemref idref="c0"/></spine></package>`;
  const read = async (properties: string) =>
    outlineOf(
      (await loadEpub(epub(['<p>Terns 1</p>'], { 'OPS/book.opf': book(properties) }))).blocks,
    );
  expect(await read('svg nav')).toEqual([]);
  expect(await read('svg')).toEqual(['p Terns 1']);
});

test('a book with copy protection is refused, one with protected fonts is read', async () => {
  const locked = (uri: string) =>
    epub(['<p>Terns</p>'], {
      'META-INF/encryption.xml': `<encryption><enc:CipherReference URI="${uri}"/></encryption>`,
    });
  await expect(loadEpub(locked('OPS/text/c 0.xhtml'))).rejects.toThrow('locked');
  expect((await loadEpub(locked('OPS/font.otf'))).blocks).toHaveLength(1);
});
