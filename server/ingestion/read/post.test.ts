import { describe, expect, test } from '@jest/globals';
import type { BridgePost } from '../../contract/bridge.ts';
import { loadPost } from './post.ts';
import { post } from '../../../test/ingestion/post.ts';

const feather = post({
  excerpt: 'White and light.',
  html: '<p>A feather.</p>',
  terms: [
    { taxonomy: 'Birds', slug: 'bird', name: 'Goose' },
    { taxonomy: 'Colour', slug: 'colour', name: 'White' },
    { taxonomy: 'Birds', slug: 'bird', name: 'Swan' },
  ],
  fields: [{ label: 'Price', value: '12 €' }],
  language: 'de_DE_formal',
});

describe('a post', () => {
  const texts = (over: Partial<BridgePost> = {}) =>
    loadPost({ ...feather, ...over }).blocks.map(({ text }) => text);

  test('begins with its excerpt and the facts that only its theme shows, then comes its content', () => {
    expect(texts()).toEqual([
      'White and light.',
      'Birds: Goose, Swan',
      'Colour: White',
      'Price: 12 €',
      'A feather.',
    ]);
    // No excerpt that is part of its content.
    expect(texts({ excerpt: 'A feather.', terms: [], fields: [] })).toEqual(['A feather.']);
  });

  test('does not tell its categories, nor terms that may be some', () => {
    const terms = [{ taxonomy: 'Categories', name: 'News' }];
    expect(texts({ excerpt: '', terms, fields: [] })).toEqual(['A feather.']);
  });

  test('has an excerpt that is no HTML', () => {
    const excerpt = 'For < 5 crowns.\n\nTwo  lines &amp; a <b>';
    expect(texts({ excerpt, terms: [], fields: [] })).toEqual([
      'For < 5 crowns.',
      'Two lines &amp; a <b>',
      'A feather.',
    ]);
  });

  test('names its language as the web does', () => {
    expect(loadPost(feather).language).toBe('de-DE-formal');
  });
});
