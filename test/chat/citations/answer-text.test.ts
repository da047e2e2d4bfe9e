/**
 * @jest-environment jsdom
 * @jest-environment-options {"url": "https://site.example/"}
 */
import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { createMarkdown } from '../../../widget/markdown.ts';
import { englishStrings } from '../../../widget/strings.ts';
import { CitationWriter } from '../../../server/chat/citations/citations.ts';
import { KnownUrls } from '../../../server/chat/citations/links.ts';
import { passage } from '../../retrieval/passage.ts';
import { isFull } from '../../full-runs.ts';

fc.configureGlobal({ seed: 17 });

const passages = [
  passage(1),
  passage(2, {
    content:
      'Book at https://site.example/boat?day=1 or https://tickets.example/, or write to boat@site.example or ' +
      'me@mail.example. Call (0555) 010-0199 or +1 555 010 0144.',
  }),
];

function write(text: string, quoted: string[] = []): string {
  const writer = new CitationWriter(passages, { quoted });
  return writer.push(text) + writer.end();
}

describe('an address that was said to the model', () => {
  const kept: [string, string][] = [
    ['a source’s', 'See https://site.example/page-1/.'],
    ['a source’s, as a link', 'See [page *one*](https://site.example/page-1/ "One").'],
    ['a source’s, at a place on it', 'See [it](https://site.example/page-1/#hours).'],
    ['a source’s, on the site', 'See [it](/page-1/).'],
    ['from a passage’s text', 'Book at https://site.example/boat?day=1!'],
    ['an address of mail', '[Write](mailto:boat@site.example)'],
    ['a telephone number', '[Call](tel:+495550100199)'],
    ['inside emphasis', '**https://site.example/page-1/**'],
  ];
  test.each(kept)('%s stays', (_case, text) => {
    expect(write(text)).toBe(text);
  });

  test('stays when the owner said it, or a tool of a page of the site', () => {
    const text = 'See https://other.example/a and www.other.example/b.';
    expect(write(text, ['https://other.example/a', 'other.example/b'])).toBe(text);
    const writer = new CitationWriter(passages);
    writer.know('{"url":"https:\\/\\/site.example\\/c"}');
    expect(writer.push('See https://site.example/c now')).toBe('See https://site.example/c now');
  });
});

describe('an invented address', () => {
  const neutral: [string, string, string][] = [
    ['on the site', '[x](https://site.example/invented/) y', 'x y'],
    ['with a query', '[x](https://site.example/page-1/?secret=1)', 'x'],
    ['with a name before the host', '[x](https://site.example@evil.example/page-1/)', 'x'],
    ['of another scheme', '[x](javascript:alert(1))', 'x'],
    ['without scheme', '[x](//evil.example/page-1/)', 'x'],
    ['of another site, in a passage', '[x](https://tickets.example/)', 'x'],
    ['of mail at another site', '[x](mailto:me@mail.example)', 'x'],
    ['of a telephone', '[x](tel:+495550100198)', 'x'],
    ['of a telephone with more digits in front', '[x](tel:+90012345550100199)', 'x'],
    ['of another site whose name ends as ours', '[x](https://evilsite.example/)', 'x'],
    ['bare', 'See https://evil.example/a.', 'See `https://evil.example/a`.'],
    ['in angles', 'See <https://evil.example/a>', 'See `https://evil.example/a`'],
    ['as a label', '[https://evil.example](/page-1/)', '[`https://evil.example`](/page-1/)'],
    [
      'defined elsewhere',
      '[x][y]\n\n[y]: https://evil.example',
      '[x][y]\n\n[y]: `https://evil.example`',
    ],
    [
      'behind a backtick of its line',
      'a ` b\nhttps://evil.example `',
      'a \\` b\n`https://evil.example` \\`',
    ],
    [
      'behind a quoted fence',
      '> ```\n> a\nhttps://evil.example',
      '> ```\n> a\n`https://evil.example`',
    ],
  ];
  test.each(neutral)('%s is text', (_case, text, expected) => {
    expect(write(text)).toBe(expected);
  });

  test.each([
    ['inline', '`curl https://evil.example/a`'],
    ['in a table’s row', '| a |\n|---|\n| `b | https://evil.example` |'],
    ['in a fence', '```sh\ncurl https://evil.example/a\n[x](https://evil.example)\n```'],
  ])('in code stays: %s', (_case, text) => {
    expect(write(text)).toBe(text);
  });
});

test.each([
  ['of a known address', 'a ![our *boat*](https://site.example/page-1/) b', 'a our *boat* b'],
  ['of an invented one', '![x](https://evil.example/a.png?q=1)', 'x'],
  ['in a link', '[![x](https://evil.example/a.png)](https://evil.example)', 'x'],
])('a picture %s becomes its words', (_case, text, expected) => {
  expect(write(text)).toBe(expected);
});

describe('a list of sources that the model wrote', () => {
  const lists: [string, string][] = [
    [
      'with numbers',
      'Noon [2].\n\nSources:\n[2] Page 2\n[1] Page 1 – https://site.example/page-1/',
    ],
    ['below a heading', 'Noon [2].\n\n### References\n1. [Page 2](https://site.example/page-2/)\n'],
    ['in German', 'Mittag [2].\n\n**Quellen:**\n- Page 2\n- https://site.example/page-1/'],
    ['in a language of no word we know', 'Noon [2].\n\n[2] Page 2\n[1] Page 1'],
  ];
  test.each(lists)('%s is dropped', (_case, text) => {
    expect(write(text)).toBe(text.slice(0, text.indexOf('\n')).replace('[2]', '[1]'));
  });

  test('says what is cited when the text does not', () => {
    expect(write('Noon.\n\nSources:\n[2] Page 2\n[1] Page 1')).toBe('Noon. [1][2]');
  });

  const content: [string, string][] = [
    ['a list of pages asked for', 'See:\n- [Page 1](https://site.example/page-1/)\n- Page 2'],
    ['sources of something else', 'Fed by two.\n\n**Quellen:**\n- Nordquelle\n- Südquelle'],
    ['a list in the middle', 'a\n\nSources:\n- Page 1\n\nThat is all.'],
    ['a list and nothing else', '- Page 1\n- Page 2'],
  ];
  test.each(content)('is not what only looks like one: %s', (_case, text) => {
    expect(write(text)).toBe(text);
  });
});

test('text is held back no longer than what it may become', () => {
  const writer = new CitationWriter(passages);
  const pushes: [string, string][] = [
    ['The swans ', 'The swans'],
    ['are fed', ' are fed'],
    [' [', ''],
    ['1', ''],
    ['].', ''],
    ['\nThen they', ''],
    ['\n\nThen', ' [1].\nThen they\n\nThen'],
    [' an [aside] f', ' an [aside] f'],
    ['ollows. It costs', 'ollows. It costs'],
    ['\n- 12', ''],
    [' crowns', '\n- 12 crowns'],
    ['\n```js\n', '\n```js\n'],
    ['a[1', 'a[1'],
  ];
  for (const [pushed, written] of pushes)
    expect([pushed, writer.push(pushed)]).toEqual([pushed, written]);
});

describe('no address gets through that nobody knows', () => {
  const known = new KnownUrls();
  for (const { url, title, content } of passages) {
    known.addSite(url);
    known.addSource(url);
    known.addOwnFrom(`${title}\n${content}`);
  }
  const root = document.createElement('div');
  const newRender = () =>
    createMarkdown(root, englishStrings, () => document.createElement('button'));
  const foreign = () => {
    const links = [...root.querySelectorAll('a')].map(({ href }) => href);
    return links.filter((href) => !known.has(href));
  };

  /** Writes an answer and lists the foreign links of all that the visitor and the owner see of it. */
  function foreignLinks(pieces: readonly string[], numbers = true): string[] {
    const writer = new CitationWriter(passages, { numbers });
    const found: string[] = [];
    let text = '';
    let render = newRender();
    const see = (more: string, isWhole: boolean) => {
      if (more === '' && !isWhole) return;
      text += more;
      render(text, [], !isWhole);
      found.push(...foreign());
    };
    for (const piece of pieces) see(writer.push(piece), false);
    see(writer.end(), false);
    see('', true);
    render = newRender();
    see('', true);
    writer.keep(new Set());
    text = writer.withoutRemoved(text);
    see('', true);
    return found;
  }

  test.each([
    'https://[9]evil.example/?leak=S',
    'ht[9]tps://evil.example',
    'https://site.example[9].evil.example',
    'https://site.example[9]@evil.example',
    'https://site.example【9】.evil.example',
    'htt![p](x.y)s://evil.example',
    'https://site.example[.evil.example/?x](https://nope.example/)',
    'https://`` https://evil.example',
    'https://site.example/page-1` then https://evil.example/?leak=S now.',
    'See https://` https://evil.example/two `x',
    'https://[1]evil.example/',
    'https://site.example[1].evil.example',
    '[a][9](https://evil.example)',
    '[a](https://site.example/page-1/[9].evil.example)',
    '[[9]a]([9]//evil.example)',
    'https://site.example/page-1\\@evil.example',
    'https://site.example(`)`.evil.example',
    '> [a](\n> https://evil.example)',
    '| a |\n|---|\n|\n- ```https://evil.example/|',
    '| a |\n|---|\n| `https://evil.example\\| ` |',
  ])('%j', (text) => {
    for (const numbers of [true, false]) {
      expect(foreignLinks([text], numbers)).toEqual([]);
      expect(foreignLinks(text.split(/(?<=[^a-z])/), numbers)).toEqual([]);
      expect(foreignLinks(Array.from(text), numbers)).toEqual([]);
    }
  });

  test('whatever the text is and however it is cut', () => {
    const words = fc.constantFrom(
      ...Array.from('[]()!<>`\\ \n|*_-:"~>.@/h【】［'),
      ...['](', '[x](', '![', '``', '```', '\n\n', '\n- ', '\n> ', '    ', '\n1. ', '\n2. ```\n'],
      ...['\n  ```\n', '\n> ```\n', '\n| a | b |\n|---|---|\n| ', '[x]: ', '[x][y]', '`a`', '](<'],
      ...['\t', 'word', '[1]', ' [2]', '[9]', '【9】', '(Source 1)', '[1](', '\\|', '\\`', '\\[1]'],
      ...['ht', 'tps', 'http', 'https:', '//', 'https://', 'HTTPS://', 'www.', '](//', '\u3000'],
      ...['https://evil.example/', 'www.evil.example', '<https://evil.example>', 'evil.example'],
      ...['(//evil.example)', '.evil.example/?x', '(https://site.example/page-1/)', 'mailto:'],
      ...['https://site.example', 'https://site.example/page-1', 'https://tickets.example/(', '#a'],
    );
    const pieces = fc.array(fc.array(words, { maxLength: 6 }), { maxLength: 12 });
    fc.assert(
      fc.property(pieces, fc.boolean(), (written, numbers) => {
        expect(
          foreignLinks(
            written.map((piece) => piece.join('')),
            numbers,
          ),
        ).toEqual([]);
      }),
      {
        numRuns: isFull ? 20_000 : 700,
      },
    );
  });
});
