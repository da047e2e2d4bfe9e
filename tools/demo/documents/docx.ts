import {
  Document,
  HeadingLevel,
  LevelFormat,
  Packer,
  Paragraph,
  Table,
  TableCell,
  TableRow,
  TextRun,
  WidthType,
} from 'docx';
import { museum, type Manuscript, type Part } from './section.ts';

const bullets = 'bullets';

function tableOf(head: string[], rows: string[][]): Table {
  const row = (cells: string[], bold: boolean) =>
    new TableRow({
      ...(bold && { tableHeader: true }),
      children: cells.map(
        (text) =>
          new TableCell({ children: [new Paragraph({ children: [new TextRun({ text, bold })] })] }),
      ),
    });
  return new Table({
    width: { size: 100, type: WidthType.PERCENTAGE },
    rows: [row(head, true), ...rows.map((cells) => row(cells, false))],
  });
}

function render(part: Part): (Paragraph | Table)[] {
  switch (part.kind) {
    case 'text':
      return [new Paragraph({ text: part.text, spacing: { after: 160 } })];
    case 'list':
      return part.items.map(
        (text) => new Paragraph({ text, numbering: { reference: bullets, level: 0 } }),
      );
    case 'table':
      return [tableOf(part.head, part.rows), new Paragraph('')];
  }
}

export async function renderDocx(manuscript: Manuscript): Promise<Uint8Array> {
  const bullet = { level: 0, format: LevelFormat.BULLET, text: '•' };
  const indent = { paragraph: { indent: { left: 480, hanging: 240 } } };
  const document = new Document({
    creator: museum,
    title: manuscript.title,
    numbering: { config: [{ reference: bullets, levels: [{ ...bullet, style: indent }] }] },
    sections: [
      {
        children: [
          new Paragraph({ text: manuscript.title, heading: HeadingLevel.HEADING_1 }),
          new Paragraph({ text: `${manuscript.subtitle}. ${museum}`, spacing: { after: 240 } }),
          ...manuscript.sections.flatMap((section) => [
            new Paragraph({ text: section.heading, heading: HeadingLevel.HEADING_2 }),
            ...section.parts.flatMap(render),
          ]),
        ],
      },
    ],
  });
  return new Uint8Array(await Packer.toBuffer(document));
}
