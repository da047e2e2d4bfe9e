import { parentPort } from 'node:worker_threads';

/** A model that lists its work, and does what a text says. */
const done: string[] = [];
let orders = 0;

parentPort?.on('message', ({ folder, texts }: { folder: string | null; texts: string[] }) => {
  done.push(...texts);
  orders++;
  const [text = ''] = texts;
  if (text === 'crash') process.exit(3);
  if (text === 'hang') for (;;);
  if (text === 'fail') return parentPort?.postMessage({ error: 'Error: no such word' });
  const wait = text === 'slow' ? 150 : 0;
  setTimeout(() => {
    // The vector tells how many texts came before it in this thread, and in which order it came.
    const values = Float32Array.from(
      texts.flatMap((one) => [done.indexOf(one), folder ? 1 : 0, orders]),
    );
    parentPort?.postMessage({ values, dimensions: 3 });
  }, wait);
});
