import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { SearchReply } from '../../server/contract/search.ts';
import { freePort, spawnSidecar } from '../database/process.ts';
import { secret } from '../database/sidecar.ts';
import { shimFor } from '../fakes/shim.ts';
import { until } from '../fakes/wait.ts';
import { startWordPressSite } from '../fakes/wordpress-site.ts';
import { rawPdf, show } from '../ingestion/read/pdf/raw-pdf.ts';
import { unpack } from './archive.ts';

const folder = mkdtempSync(join(tmpdir(), 'itih-release-'));
const program = join(folder, 'itih-rag-chat/sidecar/itih.mjs');

type Documents = { documents: { id: number; status: string; error: unknown }[] };
let site: Awaited<ReturnType<typeof startWordPressSite>>;
let sidecar: Awaited<ReturnType<typeof spawnSidecar>>;
let shim: ReturnType<typeof shimFor>;

async function start() {
  const port = String(await freePort());
  const env = {
    ITIH_PORT: port,
    ITIH_SITE_URL: site.url,
    ITIH_DATABASE_URL: `sqlite:${join(folder, 'itih.sqlite')}`,
    ITIH_CACHE_DIR: join(folder, 'state'),
  };
  return spawnSidecar(env, program);
}

beforeAll(async () => {
  unpack('itih-rag-chat.zip', folder);
  site = await startWordPressSite(secret);
  site.settings = { general: { widget_enabled: true } };
  sidecar = await start();
  shim = shimFor(sidecar.url, secret);
}, 60_000);
afterAll(async () => {
  sidecar.child.kill('SIGTERM');
  await site.close();
  rmSync(folder, { recursive: true });
});

test('a program of one folder knows its commands', () => {
  const help = execFileSync(process.execPath, [program, '--help'], { encoding: 'utf8' });
  expect(help).toMatch(/serve[\s\S]*search[\s\S]*ask[\s\S]*doctor/);
});

/** The font names its letters so that only pdf-parse can read them. */
function unusualPdf(sentence: string): Buffer {
  const letters = [...new Set(sentence)];
  const hex = (value: number, digits: number) => value.toString(16).padStart(digits, '0');
  const names = letters.map((letter) => `/uni${hex(letter.charCodeAt(0), 4).toUpperCase()}`);
  const font = `<< /Type /Font /Subtype /Type3 /FontBBox [0 0 750 750] /FontMatrix [0.001 0 0 0.001 0 0]
    /FirstChar 1 /LastChar ${letters.length} /Widths [${'500 '.repeat(letters.length)}] /CharProcs << >>
    /Encoding << /Type /Encoding /Differences [1 ${names.join(' ')}] >> >>`;
  const codes = [...sentence].map((letter) => hex(letters.indexOf(letter) + 1, 2)).join('');
  const pages = [show([{ x: 20, y: 700, text: `<${codes}>`, font: 'J' }])];
  return Buffer.from(rawPdf({ pages, fonts: { J: font } }));
}

test('reads a PDF with both parsers, and answers with it', async () => {
  site.attach(71, 'guide.pdf', unusualPdf('The cloakroom closes at half past five.'));
  const { body } = await shim.admin<Documents>('POST', '/documents', {
    body: { attachment_id: 71, mode: 'now' },
  });
  expect(body.documents[0]).toMatchObject({ status: 'completed', error: null });
  const { frames } = await shim.chat('When does the cloakroom close?');
  const text = frames.flatMap(({ data }) => (data.type === 'delta' ? data.content : [])).join('');
  expect(text).toContain('half past five');
}, 60_000);

test('finds by meaning with the model that it brings', async () => {
  const query = 'Where do I leave my jacket, and until what time?';
  const search = async () =>
    (await shim.admin<SearchReply>('POST', '/search', { body: { query } })).body;
  await until('the passage has its vector', async () => (await search()).mode === 'memory', 30_000);
  const body = await search();
  expect(body.embedder).toBe('local:all-minilm-l6-v2');
  expect(body.chunks[0]?.content).toContain('cloakroom');
}, 60_000);
