import { parentPort } from 'node:worker_threads';

/** A model that lists its work, and does what a text says. */
const done: string[] = [];

parentPort?.on('message', ({ folder, texts }: { folder: string | null; texts: string[] }) => {
  done.push(...texts);
  const [text = ''] = texts;
  if (text === 'crash') process.exit(3);
  if (text === 'hang') for (;;);
  if (text === 'fail') return parentPort?.postMessage({ error: 'Error: no such word' });
  const wait = text === 'slow' ? 150 : 0;
  setTimeout(() => {
    // The vector tells how many texts came before it in this thread.
    const values = Float32Array.from(texts.flatMap((one) => [done.indexOf(one), folder ? 1 : 0]));
    parentPort?.postMessage({ values, dimensions: 2 });
  }, wait);
});
