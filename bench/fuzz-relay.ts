/** The same requests through a real WordPress, whose plugin checks, signs and relays them. */
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readStack, up } from '../tools/stack/stack.ts';
import { makeRequest, type Keys } from './fuzz-requests.ts';
import { send } from './fuzz-send.ts';
import { makeDice, type Known } from './fuzz-values.ts';
import { startSidecar } from './ingest-sidecar.ts';

/** As many as there are PHP workers. */
const atOnce = 4;

export async function fuzzRelay(seed: number, requests: number) {
  const bed = await up({ name: 'bench-fuzz', part: 'wordpress' });
  const stack = readStack(bed.file);
  const sidecar = await startSidecar(
    {
      ITIH_PORT: String(stack.sidecarPort),
      ITIH_SITE_URL: stack.url,
      ITIH_DATABASE_URL: `sqlite:${join(stack.folder, 'fuzz.sqlite')}`,
    },
    stack.secret,
  );
  const answers = new Map<string, number>();
  const violations: string[] = [];
  try {
    const limits = { per_ip_max: 0, answers_per_ip: 0, answers_total: 0 };
    const general = { widget_enabled: true };
    const settings = { general, embeddings: { provider: 'builtin' }, limits };
    const stored = await sidecar.call('PUT', '/settings', settings);
    if (!stored.ok) throw new Error(`PUT /settings answered ${stored.status}`);
    const session = await fetch(`${stack.url}/wp-json/itih/v1/session`);
    const { nonce } = (await session.json()) as { nonce: string };
    const login = `Basic ${Buffer.from(`${stack.adminUser}:${stack.appPassword}`).toString('base64')}`;
    const site = { id: randomUUID(), url: stack.url };
    const keys: Keys = { site, secret: '', nonce, login, sessionSecret: 'x' };
    const known: Known = { id: ['1', '2'], base_url: ['http://127.0.0.1:1/v1', ''] };
    const waiting = Array.from({ length: requests }, (_, n) => n).values();
    const work = async () => {
      for (const n of waiting) {
        const request = makeRequest(makeDice(seed * 1_000_003 + n), keys, known, 'relay');
        const { answer, violation } = await send(stack.url, request);
        answers.set(answer, (answers.get(answer) ?? 0) + 1);
        if (violation)
          violations.push(
            `relay, request ${n}: ${violation}\n    ${JSON.stringify(request).slice(0, 600)}`,
          );
      }
    };
    await Promise.all(Array.from({ length: atOnce }, work));
    for (const line of sidecar.failures) violations.push(`log: ${line.slice(0, 1500)}`);
    const complaints = readFileSync(stack.debugLog, { encoding: 'utf8', flag: 'a+' }).match(
      /PHP [^:]+: .* in \S*\/(?:itih-rag-chat|plugin-shim)\/\S+/g,
    );
    violations.push(...(complaints ?? []));
    return { answers, violations };
  } finally {
    await sidecar.end('SIGTERM');
    bed.close();
  }
}
