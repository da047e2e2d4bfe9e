import { PDFDocument, StandardFonts, rgb, type PDFFont, type PDFPage } from 'pdf-lib';
import { museum, type Manuscript, type Part } from './section.ts';

/** Points; A4. */
const page = { width: 595, height: 842, margin: 64 };
const textWidth = page.width - 2 * page.margin;
const ink = rgb(0.1, 0.12, 0.16);
const accent = rgb(0.06, 0.3, 0.42);
/** Not now: the same text must give the same file. */
const written = new Date('2025-01-01T00:00:00Z');

function wrap(text: string, font: PDFFont, size: number, width: number): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    const longer = line === '' ? word : `${line} ${word}`;
    if (font.widthOfTextAtSize(longer, size) <= width) line = longer;
    else {
      lines.push(line);
      line = word;
    }
  }
  return [...lines, line];
}

class Typesetter {
  private readonly document: PDFDocument;
  private readonly regular: PDFFont;
  private readonly bold: PDFFont;
  private sheet: PDFPage;
  private y = 0;

  constructor(document: PDFDocument, regular: PDFFont, bold: PDFFont) {
    this.document = document;
    this.regular = regular;
    this.bold = bold;
    this.sheet = this.newPage();
  }

  newPage(): PDFPage {
    this.sheet = this.document.addPage([page.width, page.height]);
    this.y = page.height - page.margin;
    const number = String(this.document.getPageCount());
    const footer = { y: page.margin / 2, size: 9, font: this.regular, color: accent };
    this.sheet.drawText(museum, { ...footer, x: page.margin });
    this.sheet.drawText(number, { ...footer, x: page.width - page.margin });
    return this.sheet;
  }

  private room(points: number): void {
    if (this.y - points < page.margin) this.newPage();
  }

  private line(text: string, x: number, font: PDFFont, size: number, color = ink): void {
    this.sheet.drawText(text, { x, y: this.y - size, size, font, color });
  }

  block(
    text: string,
    size: number,
    after: number,
    style: { bold?: boolean; indent?: number } = {},
  ) {
    const font = style.bold ? this.bold : this.regular;
    const indent = style.indent ?? 0;
    for (const line of wrap(text, font, size, textWidth - indent)) {
      this.room(size * 1.45);
      this.line(line, page.margin + indent, font, size, style.bold ? accent : ink);
      this.y -= size * 1.45;
    }
    this.y -= after;
  }

  heading(text: string): void {
    this.room(90);
    this.y -= 10;
    this.block(text, 16, 4, { bold: true });
  }

  private row(cells: string[], font: PDFFont): void {
    const width = textWidth / cells.length;
    const columns = cells.map((cell) => wrap(cell, font, 11, width - 10));
    const height = Math.max(...columns.map((lines) => lines.length)) * 15 + 6;
    this.room(height);
    columns.forEach((lines, column) => {
      lines.forEach((text, n) => {
        const y = this.y - 11 - n * 15;
        this.sheet.drawText(text, {
          x: page.margin + column * width,
          y,
          size: 11,
          font,
          color: ink,
        });
      });
    });
    this.y -= height;
    const end = { x: page.width - page.margin, y: this.y + 2 };
    this.sheet.drawLine({
      start: { x: page.margin, y: end.y },
      end,
      thickness: 0.5,
      color: accent,
    });
  }

  part(part: Part): void {
    switch (part.kind) {
      case 'text':
        return this.block(part.text, 11, 8);
      case 'list':
        for (const item of part.items) {
          this.room(16);
          this.line('•', page.margin + 4, this.regular, 11);
          this.block(item, 11, 2, { indent: 18 });
        }
        this.y -= 8;
        return;
      case 'table':
        this.row(part.head, this.bold);
        for (const cells of part.rows) this.row(cells, this.regular);
        this.y -= 12;
        return;
      default:
        part satisfies never;
    }
  }
}

export async function renderPdf(manuscript: Manuscript): Promise<Uint8Array> {
  const document = await PDFDocument.create();
  document.setTitle(`${manuscript.title} – ${museum}`);
  document.setAuthor(museum);
  document.setLanguage('en');
  document.setCreationDate(written);
  document.setModificationDate(written);
  const typesetter = new Typesetter(
    document,
    await document.embedFont(StandardFonts.Helvetica),
    await document.embedFont(StandardFonts.HelveticaBold),
  );
  typesetter.block(manuscript.title, 30, 2, { bold: true });
  typesetter.block(manuscript.subtitle, 13, 14);
  for (const section of manuscript.sections) {
    if (section.newPage) typesetter.newPage();
    typesetter.heading(section.heading);
    for (const part of section.parts) typesetter.part(part);
  }
  return document.save();
}
