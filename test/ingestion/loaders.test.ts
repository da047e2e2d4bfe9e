import { readFileSync } from 'node:fs';
import { describe, expect, test } from '@jest/globals';
import { Document, HeadingLevel, Packer, Paragraph, Table, TableCell, TableRow } from 'docx';
import { PDFDocument, StandardFonts } from 'pdf-lib';
import { AppError } from '../../server/app-error.ts';
import type { BridgeAttachment, BridgePost } from '../../server/contract/bridge.ts';
import { loadSource } from '../../server/ingestion/loaders.ts';
import { loadDocx } from '../../server/ingestion/loaders/docx.ts';
import { loadPdf } from '../../server/ingestion/loaders/pdf.ts';
import { loadPost } from '../../server/ingestion/loaders/post.ts';
import type { DocumentRow } from '../../server/storage/documents.ts';
import type { Bridge } from '../../server/wordpress/bridge.ts';

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
    expect(await loadPdf(await pdf([[]]))).toEqual({ title: '', blocks: [] });
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

describe('a Word document', () => {
  test('has its headings, paragraphs and tables', async () => {
    expect(await loadDocx(await docx())).toEqual([
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
      readFileSync(new URL('../../tools/demo/content/media/visitor-guide.pdf', import.meta.url)),
    ] as const,
  ])('that is %s is refused in words', async (_case, bytes) => {
    const failure = loadDocx(bytes);
    await expect(failure).rejects.toBeInstanceOf(AppError);
    await expect(failure).rejects.toMatchObject({ code: 'unsupported_type', retryable: false });
  });
});

const post: BridgePost = {
  id: 7,
  post_type: 'product',
  title: 'Swan feather',
  excerpt: 'White and light.',
  html: '<p>A feather.</p>',
  terms: [
    { taxonomy: 'category', name: 'Birds' },
    { taxonomy: 'colour', name: 'White' },
    { taxonomy: 'category', name: 'Lake' },
  ],
  fields: [{ label: 'Price', value: '12 €' }],
  permalink: 'https://site.example/feather/',
  language: 'de_DE_formal',
  modified: '2026-05-17T12:00:00Z',
};

describe('a post', () => {
  const texts = (over: Partial<BridgePost> = {}) =>
    loadPost({ ...post, ...over }).blocks.map(({ text }) => text);

  test('begins with its excerpt and the facts that only its theme shows, then comes its content', () => {
    const [excerpt, ...facts] = texts();
    expect(excerpt).toBe('White and light.');
    expect(facts.pop()).toBe('A feather.');
    expect(facts).toHaveLength(3);
    expect(facts[0]).toContain('Birds, Lake');
    expect(facts[1]).toContain('White');
    expect(facts[2]).toBe('Price: 12 €');
  });

  test('does not say an excerpt twice that is part of its content', () => {
    expect(texts({ excerpt: 'A feather.', terms: [], fields: [] })).toEqual(['A feather.']);
  });

  test('names its language as the web does', () => {
    expect(loadPost(post).language).toBe('de-DE-formal');
  });
});

describe('a document’s source', () => {
  const none = {
    post_id: null,
    attachment_id: null,
    body: null,
    title: '',
    source_url: '',
    language: '',
  };
  const row = (over: Partial<DocumentRow>) => ({ ...none, ...over }) as DocumentRow;
  const about: BridgeAttachment = {
    id: 5,
    title: 'From the library',
    filename: 'a.txt',
    mime_type: '',
    url: 'https://site.example/a.txt',
    bytes: 3,
  };
  const bridge = (bytes: Uint8Array, found: BridgePost | null = null) =>
    ({
      post: () => Promise.resolve(found),
      attachment: () => Promise.resolve(about),
      attachmentFile: () => Promise.resolve(bytes),
    }) as unknown as Bridge;
  const load = (over: Partial<DocumentRow>, bytes: Uint8Array = Buffer.from('')) =>
    loadSource(row(over), bridge(bytes));

  test('is the post, or nothing when that is gone', async () => {
    const kind = { kind: 'post', post_id: 7 } as const;
    expect(await loadSource(row(kind), bridge(Buffer.from(''), post))).toMatchObject({
      title: 'Swan feather',
    });
    expect(await load(kind)).toBeNull();
  });

  const titles: [string, Partial<DocumentRow>, () => Promise<Uint8Array> | Uint8Array, string][] = [
    ['a PDF with a title', { kind: 'pdf' }, () => pdf([['a']], 'Guide'), 'Guide'],
    ['a PDF without', { kind: 'pdf' }, () => pdf([['a']]), about.title],
    ['a Word document', { kind: 'docx' }, docx, 'House rules'],
    ['a text with a heading', { kind: 'txt' }, () => Buffer.from('a\n# Hours\nb'), 'Hours'],
    ['a text without', { kind: 'txt' }, () => Buffer.from('a'), about.title],
  ];

  test.each(titles)('of %s has its title', async (_case, over, bytes, title) => {
    const given = await bytes();
    expect(await load({ ...over, attachment_id: 5 }, given)).toMatchObject({
      title,
      url: about.url,
      bytes: given.byteLength,
    });
  });

  test('is the text that was typed in', async () => {
    const typed = { kind: 'txt', title: 'Note', body: '# Swans\nGrüße' } as const;
    expect(await load(typed)).toEqual({
      title: 'Note',
      url: '',
      language: '',
      bytes: 15,
      modified: '',
      blocks: [
        { kind: 'heading', level: 1, text: 'Swans' },
        { kind: 'paragraph', text: 'Grüße' },
      ],
    });
  });

  test.each(['url', 'post'] as const)(
    'of a file that is said to be a %s is refused',
    async (kind) => {
      await expect(load({ kind, attachment_id: 5 })).rejects.toMatchObject({
        code: 'unsupported_type',
      });
    },
  );
});
