/** Writes the sample site's PDF and DOCX anew from their manuscripts; they are committed. Run: node tools/demo/documents.ts */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  Document,
  HeadingLevel,
  Packer,
  Paragraph,
  Table,
  TableCell,
  TableRow,
  TextRun,
  WidthType,
} from 'docx';
import { marked, type Token, type Tokens } from 'marked';
import { PDFDocument, type PDFFont, type PDFPage, rgb, StandardFonts } from 'pdf-lib';
import { mediaFolder } from './content.ts';

const museum = 'Quillmouth Museum of Tides and Time';

/** A document's text, whatever file it becomes; a line begins a new page. */
interface Manuscript {
  title: string;
  subtitle: string;
  tokens: Token[];
}

const textOf = (token: Token | Tokens.TableCell): string =>
  'text' in token ? String(token.text) : '';
const rowsOf = ({ header, rows }: Tokens.Table): string[][] =>
  [header, ...rows].map((cells) => cells.map(textOf));

function readManuscript(path: string): Manuscript {
  const all = marked.lexer(readFileSync(path, 'utf8')).filter(({ type }) => type !== 'space');
  const [title, subtitle, ...tokens] = all;
  return { title: textOf(title!), subtitle: textOf(subtitle!), tokens };
}

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

  token(token: Token): void {
    switch (token.type) {
      case 'hr':
        this.newPage();
        return;
      case 'heading':
        return this.heading(textOf(token));
      case 'list':
        for (const item of (token as Tokens.List).items) {
          this.room(16);
          this.line('•', page.margin + 4, this.regular, 11);
          this.block(textOf(item), 11, 2, { indent: 18 });
        }
        this.y -= 8;
        return;
      case 'table': {
        const [head = [], ...rows] = rowsOf(token as Tokens.Table);
        this.row(head, this.bold);
        for (const cells of rows) this.row(cells, this.regular);
        this.y -= 12;
        return;
      }
      case 'paragraph':
        return this.block(textOf(token), 11, 8);
    }
  }
}

async function renderPdf({ title, subtitle, tokens }: Manuscript): Promise<Uint8Array> {
  const document = await PDFDocument.create();
  document.setTitle(`${title} – ${museum}`);
  document.setAuthor(museum);
  document.setLanguage('en');
  document.setCreationDate(written);
  document.setModificationDate(written);
  const typesetter = new Typesetter(
    document,
    await document.embedFont(StandardFonts.Helvetica),
    await document.embedFont(StandardFonts.HelveticaBold),
  );
  typesetter.block(title, 30, 2, { bold: true });
  typesetter.block(subtitle, 13, 14);
  for (const token of tokens) typesetter.token(token);
  return document.save();
}

const paragraph = (text: string, bold = false) =>
  new Paragraph({ children: [new TextRun({ text, bold })] });

function inWord(token: Token): (Paragraph | Table)[] {
  switch (token.type) {
    case 'heading':
      return [new Paragraph({ text: textOf(token), heading: HeadingLevel.HEADING_2 })];
    case 'list':
      return (token as Tokens.List).items.map(
        (item) => new Paragraph({ text: textOf(item), bullet: { level: 0 } }),
      );
    case 'table': {
      const rows = rowsOf(token as Tokens.Table).map(
        (cells, at) =>
          new TableRow({
            ...(at === 0 && { tableHeader: true }),
            children: cells.map((text) => new TableCell({ children: [paragraph(text, at === 0)] })),
          }),
      );
      const width = { size: 100, type: WidthType.PERCENTAGE };
      return [new Table({ width, rows }), new Paragraph('')];
    }
    case 'paragraph':
      return [new Paragraph({ text: textOf(token), spacing: { after: 160 } })];
    default:
      return [];
  }
}

function renderDocx({ title, subtitle, tokens }: Manuscript): Promise<Buffer> {
  const children = [
    new Paragraph({ text: title, heading: HeadingLevel.HEADING_1 }),
    new Paragraph({ text: `${subtitle}. ${museum}`, spacing: { after: 240 } }),
    ...tokens.flatMap(inWord),
  ];
  return Packer.toBuffer(new Document({ creator: museum, title, sections: [{ children }] }));
}

const file = (name: string) => join(mediaFolder, name);
const guide = readManuscript(file('visitor-guide.md'));
writeFileSync(file('visitor-guide.pdf'), await renderPdf(guide));
const handbook = readManuscript(file('school-programme-handbook.md'));
writeFileSync(file('school-programme-handbook.docx'), await renderDocx(handbook));
