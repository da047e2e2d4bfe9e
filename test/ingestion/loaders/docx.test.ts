import { readFileSync } from 'node:fs';
import { describe, expect, test } from '@jest/globals';
import { Document, HeadingLevel, Packer, Paragraph, Table, TableCell, TableRow } from 'docx';
import { AppError } from '../../../server/app-error.ts';
import { loadDocx } from '../../../server/ingestion/loaders/docx.ts';

const docx = () =>
  Packer.toBuffer(
    new Document({
      sections: [
        {
          children: [
            new Paragraph({ text: 'House rules', heading: HeadingLevel.HEADING_1 }),
            new Paragraph('Swans are fed at noon.'),
            new Table({
              rows: ['Adults', 'Children'].map(
                (name) =>
                  new TableRow({
                    children: [name, '12'].map(
                      (text) => new TableCell({ children: [new Paragraph(text)] }),
                    ),
                  }),
              ),
            }),
          ],
        },
      ],
    }),
  );

const broken: [string, Uint8Array][] = [
  ['nothing', new Uint8Array(0)],
  ['text', Buffer.from('This is no document.')],
  ['bytes of any kind', Uint8Array.from({ length: 500 }, (_, n) => (n * 7919) % 256)],
];

describe('a Word document', () => {
  test('has its headings, paragraphs and tables', async () => {
    const { title, blocks } = await loadDocx(await docx());
    expect(title).toBe('House rules');
    expect(blocks).toEqual([
      { kind: 'heading', level: 1, text: 'House rules' },
      { kind: 'paragraph', text: 'Swans are fed at noon.' },
      { kind: 'row', text: 'Adults; 12' },
      { kind: 'row', text: 'Children; 12' },
    ]);
  });

  test.each([
    ...broken,
    [
      'a PDF',
      readFileSync(new URL('../../../tools/demo/content/media/visitor-guide.pdf', import.meta.url)),
    ] as const,
  ])('that is %s is refused in words', async (_case, bytes) => {
    const failure = loadDocx(bytes);
    await expect(failure).rejects.toBeInstanceOf(AppError);
    await expect(failure).rejects.toMatchObject({ code: 'unsupported_type', retryable: false });
  });
});
