import { Document, Packer, Paragraph } from 'docx';
import { PDFDocument, StandardFonts } from 'pdf-lib';

export interface AttackedFile {
  name: string;
  bytes: Buffer;
}

export async function pdfFile(
  name: string,
  lines: string[],
  title?: string,
  size = 8,
): Promise<AttackedFile> {
  const document = await PDFDocument.create();
  if (title !== undefined) document.setTitle(title);
  const font = await document.embedFont(StandardFonts.Helvetica);
  const page = document.addPage();
  lines.forEach((line, index) =>
    page.drawText(line, { font, x: 20, y: 700 - 20 * index, size: index > 0 ? size : 8 }),
  );
  return { name: `${name}.pdf`, bytes: Buffer.from(await document.save()) };
}

export async function docxFile(name: string, lines: string[]): Promise<AttackedFile> {
  const children = lines.map((line) => new Paragraph(line));
  const bytes = await Packer.toBuffer(new Document({ sections: [{ children }] }));
  return { name: `${name}.docx`, bytes };
}

export const textFile = (name: string, text: string): Promise<AttackedFile> =>
  Promise.resolve({ name: `${name}.txt`, bytes: Buffer.from(text) });
