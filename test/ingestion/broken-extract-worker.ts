/** What a parser may do to its thread, by the title of the post that it is given. */
import { parentPort, workerData, type MessagePort } from 'node:worker_threads';
import type { Answer, Task } from '../../server/ingestion/extract-worker.ts';

const chunkPort = workerData as MessagePort;

function reply(title: string, spent = false): void {
  chunkPort.postMessage([{ content: title, headingPath: '', page: null, offset: 0 }]);
  const about = { title, language: '', hash: String(process.pid) };
  parentPort?.postMessage({ result: { about, chunkCount: 1 }, spent } satisfies Answer);
}

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
  'reject unheard': () => {
    void Promise.reject(new Error('nobody listens'));
  },
  'lose a chunk': () => {
    const about = { title: '', language: '', hash: '' };
    parentPort?.postMessage({ result: { about, chunkCount: 7 }, spent: false } satisfies Answer);
  },
  spent: () => reply('spent', true),
  'fill buffers': () => {
    const kept: Buffer[] = [];
    for (;;) kept.push(Buffer.alloc(4e6, 1));
  },
  'fill WebAssembly': () => {
    const memory = new WebAssembly.Memory({ initial: 1, maximum: 65_536 });
    for (;;) {
      memory.grow(64);
      new Uint8Array(memory.buffer).fill(1);
    }
  },
  'fill the heap': () => {
    const kept: unknown[] = [];
    for (;;) kept.push(Array.from({ length: 100 }, (_, index) => ({ index })));
  },
  /** Where V8 would abort the process if the thread's limit were what stops it. */
  'fill the heap in one call': () => {
    const kept: unknown[] = [];
    for (;;) kept.push('a1 '.repeat(7e6).match(/\w+/g));
  },
  'write without end': () => {
    for (let line = 0; line < 1e5; line++) console.log('x'.repeat(100));
    reply('written');
  },
};

let count = 0;
parentPort?.on('message', ({ source }: Task) => {
  const title = source.kind === 'post' ? source.post.title : '';
  const behave = behaviours[title] ?? (() => reply(`${title} ${++count}`));
  behave();
});
