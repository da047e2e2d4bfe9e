import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { isFull } from '../../full-runs.ts';
import { hostileFiles } from '../../hostile/files.ts';
import type { Source } from '../../../server/ingestion/read/extract.ts';
import type { HostileRequest, HostileResult } from '../../hostile/sidecar.ts';

/** One of each kind; full runs have hundreds, which take minutes. */
const chosen = [
  'pdf: a page tree that is its own child',
  'docx: a billion laughs',
  'txt: front matter that laughs',
  'page: blocks 500 deep',
  'post: an excerpt 20,000 deep',
];
const isChosen = ({ name }: { name: string }) => isFull || chosen.includes(name);
const files = (await hostileFiles()).filter(isChosen);

const path = join(mkdtempSync(join(tmpdir(), 'itih-hostile-')), 'file');
/** Writes a source to a file: a message would take memory of the process that is measured. */
function write(source: Source): HostileRequest {
  if (source.kind === 'post') {
    writeFileSync(path, JSON.stringify(source.post));
    return { path, about: { kind: 'post' } };
  }
  const { bytes, ...about } = source;
  writeFileSync(path, bytes);
  return { path, about };
}

let sidecar: ChildProcess;
let ended: Promise<never>;
beforeAll(() => {
  sidecar = fork(new URL('../../hostile/sidecar.ts', import.meta.url));
  ended = once(sidecar, 'exit').then(() => Promise.reject(new Error('The sidecar has ended.')));
  ended.catch(() => {});
});
afterAll(() => {
  sidecar.disconnect();
  rmSync(dirname(path), { recursive: true });
});

test(`each of ${files.length} hostile files ends completed, or failed with a clear code and a sentence, in little memory`, async () => {
  const results: (HostileResult & { name: string })[] = [];
  for (const { name, make } of files) {
    const replied = once(sidecar, 'message');
    sidecar.send(write(make()));
    results.push({ name, ...((await Promise.race([replied, ended])) as [HostileResult])[0] });
  }
  const clear = ['completed', 'no_text', 'unsupported_type', 'too_large'];
  expect(results.length).toBeGreaterThanOrEqual(chosen.length);
  expect(results.filter(({ code }) => !clear.includes(code))).toEqual([]);
  const isMute = ({ code, message }: HostileResult) =>
    code !== 'completed' && !/^[A-Z].*\.$/.test(message);
  expect(results.filter(isMute)).toEqual([]);
  // The sidecar answers visitors meanwhile.
  expect(results.filter(({ blockMs }) => blockMs > 1500)).toEqual([]);
  const { peakMb, readerPeakMb } = results.at(-1)!;
  expect(peakMb + readerPeakMb).toBeLessThan(512);
}, 3_600_000);
