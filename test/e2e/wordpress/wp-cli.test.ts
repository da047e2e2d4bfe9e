/** `wp itih …` on the real site with a real sidecar, through a stand-in for WP-CLI. */
import { readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { unzipSync } from 'fflate';
import type { StatusReply } from '../../../server/contract/admin.ts';
import type { DocumentView } from '../../../server/contract/knowledge.ts';
import { program } from '../../program.ts';
import { sampled } from '../../full-runs.ts';
import { createPost, rest, runPhp, trashPost, type Post } from '../../stack.ts';
import { useSidecar } from './on-site.ts';
import { ask, indexed } from './visitor.ts';
import { wp } from './wp-cli.ts';

const key = 'sk-a-key-that-must-not-be-shown-4711';
const sidecar = useSidecar({ database: 'mariadb' });
let post: Post;

const ok = async (...args: string[]): Promise<string> => {
  const { code, stdout, stderr } = await wp(['itih', ...args]);
  expect([code, stderr]).toEqual([0, '']);
  return stdout;
};
const json = async <T>(...args: string[]) => JSON.parse(await ok(...args, '--format=json')) as T;

beforeAll(async () => {
  post = await createPost({
    title: 'Heron',
    content: '<p>The harbour gate is guarded by a stone heron.</p>',
  });
  await indexed();
  await ask('What guards the harbour gate?');
});
afterAll(() => trashPost(post.id));

test('status, a search and an answer with its sources', async () => {
  expect(await ok('status')).toContain('database engine: MariaDB');
  expect((await json<StatusReply>('status')).queue.paused).toBe(false);
  expect(await ok('status', '--format=csv')).toMatch(/^name,value\nok,true/);
  const found = await json<{ title: string; outcome: string }[]>('search', 'heron', '--top-k=1');
  expect(found[0]).toMatchObject({ title: 'Heron', outcome: 'used' });
  const lines = (await ok('ask', 'What guards the harbour gate?')).trim().split('\n');
  expect(lines.join()).toContain('stone heron');
  expect(lines).toContain(`[1] Heron ${post.link}`);
  expect(lines.at(-1)).toMatch(/^answered, /);
  expect((await wp(['itih', 'search'])).code).toBe(1);
  expect((await wp(['itih', 'status', '--format=xml'])).stderr).toContain("'format'");
});

test('a setting is read, changed and validated as everywhere', async () => {
  expect(await ok('settings', 'get', 'chat.top_k')).toBe('5\n');
  expect(await ok('settings', 'set', 'chat.top_k', '7')).toBe('Success: chat.top_k: 7\n');
  expect(await ok('settings', 'set', 'chat.starters', '["When?"]', '--format=json')).toContain(
    '["When?"]',
  );
  expect(await ok('settings', 'set', 'general.widget_enabled', 'on')).toContain('true');
  const { code, stderr } = await wp(['itih', 'settings', 'set', 'chat.top_k', '700']);
  expect([code, stderr]).toEqual([1, expect.stringContaining('chat.top_k: ')]);
  expect(await ok('settings', 'get', 'chat.top_k')).toBe('7\n');
  expect((await wp(['itih', 'settings', 'get', 'chat.nothing'])).stderr).toContain(
    'There is no setting',
  );
});

test('visitors, pages and conversations control no terminal, nor one that shows an export', async () => {
  // Clears the screen, writes the clipboard, sets the title as a C1 control, turns the direction.
  const attack = 'sluice\u001b[2J\u001b]52;c;eA==\u0007\u009b31m\u009d0;x\u009c\u202edne\rZ';
  const page = await createPost({ title: `Weir ${attack}`, content: `<p>Weir ${attack}</p>` });
  await ask(`Where is the ${attack}?`);
  const at = Date.now();
  const turns = [
    { role: 'user', content: attack, at },
    { role: 'assistant', content: attack, at },
  ];
  await rest('POST', '/itih/v1/chats/import', { chats: [{ key: 'attack', turns }] });
  await indexed();
  const lists = ['chats list', 'documents list', 'gaps list', 'search weir', 'settings list'];
  const commands = lists.flatMap((words) =>
    ['table', 'csv', 'yaml', 'json'].map((format) => [...words.split(' '), `--format=${format}`]),
  );
  for (const words of [...sampled(commands, 3), ['chats', 'export'], ['ask', `Weir ${attack}`]]) {
    const isExport = words[1] === 'export';
    // An export keeps what writing needs, such as the joiners of Persian; its lines end as RFC 4180 says.
    const control = isExport ? /\r(?!\n)|(?![\r\n\t])\p{Cc}/u : /(?![\n\t])[\p{Cc}\p{Cf}]/u;
    const shown = await ok(...words);
    expect([words, control.exec(shown)?.[0]]).toEqual([words, undefined]);
  }
  expect(await ok('chats', 'list')).toContain('sluice[2J');
  await trashPost(page.id);
  await ok('chats', 'delete', '--all', '--search=sluice', '--yes');
}, 60_000);

test('a key comes from standard input, and is shown nowhere', async () => {
  const refused = await wp(['itih', 'settings', 'set', 'llm.openai.api_key', key]);
  expect([refused.code, refused.stderr]).toEqual([1, expect.stringContaining('standard input')]);
  const set = await wp(['itih', 'settings', 'set', 'llm.openai.api_key'], { input: `${key}\n` });
  expect([set.code, set.stdout]).toEqual([0, 'Success: llm.openai.api_key: …4711\n']);
  for (const format of ['table', 'json']) {
    const list = await ok('settings', 'list', `--format=${format}`);
    expect(list).toContain('4711');
    expect(list).not.toContain(key);
  }
  expect(await ok('settings', 'get', 'llm', '--format=json')).not.toContain(key);
  expect(JSON.stringify(await runPhp("return get_option( 'itih_settings' );"))).not.toContain(key);
  await ok('settings', 'set', 'llm.openai.api_key', '');
  expect(await ok('settings', 'get', 'llm.openai.api_key')).toBe('\n');
});

test('posts are taken up; a document is read again, refused and removed', async () => {
  expect(await ok('index', '--post_type=page')).toMatch(
    /Success: \d+ posts? (?:is|are) being indexed\./,
  );
  const [known] = await json<DocumentView[]>('documents', 'list', '--search=Heron', '--fields=id');
  const id = String(known?.id);
  expect(await ok('documents', 'list', '--search=Heron', '--format=ids')).toBe(`${id}\n`);
  expect(await ok('documents', 'process', id)).toContain('is being read again');
  expect((await wp(['itih', 'documents', 'add', 'ftp://example.test/'])).code).toBe(1);
  const kept = await wp(['itih', 'documents', 'delete', id], { input: 'n\n' });
  expect(kept.stdout).not.toContain('Success');
  expect(await ok('documents', 'delete', id, '--yes')).toContain('is removed');
  expect(await ok('documents', 'list', '--search=Heron', '--format=count')).toBe('0\n');
});

test('many conversations are deleted in the background, and the command waits for it', async () => {
  const turns = [
    { role: 'user', content: 'Where is the lighthouse?', at: Date.now() },
    { role: 'assistant', content: 'On the rock.', at: Date.now() },
  ];
  for (let call = 0; call < 11; call++) {
    const chats = Array.from({ length: 50 }, (_, n) => ({ key: `light-${call}-${n}`, turns }));
    expect((await rest('POST', '/itih/v1/chats/import', { chats })).status).toBe(200);
  }
  const deleted = await ok('chats', 'delete', '--all', '--search=lighthouse', '--yes');
  expect(deleted).toContain('Success: 550 conversations are deleted.');
  expect(await ok('chats', 'list', '--format=count')).toBe('1\n');
}, 60_000);

test('the doctor finds nothing where all works, and writes a support bundle with the program of the answer service', async () => {
  // Another suite may have left a post without text.
  const failed = (await ok('documents', 'list', '--status=failed', '--format=ids')).trim();
  if (failed) await ok('documents', 'delete', ...failed.split(' '), '--yes');
  const lines = (await ok('doctor')).trim().split('\n');
  expect(lines).toHaveLength(15);
  expect(lines.filter((line) => !line.startsWith('ok '))).toEqual([]);
  const file = join(tmpdir(), `itih-support-${process.pid}.zip`);
  const args = [`--program=${resolve(program)}`, `--node=${process.execPath}`];
  expect(await ok('doctor', `--bundle=${file}`, ...args)).toContain(`Wrote ${file}`);
  const names = Object.keys(unzipSync(readFileSync(file)));
  rmSync(file);
  expect(names).toEqual(expect.arrayContaining(['checks.json', 'settings.json', 'counts.json']));
});

test('without a sidecar the doctor fails and says what to do; owned settings still change', async () => {
  await sidecar.stop();
  const doctor = await wp(['itih', 'doctor', '--format=json']);
  expect(doctor.code).toBe(1);
  const results = JSON.parse(doctor.stdout) as { check: string; result: string; next: string }[];
  expect(results.find(({ check }) => check === 'connection')).toMatchObject({
    result: 'fail',
    next: expect.stringMatching(/Start it on the server|program of the answer service/),
  });
  expect(results.filter(({ result }) => result === 'skip').map(({ check }) => check)).toContain(
    'queue',
  );
  const { code, stderr } = await wp(['itih', 'status']);
  expect([code, stderr]).toEqual([1, expect.stringContaining('Nothing answers at')]);
  const set = await wp(['itih', 'settings', 'set', 'general.widget_enabled', 'off']);
  expect([set.code, set.stdout]).toEqual([0, 'Success: general.widget_enabled: false\n']);
  const refused = await wp(['itih', 'settings', 'set', 'chat.top_k', '3']);
  expect([refused.code, refused.stdout]).toEqual([1, '']);
});
