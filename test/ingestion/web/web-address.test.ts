import { describe, expect, test } from '@jest/globals';
import {
  canonicalOf,
  citedUrl,
  parseAddress,
  sourceKeyOf,
} from '../../../server/ingestion/web/web-address.ts';

describe('an address', () => {
  test.each([
    'https://site.example/a?b=c',
    'HTTPS://Site.Example:443/a?b=c#d',
    'site.example/a?b=c',
    'https://site.example./x/../a?b=c',
  ])('has one key however it is written: %s', (text) => {
    expect(sourceKeyOf(parseAddress(text))).toBe('url:https://site.example/a?b=c');
  });

  test('keeps what tells pages apart', () => {
    const texts = ['a.example', 'http://a.example', 'a.example/?', 'a.example/A', 'a.example:8443'];
    const keys = texts.map((text) => sourceKeyOf(parseAddress(text)));
    expect(new Set(keys).size).toBe(texts.length);
  });

  test('that is long has a key that fits its column, and its own', () => {
    const long = `https://a.example/${'x'.repeat(400)}`;
    const keys = [long, `${long}y`].map((text) => sourceKeyOf(parseAddress(text)));
    expect(keys[0]).toMatch(/^.{1,191}$/);
    expect(keys[0]).not.toBe(keys[1]);
  });
});

describe('what a page calls itself', () => {
  const page = (canonicalUrl: string) => ({ canonicalUrl, links: [] });
  const own = 'https://site.example/news/?ref=7';

  test.each([
    ['https://site.example/news/', 'https://site.example/news/'],
    ['https://www.site.example/news/#top', 'https://www.site.example/news/'],
    ['https://other.example/news/', null],
    ['https://site.example/', null],
    ['', null],
    ['not an address', null],
  ])('is believed within its site: %s', (canonical, expected) => {
    expect(canonicalOf(own, page(canonical))).toBe(expected);
    expect(citedUrl(own, page(canonical))).toBe(expected ?? own);
  });

  test('may be the home page of the home page', () => {
    expect(canonicalOf('https://site.example/?x', page('https://site.example/'))).toBe(
      'https://site.example/',
    );
    expect(citedUrl(own, undefined)).toBe(own);
  });
});
