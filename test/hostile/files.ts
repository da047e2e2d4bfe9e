import { Document, HeadingLevel, Packer, Paragraph, Table, TableCell, TableRow } from 'docx';
import { PDFDocument, StandardFonts } from 'pdf-lib';
import { hostileDocx } from './docx.ts';
import { damaged, wrongExtensions, type HostileFile } from './file.ts';
import { hostileHtml } from './html.ts';
import { hostilePdfs } from './pdf.ts';
import { hostileTexts } from './text.ts';

const sentence = 'The harbour museum opens at ten, and closes at six on every day but Monday.';

async function samplePdf(useObjectStreams: boolean): Promise<Uint8Array> {
  const document = await PDFDocument.create();
  document.setTitle('The harbour museum');
  const font = await document.embedFont(StandardFonts.Helvetica);
  for (let page = 0; page < 5; page++) document.addPage().drawText(sentence, { font, size: 12 });
  return document.save({ useObjectStreams });
}

async function sampleDocx(): Promise<Uint8Array> {
  const cell = () => new TableCell({ children: [new Paragraph(sentence)] });
  const row = () => new TableRow({ children: [cell(), cell()] });
  const children = [
    new Paragraph({ text: 'The harbour museum', heading: HeadingLevel.HEADING_1 }),
    ...Array.from({ length: 40 }, () => new Paragraph(sentence)),
    new Table({ rows: [row(), row()] }),
  ];
  return new Uint8Array(await Packer.toBuffer(new Document({ sections: [{ children }] })));
}

const samplePage = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Museum</title>
<script type="application/ld+json">{"@type":"Article","headline":"Museum"}</script></head><body>
<nav><a href="/">Home</a></nav><main><h1>Museum</h1>${`<h2>Grüße</h2><p>${sentence}</p>`.repeat(20)}
<table><tr><th>Day</th></tr><tr><td>Monday</td></tr></table></main></body></html>`;

const sampleText = `---\ntitle: Museum\n---\n# Grüße 港\n\n${`${sentence}\n\n- item\n\n\`\`\`\ncode\n\`\`\`\n\n`.repeat(20)}`;

/** All hostile files: over four hundred. */
export async function hostileFiles(): Promise<HostileFile[]> {
  const url = 'https://site.example/';
  const bytes = (text: string) => new TextEncoder().encode(text);
  const page = { kind: 'page', bytes: bytes(samplePage), contentType: 'text/html', url } as const;
  return [
    ...hostilePdfs(),
    ...hostileDocx(),
    ...hostileTexts(),
    ...hostileHtml(),
    ...wrongExtensions(),
    ...damaged('pdf', { kind: 'pdf', bytes: await samplePdf(false) }),
    ...damaged('pdf with object streams', { kind: 'pdf', bytes: await samplePdf(true) }),
    ...damaged('docx', { kind: 'docx', bytes: await sampleDocx() }, 14, 30),
    ...damaged('page', page, 6, 6),
    ...damaged('txt', { kind: 'txt', bytes: bytes(sampleText) }, 6, 6),
    ...damaged(
      'txt in UTF-16',
      { kind: 'txt', bytes: new Uint8Array(Buffer.from('\ufeff' + sampleText, 'utf16le')) },
      6,
      6,
    ),
  ];
}
