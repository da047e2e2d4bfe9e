/**
 * PHP loads functions only with their file. A page for visitors loads few files, so these may not use a name of the
 * others, except in a function that loads them first.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';

const folder = 'plugin-shim';
const main = readFileSync(`${folder}/itih-rag-chat.php`, 'utf8');
const required = (php: string) =>
  [...php.matchAll(/^require_once __DIR__ \. '\/(?:includes\/)?(.+\.php)';$/gm)].map(
    ([, name]) => name,
  );

/** Source without comments and strings; a name in a string, as WordPress takes callbacks, stays. */
const source = (name: string) =>
  readFileSync(`${folder}/includes/${name}`, 'utf8')
    .replace(/\/\*[^]*?\*\/|(?<=\s)\/\/.*/g, '')
    .replace(
      /'((?:[^'\\]|\\.)*)'/g,
      (_, text: string) => /^\\\\\w+$/.exec(text)?.[0].slice(2) ?? "''",
    );

const defined = (name: string) =>
  [...source(name).matchAll(/^(?:(?:final |abstract )?class|function|const) (\w+)/gm)].map(
    ([, symbol]) => symbol ?? '',
  );

const files = readdirSync(`${folder}/includes`).filter((name) => name.endsWith('.php'));
const onPages = required(main);
const all = required(readFileSync(`${folder}/includes/everything.php`, 'utf8'));

test('every file is read by a page, with everything or by WP-CLI', () => {
  const read = [...onPages, ...all, 'everything.php'];
  const left = files.filter((name) => !read.includes(name) && !/^cli/.test(name));
  expect(left).toEqual([]);
  expect(new Set(read).size).toBe(read.length);
});

test('a file of a page uses no name of a file that is not read', () => {
  const elsewhere = new Set(files.filter((name) => !onPages.includes(name)).flatMap(defined));
  const used = onPages.flatMap((name = '') =>
    // A function or method ends with its brace at the indentation at which it began.
    source(name)
      .split(/^(?=\t?(?:public |private |static )*function )/m)
      .filter((part) => !part.includes('load_everything()'))
      .flatMap((part) => [...part.matchAll(/(?<![>:$\\\w])\w+\b/g)].map(([word]) => word))
      .filter((word) => elsewhere.has(word))
      .map((word) => `${name}: ${word}`),
  );
  expect(used).toEqual([]);
});
