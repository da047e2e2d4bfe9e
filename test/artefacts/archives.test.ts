import { execFileSync } from 'node:child_process';
import { expect, test } from '@jest/globals';
import { archive, unzip } from './archive.ts';

const names = (zip: string) => Object.keys(unzip(zip));

test('the archive holds the plugin, the sidecar, and licences', () => {
  const files = names('itih-rag-chat.zip');
  for (const name of [
    'itih-rag-chat.php',
    'readme.txt',
    'contract.json',
    'build/widget.js',
    'build/widget-panel.js',
    'build/widget-answers.js',
    'languages/itih-rag-chat-de_DE.mo',
    'snippets/nginx.conf',
    'sidecar/itih.mjs',
    'sidecar/cli.mjs',
    'sidecar/scan.wasm',
    'sidecar/language/ja.yaml',
    'sidecar/pdfium.wasm',
    'sidecar/sql/mysql/001_tables.sql',
    'sidecar/LICENSES.txt',
    'sidecar/models/all-minilm-l6-v2/model.onnx',
    'sidecar/models/all-minilm-l6-v2/LICENSE',
  ]) {
    expect(files).toContain(`itih-rag-chat/${name}`);
  }
  expect(files.every((name) => name.startsWith('itih-rag-chat/'))).toBe(true);
  expect(files.filter((name) => /node_modules|\.ts$|\.map$|\.test\./.test(name))).toEqual([]);
});

test('the archive without the sidecar holds no program', () => {
  expect(
    names('itih-rag-chat-slim.zip').filter((name) => /sidecar\/|\.mjs$|\.wasm$/.test(name)),
  ).toEqual([]);
});

test("the files have the time of the last commit, so that an update by unzip changes opcache's", () => {
  const committed = execFileSync('git', ['log', '-1', '--format=%ct'], { encoding: 'utf8' });
  // The date of the first file, in the header that begins the archive.
  const date = archive('itih-rag-chat.zip').readUInt16LE(12);
  const time = new Date(Number(committed) * 1000);
  expect([1980 + (date >> 9), (date >> 5) & 15, date & 31]).toEqual([
    time.getFullYear(),
    time.getMonth() + 1,
    time.getDate(),
  ]);
});

test('the program has the names of its functions, which stand in the stacks of the log', () => {
  const files = Object.entries(unzip('itih-rag-chat.zip'));
  const programs = files.filter(([name]) => name.endsWith('.mjs')).map(([, text]) => text);
  expect(programs.some((text) => Buffer.from(text).includes('"createServices"'))).toBe(true);
});

test('the archive has at most 34 MB', () => {
  expect(archive('itih-rag-chat.zip').length).toBeLessThan(34e6);
});
