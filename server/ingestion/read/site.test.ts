import { describe, expect, test } from '@jest/globals';
import { outlineOf } from '../../../test/ingestion/read/outline.ts';
import { loadSite } from './site.ts';

const load = (pages: string[]) =>
  loadSite(
    Buffer.from(
      JSON.stringify(pages.map((html, at) => ({ url: `https://mill.example/${at}`, html }))),
    ),
  );

const footer = `<footer role="contentinfo"><div class="widget"><h3>Opening hours</h3><p>Monday 9–17<br>Sunday closed</p></div>
  <div class="widget"><h3>Recent posts</h3><ul><li><a href="/a">A walk along the river</a></li></ul></div>
  <div class="widget"><h3>Find us</h3><address>4 Mill Lane, Alderford</address><p><a href="tel:+495550100">Call us</a></p></div>
  <div><p>The mill belongs to its village.</p><p>© 2026 Old Mill. All rights reserved.</p><p><a href="/p">Privacy policy</a></p>
  <form role="search"><label>Search the site for</label><input></form></div></footer>`;
const page = (text: string, lang = 'en', below = footer) =>
  `<html lang="${lang}"><body><a class="skip-link screen-reader-text" href="#main">Skip to content</a>
  <div class="cookie-notice"><p>We use cookies to show what you like.</p></div>
  <header role="banner"><div class="menu"><a href="/">Home page</a></div><p>Tel. 0555 0100</p></header>
  <main><h1>${text}</h1><p>About ${text}, and nothing else.</p></main>${below}</body></html>`;

const pages = ['boats', 'bread', 'tours', 'people'].map((text) => page(text));

test('lines of header and footer are told once, with their headings', () => {
  const { title, language, blocks, frame } = load(pages);
  expect({ title, language }).toEqual({ title: '', language: 'en' });
  expect(outlineOf(blocks)).toEqual([
    'p2 Tel. 0555 0100',
    'h2 Opening hours',
    'p Monday 9–17',
    'p Sunday closed',
    'h2 Find us',
    'p 4 Mill Lane, Alderford',
    'p Call us (+495550100)',
    'p2 The mill belongs to its village.',
  ]);
  for (const line of ['Home page', 'Opening hours', 'A walk along the river', 'Privacy policy']) {
    expect(frame).toContain(line);
  }
  expect(frame).not.toContain('boats');
});

test('related products and forms that most pages of a small shop have are none of its facts', () => {
  const item = (id: number, name: string, price: string) =>
    `<li class="post-${id} product type-product"><h3><a href="/${name}">${name}</a></h3><p>${price} a piece</p></li>`;
  const shop = `<ul>${item(8, 'Oar', '€19')}${item(9, 'Rope', '€7')}</ul>
    <form><p>Your address will not be published.</p></form>`;
  const found = load(['boats', 'bread', 'tours'].map((text) => page(text, 'en', shop + footer)));
  expect(outlineOf(found.blocks).join()).not.toMatch(/€|published/);
  expect(outlineOf(found.blocks)).toContain('p 4 Mill Lane, Alderford');
});

test('a number and a mail address without words are named', () => {
  const bar = (text: string) => `<div class="bar">${text}</div>`;
  const lines = ['0555 0144', 'mill@park.example', '0555 0144 / mill@park.example'];
  const found = load(['a', 'b', 'c'].map((text) => page(text, 'en', lines.map(bar).join(''))));
  expect(outlineOf(found.blocks).slice(1)).toEqual([
    'p2 Phone: 0555 0144',
    'p2 E-mail: mill@park.example',
    'p2 Phone: 0555 0144; E-mail: mill@park.example',
  ]);
});

test('a line of most pages is shared, and none of two pages', () => {
  expect(load([...pages.slice(0, 3), page('inn', 'en', '')]).frame).toContain('Opening hours');
  expect(
    load([...pages.slice(0, 2), page('inn', 'en', ''), page('way', 'en', '')]).frame,
  ).not.toContain('Opening hours');
  expect(load(pages.slice(0, 2))).toEqual({
    title: '',
    language: 'en',
    blocks: [],
    frame: [],
    business: {},
  });
});

test('each language has its section, and the business is told once', () => {
  const data =
    '<script type="application/ld+json">{"@type":"Museum","telephone":"0555 0100"}</script>';
  const german = ['a', 'b', 'c'].map((text) =>
    page(text, 'de-DE', '<footer>Montags geschlossen.</footer>'),
  );
  const english = pages.map((html) => html + data);
  const { blocks, language } = load([...german, ...english]);
  expect(language).toBe('en');
  const outline = outlineOf(blocks);
  expect(outline.filter((line) => line.startsWith('| '))).toEqual(['| Phone: 0555 0100']);
  expect(outline).toContain('h1 English');
  expect(outline.slice(outline.indexOf('h1 Deutsch'))).toEqual([
    'h1 Deutsch',
    'p2 Tel. 0555 0100',
    'p2 Montags geschlossen.',
  ]);
});

describe('for the business card,', () => {
  test('the shared lines plainly say number, address and hours of weekdays', () => {
    const below = `<footer><p><a href="tel:+495550100">0555 0100</a>, <a href="mailto:mill@river.example?subject=x">write to us</a></p>
    <ul><li>Mon–Fri: 9:00–17:00</li><li>Saturday 10 am to 4 pm</li><li>Sunday: closed</li><li>Tours every Monday at 10:30, by 2 guides</li></ul></footer>`;
    const text = ['boats', 'bread', 'tours', 'people'].map((each) =>
      page(`${each} <a href="mailto:${each}@river.example">us</a>`, 'en-GB', below),
    );
    expect(load(text).business).toEqual({
      ...{ phone: '0555 0100', email: 'mill@river.example' },
      ...{ monday: '9:00–17:00', tuesday: '9:00–17:00', wednesday: '9:00–17:00' },
      ...{ thursday: '9:00–17:00', friday: '9:00–17:00' },
      ...{ saturday: '10 am to 4 pm', sunday: 'closed' },
    });
    const german = pages.map((_page, at) =>
      page(
        `Blatt ${at}`,
        'de-DE',
        '<footer><p>Montag bis Mittwoch 9–17 Uhr<br>Sonntag geschlossen</p></footer>',
      ),
    );
    expect(load(german).business).toEqual({
      ...{ monday: '9–17 Uhr', tuesday: '9–17 Uhr', wednesday: '9–17 Uhr' },
      sunday: 'geschlossen',
    });
  });

  test('what pages say for machines comes first', () => {
    const data = `<script type="application/ld+json">{"@type":"Museum","name":"Old Mill","telephone":"0555 0199","address":{"streetAddress":"4 Mill Lane","addressLocality":"Alderford"},
    "openingHoursSpecification":{"dayOfWeek":["Monday","Tuesday"],"opens":"09:00","closes":"18:00"}}</script>`;
    const below = '<footer><p><a href="tel:+495550100">0555 0100</a> Fax 0555 0101</p></footer>';
    const of = pages.map((_page, at) => page(`Room ${at}`, 'en', below + data));
    expect(load(of).business).toEqual({
      ...{ name: 'Old Mill', phone: '0555 0199', address: '4 Mill Lane, Alderford' },
      ...{ monday: '09:00–18:00', tuesday: '09:00–18:00' },
    });
  });
});
