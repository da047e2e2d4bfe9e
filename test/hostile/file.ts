import type { BridgePost } from '../../server/contract/bridge.ts';
import type { FileKind } from '../../server/contract/document-kinds.ts';
import type { Source } from '../../server/ingestion/read/extract.ts';
import { post } from '../ingestion/post.ts';

/** Shared by the generators of hostile files. */

export interface HostileFile {
  name: string;
  /** Creates the file on demand: all together would take gigabytes. */
  make: () => Source;
}

/** Mulberry32: the same files in every run. */
export function randomNumbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

export function randomBytes(length: number): Buffer {
  const random = randomNumbers(1);
  return Buffer.from(Array.from({ length }, () => random() * 256));
}

type Made = Uint8Array | string;
const bytesOf = (made: Made) => (typeof made === 'string' ? Buffer.from(made) : made);

/** Things by their names; each is made on demand. */
export type Makers<T = Made> = Record<string, () => T>;

const named = <T>(kind: Source['kind'], makers: Makers<T>, sourceOf: (made: T) => Source) =>
  Object.entries(makers).map(([name, make]): HostileFile => ({
    name: `${kind}: ${name}`,
    make: () => sourceOf(make()),
  }));

export const files = (kind: Exclude<FileKind, 'html'>, makers: Makers): HostileFile[] =>
  named(kind, makers, (made) => ({ kind, bytes: bytesOf(made) }));

export const pages = (makers: Makers, contentType = 'text/html; charset=utf-8'): HostileFile[] =>
  named('page', makers, (made) => ({
    kind: 'page',
    bytes: bytesOf(made),
    contentType,
    url: 'https://site.example/page/',
  }));

export const posts = (makers: Makers<Partial<BridgePost>>): HostileFile[] =>
  named('post', makers, (made) => ({ kind: 'post', post: post(made) }));

/** Characters of the largest page that is fetched, of one for a sample of the site, and of a long post. */
const max = { page: 8 * 2 ** 20, sample: 1_000_000, post: 2 ** 20 };

/** Posts that are shown on a page with the same HTML, or with more of it. */
export const shownPosts = (makers: Makers<string>): HostileFile[] =>
  named('post', makers, (made) => {
    const html = made.slice(0, max.page);
    const page = { url: 'https://site.example/visit/', html, frame: ['Home'] };
    return { kind: 'post', post: post({ html: made.slice(0, max.post) }), page };
  }).map(({ name, make }) => ({ name: `${name}, on its page`, make }));

/** Samples of a site, each of one page shown five times. */
export const sites = (makers: Makers<string>): HostileFile[] =>
  named('site', makers, (made) => {
    const html = made.slice(0, max.sample);
    const sample = [1, 2, 3, 4, 5].map((id) => ({ url: `https://site.example/${id}/`, html }));
    return { kind: 'site', bytes: Buffer.from(JSON.stringify(sample)) };
  });
