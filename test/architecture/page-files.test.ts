/**
 * PHP loads functions only with their file. A page for visitors and a call that they make load few files, so these may
 * not use a name of the others, except in a function that loads them first.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';

const folder = 'plugin-shim';
const main = readFileSync(`${folder}/itih-rag-chat.php`, 'utf8');
/** Lists of `FILES`, by purpose. */
const lists = new Map(
  [...main.matchAll(/^\t'(\w+)' +=> array\( (.+) \),$/gm)].map(([, purpose, names = '']) => [
    purpose,
    [...names.matchAll(/'([\w-]+)'/g)].map(([, name]) => `${name}.php`),
  ]),
);
const namesFor = (...purposes: string[]) => purposes.flatMap((purpose) => lists.get(purpose) ?? []);

/** Source without comments and strings; a name in a string, as WordPress takes callbacks, stays. */
const source = (name: string) =>
  readFileSync(`${folder}/includes/${name}`, 'utf8')
    .replace(/\/\*[^]*?\*\/|(?<=\s)\/\/.*/g, '')
    .replace(
      /'((?:[^'\\]|\\.)*)'/g,
      (_, text: string) => /^\\\\\w+$/.exec(text)?.[0].slice(2) ?? "''",
    );

const definition = /^(?:(?:final |abstract )?class|function|const) (\w+)/;
/** The parts of a file by the name that each defines; '' is what runs when the file is read. */
const partsOf = (name: string) =>
  source(name)
    .split(/^(?=(?:(?:final |abstract )?class|function|const) )/m)
    .map((text) => ({ file: name, name: definition.exec(text)?.[1] ?? '', text }));
const files = readdirSync(`${folder}/includes`).filter((name) => name.endsWith('.php'));
const parts = files.flatMap(partsOf);
const byName = new Map(parts.map((part) => [part.name, part]));
const wordsOf = (text: string) =>
  [...text.matchAll(/(?<![>:$\\\w])\w+\b/g)].map(([word]) => word).filter((word) => word);

test('every file is read for one purpose', () => {
  const read = namesFor('page', 'calls', 'rest', 'cli');
  expect([...read].sort()).toEqual([...files].sort());
});

test('a file of a page uses no name of a file that is not read', () => {
  const onPages = namesFor('page');
  const used = onPages.flatMap((name) =>
    // A function or method ends with its brace at the indentation at which it began.
    source(name)
      .split(/^(?=\t?(?:public |private |static )*function )/m)
      .filter((part) => !part.includes('load_everything()'))
      .flatMap(wordsOf)
      .filter((word) => !onPages.includes(byName.get(word)?.file ?? name))
      .map((word) => `${name}: ${word}`),
  );
  expect(used).toEqual([]);
});

test('a call of a visitor reaches no name of a file that is not read', () => {
  const read = namesFor('page', 'calls');
  // Code outside of functions names the callbacks of hooks.
  const open = ['session_response', 'site_response', 'relay', 'relay_stream', 'permit_nonce'];
  // WP-Cron, which reads all files, runs this one.
  const reached = new Set([...open, 'retest_transport']);
  const queue = [...open, ''].flatMap((name) =>
    parts.filter((part) => part.name === name && read.includes(part.file)),
  );
  const missing: string[] = [];
  for (const { file, name, text } of queue) {
    if (text.includes('load_everything()')) continue;
    for (const word of wordsOf(text)) {
      const part = byName.get(word);
      if (!part || reached.has(word)) continue;
      reached.add(word);
      if (read.includes(part.file)) queue.push(part);
      else missing.push(`${file} ${name}: ${word} of ${part.file}`);
    }
  }
  expect(reached.size).toBeGreaterThan(100);
  expect(missing).toEqual([]);
});
