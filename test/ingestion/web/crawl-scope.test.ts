import { describe, expect, test } from '@jest/globals';
import { isInScope, scopeOf, toCrawled } from '../../../server/ingestion/web/crawl-scope.ts';

test.each([
  ['https://site.example/', '/'],
  ['https://site.example/docs', '/docs/'],
  ['https://site.example/docs/', '/docs/'],
  ['https://site.example/docs/index.html', '/docs/'],
  ['https://site.example/docs/v1.2/', '/docs/v1.2/'],
])('the section of %s is all below %s', (url, path) => {
  expect(scopeOf(new URL(url))).toEqual({ origin: 'https://site.example', path });
});

const scope = scopeOf(new URL('https://site.example/docs/'));

test.each([
  ['https://site.example/docs', true],
  ['https://site.example/docs/a', true],
  ['https://site.example/documents', false],
  ['https://site.example/', false],
  ['https://www.site.example/docs/a', false],
  ['https://site.example:8443/docs/a', false],
])('%s is in it: %s', (url, expected) => expect(isInScope(scope, new URL(url))).toBe(expected));

describe('a link', () => {
  test.each([
    ['https://site.example/docs/a#part', 'https://site.example/docs/a'],
    ['http://site.example/docs/a', 'https://site.example/docs/a'],
    ['https://site.example/docs/a?utm_source=x&page=2', 'https://site.example/docs/a?page=2'],
    ['https://site.example/docs/a?replytocom=5', 'https://site.example/docs/a'],
    ['https://site.example/docs/guide.pdf', 'https://site.example/docs/guide.pdf'],
    ['https://site.example/docs/v1.2', 'https://site.example/docs/v1.2'],
    ['https://site.example/docs/2026/05/17', 'https://site.example/docs/2026/05/17'],
  ])('%s leads to %s', (link, page) => expect(toCrawled(link, scope)?.href).toBe(page));

  test.each([
    ['out of the section', 'https://site.example/about'],
    ['to another site', 'https://other.example/docs/a'],
    ['to a picture', 'https://site.example/docs/photo.JPG'],
    ['to an archive', 'https://site.example/docs/all.zip?v=2'],
    ['to a script', 'https://site.example/docs/app.js'],
    ['with a password', 'https://u:p@site.example/docs/a'],
    ['into a session', 'https://site.example/docs/a?PHPSESSID=abc'],
    ['into a session', 'https://site.example/docs/a;jsessionid=abc'],
    ['around in circles', 'https://site.example/docs/a/b/a/b/a/b'],
    [
      'ever deeper',
      `https://site.example/docs/${Array.from({ length: 12 }, (_, n) => n).join('/')}`,
    ],
    ['into a form of many parts', 'https://site.example/docs/?a=1&b=2&c=3&d=4&e=5'],
    ['nowhere in particular', `https://site.example/docs/${'x'.repeat(500)}`],
    ['to no address', 'https://'],
  ])('%s is not followed: %s', (_case, link) => expect(toCrawled(link, scope)).toBeNull());
});
