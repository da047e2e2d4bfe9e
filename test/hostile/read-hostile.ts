import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ErrorCode } from '../../server/contract/errors.ts';
import type { Source } from '../../server/ingestion/read/extract.ts';
import type { HostileFile } from './file.ts';

/** A source whose bytes, or a post's JSON, are in a file. */
export interface HostileRequest {
  path: string;
  about: { kind: 'post' } | Omit<Exclude<Source, { kind: 'post' }>, 'bytes'>;
}

export interface HostileResult {
  /** `leaked`: a file of the server was in the text. */
  code: 'completed' | 'leaked' | ErrorCode;
  message: string;
  /** Message of the error's cause, as in the log. */
  cause: string;
  ms: number;
}

export interface HostileFigures {
  /** Figures of the process that answers, and of the one that reads. */
  peakMb: number;
  readerPeakMb: number;
  /** Longest block of the event loop. */
  blockMs: number;
}

export interface HostileRun extends HostileFigures {
  /** `answers`: how often the process answered something else meanwhile. */
  results: (HostileResult & { name: string; answers: number })[];
  /** Longest time of an answer. */
  answerMs: number;
}

/** Milliseconds between two requests. */
const pause = 50;

async function startReader() {
  const child = fork(new URL('./sidecar.ts', import.meta.url));
  const [port] = (await once(child, 'message')) as [number];
  const url = `http://127.0.0.1:${port}`;
  return {
    get: async <T>(path: string, body?: unknown): Promise<T> => {
      const init = body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) };
      return (await (await fetch(url + path, init)).json()) as T;
    },
    stop: () => child.disconnect(),
  };
}

/** Writes a source to a file. */
async function write(source: Source, path: string): Promise<HostileRequest> {
  if (source.kind === 'post') {
    await writeFile(path, JSON.stringify(source.post));
    return { path, about: { kind: 'post' } };
  }
  const { bytes, ...about } = source;
  await writeFile(path, bytes);
  return { path, about };
}

/** Reads the files one after another in a separate process. @throws if that ends or does not answer */
export async function readHostile(files: readonly HostileFile[]): Promise<HostileRun> {
  const folder = await mkdtemp(join(tmpdir(), 'itih-hostile-'));
  const reader = await startReader();
  const results: HostileRun['results'] = [];
  let answers = 0;
  let answerMs = 0;
  let reading = true;
  const asking = (async () => {
    while (reading) {
      const started = performance.now();
      await reader.get('/');
      answerMs = Math.max(answerMs, performance.now() - started);
      answers++;
      await sleep(pause);
    }
  })();
  // If the process ends, the read below fails too.
  asking.catch(() => {});
  try {
    for (const { name, make } of files) {
      const request = await write(make(), join(folder, 'file'));
      const before = answers;
      const result = await reader.get<HostileResult>('/read', request);
      results.push({ name, ...result, answers: answers - before });
    }
    reading = false;
    await asking;
    return { results, answerMs, ...(await reader.get<HostileFigures>('/figures')) };
  } finally {
    reading = false;
    reader.stop();
    await rm(folder, { recursive: true });
  }
}
