import { describe, expect, test } from '@jest/globals';
import { CitationWriter } from './citations.ts';
import { passageUrl } from './page-places.ts';
import { findStatement, searched } from './statements.ts';
import { passage } from '../../../test/retrieval/passage.ts';

const content = [
  'We are open daily from ten to six. The café closes at five. Dogs stay outside.',
  'Ticket: Adult; Price: €12.00; Who: from 18 years',
  'Ticket: Family; Price: €28.00; Who: 2 adults; up to 4 children',
  'Ticket: Small family; Price: €16.00; Who: 1 adult',
  '',
  'May I bring my dog?',
  'Only assistance dogs may come in.',
].join('\n');

const found = (claim: string) =>
  findStatement(claim, [searched(passage(1, { content }))])?.place?.text;

describe('the place of a statement is', () => {
  const claims: [string, string, string | undefined][] = [
    ['the sentence', 'The café closes at five.', 'The café closes at five.'],
    ['the row', 'Family: €28.00', 'Family · €28.00 · 2 adults; up to 4 children'],
    [
      'the answer, not the question',
      'May I bring my dog? Only assistance dogs may come in.',
      'Only assistance dogs may come in.',
    ],
    ['the question if it stands alone', '**May I bring my dog?**', 'May I bring my dog?'],
    [
      'the sentence that says nearly the same',
      'The café is closed from five',
      'The café closes at five.',
    ],
    ['none after a translation', 'Hunde müssen draußen bleiben.', undefined],
    [
      'the next sentence that the source has',
      'Gern geschehen! Dogs stay outside.',
      'Dogs stay outside.',
    ],
  ];
  test.each(claims)('%s', (_case, claim, expected) => expect(found(claim)).toBe(expected));
});

test('each mark opens its own statement, and the source the first of them', () => {
  const page = passage(1, { content, headingPath: 'Visit › Prices' });
  const writer = new CitationWriter([page]);
  const text =
    writer.push('A family ticket costs €28.00 [1].\n\nThe café closes at five [1].') + writer.end();
  const { sources, statements } = writer.cited();
  expect(text.match(/\[1\]/g)).toHaveLength(statements.length);
  expect(statements).toEqual([
    {
      n: 1,
      text: 'Family · €28.00 · 2 adults; up to 4 children',
      url: expect.stringContaining('#:~:text=Family,-%E2%82%AC28.00&'),
    },
    {
      n: 1,
      text: 'The café closes at five.',
      url: `${page.url}#:~:text=The%20caf%C3%A9%20closes%20at%20five.`,
    },
  ]);
  expect(sources).toMatchObject([{ n: 1, section: 'Prices', passage_url: statements[0]?.url }]);
  expect(sources[0]?.excerpt).toMatch(
    /^… Family · €28.00 · 2 adults; up to 4 children · Small family/,
  );
});

test('the passage is opened that says it, when two of one page are cited', () => {
  const one = passage(1, { content: 'Parking is behind the house, two euros an hour.' });
  const two = passage(2, { url: one.url, content: 'The tram stops in front of the house.' });
  const writer = new CitationWriter([one, two]);
  writer.push('The tram stops in front of the house. Parking is behind the house [1, 2].');
  writer.end();
  expect(writer.cited().statements).toMatchObject([
    { n: 1, text: 'The tram stops in front of the house.' },
  ]);
});

test('a PDF is opened at its page, and a file without address has none', () => {
  const pdf = passage(1, { kind: 'pdf', url: 'https://a.example/a.pdf', page: 3, content });
  const file = passage(2, { kind: 'txt', url: '', content });
  const writer = new CitationWriter([pdf, file]);
  writer.push('Dogs stay outside [1]. The café closes at five [2].');
  writer.end();
  expect(writer.cited().statements.map(({ url }) => url)).toEqual([`${pdf.url}#page=3`, '']);
});

describe('the mark of a quotation stays, and opens', () => {
  const step = 'The entrance on Quay Street has no step.';
  const lift = 'All floors except the Signal Tower can be reached by lift.';
  const quotations: [string, string, string, string][] = [
    [
      'the sentence in bold, not the one before it',
      `${step} ${lift} Two wheelchairs can be borrowed.`,
      `> ${step} **${lift}** [1] Two wheelchairs can be borrowed.`,
      lift,
    ],
    [
      'the sentence in bold of a text without spaces',
      '入口に段差はありません。全階へエレベーターで行けます。車椅子を借りられます。',
      '> 入口に段差はありません。**全階へエレベーターで行けます。** [1] 車椅子を借りられます。',
      '全階へエレベーターで行けます。',
    ],
    [
      'the row in bold',
      'Day: Tuesday to Sunday; Hours: 10:00 – 17:30\nDay: Monday; Hours: closed',
      '> | Day | Hours |\n> | --- | --- |\n> | Tuesday to Sunday | 10:00 – 17:30 |\n> | **Monday** | **closed** [1] |',
      'Monday · closed',
    ],
    [
      'the step in bold',
      'Bring a form.\nPay the fee of £12.\nGet your card.',
      '> Three steps:\n>\n> 1. Bring a form.\n> 2. **Pay the fee of £12.** [1]\n> 3. Get your card.',
      'Pay the fee of £12.',
    ],
  ];
  test.each(quotations)('%s', (_case, said, quotation, expected) => {
    const text = `**Your visit** says:\n\n${quotation}`;
    const writer = new CitationWriter([passage(1, { content: said })]);
    expect([...text].map((part) => writer.push(part)).join('') + writer.end()).toBe(text);
    expect(writer.cited().statements.map((statement) => statement.text)).toEqual([expected]);
  });
});

describe('the address of a passage', () => {
  const url = 'https://site.example/visit/';
  const addresses: [string, Parameters<typeof passage>[1], string | undefined][] = [
    ['of a page', { url, content: 'Open daily.' }, `${url}#:~:text=Open%20daily.`],
    ['of a passage without words', { url, content: '***' }, url],
    [
      'has the syntax of fragments encoded',
      { url, content: 'A-Z, R&D: 50% #1' },
      `${url}#:~:text=A%2DZ%2C%20R%26D%3A%2050%25%20%231`,
    ],
    [
      'replaces another place on the page',
      { url: `${url}#map`, content: 'Open' },
      `${url}#:~:text=Open`,
    ],
    ['of a PDF', { kind: 'pdf', url: `${url}a.pdf`, page: 3 }, `${url}a.pdf#page=3`],
    ['of a Word document', { kind: 'docx', url: `${url}a.docx` }, undefined],
    ['of a text without address', { kind: 'txt', url: '' }, undefined],
  ];

  test.each(addresses)('%s', (_case, over, expected) => {
    expect(passageUrl(passage(1, over))).toBe(expected);
  });

  test.each([
    ['Chinese', '天鹅每天中午喂食。'.repeat(100)],
    ['Thai', 'หงส์ได้รับอาหารทุกวันตอนเที่ยง'.repeat(100)],
    ['one endless word', 'swan'.repeat(1000)],
  ])('stays short in %s', (_script, content) => {
    expect(passageUrl(passage(1, { content }))?.length).toBeLessThan(700);
  });
});
