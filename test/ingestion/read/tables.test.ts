/** Tables as owners write them, in four formats: each value is told with the heads of its column and of its row. */
import { describe, expect, test } from '@jest/globals';
import type { Block } from '../../../server/ingestion/read/blocks.ts';
import { loadDocx } from '../../../server/ingestion/read/docx.ts';
import { parseHtml, readPieces } from '../../../server/ingestion/read/html.ts';
import { readingOf } from '../../../server/ingestion/read/page/article.ts';
import { markdownBlocks } from '../../../server/ingestion/read/text.ts';
import { loadXlsx } from '../../../server/ingestion/read/xlsx.ts';
import { cell, docx, p, row, table } from './docx-xml.ts';
import { cell as sheetCell, xlsx } from './office-xml.ts';
import {
  filled,
  type Given,
  gridOf,
  headsOf,
  htmlOf,
  placed,
  writtenTables,
} from './written-tables.ts';

function word(given: Given): Buffer {
  const grid = gridOf(given);
  const lines = placed(grid).map((cells, at) => {
    const shown = cells.flatMap((one, column) => {
      const hangs = grid[at]![column] === '^';
      if (!one && !hangs) return [];
      const merge = hangs ? '<w:vMerge/>' : one!.rows > 1 ? '<w:vMerge w:val="restart"/>' : '';
      const span = one && one.columns > 1 ? `<w:gridSpan w:val="${one.columns}"/>` : '';
      return [cell(p(one?.text ?? ''), span + merge)];
    });
    return row(shown, at < given.heads ? '<w:tblHeader/>' : '');
  });
  return docx(table(...lines));
}

/** The second style of cells is bold, as owners have heads. */
const bold = {
  'xl/styles.xml':
    '<styleSheet><fonts><font/><font><b/></font></fonts><cellXfs><xf fontId="0"/><xf fontId="1"/></cellXfs></styleSheet>',
};
const letter = (column: number) => String.fromCharCode(65 + column);

function sheet(given: Given): Buffer {
  const all = placed(gridOf(given));
  const merges = all.flatMap((cells, at) =>
    cells.flatMap((one, column) => {
      if (!one || one.columns + one.rows === 2) return [];
      const end = `${letter(column + one.columns - 1)}${at + one.rows}`;
      return [`<mergeCell ref="${letter(column)}${at + 1}:${end}"/>`];
    }),
  );
  const rows = all.map((cells, at) => {
    const style = at < given.heads ? 1 : 0;
    const shown = cells.flatMap((one, column) =>
      one?.text ? [sheetCell(`${letter(column)}${at + 1}`, one.text, style)] : [],
    );
    return `<row r="${at + 1}">${shown.join('')}</row>`;
  });
  const after = merges.length > 0 ? `<mergeCells>${merges.join('')}</mergeCells>` : '';
  return xlsx({ Table: { rows: rows.join(''), after } }, bold);
}

/** Markdown has one row of heads and no spans: owners write each value where it counts. */
function markdown(given: Given): string {
  const body = filled(gridOf(given)).slice(given.heads);
  const heads = headsOf(given);
  const lines = [heads, heads.map(() => '---'), ...body].map((cells) => `| ${cells.join(' | ')} |`);
  return lines.join('\n');
}

/** Lists the values that no line tells with the head of their column and with that of their row. */
function missing(given: Given, blocks: readonly Pick<Block, 'text'>[]): string[] {
  const heads = headsOf(given);
  const lines = blocks.map(({ text }) =>
    text.split('; ').map((part) => {
      const at = part.lastIndexOf(': ');
      return {
        heads: at < 0 ? [''] : part.slice(0, at).split(', '),
        value: part.slice(at < 0 ? 0 : at + 2),
      };
    }),
  );
  return filled(gridOf(given))
    .slice(given.heads)
    .flatMap((values) => {
      const isTold = (line: (typeof lines)[number], column: number) =>
        line.some((part) => part.value === values[column] && part.heads.includes(heads[column]!));
      return values.flatMap((value, column) => {
        if (value === '' || lines.some((line) => isTold(line, 0) && isTold(line, column)))
          return [];
        return [`${values[0]} › ${heads[column]}: ${value}`];
      });
    });
}

const formats: Record<string, (given: Given) => Promise<readonly Pick<Block, 'text'>[]>> = {
  HTML: (given) => {
    const root = parseHtml(htmlOf(given));
    return Promise.resolve(readPieces(root, readingOf(root)).map(({ block }) => block));
  },
  Word: async (given) => (await loadDocx(word(given))).blocks,
  Excel: async (given) => (await loadXlsx(sheet(given))).blocks,
  Markdown: (given) => Promise.resolve(markdownBlocks(markdown(given))),
};

describe.each(Object.entries(formats))('in %s', (_format, read) => {
  test.each(Object.entries(writtenTables))('%s', async (_name, given) => {
    expect(missing(given, await read(given))).toEqual([]);
  });
});

test('a value under a wrong head is seen: this suite can fail', () => {
  const given = writtenTables['tickets']!;
  expect(missing(given, [{ text: 'Ticket: Adult; Valid: 12 €; Price: one day' }])).toHaveLength(5);
});
