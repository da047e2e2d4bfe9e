import { describe, expect, test } from '@jest/globals';
import { loadPage } from './page.ts';

const url = 'https://www.park.example/birds/swans?lang=en#top';

const load = (html: string, contentType = 'text/html; charset=utf-8', from = url) =>
  loadPage(Buffer.from(html), contentType, from);

describe('the encoding is', () => {
  const swan = '<p>Schwäne';
  const latin = '<p>Schw\xe4ne';
  const cyrillic = '<p>\xeb\xe5\xe1\xe5\xe4\xe8';
  const utf8 = Buffer.from(swan).toString('latin1');
  const utf16 = Buffer.from(`\ufeff${swan}`, 'utf16le').toString('latin1');
  const name = '<meta name="description" content="a charset=windows-1251">';
  const older = '<META http-equiv="Content-Type" content="text/html; charset=windows-1251">';

  test.each([
    [
      'that of the mark, before the header',
      `\xef\xbb\xbf${utf8}`,
      'x; charset=windows-1252',
      'Schwäne',
    ],
    ['UTF-16 by its mark', utf16, '', 'Schwäne'],
    ['that of the header', latin, 'text/html; charset="ISO-8859-1"', 'Schwäne'],
    [
      'that of the header, before the page',
      `<meta charset="utf-8">${latin}`,
      'x;charset=latin1',
      'Schwäne',
    ],
    ['one of the page', `<meta charset=windows-1251>${cyrillic}`, 'text/html', 'лебеди'],
    ['one of the page in older words', older + cyrillic, 'text/html', 'лебеди'],
    ['one of XML', `<?xml version="1.0" encoding="windows-1251"?>${cyrillic}`, '', 'лебеди'],
    ['none of a comment', `<!-- <meta charset="windows-1251"> -->${utf8}`, '', 'Schwäne'],
    ['none of a description', name + utf8, '', 'Schwäne'],
    [
      'none that nobody knows',
      `<meta charset="swan">${utf8}`,
      'text/html; charset=none',
      'Schwäne',
    ],
    ['no UTF-16 read in single bytes', `<meta charset="utf-16">${utf8}`, '', 'Schwäne'],
  ])('%s', (_case, bytes, contentType, text) => {
    const { blocks } = loadPage(Buffer.from(bytes, 'latin1'), contentType, url);
    expect(blocks).toEqual([{ kind: 'paragraph', text }]);
  });
});

describe('the title is', () => {
  const site = '<meta property="og:site_name" content="The Park">';
  const hours = 'Swans - Opening hours';
  test.each([
    [
      'the heading that the page is named after',
      '<title>Swans &amp; ducks | The Park</title><h1>The Park</h1><h1>Swans &amp; ducks<a href="#x">¶</a></h1>',
      'Swans & ducks',
    ],
    ['for networks', '<meta property="og:title" content="Swans"><title>x</title>', 'Swans'],
    ['without the site', `${site}<title>Swans – birds – The Park</title>`, 'Swans – birds'],
    ['that where the site comes first', `${site}<title>The Park: Swans</title>`, 'The Park: Swans'],
    ['that without the name that the host has', '<title>Swans - Laketown</title>', 'Swans'],
    ['all of it where no part is the site', `<title>${hours}</title>`, hours],
    ['that of the page', '<svg><title>Logo</title></svg><title>Swans</title>', 'Swans'],
    ['its only heading', '<h1>Swans</h1>', 'Swans'],
    ['none', '<p>Swans</p>', ''],
  ])('%s', (_case, html, title) => {
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
  const [bare, script] = ['http://park.example/birds/swans', canonical('javascript:alert(1)')];
  test.each([
    ['made absolute, without a fragment', canonical('/birds/swans#x'), own],
    ['that of the site without its prefix', canonical(bare), bare],
    ['what it tells networks', `<meta property="og:url" content="${own}">`, own],
    ['that twice', canonical(own) + canonical(own), own],
    ['none of two', canonical(own) + canonical(`${own}/2`), ''],
    ['nothing that is not of the web', script + script, ''],
    ['nothing with a password', canonical('https://a:b@www.park.example/birds/swans'), ''],
    ['nothing that is no address', canonical('https://'), ''],
    ['not said', '', ''],
  ])('%s', (_case, html, address) => {
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
