import { expect, test } from '@jest/globals';
import { filesOf } from './linked-files.ts';

const permalink = 'https://example.org/prices/';

test.each<[string, string, string[]]>([
  ['a file', '<a href="/files/a.pdf">List</a>', ['https://example.org/files/a.pdf']],
  ['one relative to the page', "<a class=x href='b.docx#top'>", [`${permalink}b.docx`]],
  [
    'a query, as WordPress writes it',
    '<a href="https://cdn.example.org/c.xlsx?v=1&#038;w=2">',
    ['https://cdn.example.org/c.xlsx?v=1&w=2'],
  ],
  ['each once', '<a href="/a.pdf"></a><a href="/a.pdf#page=2"></a>', ['https://example.org/a.pdf']],
  ['no pages', '<a href="/"></a><a href="/old.html"></a><a href="mailto:a@example.org"></a>', []],
  ['no files that cannot be read', '<a href="/a.zip"></a><a href="/a.jpg"></a>', []],
  ['no other protocol, no password', '<a href="ftp://a/b.pdf"></a><a href="//u:p@a/b.pdf">', []],
])('finds %s', (_, html, files) => {
  expect(filesOf({ html, permalink })).toEqual(files);
});
