/** Things that a parser may do to its process, by the title of the post that it is given. */
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import type { Order, Report } from '../../../server/ingestion/read/reader-program.ts';
import { startWatch } from '../../../server/ingestion/read/reader-watch.ts';

const most = startWatch();

const report = (what: Report) => process.send?.(what);

/** The code of the error that the act ends with. */
function refusalOf(act: () => unknown): string {
  try {
    return String(act());
  } catch (error) {
    return (error as NodeJS.ErrnoException).code ?? 'unknown';
  }
}

function reply(title: string, spent = false): void {
  report({ chunks: [{ content: title, headingPath: '', page: null, offset: 0 }] });
  const about = { title, language: '', hash: String(process.pid) };
  report({ result: { about, chunkCount: 1 }, spent });
}

/** Sources that were read. */
let count = 0;

const behaviours: Record<string, () => void> = {
  loop: () => {
    for (;;);
  },
  exit: () => process.exit(3),
  'throw later': () => {
    setTimeout(() => {
      throw new Error('thrown by a timer');
    });
  },
  'lose a chunk': () => {
    const about = { title: '', language: '', hash: '' };
    report({ result: { about, chunkCount: 7 }, spent: false });
  },
  spent: () => reply('spent', true),
  'fill buffers': () => {
    const kept: Buffer[] = [];
    for (;;) kept.push(Buffer.alloc(4e6, 1));
  },
  'fill buffers unless first': () => {
    if (count > 0) behaviours['fill buffers']!();
    else reply(`first ${++count}`);
  },
  'fill WebAssembly': () => {
    const memory = new WebAssembly.Memory({ initial: 1, maximum: 65_536 });
    for (;;) {
      memory.grow(64);
      new Uint8Array(memory.buffer).fill(1);
    }
  },
  'fill the heap in one call': () => {
    const kept: unknown[] = [];
    for (;;) kept.push('a1 '.repeat(7e6).match(/\w+/g));
  },
  'look around': () => {
    const acts = [
      () => readFileSync('/etc/passwd'),
      () => writeFileSync(new URL('left-behind', import.meta.url), ''),
      () => execFileSync(process.execPath, ['--version']),
    ];
    reply([...acts.map(refusalOf), ...Object.keys(process.env).sort()].join(' '));
  },
  'write without end': () => {
    for (let line = 0; line < 1e5; line++) console.log('x'.repeat(100));
    reply('written');
  },
};

report({ ready: true });
process.on('message', (order: Order) => {
  if ('piece' in order) return;
  const { source } = order.task;
  most[0] = process.memoryUsage.rss() + order.memory;
  const title = source.kind === 'post' ? source.post.title : '';
  const behave = behaviours[title] ?? (() => reply(`${title} ${++count}`));
  behave();
});
