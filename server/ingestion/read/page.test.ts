import { describe, expect, test } from '@jest/globals';
import { loadPage } from './page.ts';

const url = 'https://www.park.example/birds/swans?lang=en#top';

const load = (html: string, contentType = 'text/html; charset=utf-8', from = url) =>
  loadPage(Buffer.from(html), contentType, from);

describe('the encoding is', () => {
  const latin = (html: string) => Buffer.from(html, 'latin1');
  const swan = '<p>Schwäne</p>';
  const cyrillic = Buffer.from([0x3c, 0x70, 0x3e, 0xeb, 0xe5, 0xe1, 0xe5, 0xe4, 0xe8]);
  const cases: [string, Uint8Array, string, string][] = [
    [
      'that of the mark, whatever the header says',
      Buffer.from(`\ufeff${swan}`),
      'text/html; charset=windows-1252',
      'Schwäne',
    ],
    ['UTF-16 by its mark', Buffer.from(`\ufeff${swan}`, 'utf16le'), '', 'Schwäne'],
    ['that of the header', latin(swan), 'text/html; charset="ISO-8859-1"', 'Schwäne'],
    [
      'that of the header before that of the page',
      Buffer.concat([Buffer.from('<meta charset="utf-8">'), latin(swan)]),
      'text/html;charset=latin1',
      'Schwäne',
    ],
    [
      'one of the page',
      Buffer.concat([Buffer.from('<meta charset=windows-1251>'), cyrillic]),
      'text/html',
      'лебеди',
    ],
    [
      'one of the page in older words',
      Buffer.concat([
        Buffer.from('<META http-equiv="Content-Type" content="text/html; charset=windows-1251">'),
        cyrillic,
      ]),
      'text/html',
      'лебеди',
    ],
    [
      'one of an XML declaration',
      Buffer.concat([Buffer.from('<?xml version="1.0" encoding="windows-1251"?>'), cyrillic]),
      '',
      'лебеди',
    ],
    [
      'none of a comment',
      Buffer.from(`<!-- <meta charset="windows-1251"> -->${swan}`),
      '',
      'Schwäne',
    ],
    [
      'none of a description',
      Buffer.from(`<meta name="description" content="a charset=windows-1251">${swan}`),
      '',
      'Schwäne',
    ],
    [
      'none that nobody knows',
      Buffer.from(`<meta charset="swan">${swan}`),
      'text/html; charset=none',
      'Schwäne',
    ],
    [
      'no UTF-16 that is read in single bytes',
      Buffer.from(`<meta charset="utf-16">${swan}`),
      '',
      'Schwäne',
    ],
    ['UTF-8 where nothing else is said', Buffer.from(swan), '', 'Schwäne'],
  ];
  test.each(cases)('%s', (_case, bytes, contentType, text) => {
    expect(loadPage(bytes, contentType, url).blocks).toEqual([{ kind: 'paragraph', text }]);
  });
});

describe('the title is', () => {
  const cases: [string, string, string][] = [
    [
      'the heading that the page is named after',
      '<title>Swans &amp; ducks | The Park</title><h1>The Park</h1><h1>Swans &amp; ducks</h1>',
      'Swans & ducks',
    ],
    [
      'the heading without its link',
      '<title>Swans and ducks</title><h1>Swans and ducks<a href="#x">¶</a></h1>',
      'Swans and ducks',
    ],
    [
      'what it tells networks',
      '<meta property="og:title" content="Swans"><title>x</title>',
      'Swans',
    ],
    [
      'that without the name of the site',
      '<meta property="og:site_name" content="The Park"><title>Swans – big birds – The Park</title>',
      'Swans – big birds',
    ],
    [
      'that where the site comes first',
      '<meta property="og:site_name" content="The Park"><title>The Park: Swans</title>',
      'The Park: Swans',
    ],
    ['that without the name that the host has', '<title>Swans - Laketown</title>', 'Swans'],
    [
      'all of it where no part is the site',
      '<title>Swans - Opening hours</title>',
      'Swans - Opening hours',
    ],
    [
      'that of the page, not of a drawing',
      '<svg><title>Logo</title></svg><title>Swans</title>',
      'Swans',
    ],
    ['its only heading', '<h1>Swans</h1>', 'Swans'],
    ['none', '<p>Swans</p>', ''],
  ];
  test.each(cases)('%s', (_case, html, title) => {
    expect(load(html, '', 'https://laketown.example/swans').title).toBe(title);
  });
});

describe('the language is', () => {
  test.each([
    ['that of the page', '<html lang="de-AT">', 'de-AT'],
    ['as it is written elsewhere', '<html lang="pt_br">', 'pt-BR'],
    ['that of a meta element', '<meta http-equiv="Content-Language" content="fr">', 'fr'],
    ['none of several', '<meta http-equiv="content-language" content="fr, de">', ''],
    ['none that is none', '<html lang="not a language">', ''],
  ])('%s', (_case, html, language) => {
    expect(load(html).language).toBe(language);
  });
});

describe('its own address is', () => {
  const canonical = (href: string) => `<link rel="canonical" href="${href}">`;
  const own = 'https://www.park.example/birds/swans';
  const cases: [string, string, string][] = [
    ['what it says', canonical(own), own],
    ['made absolute, without a fragment', canonical('/birds/swans#x'), own],
    [
      'that of the site without its prefix',
      canonical('http://park.example/birds/swans'),
      'http://park.example/birds/swans',
    ],
    ['what it tells networks', `<meta property="og:url" content="${own}">`, own],
    ['that twice', canonical(own) + canonical(own), own],
    ['none of two', canonical(own) + canonical(`${own}/2`), ''],
    [
      'nothing that is not of the web',
      canonical('javascript:alert(1)') + canonical('javascript:alert(1)'),
      '',
    ],
    ['nothing with a password', canonical('https://a:b@www.park.example/birds/swans'), ''],
    ['nothing that is no address', canonical('https://'), ''],
    ['not said', '', ''],
  ];
  test.each(cases)('%s', (_case, html, address) => {
    expect(load(html).page?.canonicalUrl).toBe(address);
  });
});

describe('links', () => {
  const links = (html: string) => load(html).page?.links;

  test('are absolute, without fragments, each once, of the whole page', () => {
    const html =
      '<nav><a href="/">Home</a></nav><p><a href="ducks#1">a</a> <a href="ducks#2">b</a></p><map><area href="//maps.example/"></map>';
    expect(links(html)).toEqual([
      'https://www.park.example/',
      'https://www.park.example/birds/ducks',
      'https://maps.example/',
    ]);
  });

  test('start where the page says', () => {
    expect(links('<base href="/fish/"><a href="carp">x</a>')).toEqual([
      'https://www.park.example/fish/carp',
    ]);
  });

  test('are of the web, and those that the page recommends', () => {
    const html =
      '<a href="mailto:a@park.example">a</a><a href="javascript:x()">b</a><a href="https://[">c</a><a>d</a><a href="">e</a><a href="/f" rel="noopener NoFollow">f</a>';
    expect(links(html)).toEqual([]);
  });
});

test('what a page asks of robots is passed on', () => {
  const html = '<meta name="Robots" content="NOINDEX"><meta name="robots" content="nofollow">';
  expect(load(html).page?.robots).toBe('noindex, nofollow');
});
