import { describe, expect, test } from '@jest/globals';
import { outlineOf } from '../../../../test/ingestion/read/outline.ts';
import { sites } from '../../../../test/ingestion/read/page/sites.ts';
import { post } from '../../../../test/ingestion/post.ts';
import { loadPost } from '../post.ts';

const text =
  '<p>The ferry crosses the lake between the mill and the inn all summer long.</p><h2>Dogs</h2><p>They travel free, on a lead, and may swim at the inn.</p>';
const lines = [
  'p The ferry crosses the lake between the mill and the inn all summer long.',
  'h2 Dogs',
  'p They travel free, on a lead, and may swim at the inn.',
];

const around = (body: string, head = '') =>
  `<html lang="en"><head><title>Ferry</title>${head}</head><body><header><p>Tel. 0555 0100</p></header>${body}<footer><p>Old Mill</p></footer></body></html>`;
const read = (html: string, given: Parameters<typeof post>[0] = {}, frame: string[] = []) =>
  loadPost(post({ title: 'Ferry', html: text, ...given }), {
    url: 'https://park.example/ferry/',
    html,
    frame,
  });
const outline = (...given: Parameters<typeof read>) => outlineOf(read(...given).blocks);

test.each(Object.entries(sites))('of %s, the text alone is read', (_site, page) => {
  const given = { title: 'Feeding the swans', published: '2026-01-02T08:00:00Z' };
  expect(outline(page(text.replaceAll('><', '>\n\n<')), given)).toEqual(lines);
});

test('a headline whose words the text has, too, is left out', () => {
  const words = text.replace('The ferry', 'The ferry of the lake');
  const page = around(`<main><h1>The ferry</h1>${words}</main>`);
  const [first] = read(page, { title: 'The ferry', html: words }).blocks;
  expect(first).toMatchObject({ kind: 'paragraph', text: expect.stringMatching(/^The ferry of/) });
});

test('the heading of a short text stays its heading', () => {
  const words = '<h2>Food</h2><p>Porridge – £4.50<br>Soup of the day – £5.50<br>Toast – £6.00</p>';
  const page = around(`<main><h1>The coffee bar</h1><div class="entry">${words}</div></main>`);
  const lines = outline(page, { title: 'The coffee bar', html: words });
  expect(lines.slice(0, 2)).toEqual(['h2 Food', 'p Porridge – £4.50']);
});

describe('what the template adds:', () => {
  test('fields, around and within the text, without what all its pages have', () => {
    const page =
      around(`<main><h1>Ferry</h1><dl class="facts"><dt>Adults</dt><dd>4 euros</dd><dt>Crossing</dt><dd>12 minutes</dd></dl>
      <p>Book a boat today</p><div class="content">${text}<div class="share"><p>Share this</p></div></div>
      <div class="hours"><h3>Hours</h3><p>Daily 9–17, in winter by appointment</p><h3>Downloads</h3></div>
      <div class="related-posts"><h3>Related</h3><p>The mill grinds flour on Sundays, and visitors may help.</p></div>
      <form><p>Your question</p><input></form></main>`);
    expect(outline(page, {}, ['Book a boat today'])).toEqual([
      'p Adults; 4 euros',
      'p Crossing; 12 minutes',
      lines[0]!.replace('p ', 'p1 '),
      ...lines.slice(1),
      'h3 Hours',
      'p Daily 9–17, in winter by appointment',
    ]);
  });

  test('answers that an accordion folds, and no teasers, where the post has no text', () => {
    const page =
      around(`<main><h1>Ferry</h1><ul class="x-list"><li><span>Bicycle</span><span class="line"></span><span>2 euros</span></li></ul>
      <ul class="x-accordion"><li><h5>Is there a bar?</h5><div class="accordion-content" style="display:none"><p>In the bow, in summer.</p></div></li></ul>
      <div class="x-posts"><div><h3><a href="/a">Ten walks for the winter</a></h3><p>We present ten.</p></div><div><h3><a href="/b">How the mill was built</a></h3><p>A look back.</p></div></div></main>`);
    expect(outline(page, { html: '' })).toEqual([
      '- Bicycle 2 euros',
      'h5 Is there a bar?',
      '- In the bow, in summer.',
    ]);
  });

  test('nothing of comments and of other posts, also where the post has no text', () => {
    const page =
      around(`<main><h1>Ferry</h1><p>Adults 4 euros</p><div>${text}</div><div class="tabs"><div class="comments"><p>Your address will not be published.</p></div></div>
      <h2>Related products</h2><ul><li class="post-8 product type-product"><h3><a href="/o">Oar</a></h3><p>€19</p></li></ul></main>`);
    expect(outline(page, { id: 7 })).toEqual([
      'p Adults 4 euros',
      lines[0]!.replace('p ', 'p1 '),
      ...lines.slice(1),
    ]);
    expect(outline(page.replace(text, ''), { id: 7, html: '' })).toEqual(['p Adults 4 euros']);
  });

  test('prices, stock and number of a product, with what its page says for machines', () => {
    const data =
      '<script type="application/ld+json">{"@type":"Product","sku":"HAT-7","offers":{"price":"24","priceCurrency":"EUR"}}</script>';
    const page = around(
      `<main><div class="product type-product"><div class="summary"><h1>Ferry</h1><p class="price"><span>€24.00</span></p><p class="stock">7 in stock</p>
      <form class="cart"><table class="variations"><tr><th><label>Colour</label></th><td><select><option value="">Choose</option><option>Red</option><option>Blue</option></select></td></tr></table><button>Add</button></form>
      <div class="product_meta"><span>SKU: HAT-7</span> <span class="posted_in">Category: <a href="/c">Hats</a></span></div></div>
      <div class="tabs"><div role="tabpanel">${text}</div></div>
      <section class="related products"><h2>Related products</h2><ul><li><h2>Scarf</h2><span>€19.00</span></li></ul></section></div></main>`,
      data,
    );
    expect(outline(page)).toEqual([
      '| Price: €24.00',
      '| SKU: HAT-7',
      'p €24.00',
      'p 7 in stock',
      '| Colour; Red, Blue',
      'p SKU: HAT-7',
      lines[0]!.replace('p ', 'p1 '),
      ...lines.slice(1),
    ]);
  });

  test('when and where an event is', () => {
    const page = around(
      `<main><article><h1>Ferry</h1><div class="tribe-events-schedule"><h2>July 4 @ 10:00 - 12:00</h2></div><div class="tribe-events-single-event-description">${text}</div>
      <div class="tribe-events-event-meta"><h2>Venue</h2><p>Old Mill</p><p>4 Mill Lane</p></div></article></main>`,
    );
    expect(outline(page)).toEqual([
      'h2 July 4 @ 10:00 - 12:00',
      lines[0]!.replace('p ', 'p1 '),
      ...lines.slice(1),
      'h2 Venue',
      'p Old Mill',
      'p 4 Mill Lane',
    ]);
  });
});

test.each([
  ['July 4, 2026', true],
  ['04.07.2026', true],
  ['2026年7月3日', true],
  ['August 1, 2026', true],
  ['July 9, 2026', false],
  ['4 July 2026, 10:00', false],
  ['4 euros', false],
])('a line "%s" is left out as the day of the post: %s', (line, isLeftOut) => {
  const page = around(`<main><h1>Ferry</h1><p class="when">${line}</p><div>${text}</div></main>`);
  const days = { published: '2026-07-04T23:30:00Z', modified: '2026-08-02T12:00:00Z' };
  expect(outline(page, days).includes(`p ${line}`)).toBe(!isLeftOut);
});

test('a product tells once what the shop says of it', () => {
  const data = '<script type="application/ld+json">{"@type":"Product","sku":"HAT-7"}</script>';
  const page = around(`<main><h1>Ferry</h1><div>${text}</div></main>`, data);
  const fields = [{ label: 'Number', value: 'HAT-7' }];
  expect(outline(page, { post_type: 'product', fields })[0]).toBe('| Number: HAT-7');
  expect(outline(page, { post_type: 'product', fields })).not.toContain('| SKU: HAT-7');
  expect(outline(page, { fields })).toContain('| SKU: HAT-7');
});

describe('where WordPress has no text,', () => {
  test('the page is read as others, without what all pages have', () => {
    const page = around(
      `<main><section class="brxe-section"><h1>Ferry</h1>${text}<p>Book a boat today</p></section></main>`,
    );
    expect(outline(page, { html: '' }, ['Book a boat today'])).toEqual(lines);
  });
});

test('tabs and prices of a page builder are read where they are shown', () => {
  const tabs = `<div class="elementor-tabs"><div role="tab">Summer</div><div role="tabpanel" hidden><p>Open from nine to eighteen every day of the week.</p></div></div>
    <div class="elementor-price-table"><h3>Day ticket</h3><span>€</span><span>12</span><ul><li>All boats of the lake</li></ul></div>`;
  const page = around(`<div class="elementor" data-elementor-type="wp-page">${tabs}</div>`);
  expect(outline(page, { html: tabs })).toEqual(
    expect.arrayContaining([
      'p Open from nine to eighteen every day of the week.',
      'h3 Day ticket',
      '- All boats of the lake',
    ]),
  );
});

test('a page that lacks the text, as one from a cache, is not read', () => {
  const old = around(
    '<main><h1>Ferry</h1><p>The ferry rests until the ice on the lake has gone.</p></main>',
  );
  expect(outline(old)).toEqual(lines);
});

test('codes in the page go, what it asks of robots is passed on', () => {
  const page = around(
    `<main>${text}<p>[rev_slider home]</p></main>`,
    '<meta name="robots" content="NoIndex">',
  );
  expect(outline(page)).toEqual(lines);
  expect(read(page).page).toEqual({ canonicalUrl: '', links: [], robots: 'noindex' });
});
