/** Tables as owners write them, with spans, several rows of heads and empty corners. */

/** Rows of cells, divided by bars: `<` belongs to the cell on its left, `^` to the one above. First come rows of heads. */
export interface Given {
  heads: number;
  rows: string[];
}

const one = (...rows: string[]): Given => ({ heads: 1, rows });
const two = (...rows: string[]): Given => ({ heads: 2, rows });
const three = (...rows: string[]): Given => ({ heads: 3, rows });

export const writtenTables: Record<string, Given> = {
  tickets: one('Ticket | Price | Valid', 'Adult | 12 € | one day', 'Child | 6 € | one day'),
  'a season over two rows': one(
    'Season | Day | Hours',
    'Summer | Sat | 10–16',
    '^ | Sun | 11–15',
    'Winter | Sat | closed',
  ),
  'seasons above prices': two(
    'Day | Summer | < | Winter | <',
    '^ | Adult | Child | Adult | Child',
    'Sat | 12 | 6 | 8 | 4',
    'Sun | 14 | 7 | 9 | 5',
  ),
  'boats of two kinds': two(
    'Boat | Weekday | < | Weekend | <',
    '^ | Hour | Day | Hour | Day',
    'Canoe | 12 € | 40 € | 15 € | 48 €',
    'Kayak | 15 € | 50 € | 18 € | 60 €',
  ),
  'an empty corner': one(' | Adults | Children', 'Day ticket | 12 | 6', 'Year ticket | 60 | 30'),
  'an empty corner over two rows': two(
    ' | Ground floor | < | First floor',
    ' | Hall | Shop | Café',
    'Seats | 120 | 4 | 36',
    'Doors | 6 | 2 | 1',
  ),
  'a value for two columns': one(
    'Room | Morning | Evening',
    'Library | 9–18 | <',
    'Studio | 9–12 | 14–20',
  ),
  'a value for three columns': one(
    'Line | Mon | Tue | Wed',
    'Ferry A | every hour | < | <',
    'Ferry B | 8:10 | 8:40 | 9:10',
  ),
  'a fee for two rows': one(
    'Course | Day | Fee',
    'Pottery | Monday | 80 €',
    'Weaving | Tuesday | ^',
    'Drawing | Friday | 45 €',
  ),
  'spans in both directions': one(
    'Course | Place | Fee',
    'Pottery | Barn | 80 €',
    'Weaving | ^ | 75 €',
    'Drawing | Tower | 45 €',
  ),
  'three rows of heads': three(
    'Year | Visitors | < | < | <',
    '^ | Summer | < | Winter | <',
    '^ | Adults | Children | Adults | Children',
    '2024 | 410 | 220 | 130 | 60',
    '2025 | 455 | 240 | 150 | 75',
  ),
  'a group with one column': two(
    'Name | Contact | < | Room',
    '^ | Phone | Mail | ^',
    'Ms Arden | 210 | arden@a.example | 14',
    'Mr Bow | 211 | bow@a.example | 15',
  ),
  'sizes in Japanese': one('サイズ | 幅 | 高さ', '小 | 20 cm | 30 cm', '大 | 40 cm | 60 cm'),
  'prices in Arabic': one('التذكرة | السعر', 'كبار | 12', 'أطفال | 6'),
  'German hours': one(
    'Tag | Vormittag | Nachmittag',
    'Montag | 9–12 | geschlossen',
    'Dienstag | 9–12 | 14–18',
    'Mittwoch | geschlossen | <',
  ),
  'French menus': two(
    'Plat | Midi | < | Soir',
    '^ | Petit | Grand | Grand',
    'Soupe | 4 € | 6 € | 7 €',
    'Tarte | 5 € | 8 € | 9 €',
  ),
  'a timetable': one(
    'Stop | First | Last | Every',
    'Quay | 6:05 | 23:35 | 10 min',
    'Mill | 6:12 | 23:42 | 10 min',
    'Fort | 6:20 | 23:50 | 20 min',
  ),
  'long heads': one(
    'Kind of membership of the museum | Price for a person and a year | Guests who may come along',
    'Friend | 40 € | 1',
    'Patron | 150 € | 4',
  ),
  'many columns': one(
    'Shoe | 36 | 37 | 38 | 39 | 40',
    'Oak | 3 | 5 | 0 | 2 | 1',
    'Elm | 0 | 1 | 4 | 4 | 2',
  ),
  'two columns': one('Day | Hours', 'Monday | closed', 'Tuesday | 10–17', 'Thursday | 10–20'),
  'rows over three': one(
    'Floor | Room | Shows',
    'Ground | Hall | ships',
    '^ | Cabinet | knots',
    '^ | Yard | anchors',
    'First | Loft | maps',
  ),
  'two nested rows': one(
    'County | Town | Office | Hours',
    'North | Arle | Post | 9–17',
    '^ | ^ | Bank | 9–15',
    '^ | Bree | Post | 10–14',
    'South | Cole | Post | 8–12',
  ),
  'empty values': one(
    'Tour | Mon | Tue | Wed',
    'Harbour | 10:00 |  | 12:00',
    'Tower |  | 11:00 | ',
  ),
  'a group of years': two(
    'Fee | 2025 | < | 2026 | <',
    '^ | Member | Guest | Member | Guest',
    'Sauna | 6 € | 9 € | 7 € | 10 €',
    'Pool | 3 € | 5 € | 4 € | 6 €',
  ),
  'a day for two groups': two(
    'Hour | Beginners | < | Masters',
    '^ | Mon | Wed | Fri',
    '17:00 | Hall A | Hall B | Hall C',
    '18:00 | Hall D | < | Hall E',
  ),
  'values that look like heads': one(
    'Plant | Light | Water',
    'Fern | shade | much',
    'Aloe | sun | little',
    'Ivy | shade | ^',
  ),
  'units below names': two(
    'Boat | Length | Weight',
    '^ | m | kg',
    'Skiff | 3.2 | 48',
    'Yawl | 7.5 | 900',
  ),
  'a wide group': two(
    'Zone | Single ticket | < | <',
    '^ | Adult | Child | Dog',
    'A | 2.40 | 1.20 | 1.20',
    'B | 3.10 | 1.60 | 1.20',
  ),
  allergens: one(
    'Dish | Nuts | Milk | Egg',
    'Porridge | no | yes | no',
    'Cake | yes | yes | yes',
    'Soup | no | < | <',
  ),
  'a price list with a note': one(
    'Service | Price | Note',
    'Haircut | 30 € | with wash',
    'Colour | 55 € | by appointment only',
    'Beard | 15 € | ^',
  ),
};

interface Placed {
  text: string;
  columns: number;
  rows: number;
}

export const gridOf = ({ rows }: Given) =>
  rows.map((line) => line.split('|').map((text) => text.trim()));

/** Cells where they begin; null where another reaches. */
export function placed(grid: string[][]): (Placed | null)[][] {
  return grid.map((cells, at) =>
    cells.map((text, column) => {
      if (text === '<' || text === '^') return null;
      let columns = 1;
      while (cells[column + columns] === '<') columns++;
      let rows = 1;
      while (grid[at + rows]?.[column] === '^') rows++;
      return { text, columns, rows };
    }),
  );
}

/** Text of each place. */
export function filled(grid: string[][]): string[][] {
  const result: string[][] = [];
  for (const [at, cells] of grid.entries()) {
    const line: string[] = [];
    for (const [column, text] of cells.entries())
      line.push(text === '<' ? line[column - 1]! : text === '^' ? result[at - 1]![column]! : text);
    result.push(line);
  }
  return result;
}

/** Heads of each column, such as `Summer Adult`. */
export const headsOf = (given: Given) => {
  const [first = [], ...others] = filled(gridOf(given)).slice(0, given.heads);
  return first.map((text, column) =>
    [...new Set([text, ...others.map((line) => line[column] ?? '')])].join(' ').trim(),
  );
};

export function htmlOf(given: Given): string {
  const lines = placed(gridOf(given)).map((cells, at) => {
    const name = at < given.heads ? 'th' : 'td';
    const shown = cells.map(
      (one) =>
        one && `<${name} colspan="${one.columns}" rowspan="${one.rows}">${one.text}</${name}>`,
    );
    return `<tr>${shown.filter((one) => one !== null).join('')}</tr>`;
  });
  return `<table>${lines.join('')}</table>`;
}
