import { describe, expect, test } from '@jest/globals';
import { passageUrl } from '../../../server/chat/citations/page-places.ts';
import { passage } from '../../retrieval/passage.ts';

describe('the address of a passage', () => {
  const url = 'https://site.example/visit/';
  const addresses: [string, Parameters<typeof passage>[1], string | undefined][] = [
    ['of a page', { url, content: 'Open daily.' }, `${url}#:~:text=Open%20daily.`],
    [
      'has the first and the last words of a long sentence',
      { url, content: 'one two three four five six seven eight nine ten eleven twelve' },
      `${url}#:~:text=one%20two%20three%20four%20five%20six%20seven,nine%20ten%20eleven%20twelve`,
    ],
    [
      'tells few words from the same elsewhere by what follows or precedes them',
      { url, content: 'Monday\n\nWe are closed, but for groups.' },
      `${url}#:~:text=Monday,-We%20are%20closed%2C%20but&text=We%20are%20closed%2C%20but%20for%20groups.`,
    ],
    [
      'looks for a heading beside its text, as a table of contents names it, too',
      { url, content: 'Where do the swans sleep?\nOn the island behind the old mill.' },
      `${url}#:~:text=Where%20do%20the%20swans%20sleep%3F,-On%20the%20island%20behind&text=Where%20do%20the%20swans%20sleep%3F&text=On%20the%20island%20behind%20the%20old%20mill.`,
    ],
    [
      'of lines of one word',
      { url, content: 'Monday\nTuesday' },
      `${url}#:~:text=Monday,-Tuesday&text=Monday-,Tuesday`,
    ],
    [
      'of a row has its cells, each beside the next, and the line if it is none',
      { url, content: 'Ticket: Adults; Price: 12 €' },
      `${url}#:~:text=Adults,-12&text=Adults-,12%20%E2%82%AC&text=Ticket%3A%20Adults%3B%20Price%3A%2012%20%E2%82%AC`,
    ],
    ['goes round emoji', { url, content: '🦢 Swans fly ⏰ at noon' }, `${url}#:~:text=Swans%20fly`],
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
    ['of a PDF of the web', { kind: 'url', url: `${url}a.pdf`, page: 3 }, `${url}a.pdf#page=3`],
    ['of a PDF without pages', { kind: 'pdf', url: `${url}a.pdf` }, `${url}a.pdf`],
    ['of a Word document', { kind: 'docx', url: `${url}a.docx` }, undefined],
    ['of a text without address', { kind: 'txt', url: '' }, undefined],
    ['of a page without address', { url: '' }, undefined],
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
