import type { ReactNode } from 'react';
import type { TextBlock } from '../../server/contract/knowledge.ts';

/** Blocks of one kind that follow each other: the items of a list, the rows of a table. */
interface Group {
  kind: TextBlock['kind'];
  blocks: TextBlock[];
}

export function groupsOf(blocks: readonly TextBlock[]): Group[] {
  const groups: Group[] = [];
  for (const block of blocks) {
    const last = groups.at(-1);
    const joins = block.kind === 'item' || block.kind === 'row';
    if (joins && last?.kind === block.kind) last.blocks.push(block);
    else groups.push({ kind: block.kind, blocks: [block] });
  }
  return groups;
}

/** Returns the cells of a row that reads `Ticket: Adults; Price: 12 €`, by their names; null for another row. */
function cellsOf({ text }: TextBlock): [name: string, value: string][] | null {
  const cells = text.split('; ').map((cell): [string, string] => {
    const at = cell.indexOf(': ');
    return at > 0 ? [cell.slice(0, at), cell.slice(at + 2)] : ['', cell];
  });
  return cells.every(([name]) => name !== '') ? cells : null;
}

/** A table as far as its rows tell its columns; otherwise one row a line. */
function Rows({ blocks }: { blocks: readonly TextBlock[] }) {
  const rows = blocks.map(cellsOf);
  const names = rows[0]?.map(([name]) => name);
  const isTable = rows.every(
    (cells) => cells !== null && cells.map(([name]) => name).join('\n') === names?.join('\n'),
  );
  if (!names || !isTable) {
    return blocks.map(({ text }, row) => (
      <p key={row} dir="auto">
        {text}
      </p>
    ));
  }
  return (
    <div className="itih-text__table" tabIndex={0} role="region" aria-label={names.join(', ')}>
      <table>
        <thead>
          <tr>
            {names.map((name, column) => (
              <th key={column} scope="col" dir="auto">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((cells, row) => (
            <tr key={row}>
              {cells?.map(([, value], column) => (
                <td key={column} dir="auto">
                  {value}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** Headings of the text stand below those of the screen, without a gap between the levels. */
function Heading({ text, level }: { text: string; level: number }) {
  const Tag = `h${level}` as 'h3';
  return <Tag dir="auto">{text}</Tag>;
}

const content: Record<TextBlock['kind'], (props: Group & { level: number }) => ReactNode> = {
  heading: ({ blocks, level }) =>
    blocks.map(({ text }, key) => <Heading key={key} text={text} level={level} />),
  paragraph: ({ blocks }) =>
    blocks.map(({ text }, key) => (
      <p key={key} dir="auto">
        {text}
      </p>
    )),
  item: ({ blocks }) => (
    <ul>
      {blocks.map(({ text }, key) => (
        <li key={key} dir="auto">
          {text}
        </li>
      ))}
    </ul>
  ),
  row: ({ blocks }) => <Rows blocks={blocks} />,
  code: ({ blocks }) => (
    <pre dir="ltr" tabIndex={0}>
      {blocks.map(({ text }) => text).join('\n')}
    </pre>
  ),
};

/** Levels of the headings on the screen, which begin below its own and skip none. */
function levelsOf(groups: readonly Group[]): number[] {
  const open: number[] = [];
  return groups.map(({ kind, blocks: [first] }) => {
    if (kind !== 'heading') return 0;
    const level = first?.level ?? 2;
    while ((open.at(-1) ?? 0) >= level) open.pop();
    open.push(level);
    return Math.min(6, open.length + 2);
  });
}

/** A text as it was read: headings, paragraphs, lists and tables, without the look of its page. */
export function TextView({ blocks }: { blocks: readonly TextBlock[] }) {
  const groups = groupsOf(blocks);
  const levels = levelsOf(groups);
  return (
    <div className="itih-text">
      {groups.map((group, index) => {
        const Content = content[group.kind];
        return <Content key={index} {...group} level={levels[index] ?? 0} />;
      })}
    </div>
  );
}
