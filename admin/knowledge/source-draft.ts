import type { Addition, Rejected } from './use-adding.ts';

/** The ways to name what is to be read. */
export const sourceKinds = ['url', 'urls', 'sitemap', 'crawl', 'media', 'text'] as const;
export type SourceKind = (typeof sourceKinds)[number];

/** Values of the forms, as typed. */
export const emptyDraft = {
  url: '',
  urls: '',
  sitemapUrl: '',
  sitemapPages: '1000',
  crawlUrl: '',
  crawlDepth: '3',
  crawlPages: '200',
  title: '',
  content: '',
};
export type Draft = typeof emptyDraft;

export interface FieldsProps {
  draft: Draft;
  onChange: (changes: Partial<Draft>) => void;
}

/** Characters of a list; what the contract takes at once. */
export const maxListChars = 200_000;

/** Sources that a form adds. Files of the media library are chosen, not typed. */
export function additionOf(kind: Exclude<SourceKind, 'media'>, draft: Draft): Addition {
  switch (kind) {
    case 'url':
      return { name: draft.url, request: { url: draft.url.trim() } };
    case 'urls':
      return { name: '', request: { urls: draft.urls } };
    case 'sitemap': {
      const sitemap = { url: draft.sitemapUrl.trim(), max_pages: Number(draft.sitemapPages) };
      return { name: sitemap.url, request: { sitemap } };
    }
    case 'crawl': {
      const crawl = {
        url: draft.crawlUrl.trim(),
        depth: Number(draft.crawlDepth),
        max_pages: Number(draft.crawlPages),
      };
      return { name: crawl.url, request: { crawl } };
    }
    case 'text':
      return { name: draft.title, request: { title: draft.title, content: draft.content } };
    default:
      return kind satisfies never;
  }
}

/** A list to which more is added, on lines of its own. */
export const appended = (list: string, more: string) =>
  list.trim() === '' ? more : `${list.replace(/\n$/, '')}\n${more}`;

/** The form after `additionOf` was taken: empty but for the lines that are still to be put right. */
export function draftAfter(kind: SourceKind, draft: Draft, rejected: readonly Rejected[]): Draft {
  if (kind !== 'urls') return emptyDraft;
  const lines = draft.urls.split(/\r\n|\r|\n/);
  const kept = rejected.map(({ line, value }) => lines[(line ?? 0) - 1] ?? value);
  return { ...emptyDraft, urls: kept.join('\n') };
}
