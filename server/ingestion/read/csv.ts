import { parse, type Options } from 'csv-parse/sync';
import { collapse, type Loaded } from './blocks.ts';
import { decodeText } from './decode.ts';
import { gridBlocks, isName } from './grid.ts';

/** Characters and rows by which the delimiter is told. */
const sampleLength = 20_000;
const sampleRows = 50;

/** Characters of a row. */
const maxRecord = 1_000_000;

const rowsOf = (text: string, delimiter: string, more: Options = {}): string[][] =>
  parse(text, {
    ...{
      delimiter,
      trim: true,
      relax_quotes: true,
      relax_column_count: true,
      max_record_size: maxRecord,
    },
    ...more,
  });

/** Returns the rows of a sample that have the same number of columns as the row before, if it has several. */
function regularRows(sample: string, delimiter: string): number {
  try {
    const rows = rowsOf(sample, delimiter, { to: sampleRows });
    return rows.filter(({ length }, at) => length > 1 && length === rows[at - 1]?.length).length;
  } catch {
    return -1;
  }
}

/** Returns the delimiter that makes most rows alike. */
function delimiterOf(text: string): string {
  const lines = text.slice(0, sampleLength).split('\n');
  // The last line may be cut off within quotes.
  const sample = lines.slice(0, Math.max(1, lines.length - 1)).join('\n');
  let best = { delimiter: ',', count: 0 };
  for (const delimiter of [',', ';', '\t', '|']) {
    const count = regularRows(sample, delimiter);
    if (count > best.count) best = { delimiter, count };
  }
  return best.delimiter;
}

/**
 * Loads a table of text lines, with the names of its columns in the first row, whatever its delimiter.
 *
 * @throws AppError `unsupported_type`, `too_large`
 */
export function loadCsv(bytes: Uint8Array): Loaded {
  const text = decodeText(bytes)
    .replace(/^\ufeff/, '')
    .replace(/\r\n?/g, '\n');
  // Excel's way to name the delimiter.
  const named = /^sep=(.)\n/.exec(text);
  const table = text.slice(named?.[0].length ?? 0);
  const delimiter = named?.[1] ?? delimiterOf(table);
  let rows: string[][];
  try {
    rows = rowsOf(table, delimiter);
  } catch {
    // A quote is not closed.
    rows = rowsOf(table, delimiter, { quote: null, max_record_size: 0 });
  }
  const grid = rows.map((row, at) => {
    const cells = row.map(collapse);
    return { cells, isHeader: at === 0 && cells.every((cell) => cell === '' || isName(cell)) };
  });
  return { title: '', language: '', blocks: gridBlocks(grid) };
}
