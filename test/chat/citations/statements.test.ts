import { describe, expect, test } from '@jest/globals';
import { CitationWriter } from '../../../server/chat/citations/citations.ts';
import { findStatement, searched } from '../../../server/chat/citations/statements.ts';
import { passage } from '../../retrieval/passage.ts';

const content = [
  'We are open daily from ten to six. The café closes at five. Dogs stay outside.',
  'Ticket: Adult; Price: €12.00; Who: from 18 years',
  'Ticket: Family; Price: €28.00; Who: 2 adults; up to 4 children',
  'Ticket: Small family; Price: €16.00; Who: 1 adult',
  '',
  'May I bring my dog?',
  'Only assistance dogs may come in.',
].join('\n');

const found = (claim: string) => findStatement(claim, [searched(content)])?.place.text;

describe('the place of a statement is', () => {
  const claims: [string, string, string | undefined][] = [
    ['the sentence', 'The café closes at five.', 'The café closes at five.'],
    [
      'the first sentence of several',
      'The café closes at five. Dogs stay outside.',
      'The café closes at five.',
    ],
    ['the row', 'Family: €28.00', 'Family · €28.00 · 2 adults; up to 4 children'],
    ['the row of a row', '| Small family | €16.00 ', 'Small family · €16.00 · 1 adult'],
    [
      'the sentence of a list’s first item',
      '- **Dogs** stay outside\n- The café closes at five',
      'Dogs stay outside.',
    ],
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
