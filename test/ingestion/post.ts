import type { BridgePost } from '../../server/contract/bridge.ts';

/** A post as the bridge gives it. */
export const post = (given: Partial<BridgePost> = {}): BridgePost => ({
  id: 7,
  post_type: 'page',
  title: 'Visit',
  excerpt: '',
  html: '<h2>Swans</h2><p>The swans are fed at noon, every day of the week.</p>',
  terms: [],
  fields: [],
  permalink: 'https://site.example/visit/',
  language: 'en_US',
  modified: '2026-05-17T12:00:00Z',
  ...given,
});
