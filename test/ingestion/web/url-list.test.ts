import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { canonicalOf } from '../../../server/ingestion/read/blocks.ts';
import { parseAddress, readUrlList, sourceKeyOf } from '../../../server/ingestion/web/addresses.ts';

describe('an address', () => {
  test.each([
    'https://site.example/a?b=c',
    'HTTPS://Site.Example:443/a?b=c#d',
    'site.example/a?b=c',
    'https://site.example./x/../a?b=c',
  ])('has one key however it is written: %s', (text) => {
    expect(sourceKeyOf(parseAddress(text))).toBe('url:https://site.example/a?b=c');
  });

  test('keeps what tells pages apart', () => {
    const texts = ['a.example', 'http://a.example', 'a.example/?', 'a.example/A', 'a.example:8443'];
    const keys = texts.map((text) => sourceKeyOf(parseAddress(text)));
    expect(new Set(keys).size).toBe(texts.length);
  });

  test('that is long has a key that fits its column, and its own', () => {
    const long = `https://a.example/${'x'.repeat(400)}`;
    const keys = [long, `${long}y`].map((text) => sourceKeyOf(parseAddress(text)));
    expect(keys[0]).toMatch(/^.{1,191}$/);
    expect(keys[0]).not.toBe(keys[1]);
  });
});

test.each([
  ['https://site.example/news/', 'https://site.example/news/'],
  ['https://www.site.example/news/#top', 'https://www.site.example/news/'],
  ['https://other.example/news/', null],
  ['https://site.example/', null],
  ['not an address', null],
])('a page is believed within its site that it is %s', (canonical, expected) => {
  expect(canonicalOf('https://site.example/news/?ref=7', canonical)).toBe(expected);
});

test('a page may be the home page of the home page, but not of a post', () => {
  const home = 'https://site.example/';
  expect(canonicalOf(home, home)).toBe(home);
  expect(canonicalOf(`${home}?p=7`, home)).toBeNull();
});

fc.configureGlobal({ seed: 17 });

const pass = () => undefined;
async function listed(text: string) {
  const found = await readUrlList(text, pass);
  return found.listed.map(({ title, url }) => [title, url.href]);
}
const rejected = async (text: string) => (await readUrlList(text, pass)).rejected;

describe('a line', () => {
  test.each([
    ['https://a.example/x', '', 'https://a.example/x'],
    ['  a.example/x  ', '', 'https://a.example/x'],
    ['a.example:8080', '', 'https://a.example:8080/'],
    ['//a.example/x', '', 'https://a.example/x'],
    ['HTTP://A.Example:80/X#y', '', 'http://a.example/X'],
    ['https://bücher.example/', '', 'https://xn--bcher-kva.example/'],
    ['https://a.example/x,y', '', 'https://a.example/x,y'],
    ['https://a.example/x;y', '', 'https://a.example/x;y'],
    ['"https://a.example/x"', '', 'https://a.example/x'],
    ['Fees,https://a.example/', 'Fees', 'https://a.example/'],
    ['"Fees, 2026",https://a.example/', 'Fees, 2026', 'https://a.example/'],
    ['"Say ""hello""","https://a.example/?a=1,2"', 'Say "hello"', 'https://a.example/?a=1,2'],
    ['Fees, 2026, all,https://a.example/', 'Fees, 2026, all', 'https://a.example/'],
    ['Fees,https://a.example/?ids=1,2', 'Fees', 'https://a.example/?ids=1,2'],
    ['Fees , a.example/fees', 'Fees', 'https://a.example/fees'],
    ['Preise;https://a.example/;;', 'Preise', 'https://a.example/'],
    ['Preise; alle,https://a.example/', 'Preise; alle', 'https://a.example/'],
    ['Preise;https://a.example/1,2', 'Preise', 'https://a.example/1,2'],
    ['Fees\thttps://a.example/', 'Fees', 'https://a.example/'],
    ['https://a.example/, All the fees', 'All the fees', 'https://a.example/'],
    ['"https://a.example/",Fees', 'Fees', 'https://a.example/'],
    [',https://a.example/', '', 'https://a.example/'],
  ])('%j is an address with its title', async (line, title, url) => {
    expect(await listed(line)).toEqual([[title, url]]);
  });

  test.each([
    ['ftp://a.example/', 'Only http and https addresses can be read.'],
    ['mailto:someone@a.example', 'This is not a web address.'],
    ['javascript:alert(1)', 'This is not a web address.'],
    ['Fees,', 'This is not a web address.'],
    ['https://', 'This is not a web address.'],
    ['https://user:word@a.example/', 'An address with a user name or password in it is not read.'],
    ['an ordinary sentence', 'There is a space in this address.'],
    ['"Fees,https://a.example/', 'The quotes of this line do not match.'],
    [`https://a.example/${'x'.repeat(2048)}`, 'This address is too long.'],
  ])('%j is rejected with its reason', async (line, message) => {
    const found = await rejected(line);
    expect(found).toEqual([
      { line: 1, value: line.slice(0, 500), code: 'invalid_request', message },
    ]);
  });
});

describe('a list', () => {
  test('skips empty lines, comments and the header, but counts them', async () => {
    const text = '\ufefftitle,url\r\n# Main pages\r\n\r\nHome,https://a.example/\r\nnot one\r\n';
    const found = await readUrlList(text, pass);
    expect(found.listed).toMatchObject([{ title: 'Home' }]);
    expect(found.rejected).toMatchObject([{ line: 5, value: 'not one' }]);
  });

  test.each(['url,title', '"URL";"Title"', 'url\ttitle'])(
    'that says %j has the address first',
    async (header) => {
      const delimiter = /[,;\t]/.exec(header)?.[0] ?? '';
      const line = (...fields: string[]) => fields.join(delimiter);
      const text = [header, line('https://a.example/', 'Home'), line('b.example', 'B')].join('\n');
      expect(await listed(text)).toEqual([
        ['Home', 'https://a.example/'],
        ['B', 'https://b.example/'],
      ]);
    },
  );

  test('names an address once', async () => {
    const text = 'https://a.example\nB,https://b.example/\nHTTPS://A.example:443/#top';
    expect(await listed(text)).toHaveLength(2);
    expect(await rejected(text)).toMatchObject([
      { line: 3, code: 'conflict', message: 'The same address is on line 1.' },
    ]);
  });

  test('of a spreadsheet returns every title and address', async () => {
    const title = fc
      .string({ unit: 'grapheme', minLength: 1, maxLength: 40 })
      .map((text) => text.replace(/[\r\n\s]+/g, ' ').trim())
      .filter((text) => text !== '' && !/^[#]|^https?:/i.test(text));
    const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`;
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(title, fc.webUrl({ withQueryParameters: true })), {
          minLength: 1,
          maxLength: 8,
        }),
        fc.constantFrom(',', ';', '\t'),
        async (rows, delimiter) => {
          const lines = rows.map(([name, url], n) =>
            [quoted(name), quoted(`${url}${url.includes('?') ? '&' : '?'}n=${n}`)].join(delimiter),
          );
          const found = await listed(lines.join('\r\n'));
          expect(found.map(([name]) => name)).toEqual(rows.map(([name]) => name));
        },
      ),
      { numRuns: 50 },
    );
  });
});
