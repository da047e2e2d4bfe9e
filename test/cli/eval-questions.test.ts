import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { readQuestions } from '../../server/cli/eval-questions.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'itih-eval-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

function read(name: string, content: string | Uint8Array) {
  const path = join(folder, name);
  writeFileSync(path, content);
  return readQuestions(path);
}

const two = [
  { question: 'When, and how?', expected: '10:00' },
  { question: 'Where?', expected: '' },
];

test.each([
  ['a.json', JSON.stringify([two[0], 'Where?'])],
  ['b.json', JSON.stringify({ questions: two })],
  ['c.csv', '\ufeffquestion,expected\n"When, and how?",10:00\nWhere?\n'],
  ['d.csv', 'expected;question\r\n10:00;When, and how?\r\n;Where?\r\n'],
  ['e.csv', '"When, and how?",10:00\n\nWhere?,\n'],
  ['f.tsv.csv', 'Question\tExpected\nWhen, and how?\t10:00\nWhere?\t\n'],
])('%s has two questions', async (name, content) => {
  expect(await read(name, content)).toEqual(two);
});

test('a text has a question in each line', async () => {
  const expected = ['When, and how?', 'Where?'].map((question) => ({ question, expected: '' }));
  expect(await read('a.txt', '\n  When, and how?  \r\n\nWhere?\n')).toEqual(expected);
});

test.each([
  ['empty.txt', '\n \n', 'has no questions.'],
  ['broken.json', '[', 'cannot be read: '],
  ['other.json', '{"asked":[]}', 'must be a list of questions'],
  ['broken.csv', 'question\n"When', 'cannot be read: '],
  ['latin.txt', new Uint8Array([0x57, 0xe4, 0x3f]), 'it is not UTF-8'],
  ['many.txt', 'Where?\n'.repeat(1001), 'has more than 1000 questions.'],
  ['large.txt', 'x'.repeat(1_000_001), 'has more than 1000000 bytes.'],
])('%s is refused with one sentence', async (name, content, sentence) => {
  await expect(read(name, content)).rejects.toMatchObject({
    name: 'ConfigError',
    message: expect.stringContaining(sentence),
  });
});

test('a file that is not there, or is a folder, is refused with one sentence', async () => {
  for (const path of [join(folder, 'none.txt'), folder]) {
    await expect(readQuestions(path)).rejects.toMatchObject({
      name: 'ConfigError',
      message: expect.stringContaining('cannot be read: '),
    });
  }
});
