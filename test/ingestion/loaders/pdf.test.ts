import { describe, expect, test } from '@jest/globals';
import { PDFDocument, StandardFonts } from 'pdf-lib';
import { AppError } from '../../../server/app-error.ts';
import { loadPdf } from '../../../server/ingestion/loaders/pdf.ts';

async function pdf(pages: string[][], title?: string): Promise<Uint8Array> {
  const document = await PDFDocument.create();
  const font = await document.embedFont(StandardFonts.Helvetica);
  if (title !== undefined) document.setTitle(title);
  for (const lines of pages) {
    const page = document.addPage();
    lines.forEach((line, index) =>
      page.drawText(line, { x: 50, y: 700 - 20 * index, size: 12, font }),
    );
  }
  return document.save();
}

const broken: [string, Uint8Array][] = [
  ['nothing', new Uint8Array(0)],
  ['text', Buffer.from('This is no document.')],
  ['bytes of any kind', Uint8Array.from({ length: 500 }, (_, n) => (n * 7919) % 256)],
];

describe('a PDF', () => {
  test('is read page by page, sentence lines as paragraphs', async () => {
    const { title, blocks } = await loadPdf(
      await pdf([['Swans are fed', 'at noon.', 'They fly.'], ['Open daily.']], ' Guide '),
    );
    expect(title).toBe('Guide');
    expect(blocks).toEqual([
      { kind: 'paragraph', text: 'Swans are fed at noon.', page: 1 },
      { kind: 'paragraph', text: 'They fly.', page: 1 },
      { kind: 'paragraph', text: 'Open daily.', page: 2 },
    ]);
  });

  test('has words whole that a line end divides', async () => {
    const { blocks } = await loadPdf(await pdf([['The har-', 'bour of Norwich-', 'Upton.']]));
    expect(blocks.map(({ text }) => text)).toEqual(['The harbour of Norwich- Upton.']);
  });

  test('without text or title has none', async () => {
    expect(await loadPdf(await pdf([[]]))).toMatchObject({ title: '', blocks: [] });
  });

  test('is left to its owner as it was', async () => {
    const bytes = await pdf([['Open daily.']]);
    const before = Buffer.from(bytes);
    await loadPdf(bytes);
    expect(before.equals(bytes)).toBe(true);
  });

  test.each(broken)('that is %s is refused in words', async (_case, bytes) => {
    const failure = loadPdf(bytes);
    await expect(failure).rejects.toBeInstanceOf(AppError);
    await expect(failure).rejects.toMatchObject({ code: 'unsupported_type', retryable: false });
  });
});
