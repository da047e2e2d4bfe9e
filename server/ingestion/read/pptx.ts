import type { CheerioAPI } from 'cheerio/slim';
import { isTag, type Element } from 'domhandler';
import { collapse, type Block, type Loaded } from './blocks.ts';
import { gridBlocks, type GridRow } from './grid.ts';
import {
  officeDocument,
  readPackage,
  relationsOf,
  tree,
  unprefixed,
  type Package,
} from './package.ts';

/** Placeholders that repeat on every slide. */
const repeated = /^(?:sldNum|dt|ftr|hdr|sldImg)$/;
const titles = /^(?:title|ctrTitle)$/;

/** Columns and rows that a cell may span. */
const maxSpan = 100;

const isOn = (value: string | undefined) => value === '1' || value === 'true';

/** Returns the lines of a paragraph. */
const linesOf = (node: Element): string =>
  node.children
    .filter(isTag)
    .map((child) => {
      if (child.name === 'br') return '\n';
      if (child.name === 't')
        return child.children.map((text) => ('data' in text ? text.data : '')).join('');
      return child.name === 'r' || child.name === 'fld' ? linesOf(child) : '';
    })
    .join('');

class SlideReader {
  readonly blocks: Block[] = [];
  readonly #$: CheerioAPI;

  constructor($: CheerioAPI) {
    this.#$ = $;
  }

  #addText(shape: Element, kind: Block['kind']): void {
    const paragraphs = this.#$(shape).find('> txBody > p');
    const isList = kind === 'item' && paragraphs.length > 1;
    for (const paragraph of paragraphs) {
      const isPlain = this.#$(paragraph).find('> pPr > buNone').length > 0;
      for (const line of linesOf(paragraph).split('\n')) {
        const text = collapse(line);
        const own = isList && !isPlain ? 'item' : 'paragraph';
        if (text) this.blocks.push({ kind: own, text });
      }
    }
  }

  #addTable(table: Element): void {
    const $ = this.#$;
    const rows: GridRow[] = [...$(table).children('tr')].map(() => ({ cells: [] }));
    const hasHeader = isOn($(table).children('tblPr').attr('firstRow'));
    for (const [at, row] of [...$(table).children('tr')].entries()) {
      for (const [column, cell] of [...$(row).children('tc')].entries()) {
        const { hMerge, vMerge, gridSpan = '1', rowSpan = '1' } = cell.attribs;
        if (isOn(hMerge) || isOn(vMerge)) continue;
        const text = collapse([...$(cell).find('p')].map(linesOf).join(' '));
        if (Number(gridSpan) > 1) rows[at]!.isMerged = true;
        for (let down = 0; down < Math.min(Number(rowSpan), maxSpan) && rows[at + down]; down++) {
          for (let right = 0; right < Math.min(Number(gridSpan), maxSpan); right++) {
            rows[at + down]!.cells[column + right] = text;
          }
        }
      }
      rows[at]!.cells = Array.from(rows[at]!.cells, (cell: string | undefined) => cell ?? '');
      rows[at]!.isHeader = hasHeader && at === 0;
    }
    this.blocks.push(...gridBlocks(rows));
  }

  /** Adds the title first, and all else in the order in which it is read out. */
  add(shapes: readonly Element[]): void {
    const $ = this.#$;
    for (const shape of shapes) {
      const about = $(shape).children('nvSpPr, nvGrpSpPr, nvGraphicFramePr');
      const placeholder = about.find('> nvPr > ph');
      const type = placeholder.attr('type') ?? 'obj';
      if (isOn(about.children('cNvPr').attr('hidden')) || repeated.test(type)) continue;
      if (shape.name === 'sp') {
        const isBody = placeholder.length > 0 && /^(?:obj|body)$/.test(type);
        if (!titles.test(type)) this.#addText(shape, isBody ? 'item' : 'paragraph');
      } else if (shape.name === 'grpSp' || shape.name === 'Choice') {
        this.add([...$(shape).children()]);
      } else if (shape.name === 'AlternateContent') {
        this.add([...$(shape).children('Choice').slice(0, 1)]);
      } else if (shape.name === 'graphicFrame') {
        for (const table of $(shape).find('> graphic > graphicData > tbl')) this.#addTable(table);
      }
    }
  }

  addTitle(): void {
    const shapes = this.#$('spTree sp').filter((_, shape) =>
      titles.test(this.#$(shape).find('> nvSpPr > nvPr > ph').attr('type') ?? ''),
    );
    const paragraphs = [...shapes.first().find('> txBody > p')];
    const text = collapse(paragraphs.map(linesOf).join(' '));
    if (text) this.blocks.push({ kind: 'heading', level: 1, text });
  }
}

/** Returns the blocks of a slide, with the texts of its diagrams, and those of its notes. */
function slideBlocks(parts: Package, part: string): Block[] {
  const $ = tree(unprefixed(parts, part));
  if ($('sld').attr('show') === '0') return [];
  const slide = new SlideReader($);
  slide.addTitle();
  slide.add([...$('spTree').first().children()]);
  for (const { type, part: other } of relationsOf(parts, part)) {
    if (type !== 'diagramData' && type !== 'notesSlide') continue;
    const inner = tree(unprefixed(parts, other));
    const reader = new SlideReader(inner);
    reader.add([...inner('spTree').first().children()]);
    slide.blocks.push(...reader.blocks);
    for (const paragraph of type === 'diagramData' ? inner('pt > t > p') : []) {
      const text = collapse(linesOf(paragraph));
      if (text) slide.blocks.push({ kind: 'item', text });
    }
  }
  const [first] = slide.blocks;
  // A slide without a title ends the section of the one before.
  if (first) first.level = 1;
  return slide.blocks;
}

function read(parts: Package): Loaded {
  const { main, title, language } = officeDocument(parts);
  const relations = new Map(relationsOf(parts, main).map(({ id, part }) => [id, part]));
  const ids = [...tree(unprefixed(parts, main))('sldIdLst > sldId')];
  const blocks = ids.flatMap(({ attribs }) =>
    slideBlocks(parts, relations.get(attribs['r:id'] ?? '') ?? ''),
  );
  // PowerPoint names documents "PowerPoint Presentation".
  const first = blocks.find(({ kind }) => kind === 'heading')?.text;
  return { title: first ?? title, language, blocks };
}

/** Loads a PowerPoint presentation. @throws AppError `unsupported_type`, `too_large` */
export const loadPptx = (bytes: Uint8Array): Promise<Loaded> => readPackage(bytes, read);
