import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import { phpStatus } from '../tools/stack/php.ts';
import { readStack, up, type Stack } from '../tools/stack/stack.ts';
import { mean, quantile, randomNumbers } from './parts/measure.ts';
import { startSidecar } from './parts/sidecar.ts';
import { wordsOf } from './parts/words.ts';
import type { Figures } from './run.ts';

const posts = 1000;
/** Some 120 words each. */
const paragraphs = 5;
/** Milliseconds between two visitors, and of the time in which the site is otherwise quiet. */
const betweenVisits = 500;
const quiet = 30_000;
const most = 300_000;

const completed = 'select count(*) as "all" from wp_rag_documents where status = \'completed\'';

async function runPhp<T>({ phpRunner, wpDir, url }: Stack, code: string): Promise<T> {
  const server = { HTTP_HOST: new URL(url).host, REQUEST_URI: '/', REQUEST_METHOD: 'GET' };
  const body = JSON.stringify({ dir: wpDir, server, code });
  return (await (await fetch(phpRunner, { method: 'POST', body })).json()) as T;
}

async function writePosts(stack: Stack): Promise<string[]> {
  const all = Array.from({ length: posts }, (_, id) => {
    const texts = Array.from({ length: paragraphs }, (_, at) => `<p>${wordsOf(id, at)}</p>`);
    return [`Post ${id}`, texts.join('\n')];
  });
  const given = Buffer.from(JSON.stringify(all)).toString('base64');
  return runPhp(
    stack,
    `$links = array();
    foreach ( json_decode( base64_decode( '${given}' ) ) as $post ) {
      $links[] = get_permalink( wp_insert_post( array( 'post_title' => $post[0], 'post_content' => $post[1], 'post_status' => 'publish' ) ) );
    }
    return $links;`,
  );
}

/** Visits pages, one after the other, until `work` is done. Returns milliseconds, and how many PHP workers are busy. */
async function visitDuring(stack: Stack, links: readonly string[], work: Promise<unknown>) {
  const times: number[] = [];
  const busy: number[] = [];
  const next = randomNumbers(7);
  let isDone = false;
  void work.finally(() => (isDone = true));
  while (!isDone) {
    const started = performance.now();
    await (await fetch(links[Math.floor(next() * links.length)]!)).text();
    times.push(performance.now() - started);
    const status = await fetch(`${stack.url}${phpStatus}?json`);
    // One answers this request.
    busy.push(((await status.json()) as { 'active processes': number })['active processes'] - 1);
    await sleep(Math.max(0, betweenVisits - (performance.now() - started)));
  }
  return { p95: quantile(times, 0.95), busy: mean(busy) };
}

/** Reads all posts, from their pages or as WordPress stores them, while visitors come. */
async function read(stack: Stack, links: readonly string[], pages: boolean): Promise<Figures> {
  const folder = mkdtempSync(join(tmpdir(), 'itih-native-'));
  const file = join(folder, 'native.sqlite');
  const sidecar = await startSidecar(
    {
      ITIH_SITE_URL: stack.url,
      ITIH_PORT: String(stack.sidecarPort),
      ITIH_DATABASE_URL: `sqlite:${file}`,
      ITIH_CACHE_DIR: folder,
    },
    stack.secret,
  );
  const database = new DatabaseSync(file, { readOnly: true });
  try {
    await sidecar.call('PUT', '/settings', {
      embeddings: { provider: 'builtin' },
      indexing: { only_shown_to_guests: pages, read_pages: pages },
    });
    const started = performance.now();
    await sidecar.call('POST', '/posts/index', {});
    let seconds = 0;
    const all = (async () => {
      // The sidecar's own state asks WordPress for more.
      for (let read = 0; read < posts && performance.now() - started < most; await sleep(100))
        read = Number(database.prepare(completed).get()?.['all']);
      seconds = (performance.now() - started) / 1000;
    })();
    const { p95, busy } = await visitDuring(stack, links, all);
    return { posts_per_s: posts / seconds, site_p95_ms: p95, php_workers_busy: busy };
  } finally {
    database.close();
    await sidecar.end('SIGKILL');
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Reads a real WordPress behind nginx and PHP-FPM with four workers, and what its visitors notice of it. */
export async function run(): Promise<Figures> {
  const { file, close } = await up({ name: 'native', part: 'wordpress' });
  try {
    const stack = readStack(file);
    const links = await writePosts(stack);
    const { p95 } = await visitDuring(stack, links, sleep(quiet));
    return {
      quiet_site_p95_ms: p95,
      pages: await read(stack, links, true),
      stored: await read(stack, links, false),
    };
  } finally {
    close();
  }
}
