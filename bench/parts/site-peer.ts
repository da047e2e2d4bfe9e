/**
 * `node bench/ingest-site.ts POSTS [WORDS]`: WordPress' half of the bridge, with generated posts, or with posts of so many
 * words of the sample sites.
 */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { documentOfPost, sampleSite, siteNames } from './sites.ts';
import { topicOf, wordsOf } from './words.ts';

/** The words of the English sample sites, in their order: real text has other tokens than made-up words. */
function allWords(): string[] {
  const sites = siteNames().map(sampleSite);
  return sites
    .filter(({ language }) => language === 'en')
    .flatMap(({ posts }) => posts.flatMap((post) => documentOfPost(post).chunks))
    .flatMap(({ content }) => content.split(/\s+/));
}

const paragraph = 105;

/** Returns a function that gives the paragraphs of a post of so many words; no two posts begin alike. */
function createTexts(words: number): (id: number) => string[] {
  const all = allWords();
  return (id) => {
    const at = (id * 7919) % all.length;
    const own = Array.from({ length: words }, (_, n) => all[(at + n) % all.length]!);
    return Array.from({ length: Math.ceil(words / paragraph) }, (_, n) =>
      own.slice(n * paragraph, (n + 1) * paragraph).join(' '),
    );
  };
}

const count = Number(process.argv[2]);
const words = Number(process.argv[3] ?? 0);
const paragraphsOf =
  words > 0
    ? createTexts(words)
    : (id: number) => Array.from({ length: 2 + (id % 5) }, (_, n) => wordsOf(id, n));
const modified = '2026-01-05T10:00:00Z';
let settings: unknown = { general: { widget_enabled: true } };

function postOf(id: number) {
  const paragraphs = paragraphsOf(id).map((text) => `<p>${text}</p>`);
  return {
    id,
    post_type: 'post',
    title: `Notes on ${topicOf(id)}`,
    excerpt: '',
    html: `<h2>About ${topicOf(id)}</h2>${paragraphs.join('')}`,
    terms: [{ taxonomy: 'Categories', name: 'Notes' }],
    fields: [],
    permalink: `http://site.test/notes-${id}/`,
    language: 'en-US',
    modified,
  };
}

const idsOf = (text: string) =>
  text
    .split(',')
    .map(Number)
    .filter((id) => id >= 1 && id <= count);

function digest(query: URLSearchParams) {
  const after = Number(query.get('after') ?? 0);
  const last = Math.min(after + Number(query.get('limit') ?? 100), count);
  const asked = query.get('ids');
  const ids = asked
    ? idsOf(asked)
    : Array.from({ length: Math.max(0, last - after) }, (_, n) => after + n + 1);
  return {
    posts: ids.map((id) => ({ id, modified, permalink: `http://site.test/notes-${id}/` })),
    next: !asked && last < count ? last : null,
    total: count,
  };
}

function answer(route: string, query: URLSearchParams): unknown {
  switch (route.replace('/itih/v1/bridge/', '')) {
    case 'settings':
      return {
        settings,
        site: {
          name: 'Notes',
          home_url: 'http://site.test',
          locale: 'en_US',
          wordpress_version: '6.8',
          plugin_version: '0.1.0',
        },
      };
    case '/itih/v1/site':
      return { id: '00000000-0000-4000-8000-000000000000', home_url: 'http://site.test' };
    case 'posts':
      return { posts: idsOf(query.get('ids') ?? '').map(postOf), next: null };
    case 'digest':
      return digest(query);
    default:
      return undefined;
  }
}

const links = Array.from({ length: 60 }, (_, n) => `<li><a href="/notes-${n}/">Note ${n}</a></li>`);

/** Returns a page as guests are shown it, at the address of a post or of the front page. */
function pageOf(path: string): string {
  const id = Number(/^\/notes-(\d+)\//.exec(path)?.[1] ?? 0);
  const { title, html } = id > 0 ? postOf(id) : { title: 'Notes', html: '<p>All of them.</p>' };
  return `<!doctype html><html lang="en"><head><title>${title}</title></head><body><header><nav><ul>
    ${links.join('')}</ul></nav></header><main><article><h1>${title}</h1>${html}</article></main>
    <footer><p>Notes, 1 Example Street</p><ul>${links.join('')}</ul></footer></body></html>`;
}

const server = createServer((request, response) => {
  let body = '';
  request.setEncoding('utf8').on('data', (part: string) => (body += part));
  request.on('end', () => {
    if (request.headers['x-http-method-override'] === 'PUT')
      ({ settings } = JSON.parse(body) as { settings: unknown });
    const query = new URL(request.url ?? '', 'http://site').searchParams;
    if (!query.has('rest_route')) {
      response.writeHead(200, { 'content-type': 'text/html' });
      return void response.end(pageOf(request.url ?? ''));
    }
    const found = answer(query.get('rest_route') ?? '', query);
    response.writeHead(found ? 200 : 404, { 'content-type': 'application/json' });
    response.end(JSON.stringify(found ?? { code: 'not_found' }));
  });
});
server.listen(0, '127.0.0.1', () => {
  process.stdout.write(`http://127.0.0.1:${(server.address() as AddressInfo).port}\n`);
});
