import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { loadPage } from '../page.ts';
import { sites } from '../../../../test/ingestion/read/page/sites.ts';

fc.configureGlobal({ seed: 17 });

const read = (html: string, url = 'https://park.example/swans/') =>
  loadPage(Buffer.from(html), 'text/html; charset=utf-8', url).blocks;

const texts = (html: string, url?: string) => read(html, url).map(({ text }) => text);

const prose = (n: number) =>
  `Paragraph ${n}: the keepers feed the swans at noon, and children may help them on Sundays.`;

/** A block as authors write it, and the texts that must be found of it. */
type Written = [html: string, ...found: string[]];

const blocks: ((n: number) => Written)[] = [
  (n) => [`<p>${prose(n)}</p>`, prose(n)],
  (n) => [`<h2>Part ${n}</h2>\n\n<p>${prose(n)}</p>`, `Part ${n}`, prose(n)],
  (n) => [`<p>Short ${n}</p>`, `Short ${n}`],
  (n) => [
    `<figure class="wp-block-image"><img src="a.jpg"><figcaption>NOISE caption</figcaption></figure><p>${prose(n)}</p>`,
    prose(n),
  ],
  (n) => [`<ul><li>Item ${n}a</li><li>Item ${n}b</li></ul>`, `Item ${n}a`, `Item ${n}b`],
  (n) => [
    `<figure class="wp-block-table"><table><thead><tr><th>Bird</th><th>Food</th></tr></thead><tbody><tr><td>Swan ${n}</td><td>Grain</td></tr></tbody></table></figure>`,
    `Bird: Swan ${n}; Food: Grain`,
  ],
  (n) => [`<pre><code>feed(${n});\n  wait();</code></pre>`, `feed(${n});\n  wait();`],
  (n) => [`<blockquote><p>Quote ${n}</p></blockquote>`, `Quote ${n}`],
  (n) => [
    `<div class="wp-block-columns"><div class="wp-block-column"><p>${prose(n)}</p></div><div class="wp-block-column"><p>Aside ${n}</p></div></div>`,
    prose(n),
    `Aside ${n}`,
  ],
  (n) => [
    `<div class="wp-block-media-text"><figure><img src="b.jpg"></figure><div><p>Beside ${n}</p></div></div>`,
    `Beside ${n}`,
  ],
  (n) => [
    `<details><summary>Question ${n}?</summary><p>Answer ${n}.</p></details>`,
    `Question ${n}?`,
    `Answer ${n}.`,
  ],
  (n) => [`<aside class="note"><p>Note ${n}</p></aside>`, `Note ${n}`],
  () => ['<div class="adsbygoogle">NOISE advertisement</div>'],
];

function write(kinds: readonly number[]): { html: string; found: string[] } {
  const written = kinds.map((kind, n) => blocks[kind % blocks.length]!(n + 1));
  return {
    html: written.map(([html]) => html).join('\n\n'),
    found: written.flatMap(([, ...found]) => found),
  };
}

describe.each(Object.entries(sites))('of %s', (_site, around) => {
  test('a long text is found whole, and nothing else', () => {
    const { html, found } = write([0, ...Array.from({ length: 300 }, (_, n) => n)]);
    expect(texts(around(html))).toEqual(found);
  });

  test('any text with some prose is found whole, in its order', () => {
    const some = fc.array(fc.nat({ max: blocks.length - 1 }), { maxLength: 12 });
    fc.assert(
      fc.property(some, (kinds) => {
        const { html, found } = write([0, 0, 0, ...kinds, 0]);
        const read = texts(around(html));
        expect(read.filter((text) => found.includes(text))).toEqual(found);
        expect(read.filter((text) => text.includes('NOISE'))).toEqual([]);
      }),
      { numRuns: 30 },
    );
  });

  test('a text of a line is found', () => {
    expect(texts(around('<p>We feed them at noon.</p>'))).toContain('We feed them at noon.');
  });
});

const page = (main: string, title = 'Swans') =>
  `<html lang="en"><head><title>${title}</title></head><body><header><nav><a href="/">NOISE</a></nav></header><main>${main}</main><footer><p>NOISE</p></footer></body></html>`;

const long = [1, 2, 3, 4, 5, 6, 7, 8].map((n) => `<p>${prose(n)}</p>`).join('');
const longTexts = [1, 2, 3, 4, 5, 6, 7, 8].map(prose);

const between = (html: string) => long.replace('</p><p>', `</p>${html}<p>`);
const related = '<h3>Das könnte Sie auch interessieren</h3>';
const teasers = [98, 99].map(
  (n) => `<div><h3><a href="/${n}">A page of ducks</a></h3><p>${prose(n)}</p></div>`,
);

test.each([
  ['lines beside the headline', `<p class="byline">By a keeper</p><time>2 May 2026</time>${long}`],
  ['what visitors say', `${long}<section id="comments"><p>${prose(99)}</p></section>`],
  ['other pages', `${long}<h2>Related articles</h2><ul><li><a href="/a">Ducks</a></li></ul>`],
  ['the same in other languages', `${long}<div>${related}<p>${prose(99)}</p></div>`],
  ['links between its paragraphs', between('<p><a href="/x">Read about ducks</a></p>')],
  ['marks', between('<div>Advertisement</div>')],
  ['captions', between('<div><img src="x"><span>A swan in May</span></div>')],
  ['appeals', `${long}<p>Sign up for our <a href="/n">newsletter</a> and stay in the know.</p>`],
  [
    'what is hidden',
    `${long}<div hidden>${prose(99)}</div><p style="display: none">${prose(98)}</p><b class="d-none">x</b>`,
  ],
  ['dialogues about cookies', `${long}<div class="cookie-banner"><p>${prose(99)}</p></div>`],
  ['teasers', `${long}<div>${teasers.join('')}</div>`],
])('left out of an article are %s', (_case, main) => {
  expect(texts(page(`<h1>Swans</h1>${main}`))).toEqual(longTexts);
});

describe('kept are', () => {
  test.each([
    [
      'answers that a button opens',
      '<h2><button aria-controls="a">May I feed them?</button></h2><div id="a" hidden><p>At noon.</p></div>',
      ['May I feed them?', 'At noon.'],
    ],
    [
      'answers that a link opens',
      '<h3><a href="#a">May I feed them?</a></h3><p id="a" style="display:none">At noon.</p><h3><a href="#b">Do they bite?</a></h3><p id="b">Rarely.</p>',
      ['May I feed them?', 'At noon.', 'Do they bite?', 'Rarely.'],
    ],
    [
      'tabs',
      '<div role="tabpanel"><p>At noon.</p></div><div role="tabpanel" hidden><p>At ten.</p></div>',
      ['At noon.', 'At ten.'],
    ],
    ['terms', '<dl><dt>Food</dt><dd>Grain</dd></dl>', ['Food; Grain']],
    ['lines of an address', '<p>Street 1</p><p>555 0100</p>', ['Street 1', '555 0100']],
    [
      'dates of what is not an article',
      '<p>Feeding: 2 May 2026, 12:00</p><p>At the lake</p>',
      ['Feeding: 2 May 2026, 12:00', 'At the lake'],
    ],
    [
      'posts of networks that are quoted',
      `${long}<div class="twitter"><blockquote><p>They are back!</p>The park, May 2, 2026</blockquote></div>`,
      [...longTexts, 'They are back!', 'The park, May 2, 2026'],
    ],
    ['a table alone', '<table><tr><td>Food</td><td>Grain</td></tr></table>', ['Food; Grain']],
  ])('%s', (_case, main, found) => {
    expect(texts(page(`<h1>Swans</h1>${main}`)).filter((text) => text !== 'Swans')).toEqual(found);
  });

  test('what a shop says around its description', () => {
    const product = `<div class="summary"><h1>Swans</h1><p class="price">12 €</p><p>Five kilograms of grain.</p></div><div class="entry-content"><h2>Description</h2><p>${prose(1)}</p></div>`;
    const html = page(product).replace(
      '<head>',
      '<head><meta property="og:type" content="product">',
    );
    expect(texts(html)).toEqual(['12 €', 'Five kilograms of grain.', 'Description', prose(1)]);
  });

  test('what visitors say where that is the text', () => {
    const posts = [1, 2, 3].map((n) => `<div class="comment"><p>${prose(n)}</p></div>`).join('');
    expect(texts(page(`<h1>Swans</h1>${posts}`))).toEqual(['Swans', prose(1), prose(2), prose(3)]);
  });
});

describe('of a page that is a list', () => {
  const listed = [1, 2, 3].flatMap((n) => [`News ${n} of the park`, prose(n)]);
  const teasers = [1, 2, 3].map(
    (n) =>
      `<article class="teaser"><h2><a href="/${n}">News ${n} of the park</a></h2><p>${prose(n)}</p></article>`,
  );
  const home = page(`<h1>Swans</h1>${long}${teasers.join('')}`);

  test('all that it lists is read', () => {
    expect(texts(page(`<h1>News</h1>${teasers.join('')}`, 'News'))).toEqual(['News', ...listed]);
  });

  test('a home page is one, a post that has no path is none', () => {
    const shown = ['Swans', ...longTexts, ...listed];
    expect(texts(home, 'https://park.example/')).toEqual(shown);
    expect(texts(home, 'https://park.example/?p=7')).toEqual(longTexts);
  });
});

test.each([
  ['nothing', '', []],
  ['text alone', 'Swans are fed at noon.', ['Swans are fed at noon.']],
  ['nothing but navigation', '<body><nav><a href="/">Home</a></nav></body>', []],
  ['only links', '<body><a href="/">Home</a></body>', ['Home']],
])('of %s', (_case, html, found) => {
  expect(texts(html)).toEqual(found);
});

test('any markup is read without harm, also names of objects', () => {
  expect(texts('<constructor><p>swan</p></valueof><tostring>')).toEqual(['swan']);
  const tag = fc.constantFrom('p', 'div', 'table', 'td', 'h1', 'ul', 'li', 'a', 'figure', 'form');
  const piece = fc.oneof(
    fc.string(),
    tag.map((name) => `<${name} class="comment ad entry-content" href="#a">`),
    tag.map((name) => `</${name}>`),
  );
  fc.assert(
    fc.property(fc.array(piece), (pieces) => {
      for (const text of texts(pieces.join(''))) expect(text.trim()).not.toBe('');
    }),
  );
});

describe('of a page without names', () => {
  const page = (inside: string) =>
    `<html><head><title>Feeding swans</title></head><body>${inside}</body></html>`;
  const teaser = (n: number) =>
    `<div><a href="/${n}">NOISE ${n}: </a>the owls were fed by nobody at all during the long night of winter.</div>`;
  const teasers = [1, 2, 3, 4].map(teaser).join('');

  test('the column of its paragraphs is the text', () => {
    const beside = Array.from({ length: 3 }, (_, n) => `<div><p>NOISE ${prose(n + 20)}</p></div>`);
    const html = `<h1>Feeding swans</h1><div><div>${long}</div><div>${beside.join('')}</div></div>`;
    expect(texts(page(html))).toEqual(longTexts);
  });

  test('sentences that are shown twice are not', () => {
    const html = `<div>${teasers}</div><div><h1>Feeding swans</h1><div>${long}</div></div><div>${teasers}</div>`;
    expect(texts(page(html)).join('\n')).not.toContain('NOISE');
  });

  test('its standfirst is part of it', () => {
    const lead = 'At noon the keepers of the park feed the swans, and everyone may watch.';
    const html = `<h1>Feeding swans</h1><div><p>${lead}</p></div><div>${long}</div>`;
    expect(texts(page(html))).toEqual([lead, ...longTexts]);
  });

  test('a link between its paragraphs does not end it', () => {
    const read = '<p>Read more</p><p><a href="/x">NOISE other birds</a></p>';
    const paragraphs = long.replaceAll('</p><p>', '</p>|<p>').split('|');
    const html = `<h1>Feeding swans</h1><div>${paragraphs.slice(0, 3).join('')}${read}${paragraphs.slice(3).join('')}</div>`;
    expect(texts(page(html))).toEqual(longTexts);
  });

  test('boxes of products between its paragraphs are part of it', () => {
    const box = (n: number) =>
      `<div><h3><a href="/shop/${n}">Swan grain number ${n}</a></h3><p>A bag that lasts ${n} weeks and more.</p></div>`;
    const html = `<h1>Feeding swans</h1><div>${long}${box(1)}<p>${prose(9)}</p>${box(2)}<p>${prose(10)}</p></div>`;
    const found = texts(page(html));
    expect(found).toEqual(expect.arrayContaining(['Swan grain number 1', 'Swan grain number 2']));
  });
});
