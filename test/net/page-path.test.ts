import { expect, test } from '@jest/globals';
import { pagePath } from '../../server/net/page-path.ts';

test.each([
  ['https://site.example/venue-hire/?utm=1#x', '/venue-hire/'],
  ['http://www.site.example/', '/'],
  ['https://site.example/a"\n<b>', '/a%22%3Cb%3E'],
  [`https://site.example/${'x'.repeat(500)}`, `/${'x'.repeat(299)}`],
  ['https://other.example/venue-hire/', ''],
  ['https://site.example:8443/', ''],
  ['javascript:alert(1)', ''],
  ['file://site.example/etc', ''],
  ['no address', ''],
  [null, ''],
])('%s is at %s', (page, path) => {
  expect(pagePath(page, 'https://site.example/shop')).toBe(path);
});

test('a site that is not known has no pages', () => {
  expect(pagePath('https://site.example/', undefined)).toBe('');
});
