import { describe, expect, test } from '@jest/globals';
import { odf } from '../../../test/ingestion/read/office-xml.ts';
import { outlineOf } from '../../../test/ingestion/read/outline.ts';
import { loadOdf } from './odf.ts';

const outline = async (...given: Parameters<typeof odf>) =>
  outlineOf((await loadOdf(odf(...given))).blocks);
const p = (text: string, style = '') => `<text:p text:style-name="${style}">${text}</text:p>`;
const td = (text: string, attributes = '') =>
  `<table:table-cell ${attributes}>${text && p(text)}</table:table-cell>`;
const tr = (cells: string, attributes = '') =>
  `<table:table-row ${attributes}>${cells}</table:table-row>`;
const style = (name: string, properties: string) =>
  `<style:style style:name="${name}">${properties}</style:style>`;
const covered = '<table:covered-table-cell/>';

describe('of a text', () => {
  const text = (body: string, styles = '') => outline(`<office:text>${body}</office:text>`, styles);

  test('headings, lists, notes, line breaks and spaces are read', async () =>
    expect(
      await text(
        `${p('House rules', 'Title')}<text:h text:outline-level="2">Feeding</text:h>` +
          p(
            'Swans<text:s/>eat<text:note><text:note-citation>1</text:note-citation><text:note-body>' +
              `${p('Only bread.')}</text:note-body></text:note> at noon.<text:line-break/>Ask first.`,
          ) +
          `<text:list><text:list-item>${p('bread')}</text:list-item></text:list>`,
      ),
    ).toEqual([
      'h1 House rules',
      'h2 Feeding',
      'p Swans eat at noon.',
      'p Ask first.',
      'p Only bread.',
      '- bread',
    ]));

  test('deleted, hidden and repeated text, and comments are not read', async () =>
    expect(
      await text(
        `<text:tracked-changes>${p('Deleted')}</text:tracked-changes><text:table-of-content>${p('Feeding 1')}</text:table-of-content>` +
          p('Hidden', 'H') +
          p(
            'Shown<text:span text:style-name="H"> not</text:span><office:annotation>Really?</office:annotation>',
          ),
        style('H', '<style:text-properties text:display="none"/>'),
      ),
    ).toEqual(['p Shown']));

  test('a table has the names of its columns, merged cells in each of their places', async () =>
    expect(
      await text(
        `<table:table><table:table-header-rows>${tr(td('Boat', 'table:number-rows-spanned="2"') + td('Summer', 'table:number-columns-spanned="2"') + covered)}${tr(covered + td('Adult') + td('Child'))}</table:table-header-rows>` +
          `${tr(td('skiff', 'table:number-rows-spanned="2"') + td('12') + td('6'))}${tr(covered + td('10') + td('5'))}</table:table>`,
      ),
    ).toEqual([
      '| Boat: skiff; Summer Adult: 12; Summer Child: 6',
      '| Boat: skiff; Summer Adult: 10; Summer Child: 5',
    ]));

  test('a table of tables arranges the page', async () =>
    expect(
      await text(
        `<table:table>${tr(`<table:table-cell>${p('Left')}<table:table>${tr(td('Mon') + td('closed'))}</table:table></table:table-cell>`)}</table:table>`,
      ),
    ).toEqual(['p Left', '| Mon; closed']));
});

describe('of a sheet', () => {
  const sheet = (rows: string, styles = '', table = '') =>
    outline(
      `<office:spreadsheet><table:table table:name="Prices" ${table}>${rows}</table:table></office:spreadsheet>`,
      styles,
    );
  const head = tr(td('Boat') + td('Day') + td('Price'));

  test('cells are read as they are shown, repeated ones as often', async () =>
    expect(
      await sheet(
        head +
          tr(
            td('skiff') +
              td('Mon') +
              td('12.00 €', 'office:value="12"') +
              td('', 'table:number-columns-repeated="16380"'),
          ) +
          tr(
            td('canoe') + td('Tue', 'table:number-columns-repeated="2"'),
            'table:number-rows-repeated="2"',
          ) +
          tr(td(''), 'table:number-rows-repeated="1048000"'),
      ),
    ).toEqual([
      'h1 Prices',
      '| Boat: skiff; Day: Mon; Price: 12.00 €',
      '| Boat: canoe; Day: Tue; Price: Tue',
      '| Boat: canoe; Day: Tue; Price: Tue',
    ]));

  test('hidden rows and columns are not read', async () =>
    expect(
      await sheet(
        '<table:table-column/><table:table-column table:visibility="collapse"/><table:table-column table:number-columns-repeated="2"/>' +
          tr(td('Boat') + td('Cost') + td('Day') + td('Price')) +
          tr(td('skiff') + td('3') + td('Mon') + td('12')) +
          tr(td('canoe') + td('4') + td('Tue') + td('15'), 'table:visibility="filter"') +
          `<table:table-row-group table:display="false">${tr(td('raft'))}</table:table-row-group>`,
      ),
    ).toEqual(['h1 Prices', '| Boat: skiff; Day: Mon; Price: 12']));

  test('hidden sheets are not read', async () => {
    const hides = style('off', '<style:table-properties table:display="false"/>');
    expect(await sheet(head, hides, 'table:style-name="off"')).toEqual([]);
  });
});

test('of a presentation, slides are sections, with their notes', async () => {
  const box = (kind: string, text: string) =>
    `<draw:frame presentation:class="${kind}"><draw:text-box>${p(text)}</draw:text-box></draw:frame>`;
  const pages = [
    `<draw:page>${box('outline', 'Be there at nine.')}${box('title', 'Boat trips')}${box('footer', 'Harbour')}<presentation:notes><draw:page-thumbnail/>${box('notes', 'Show the map.')}</presentation:notes></draw:page>`,
    `<draw:page>${box('subtitle', 'Free for members.')}</draw:page>`,
    `<draw:page draw:style-name="off">${box('title', 'Draft')}</draw:page>`,
  ];
  const hides = style('off', '<style:drawing-page-properties presentation:visibility="hidden"/>');
  expect(
    await outline(`<office:presentation>${pages.join('')}</office:presentation>`, hides),
  ).toEqual(['h1 Boat trips', 'p Be there at nine.', 'p Show the map.', 'p1 Free for members.']);
});

test('title and language are those of the document', async () => {
  const meta =
    '<office:document-meta><dc:title>House rules</dc:title><dc:language>nl</dc:language></office:document-meta>';
  const bytes = odf(`<office:text>${p('Swans')}</office:text>`, '', { 'meta.xml': meta });
  expect(await loadOdf(bytes)).toMatchObject({ title: 'House rules', language: 'nl' });
});

test('a locked document is refused', async () => {
  const parts = { 'META-INF/manifest.xml': '<manifest:encryption-data/>' };
  await expect(loadOdf(odf('', '', parts))).rejects.toThrow('locked');
});
