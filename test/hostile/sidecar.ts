import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { json } from 'node:stream/consumers';
import { toAppError } from '../../server/errors/app-error.ts';
import type { BridgePost } from '../../server/contract/bridge.ts';
import type { Source } from '../../server/ingestion/read/extract.ts';
import { createGuardedExtract } from '../../server/ingestion/read/guarded-extract.ts';
import type { HostileFigures, HostileRequest, HostileResult } from './read-hostile.ts';

/**
 * Reads files like the sidecar and answers HTTP meanwhile. `POST /read` takes a `HostileRequest`;
 * `GET /figures` returns memory and blocking time.
 */

const { extract } = createGuardedExtract();
const delay = monitorEventLoopDelay({ resolution: 1 });
const never = new AbortController().signal;

async function sourceOf({ path, about }: HostileRequest): Promise<Source> {
  const bytes = await readFile(path);
  if (about.kind !== 'post') return { ...about, bytes } as Source;
  return { kind: 'post', post: JSON.parse(bytes.toString()) as BridgePost };
}

async function read(request: HostileRequest): Promise<HostileResult> {
  const source = await sourceOf(request);
  const started = performance.now();
  const ms = () => performance.now() - started;
  const sizes = { size: 1000, overlap: 150, minimum: 50 };
  try {
    const { chunks } = await extract(source, sizes, never);
    const leaked = chunks.some(({ content }) => content.includes('root:x:0:'));
    return { code: leaked ? 'leaked' : 'completed', message: '', cause: '', ms: ms() };
  } catch (error) {
    const { code, message, cause } = toAppError(error);
    const why = cause instanceof Error ? cause.message : '';
    return { code, message, cause: why, ms: ms() };
  }
}

/** Returns Linux' peak for this program; `maxRSS` includes the memory of the parent before the exec. */
function peakMb(pid: number): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  return Number(/^VmHWM:\s+(\d+) kB/m.exec(status)?.[1]) / 1024;
}

let readerPeakMb = 0;

/** Samples the peak of the current reader processes. */
function lookAtReader(): void {
  const children = readFileSync(`/proc/self/task/${process.pid}/children`, 'utf8');
  for (const pid of children.trim().split(' ').map(Number)) {
    try {
      if (pid) readerPeakMb = Math.max(readerPeakMb, peakMb(pid) || 0);
    } catch {
      // It has just ended.
    }
  }
}

const figures = (): HostileFigures => ({
  peakMb: peakMb(process.pid),
  readerPeakMb,
  blockMs: delay.max / 1e6,
});

async function answer(request: IncomingMessage): Promise<unknown> {
  if (request.url === '/read') return read((await json(request)) as HostileRequest);
  return request.url === '/figures' ? figures() : { ok: true };
}

const server = createServer((request, response) => {
  void answer(request).then((body) => response.end(JSON.stringify(body)));
});
server.listen(0, '127.0.0.1', () => {
  delay.enable();
  setInterval(lookAtReader, 10);
  process.send?.((server.address() as AddressInfo).port);
});
process.on('disconnect', () => process.exit());
