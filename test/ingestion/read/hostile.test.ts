import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { toAppError } from '../../../server/errors/app-error.ts';
import { extract, type Source } from '../../../server/ingestion/read/extract.ts';
import { isFull } from '../../full-runs.ts';
import { hostileDocx } from '../../hostile/docx.ts';
import { hostileHtml } from '../../hostile/html.ts';
import { hostileOffice } from '../../hostile/office.ts';
import { hostilePdfs } from '../../hostile/pdf.ts';
import { hostileTexts } from '../../hostile/text.ts';
import { docx, p, row, table } from './docx-xml.ts';
import { epub, odf, pptx, row as sheetRow, shape, xlsx } from './office-xml.ts';
import { flate, rawPdf } from './pdf/raw-pdf.ts';
import type { HostileRequest, HostileResult } from '../../hostile/sidecar.ts';

/** One of each kind; full runs have all, which take minutes. */
const chosen = {
  pdf: 'a page tree that is its own child',
  docx: 'a billion laughs',
  txt: 'front matter that laughs',
  xlsx: 'a billion laughs',
  csv: 'a quote that never closes',
  pptx: 'groups 20,000 deep',
  odf: 'a row that is repeated a billion times',
  rtf: '3,000 rows with edges of their own',
  epub: 'a chapter that is read 100,000 times',
  page: 'blocks 500 deep',
  post: 'an excerpt 20,000 deep',
  site: 'blocks 500 deep',
} satisfies Record<Source['kind'], string>;
const names = Object.entries(chosen).map(([kind, name]) => `${kind}: ${name}`);
const isChosen = ({ name }: { name: string }) => isFull || names.includes(name);
const files = [
  ...hostilePdfs(),
  ...hostileDocx(),
  ...hostileOffice(),
  ...hostileTexts(),
  ...hostileHtml(),
].filter(isChosen);

const path = join(mkdtempSync(join(tmpdir(), 'itih-hostile-')), 'file');
/** Writes a source to a file: a message would take memory of the process that is measured. */
function write(source: Source): HostileRequest {
  if (source.kind === 'post') {
    writeFileSync(path, JSON.stringify(source));
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
  expect(results.length).toBeGreaterThanOrEqual(names.length);
  expect(results.filter(({ code }) => !clear.includes(code))).toEqual([]);
  const isMute = ({ code, message }: HostileResult) =>
    code !== 'completed' && !/^[A-Z].*\.$/.test(message);
  expect(results.filter(isMute)).toEqual([]);
  // The sidecar answers visitors meanwhile.
  expect(results.filter(({ blockMs }) => blockMs > 1500)).toEqual([]);
  const { peakMb, readerPeakMb } = results.at(-1)!;
  expect(peakMb + readerPeakMb).toBeLessThan(512);
}, 3_600_000);

const shown = 'BT /F1 9 Tf (Open daily.) Tj ET';
const pdf = rawPdf({
  pages: [shown, flate(shown), { content: '', entries: '/Annots [102 0 R]' }],
  catalog: '/Outlines 100 0 R /AcroForm << /Fields [102 0 R] /DR 4 0 R >>',
  objects: [
    '<< /First 101 0 R >>',
    '<< /Title (Open) >>',
    '<< /Type /Annot /Subtype /Widget /FT /Tx /T (a) /Rect [50 50 90 90] /DA (/F1 9 Tf) /V (Ada) >>',
  ],
});
const text = '---\ntitle: Museum\n---\n# Grüße 港\n\n- open\n\n```\ncode\n```\n';
const page =
  '<title>Museum</title><nav>Home</nav><main><h1>Museum</h1><p>Grüße</p><table><tr><td>Monday';
const web = { kind: 'page', contentType: 'text/html', url: 'https://site.example/' } as const;

test.each<Exclude<Source, { kind: 'post' }>>([
  { kind: 'pdf', bytes: pdf },
  { kind: 'docx', bytes: docx(p('Open daily.') + table(row(['Monday', 'closed']))) },
  { kind: 'xlsx', bytes: xlsx({ Hours: { rows: sheetRow(1, ['Monday', 'closed']) } }) },
  { kind: 'pptx', bytes: pptx([shape('title', 'Museum')]) },
  { kind: 'odf', bytes: odf('<office:text><text:p>Open daily.</text:p></office:text>') },
  { kind: 'epub', bytes: epub(['<h1>Museum</h1><p>Open daily.']) },
  { kind: 'rtf', bytes: Buffer.from("{\\rtf1{\\b Museum}\\par Gr\\'fc\\'dfe\\cell\\row}") },
  { kind: 'csv', bytes: Buffer.from('Day,Hours\nMonday,closed\n') },
  { kind: 'txt', bytes: Buffer.from(text) },
  { kind: 'txt', bytes: Buffer.from(`\ufeff${text}`, 'utf16le') },
  { ...web, bytes: Buffer.from(page) },
])(
  'damaged at any place, a $kind ends in words, and the next one is read',
  async (source) => {
    const sizes = { size: 200, overlap: 0, minimum: 20 };
    const read = (bytes: Uint8Array) =>
      extract({ ...source, bytes }, sizes, new AbortController().signal);
    const place = fc.nat(source.bytes.length - 1);
    const damages = fc.array(fc.tuple(place, fc.nat(255)), { minLength: 1, maxLength: 20 });
    await fc.assert(
      fc.asyncProperty(damages, fc.option(place), async (changes, end) => {
        const bytes = Uint8Array.from(source.bytes);
        for (const [at, value] of changes) bytes[at] = value;
        const reading = read(bytes.slice(0, end ?? undefined));
        const code = await reading.then(
          () => 'completed',
          (error: unknown) => toAppError(error).code,
        );
        expect(['completed', 'no_text', 'unsupported_type', 'too_large']).toContain(code);
      }),
      { seed: 17, numRuns: isFull ? 150 : 8 },
    );
    expect((await read(Uint8Array.from(source.bytes))).chunks).not.toEqual([]);
  },
  60_000,
);
