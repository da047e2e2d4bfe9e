import type { CheerioAPI } from 'cheerio/slim';
import type { Element } from 'domhandler';
import { format, getFormatFromId, isDateFormat } from 'numfmt';
import { collapse, type Block, type Loaded } from './blocks.ts';
import { failure } from '../failures.ts';
import { gridBlocks, maxPlaces, type GridRow } from './grid.ts';
import {
  officeDocument,
  readPackage,
  relationsOf,
  tree,
  unprefixed,
  type Package,
} from './package.ts';

/** Characters of XML that are parsed at once: a tree takes about 20 times their memory. */
const pieceLength = 500_000;

/** Yields the trees of pieces of a part, each of whole elements of a name. */
function* trees(xml: string, name: string): Generator<CheerioAPI> {
  for (let from = 0; from < xml.length;) {
    const next = xml.indexOf(`<${name}`, from + pieceLength);
    const end = next < 0 ? xml.length : next;
    yield tree(xml.slice(from, end));
    from = end;
  }
}

/** Formats that Excel shows as the reader's country writes dates. */
const localDates: Record<number, string> = { 14: 'yyyy-mm-dd', 22: 'yyyy-mm-dd h:mm' };

/** Columns and rows of Excel. */
const maxColumn = 16_384;
const maxRow = 1_048_576;
/** Places that merged cells of a sheet may fill. */
const maxMerged = 500_000;

const isOn = (value: string | undefined) => value === '1' || value === 'true';

/** Returns the column of `AB12`, from 0; -1 if there is none. */
const columnOf = (reference: string) =>
  [...(/^[A-Z]{1,3}/.exec(reference)?.[0] ?? '')].reduce(
    (column, letter) => (column + 1) * 26 + letter.charCodeAt(0) - 65,
    -1,
  );

function readStyles(xml: string) {
  const $ = tree(xml);
  const own = new Map(
    [...$('numFmts > numFmt')].map(({ attribs }) => [attribs['numFmtId'], attribs['formatCode']]),
  );
  const bold = [...$('fonts > font')].map(
    (font) => $(font).children('b').not('[val="0"], [val="false"]').length > 0,
  );
  return [...$('cellXfs > xf')].map(({ attribs }) => {
    const id = Number(attribs['numFmtId']);
    return {
      format: own.get(attribs['numFmtId']) ?? localDates[id] ?? getFormatFromId(id) ?? 'General',
      isBold: bold[Number(attribs['fontId'])] ?? false,
    };
  });
}

/** Returns a text of several runs without what tells its pronunciation. */
function textOf($: CheerioAPI, element: Element): string {
  return [...$(element).find('t')]
    .filter((text) => $(text).closest('rPh').length === 0)
    .map((text) => $(text).text())
    .join('');
}

class Workbook {
  readonly #parts: Package;
  readonly #main: string;
  readonly #styles: ReturnType<typeof readStyles>;
  readonly #shared: string[] = [];
  readonly #tree: CheerioAPI;
  readonly #isFrom1904: boolean;

  constructor(parts: Package, main: string) {
    const partOf = (wanted: string) =>
      relationsOf(parts, main).find(({ type }) => type === wanted)?.part ?? '';
    this.#parts = parts;
    this.#main = main;
    this.#tree = tree(unprefixed(parts, main));
    this.#isFrom1904 = isOn(this.#tree('workbookPr').attr('date1904'));
    this.#styles = readStyles(unprefixed(parts, partOf('styles')));
    for (const $ of trees(unprefixed(parts, partOf('sharedStrings')), 'si')) {
      for (const item of $('si')) this.#shared.push(textOf($, item));
    }
  }

  blocks(): Block[] {
    const relations = new Map(
      relationsOf(this.#parts, this.#main).map(({ id, part }) => [id, part]),
    );
    return [...this.#tree('sheets > sheet')].flatMap(({ attribs }): Block[] => {
      const part = relations.get(attribs['r:id'] ?? '') ?? '';
      const isShown = (attribs['state'] ?? 'visible') === 'visible';
      const blocks = isShown ? gridBlocks(this.#grid(unprefixed(this.#parts, part))) : [];
      const text = collapse(attribs['name'] ?? '');
      return blocks.length > 0 ? [{ kind: 'heading', level: 1, text }, ...blocks] : [];
    });
  }

  /** Returns what a cell shows. */
  #shown($: CheerioAPI, cell: Element): string {
    const { t: type = 'n', s = '0' } = cell.attribs;
    const value = $(cell).children('v').text();
    if (type === 'inlineStr') return textOf($, cell);
    if (type === 'b') return isOn(value) ? 'TRUE' : 'FALSE';
    // Nobody asks for "#REF!".
    if (type === 'e' || value === '') return '';
    if (type === 's' || type === 'str') {
      return type === 's' ? (this.#shared[Number(value)] ?? '') : value;
    }
    const pattern = this.#styles[Number(s)]?.format ?? 'General';
    try {
      // Some workbooks count days from 1904.
      const days = this.#isFrom1904 && isDateFormat(pattern) ? 1462 : 0;
      return format(pattern, Number(value) + days);
    } catch {
      return value;
    }
  }

  #grid(xml: string): GridRow[] {
    const hidden = new Set<number>();
    const rows = new Map<number, GridRow & { isHidden: boolean }>();
    const merged: string[] = [];
    let at = 0;
    let places = 0;
    for (const $ of trees(xml, 'row')) {
      for (const { attribs } of $('cols > col')) {
        const last = Math.min(Number(attribs['max']), maxColumn);
        if (!isOn(attribs['hidden'])) continue;
        for (let column = Number(attribs['min']); column <= last; column++) hidden.add(column - 1);
      }
      for (const row of $('row')) {
        at = Number(row.attribs['r'] ?? at + 1);
        const cells: string[] = [];
        let isHeader = true;
        for (const cell of $(row).children('c')) {
          const column = columnOf(cell.attribs['r'] ?? '');
          const place = column < 0 ? cells.length : column;
          const text = collapse(this.#shown($, cell));
          if (text && !this.#styles[Number(cell.attribs['s'])]?.isBold) isHeader = false;
          if (place < maxColumn) cells[place] = text;
        }
        places += cells.length;
        if (places > maxPlaces) throw failure('file_too_large');
        if (at <= maxRow) rows.set(at, { cells, isHeader, isHidden: isOn(row.attribs['hidden']) });
      }
      for (const { attribs } of $('mergeCell')) merged.push(attribs['ref'] ?? '');
    }
    carryMerged(rows, merged);
    return shownRows(rows, hidden);
  }
}

/** Writes the text of merged cells into each of their places. */
function carryMerged(rows: ReadonlyMap<number, GridRow>, ranges: readonly string[]): void {
  let filled = 0;
  for (const range of ranges) {
    const [from = '', to = ''] = range.split(':');
    const [top, bottom] = [from, to].map((reference) => Number(reference.replace(/^[A-Z]+/, '')));
    const text = rows.get(top!)?.cells[columnOf(from)];
    const right = Math.min(columnOf(to), maxColumn - 1);
    if (!text || !(top! <= bottom!)) continue;
    for (let number = top!; number <= Math.min(bottom!, maxRow); number++) {
      const row = rows.get(number);
      for (let column = columnOf(from); row && column <= right; column++) row.cells[column] = text;
      if (row && right > columnOf(from)) row.isMerged = true;
      filled += row ? right - columnOf(from) + 1 : 1;
      if (filled > maxMerged) throw failure('file_too_large');
    }
  }
}

/** Returns the rows and columns that are shown, with an empty row for each gap. */
function shownRows(
  rows: ReadonlyMap<number, GridRow & { isHidden: boolean }>,
  hidden: ReadonlySet<number>,
): GridRow[] {
  const shown: GridRow[] = [];
  let last = 0;
  for (const [number, { cells, isHidden, ...row }] of rows) {
    if (number > last + 1) shown.push({ cells: [] });
    last = number;
    if (isHidden) continue;
    const texts = Array.from(cells, (cell: string | undefined, at) => (hidden.has(at) ? '' : cell));
    shown.push({ ...row, cells: texts.map((text) => text ?? '') });
  }
  return shown;
}

function read(parts: Package): Loaded {
  const { main, ...about } = officeDocument(parts);
  return { ...about, blocks: new Workbook(parts, main).blocks() };
}

/** Loads an Excel workbook. @throws AppError `unsupported_type`, `too_large` */
export const loadXlsx = (bytes: Uint8Array): Promise<Loaded> => readPackage(bytes, read);
