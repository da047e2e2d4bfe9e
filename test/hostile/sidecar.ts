import { readFileSync } from 'node:fs';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { toAppError } from '../../server/errors/app-error.ts';
import type { ErrorCode } from '../../server/contract/errors.ts';
import type { Source } from '../../server/ingestion/read/extract.ts';
import { Reader } from '../../server/ingestion/read/reader.ts';

/** A source whose bytes are in a file, or a post as JSON. */
export interface HostileRequest {
  path: string;
  about: { kind: 'post' } | Omit<Exclude<Source, { kind: 'post' }>, 'bytes'>;
}

/** Outcome of a source, and figures of the processes so far. */
export interface HostileResult {
  /** `leaked`: a file of the server was in the text. */
  code: 'completed' | 'leaked' | ErrorCode;
  message: string;
  /** Longest block of the event loop meanwhile, in milliseconds. */
  blockMs: number;
  /** Peak memory of this process, and of those that read. */
  peakMb: number;
  readerPeakMb: number;
}

/** Reads the sources that its parent names, like the sidecar, and replies with a `HostileResult`. */

const reader = new Reader();
const delay = monitorEventLoopDelay({ resolution: 1 });
const never = new AbortController().signal;
const sizes = { size: 1000, overlap: 150, minimum: 50 };

function sourceOf({ path, about }: HostileRequest): Source {
  const bytes = readFileSync(path);
  if (about.kind !== 'post') return { ...about, bytes } as Source;
  return JSON.parse(bytes.toString()) as Source;
}

async function read(request: HostileRequest): Promise<Pick<HostileResult, 'code' | 'message'>> {
  try {
    const { chunks } = await reader.extract(sourceOf(request), sizes, never);
    const leaked = chunks.some(({ content }) => content.includes('root:x:0:'));
    return { code: leaked ? 'leaked' : 'completed', message: '' };
  } catch (error) {
    const { code, message } = toAppError(error);
    return { code, message };
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

setInterval(lookAtReader, 10);
delay.enable();
process.on('message', (request: HostileRequest) => {
  delay.reset();
  void read(request).then((result) => {
    const figures = { blockMs: delay.max / 1e6, peakMb: peakMb(process.pid), readerPeakMb };
    process.send?.({ ...result, ...figures } satisfies HostileResult);
  });
});
process.on('disconnect', () => process.exit());
