import { pages, posts, shownPosts, sites, type HostileFile, type Makers } from './file.ts';

/** Pages and posts that are hard on parsers, on recursion, and on whoever scores their parts. */

const sentence =
  '<p>The harbour museum opens at ten, and closes at six on every day but Monday.</p>';
const wrap = (body: string, head = '') =>
  `<!doctype html><html lang="en"><head><title>Hostile</title>${head}</head><body>${body}</body></html>`;
const deep = (tag: string, depth: number) =>
  `<${tag}>`.repeat(depth) + sentence + `</${tag}>`.repeat(depth);
const attributes = (count: number) =>
  Array.from({ length: count }, (_, index) => `a${index}="x"`).join(' ');

/** Bodies that a page of the web and a post of the site may both have. */
const bodies = {
  empty: () => '',
  'blocks 500 deep': () => deep('div', 500),
  'blocks 100,000 deep': () => deep('div', 100_000),
  'bold 20,000 deep': () => '<b>'.repeat(20_000) + sentence,
  'bold and italic crossed 5,000 times': () =>
    '<b><i>'.repeat(5000) + 'x' + '</b></i>'.repeat(5000),
  'links in links 10,000 times': () => '<a href="#">'.repeat(10_000) + sentence,
  'lists 50,000 deep': () => '<ul><li>item'.repeat(50_000),
  'tables 20,000 deep': () => '<table><tr><td>'.repeat(20_000) + sentence,
  'text beside the cells of a table': () => '<table>' + 'text<td>'.repeat(20_000),
  'a row of 50,000 cells': () => `<table><tr>${'<td>a</td>'.repeat(50_000)}</tr></table>`,
  '30,000 rows': () => `<table><tr><th>A</th></tr>${'<tr><td>a</td></tr>'.repeat(30_000)}</table>`,
  'a cell that spans a billion': () =>
    `<table><tr><td colspan="1000000000" rowspan="1000000000">${sentence}</td></tr></table>`,
  'a header of 2,000 over 500 rows': () =>
    `<table><tr>${'<th>Name</th>'.repeat(2000)}</tr>${`<tr>${'<td>v</td>'.repeat(20)}</tr>`.repeat(500)}</table>`,
  '300,000 attributes': () => `<p ${attributes(300_000)}>${sentence}</p>`,
  'an attribute of 10 MB': () => `<p title="${'x'.repeat(10e6)}">${sentence}</p>`,
  'an attribute that never ends': () => `<p title="${'x '.repeat(1e6)}`,
  'a class of 2 MB': () =>
    `<div class="${'article-comment-share '.repeat(100_000)}">${sentence}</div>`,
  'a tag name of 5 MB': () => `<${'t'.repeat(5e6)}>${sentence}`,
  'closed 500,000 times': () => '</p>'.repeat(500_000) + sentence,
  '200,000 empty elements': () => '<i></i>'.repeat(200_000) + sentence,
  '50,000 different links': () =>
    Array.from({ length: 50_000 }, (_, index) => `<a href="/${index}">l</a>`).join(' '),
  '50,000 headings': () => '<h2>Heading</h2>'.repeat(50_000),
  'a picture of 10 MB in the page': () =>
    `<img src="data:image/png;base64,${'A'.repeat(10e6)}">${sentence}`,
  'code of 5 MB': () => `<pre>${'code\n'.repeat(1e6)}</pre>`,
  'a text of 10 MB without a space': () => `<p>${'x'.repeat(10e6)}</p>`,
  'a comment that never ends': () => '<!--' + 'x'.repeat(5e6),
  'comments in comments': () => '<!-- <!-- '.repeat(100_000) + '-->' + sentence,
  'a script that never ends': () => '<script>' + 'x();'.repeat(1e6),
  'plain text': () => '<plaintext>' + '<p>x</p>'.repeat(100_000),
  'drawings 20,000 deep': () => deep('svg', 20_000),
  'drawings and HTML by turns': () => '<svg><foreignObject><div>'.repeat(3000) + sentence,
  'templates 10,000 deep': () => '<template>'.repeat(10_000) + sentence,
  'forms in forms': () => '<form>'.repeat(20_000) + sentence,
  'frames with pages in them': () =>
    `<iframe srcdoc="${'&lt;p&gt;'.repeat(100_000)}"></iframe>${sentence}`,
  'a million entities': () => '<p>' + '&amp;'.repeat(1e6),
  'entities beyond all characters': () => '<p>&#x110000;&#0;&#xD800;&#99999999999;'.repeat(20_000),
  'NUL everywhere': () => '<\0p\0>a\0b</p\0>'.repeat(50_000),
  '20,000 articles': () => `<article>${sentence}</article>`.repeat(20_000),
};

/** Files that are whole pages. */
const wholePages = {
  'no HTML at all': () => 'Just a line.',
  'a charset of 1 MB': () => wrap(sentence, `<meta charset="${'x'.repeat(1e6)}">`),
  'a base that leads nowhere': () =>
    wrap('<a href="x">x</a>' + sentence, '<base href="javascript:alert(1)//">'),
  'addresses that are none': () =>
    wrap('<a href="http://[::1">x</a><a href="http://%zz/">x</a>'.repeat(10_000) + sentence),
  'an address of 5 MB': () =>
    wrap(
      `<a href="/${'x'.repeat(5e6)}">x</a>${sentence}`,
      `<link rel="canonical" href="/${'x'.repeat(1e6)}">`,
    ),
  '20,000 canonical addresses': () =>
    wrap(sentence, '<link rel="canonical" href="https://other.example/">'.repeat(20_000)),
  'a title that never ends': () => '<title>' + 'title '.repeat(500_000),
  '20,000 bodies with attributes': () =>
    Array.from({ length: 20_000 }, (_, index) => `<body a${index}=x><html b${index}=y>`).join('') +
    sentence,
  '50,000 headings of lists': () => wrap('<p>Related articles</p>'.repeat(50_000) + sentence),
  'JSON-LD 100,000 levels deep': () =>
    wrap(sentence, `<script type="application/ld+json">${'{"@graph":['.repeat(1e5)}</script>`),
  'JSON-LD of 20,000 events': () =>
    wrap(
      sentence,
      `<script type="application/ld+json">[${Array.from({ length: 20_000 }, () => '{"@type":"Event","name":"x","startDate":"2026-01-01"}').join()}]</script>`,
    ),
  'XHTML with a billion laughs': () =>
    `<?xml version="1.0"?><!DOCTYPE html [<!ENTITY a "${'ha'.repeat(1000)}"><!ENTITY b "${'&a;'.repeat(1000)}">]><html xmlns="http://www.w3.org/1999/xhtml"><body><p>&b;</p></body></html>`,
  'XHTML with a file of the server': () =>
    '<?xml version="1.0"?><!DOCTYPE html [<!ENTITY a SYSTEM "file:///etc/passwd">]><html><body><p>It says: &a; there.</p></body></html>',
};

/** The bodies, each as something that has it. */
const bodiesAs = <T>(around: (body: string) => T): Makers<T> =>
  Object.fromEntries(Object.entries(bodies).map(([name, make]) => [name, () => around(make())]));

export const hostileHtml = (): HostileFile[] => [
  ...pages(wholePages),
  ...pages(bodiesAs((body) => wrap(body))),
  ...pages({ 'a header that names no charset': () => wrap(sentence) }, 'text/html; charset='),
  ...pages({ 'a header that lies': () => wrap(sentence) }, 'text/html; charset=utf-16be'),
  ...pages(
    { 'a header of 100,000 charsets': () => wrap(sentence) },
    'text/html' + '; charset=x'.repeat(1e5),
  ),
  ...posts(bodiesAs((html) => ({ html }))),
  ...shownPosts(wholePages),
  ...shownPosts(bodiesAs((body) => wrap(body))),
  ...sites(bodiesAs((body) => wrap(body))),
  ...posts({
    'a title of 5 MB': () => ({ title: 'T'.repeat(5e6), html: sentence }),
    'an excerpt 20,000 deep': () => ({ excerpt: deep('div', 20_000), html: sentence }),
    '50,000 terms': () => ({
      html: sentence,
      terms: Array.from({ length: 50_000 }, (_, id) => ({
        taxonomy: `T${id % 100}`,
        name: `Term ${id}`,
      })),
    }),
    'terms whose names are of a prototype': () => ({
      html: sentence,
      terms: [{ taxonomy: '__proto__', name: 'constructor' }],
    }),
    'a field of 5 MB': () => ({
      html: sentence,
      fields: [{ label: 'Field', value: 'long '.repeat(1e6) }],
    }),
    '50,000 fields': () => ({
      html: sentence,
      fields: Array.from({ length: 50_000 }, (_, id) => ({ label: `F${id}`, value: 'v' })),
    }),
    'a language that is none': () => ({ html: sentence, language: '../../etc/passwd' }),
  }),
];
