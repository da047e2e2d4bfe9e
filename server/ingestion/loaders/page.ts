import { load } from 'cheerio';
import type { Loaded } from '../blocks.ts';
import { htmlBlocks } from '../html.ts';
import { decodeText } from './text.ts';

/** A page of the web: its article, without what the site puts around it. */
export function loadPage(bytes: Uint8Array, _contentType: string, _url: string): Loaded {
  const html = decodeText(bytes);
  const page = load(html);
  return {
    title: page('title').first().text().trim(),
    language: page('html').attr('lang') ?? '',
    blocks: htmlBlocks(html),
    page: { canonicalUrl: '', links: [] },
  };
}
