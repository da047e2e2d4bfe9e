import { once } from 'node:events';
import { mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { freePort, spawnSidecar } from '../database/process.ts';
import { secret } from '../database/sidecar.ts';
import { answer } from '../fakes/openai-behaviours.ts';
import { fakeApiKey, startOpenAiServer, type OpenAiServer } from '../fakes/openai-server.ts';
import { shimFor } from '../fakes/shim.ts';
import { until } from '../fakes/wait.ts';
import { startWordPressSite } from '../fakes/wordpress-site.ts';
import { rawPdf, show } from '../ingestion/read/pdf/raw-pdf.ts';
import { unpack } from './archive.ts';

const folder = mkdtempSync(join(tmpdir(), 'itih-update-'));
const plugin = join(folder, 'plugins/itih-rag-chat');
const program = join(plugin, 'sidecar/itih.mjs');
/** Four seconds. */
const slow = answer({ text: ['The ', 'swans are fed ', 'at noon.'], delayMs: 1300 });

let site: Awaited<ReturnType<typeof startWordPressSite>>;
let vendor: OpenAiServer;
let port: string;
let sidecar: Awaited<ReturnType<typeof spawnSidecar>>;

const start = () =>
  spawnSidecar(
    {
      ITIH_PORT: port,
      ITIH_SITE_URL: site.url,
      ITIH_DATABASE_URL: `sqlite:${join(folder, 'itih.sqlite')}`,
      ITIH_CACHE_DIR: join(folder, 'state'),
      ITIH_SUPERVISED: '1',
      ITIH_LEASE_SECONDS: '5',
    },
    program,
  );

beforeAll(async () => {
  unpack('itih-rag-chat.zip', join(folder, 'plugins'));
  unpack('itih-rag-chat.zip', join(folder, 'new'));
  const about = join(folder, 'new/itih-rag-chat/sidecar/package.json');
  writeFileSync(
    about,
    readFileSync(about, 'utf8').replace(/"version": "[^"]*"/, '"version": "99.0.0"'),
  );
  vendor = await startOpenAiServer({ behave: () => slow });
  site = await startWordPressSite(secret);
  site.settings = { general: { widget_enabled: true } };
  port = String(await freePort());
  sidecar = await start();
}, 90_000);
afterAll(async () => {
  sidecar.child.kill('SIGTERM');
  await Promise.all([site.close(), vendor.close()]);
  rmSync(folder, { recursive: true });
});

/** As WordPress does: the old folder goes, then the new one comes. It has other names for most parts. */
function remove(): void {
  renameSync(plugin, join(folder, 'old'));
  rmSync(join(folder, 'old'), { recursive: true });
}
const replace = () => renameSync(join(folder, 'new/itih-rag-chat'), plugin);

const pdf = (n: number) => {
  const text = `(The swans of lake ${n} are fed at noon.)`;
  const pages = [show([{ x: 20, y: 700, text, font: 'F' }])];
  const font = '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>';
  return Buffer.from(rawPdf({ pages, fonts: { F: font } }));
};

type Documents = { id: number; status: string; error: unknown }[];

test('cuts no answer and fails no document, though parts are needed that are gone from the disk', async () => {
  const shim = shimFor(sidecar.url, secret);
  const openai = { api_key: fakeApiKey, base_url: vendor.url, model: 'gpt-4o-mini' };
  const { status } = await shim.admin('PUT', '/settings', {
    body: {
      llm: { provider: 'openai', fallback: 'builtin', openai },
      chat: { strict: false },
      limits: { answers_per_ip: 0, answers_relayed: 1000, per_ip_max: 0 },
    },
  });
  expect(status).toBe(200);
  const add = async (n: number) => {
    site.attach(n, `lake-${n}.pdf`, pdf(n));
    await shim.admin('POST', '/documents', { body: { attachment_id: n, mode: 'queue' } });
  };
  const ask = async (n: number) => {
    const { frames } = await shim.chat(`When are the swans of lake ${n} fed?`);
    const done = frames.map(({ data }) => data).find(({ type }) => type === 'done');
    return done?.type === 'done' ? `${done.finish_reason} ${done.model}` : 'cut';
  };

  for (let n = 1; n <= 6; n++) await add(n);
  remove();
  // Neither the vendor's client nor what reads a PDF was needed before.
  const answers = Array.from({ length: 20 }, (_, n) => ask(n));
  for (let n = 7; n <= 12; n++) await add(n);
  expect(await Promise.all(answers)).toEqual(Array(20).fill('stop openai:gpt-4o-mini'));
  replace();

  const [code] = (await once(sidecar.child, 'exit')) as [number | null];
  expect(code).toBe(0);
  expect(sidecar.log()).not.toContain('another model takes over');
  sidecar = await start();
  const list = async () => (await shim.admin<Documents>('GET', '/documents')).body;
  await until(
    'all are read',
    async () =>
      (await list()).every(({ status: state }) => !['queued', 'processing'].includes(state)),
    60_000,
  );
  const read = await list();
  expect(read.map(({ status: state, error }) => [state, error])).toEqual(
    Array(12).fill(['completed', null]),
  );
}, 180_000);
