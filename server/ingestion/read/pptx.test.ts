import { expect, test } from '@jest/globals';
import { pptx, relations, shape, slide } from '../../../test/ingestion/read/office-xml.ts';
import { outlineOf } from '../../../test/ingestion/read/outline.ts';
import { loadPptx } from './pptx.ts';

const outline = async (...given: Parameters<typeof pptx>) =>
  outlineOf((await loadPptx(pptx(...given))).blocks);
const frame = (content: string) =>
  `<p:graphicFrame><a:graphic><a:graphicData>${content}</a:graphicData></a:graphic></p:graphicFrame>`;
const td = (text: string, attributes = '') =>
  `<a:tc ${attributes}><a:txBody><a:p><a:r><a:t>${text}</a:t></a:r></a:p></a:txBody></a:tc>`;

test('titles are headings, placeholders lists, and notes follow their slide', async () => {
  const parts = {
    'ppt/slides/_rels/slide1.xml.rels': relations('notesSlide ../notesSlides/n.xml'),
    'ppt/notesSlides/n.xml': slide(shape('sldNum', '1') + shape('body', 'Show the map.')),
  };
  const first =
    shape('body', 'Bring a life vest', 'Be there at nine') +
    shape('title', 'Boat trips') +
    shape('ftr', 'Harbour');
  expect(await outline([first, shape('', 'Free for members.')], parts)).toEqual([
    'h1 Boat trips',
    '- Bring a life vest',
    '- Be there at nine',
    'p Show the map.',
    'p1 Free for members.',
  ]);
});

test('groups, line breaks and diagrams are read; the second form of a drawing is not', async () => {
  const breaks =
    '<p:sp><p:txBody><a:p><a:r><a:t>Quay 1</a:t></a:r><a:br/><a:r><a:t>Old town</a:t></a:r></a:p></p:txBody></p:sp>';
  const tree = `<p:grpSp>${breaks}</p:grpSp><mc:AlternateContent><mc:Choice>${shape('', 'New')}</mc:Choice><mc:Fallback>${shape('', 'Old')}</mc:Fallback></mc:AlternateContent>`;
  const parts = {
    'ppt/slides/_rels/slide1.xml.rels': relations('diagramData ../diagrams/d.xml'),
    'ppt/diagrams/d.xml':
      '<dgm:dataModel><dgm:ptLst><dgm:pt><dgm:t><a:p><a:r><a:t>Book</a:t></a:r></a:p></dgm:t></dgm:pt></dgm:ptLst></dgm:dataModel>',
  };
  expect(await outline([tree], parts)).toEqual(['p1 Quay 1', 'p Old town', 'p New', '- Book']);
});

test('hidden slides and shapes are not read', async () => {
  const hidden = shape('', 'Secret').replace('name=""', 'name="" hidden="1"');
  const parts = { 'ppt/slides/slide2.xml': slide(shape('', 'Draft'), 'show="0"') };
  expect(await outline([shape('', 'Shown') + hidden, ''], parts)).toEqual(['p1 Shown']);
});

test('rows of a table have the names of their columns, also below and beside merged cells', async () => {
  const rows = [
    td('Boat', 'rowSpan="2"') + td('Summer', 'gridSpan="2"') + td('', 'hMerge="1"'),
    td('', 'vMerge="1"') + td('Adult') + td('Child'),
    td('skiff') + td('12') + td('6'),
  ];
  const table = `<a:tbl><a:tblPr firstRow="1"/>${rows.map((cells) => `<a:tr>${cells}</a:tr>`).join('')}</a:tbl>`;
  expect(await outline([shape('title', 'Prices') + frame(table)])).toEqual([
    'h1 Prices',
    '| Boat: skiff; Summer Adult: 12; Summer Child: 6',
  ]);
});
