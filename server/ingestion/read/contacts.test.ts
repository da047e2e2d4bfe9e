import { expect, test } from '@jest/globals';
import { htmlBlocks } from './html-blocks.ts';
import { loadPage } from './page.ts';

const text = (html: string) => htmlBlocks(html).map((block) => block.text);

const cloudflare = (address: string) =>
  Buffer.from([7, ...Buffer.from(address).map((byte) => byte ^ 7)]).toString('hex');
const hidden = cloudflare('swan@park.example');

test.each([
  [
    'call <a href="tel:+49-555-0100">the ferry office</a>.',
    'call the ferry office (+49-555-0100).',
  ],
  ['<a href="tel:+49555%200100">0555 / 0100</a>', '0555 / 0100'],
  ['<a href="tel:110">Call 110</a>', 'Call 110'],
  ['<a href="tel://5550100"><i class="icon"></i></a>', '5550100'],
  ['<a href="mailto:swan@park.example?subject=Hi"> us </a> now', 'us (swan@park.example) now'],
  ['<a href="MAILTO:Swan@park.example">swan@PARK.example</a>', 'swan@PARK.example'],
  ['<a href="mailto:?body=Look">Share</a>', 'Share'],
  ['<a href="mailto:%E0%A4%A@park.example">us</a>', 'us (%E0%A4%A@park.example)'],
  [`<a href="mailto:${'x'.repeat(999)}@park.example">us</a>`, 'us'],
  ['<a href="/tel:1">a</a> <a name="b">b</a>', 'a b'],
  [`<a href="/cdn-cgi/l/email-protection#${hidden}">us</a>`, 'us (swan@park.example)'],
  [
    `<a href="/cdn-cgi/l/email-protection#${hidden}"><span data-cfemail="${hidden}">[email&#160;protected]</span></a>`,
    'swan@park.example',
  ],
  ['Write to <span data-cfemail="7a">[email&#160;protected]</span>!', 'Write to !'],
  ['Write to <span data-cfemail="xyz">[email&#160;protected]</span>!', 'Write to !'],
])('contacts of links: %s', (html, expected) => {
  expect(text(`<p>${html}</p>`)).toEqual([expected]);
});

const load = (html: string) =>
  loadPage(Buffer.from(html), 'text/html; charset=utf-8', 'https://park.example/boats/').blocks.map(
    (block) => block.text,
  );

test('a price that is shown to some and spoken to others is read as it is spoken', () => {
  const price = (shown: string, spoken: string) =>
    `<span aria-hidden="true">${shown}</span><span class="screen-reader-text">${spoken}</span>`;
  const html = `<main><h1>Boat</h1><p>${price('€30', 'Was: €30.')}${price('€24', 'Now: €24.')}</p>
    <p>Red.<span aria-hidden="true">×</span><span class="sr-only">Close</span></p></main>`;
  expect(load(html)).toEqual(['Was: €30. Now: €24.', 'Red.']);
});

test.each(['class="cmp"', 'id="CybotCookiebotDialog"', 'class="x cookie-notice"'])(
  'a page that only asks for consent has no text: %s',
  (name) => {
    const wall = `<div ${name}><h2>Your privacy</h2><p>We keep cookies on your device, and read them to choose what to show to you on each of our pages.</p></div>`;
    expect(load(wall)).toEqual([]);
    expect(load(`<body ${name}><main><p>Swans.</p></main>`)).toEqual(['Swans.']);
  },
);
