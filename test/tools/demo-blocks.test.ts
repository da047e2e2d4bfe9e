import { expect, test } from '@jest/globals';
import { toBlocks } from '../../tools/demo/blocks.ts';

test.each([
  [
    '<p>Hello <em>you</em></p>',
    '<!-- wp:paragraph -->\n<p>Hello <em>you</em></p>\n<!-- /wp:paragraph -->',
  ],
  [
    '<h3>Where</h3>',
    '<!-- wp:heading {"level":3} -->\n<h3 class="wp-block-heading">Where</h3>\n<!-- /wp:heading -->',
  ],
  [
    '<ol>\n  <li>One</li>\n</ol>',
    '<!-- wp:list {"ordered":true} -->\n<ol class="wp-block-list"><!-- wp:list-item -->\n<li>One</li>\n<!-- /wp:list-item --></ol>\n<!-- /wp:list -->',
  ],
])('%j becomes a block', (html, markup) => {
  expect(toBlocks(html)).toBe(markup);
});

test('line breaks of the formatter do not show', () => {
  const html = '<p>\n  A long\n  line with <a href="/x/"\n    >a link</a\n  >.\n</p>';
  expect(toBlocks(html)).toContain('<p>A long line with <a href="/x/">a link</a>.</p>');
});

test('an element that no block is for is refused', () => {
  expect(() => toBlocks('<marquee>no</marquee>')).toThrow('No block');
});
