import { globSync } from 'node:fs';
import { parse } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

export interface BenchOptions {
  /** Folder of the public benchmarks' data; empty when there is none. */
  data: string;
  /** Folder of local models; empty when there is none. */
  models: string;
  /** Options of generated sites. */
  posts: number;
  /** Conversations and documents of the lists. */
  turns: number;
  documents: number;
  /** One of the databases, or all. */
  database: 'sqlite' | 'mariadb' | '';
  /** Embedder of the sites that are asked: `provider` or `provider:model`. */
  embedder: string;
  /** Asks the built-in answerer alone, and prints so many of its answers; -1: asks a language model, too. */
  only: number;
  /** Measures the sidecar that `npm run package` has written. */
  release: boolean;
  /** Asks a language model alone, and prints so many of its prompts; -1: asks the built-in answerer, too. */
  prompts: number;
  /** Name of a rule without which answers are compared; empty: none. */
  without: string;
  /** Prints what was measured, not only the figures. */
  verbose: boolean;
  /** Prints also what is kept for judging. */
  judge: boolean;
}

/** Figures by name; a group of them, such as one for each language, under one name. */
export type Figures = { [name: string]: number | string | Figures };

/** Exports of each benchmark. */
export interface Bench {
  run(options: BenchOptions): Figures | Promise<Figures>;
}

const here = fileURLToPath(new URL('.', import.meta.url));

/** Each benchmark is a file here, or a folder with a file of its name. */
const benchmarks = new Map(
  globSync(['*.ts', '*/*.ts'], { cwd: here }).flatMap((file) => {
    const { dir, name } = parse(file);
    return name !== 'run' && [name, ''].includes(dir) ? [[name, file] as const] : [];
  }),
);

/** One row for each figure, with dots between the names of groups. */
function rows(figures: Figures, group = ''): [string, string][] {
  return Object.entries(figures).flatMap(([name, value]): [string, string][] =>
    typeof value === 'object'
      ? rows(value, `${group}${name}.`)
      : [[group + name, typeof value === 'number' ? String(round(value)) : value]],
  );
}

function round(value: number): number {
  return Number(value.toPrecision(4));
}

function rounded(figures: Figures): Figures {
  const entries = Object.entries(figures).map(([name, value]) => [
    name,
    typeof value === 'number' ? round(value) : typeof value === 'object' ? rounded(value) : value,
  ]);
  return Object.fromEntries(entries) as Figures;
}

async function main(): Promise<void> {
  // A signal alone ends a process without its `exit` event, in which benchmarks end what they have started.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));
  const { values, positionals } = parseArgs({
    options: {
      data: { type: 'string', default: '' },
      models: { type: 'string', default: '' },
      posts: { type: 'string', default: '10000' },
      turns: { type: 'string', default: '100000' },
      documents: { type: 'string', default: '10000' },
      database: { type: 'string', default: '' },
      embedder: { type: 'string', default: 'local' },
      without: { type: 'string', default: '' },
      only: { type: 'string', default: '-1' },
      prompts: { type: 'string', default: '-1' },
      release: { type: 'boolean', default: false },
      verbose: { type: 'boolean', default: false },
      judge: { type: 'boolean', default: false },
    },
    allowPositionals: true,
  });
  const name = positionals[0] ?? '';
  const file = benchmarks.get(name);
  if (file === undefined) {
    console.error(
      `Usage: npm run bench -- NAME [--data DIR] [--models DIR] [--posts NUMBER] [--turns NUMBER] [--documents NUMBER] [--database sqlite|mariadb] [--embedder PROVIDER[:MODEL]] [--without RULE] [--only NUMBER] [--prompts NUMBER] [--release] [--verbose [--judge]]\nNAME: ${[...benchmarks.keys()].sort().join(', ')}`,
    );
    process.exitCode = 2;
    return;
  }
  const bench = (await import(`./${file}`)) as Bench;
  const database = values.database as BenchOptions['database'];
  const { posts, turns, documents, only, prompts } = values;
  const texts = { posts, turns, documents, only, prompts };
  const numbers = Object.fromEntries(
    Object.entries(texts).map(([option, text]) => [option, Number(text)]),
  ) as Record<keyof typeof texts, number>;
  const figures = await bench.run({ ...values, ...numbers, database });
  const table = rows(figures);
  const width = Math.max(...table.map(([label]) => label.length));
  for (const [label, value] of table) console.log(`${label.padEnd(width)}  ${value}`);
  console.log(JSON.stringify({ bench: name, figures: rounded(figures) }));
}

await main();
