import { describe, expect, test } from '@jest/globals';
import type { BridgeAttachment, BridgePost } from '../../contract/bridge.ts';
import { createLoadSource } from './load-source.ts';
import type { DocumentRow } from '../../storage/documents.ts';
import type { Bridge } from '../../wordpress/bridge.ts';
import { loadPost } from './post.ts';
import { post } from '../../../test/ingestion/post.ts';

const { signal } = new AbortController();

describe('a document’s source', () => {
  const none = {
    post_id: null,
    attachment_id: null,
    body: null,
    title: '',
    source_url: '',
    language: '',
  };
  const row = (over: Partial<DocumentRow>) => ({ ...none, ...over }) as DocumentRow;
  const about: BridgeAttachment = {
    id: 5,
    title: 'From the library',
    filename: 'a.txt',
    mime_type: '',
    url: 'https://site.example/a.txt',
    bytes: 3,
  };
  const bridge = (bytes: Uint8Array) =>
    ({
      attachment: () => Promise.resolve(about),
      attachmentFile: () => Promise.resolve(bytes),
    }) as unknown as Bridge;
  const unused = () => Promise.reject(new Error('This is not of the web.'));
  const load = (over: Partial<DocumentRow>, bytes: Uint8Array = Buffer.from('')) =>
    createLoadSource(bridge(bytes), unused)(row(over), false, signal);

  test('is the file, named by the library until it is read', async () => {
    const given = Buffer.from('# Hours');
    expect(await load({ kind: 'txt', attachment_id: 5 }, given)).toMatchObject({
      source: { kind: 'txt', bytes: given },
      title: about.title,
      url: about.url,
    });
  });

  test.each(['url', 'post'] as const)(
    'of a file that is said to be a %s is refused',
    async (kind) => {
      await expect(load({ kind, attachment_id: 5 })).rejects.toMatchObject({
        code: 'unsupported_type',
      });
    },
  );
});

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
