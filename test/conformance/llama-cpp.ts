/** The product with a llama.cpp server, a real one or its recorded replies. Nothing is expected of what it writes. */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type { TestReply } from '../../server/contract/admin.ts';
import type { ChatEvent } from '../../server/contract/chat.ts';
import { startLlamaCpp } from '../fakes/llama-cpp.ts';
import { startApp } from '../http/app-server.ts';

export interface Llama {
  /** With `/v1`. */
  url: string;
  /** The path of the model's file, as the server lists it. */
  model: string;
  isBusy: () => Promise<boolean>;
  /** It stands still: connections are taken, and nothing is said. */
  freeze: () => void;
  close: () => Promise<void>;
}

export interface LlamaOptions {
  context?: number;
  apiKey?: string;
  embedding?: boolean;
  /** Tokens of a text to embed. */
  batch?: number;
  /** It is returned before the model is loaded. */
  early?: boolean;
  /** It writes without end, where that can be had. */
  endless?: boolean;
}

export type StartLlama = (options: LlamaOptions) => Promise<Llama>;

const builtin = 'builtin:extractive-1';
const apiKey = 'key-of-the-example';
const question = 'When are the swans fed?';

type App = Awaited<ReturnType<typeof startApp>>;
type Done = ChatEvent & { type: 'done' };

const until = async (holds: () => Promise<boolean>, ms: number): Promise<boolean> => {
  for (const end = performance.now() + ms; performance.now() < end;) {
    if (await holds()) return true;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  return holds();
};

/** A sidecar that knows six pages. */
async function site(env: Record<string, string>): Promise<App> {
  const app = await startApp({ ITIH_FETCH_ALLOW: '127.0.0.1', ...env });
  for (const n of [1, 2, 3, 4, 5, 6]) {
    const content = `The swans of pond ${n} are fed at ${n} o'clock. ${'Children may help the keeper, who brings bread and grain to the pond. '.repeat(6)}`;
    await app.services.knowledge.add({ title: `Swans of pond ${n}`, content, mode: 'now' });
  }
  return app;
}

interface Limits {
  /** Milliseconds that one answer may take. */
  patience: number;
  /** Variables of the sidecar. */
  env?: Record<string, string>;
}

export function describeLlamaCpp(name: string, start: StartLlama, limits: Limits): void {
  const { patience, env = {} } = limits;
  describe(`llama.cpp: ${name}`, () => {
    let shared: App;
    let app: App;
    let llama: Llama;
    beforeAll(async () => {
      shared = await site(env);
    }, 30_000);
    beforeEach(() => {
      app = shared;
    });
    afterEach(async () => {
      if (app !== shared) await app.close();
      await llama.close();
    }, 30_000);
    afterAll(() => shared.close());

    /** Another sidecar, where it learns something of a model by its name, or is stopped. */
    async function useOwn(own = env): Promise<void> {
      app = await site(own);
    }

    async function connect(options: LlamaOptions = {}, over: object = {}, chat: object = {}) {
      llama = await start(options);
      const { url: base_url, model } = llama;
      const connection = { base_url, model, api_key: '', ...over };
      const body = {
        chat: { max_tokens: 48, temperature: 0, ...chat },
        limits: { per_ip_max: 0 },
        llm: { provider: 'openai_compatible', fallback: 'builtin', openai_compatible: connection },
      };
      const { status } = await app.shim.admin('PUT', '/settings', { body });
      expect(status).toBe(200);
    }

    async function ask(text = question) {
      const { frames, text: written } = await app.shim.chat(text);
      const events = frames.map(({ data }) => data);
      return { events, written, done: events.at(-1) as Done };
    }

    const check = async (body: object = { scope: 'llm' }) =>
      (await app.shim.admin<TestReply>('POST', '/admin/test', { body })).body;

    const byServer = () => `openai_compatible:${llama.model.split('/').at(-1)}`;

    const inTime = (title: string, run: () => Promise<void>) => test(title, run, 3 * patience);

    inTime('answers, and nobody is told where its file is', async () => {
      await connect();
      expect(await check()).toMatchObject({ ok: true, reply: expect.any(String) });
      const { done, events } = await ask();
      expect(done.model).toBe(byServer());
      expect(JSON.stringify(events)).not.toContain(llama.model);
    });

    inTime('-c 256: visitors get the built-in answer, the owner the reason', async () => {
      await useOwn();
      await connect({ context: 256 });
      const { done, written } = await ask();
      expect(done.model).toBe(builtin);
      expect(written).not.toBe('');
      expect(await check()).toMatchObject({
        ok: false,
        message: expect.stringMatching(/room for 256 tokens: too few/),
      });
    });

    inTime('-c 512: one passage may have room, or none, and the owner is told', async () => {
      await useOwn();
      await connect({ context: 512 });
      const { written } = await ask();
      expect(written).not.toBe('');
      expect(JSON.stringify(await check())).toContain('room for 512 tokens');
    });

    inTime(
      '-c 1024: the question is asked with fewer passages, and the owner is told',
      async () => {
        await useOwn();
        await connect({ context: 1024 });
        expect((await ask()).done.model).toBe(byServer());
        expect(await check()).toMatchObject({
          ok: true,
          notes: expect.arrayContaining([expect.stringMatching(/room for 1024 tokens/)]),
        });
      },
    );

    inTime('-c 2048: the question is asked as it is', async () => {
      await connect({ context: 2048 });
      const { done } = await ask();
      expect(done.model).toBe(byServer());
    });

    inTime('an answer that reaches its limit says so, or has ended before', async () => {
      await connect({ endless: true }, {}, { max_tokens: 16 });
      const { done } = await ask();
      expect(['length', 'stop']).toContain(done.finish_reason);
      if (done.usage.completion_tokens === 16) expect(done.finish_reason).toBe('length');
    });

    inTime('no line of an answer is read four times in a row', async () => {
      await connect({ endless: true }, {}, { max_tokens: 400 });
      const { written } = await ask();
      const lines = written.split(/(?<=[.!?\n])\s*/).filter((line) => line.length > 20);
      const isLoop = (at: number) => lines.slice(at, at + 4).every((line) => line === lines[at]);
      expect(lines.length < 4 || !lines.slice(0, -3).some((_line, at) => isLoop(at))).toBe(true);
    });

    inTime('down: the built-in answer at once, and the owner is led to the server', async () => {
      await connect();
      await llama.close();
      const { done } = await ask();
      expect(done.model).toBe(builtin);
      expect(await check()).toMatchObject({
        ok: false,
        failure: 'down',
        message: expect.stringMatching(/cannot be reached/),
      });
    });

    inTime('while it loads its model, nobody is turned away', async () => {
      await connect({ early: true });
      const { done, written } = await ask();
      expect([byServer(), builtin]).toContain(done.model);
      expect(written).not.toBe('');
    });

    inTime('two visitors and one slot: both are answered by the model', async () => {
      await connect({}, {}, { max_tokens: 16 });
      const both = await Promise.all([ask(), ask('Who feeds the swans of pond 2?')]);
      expect(both.map(({ done }) => done.model)).toEqual([byServer(), byServer()]);
    });

    inTime('Stop frees the slot', async () => {
      await useOwn();
      await connect({ endless: true }, {}, { max_tokens: 1000 });
      const asked = ask();
      expect(await until(() => llama.isBusy(), patience)).toBe(true);
      await app.services.answers.close();
      expect(await until(async () => !(await llama.isBusy()), patience / 2)).toBe(true);
      await asked;
    });

    inTime('standing still: the built-in answer in time, and the owner is told', async () => {
      await useOwn({ ITIH_FIRST_TOKEN_SECONDS: '2' });
      await connect();
      llama.freeze();
      expect((await ask()).done.model).toBe(builtin);
      expect(await check()).toMatchObject({
        ok: false,
        failure: 'late',
        message: expect.stringMatching(/took too long: no first token came/),
      });
      expect((await ask()).done.model).toBe(builtin);
      // After two late answers it is left in peace.
      const began = performance.now();
      expect((await ask()).done.model).toBe(builtin);
      expect(performance.now() - began).toBeLessThan(2000);
    });

    inTime('killed in mid-answer: the words so far, and an error', async () => {
      await connect({ endless: true }, {}, { max_tokens: 1000 });
      const asked = ask();
      await until(() => llama.isBusy(), patience);
      await llama.close();
      const { done, written } = await asked;
      // It may have been killed before the first word.
      if (done.model === builtin) expect(written).not.toBe('');
      else expect(done.finish_reason).toBe('error');
    });

    inTime('wrong model name: it answers all the same, and the owner is told', async () => {
      await connect({}, { model: 'no-such-model' });
      expect(await check()).toMatchObject({
        ok: true,
        notes: expect.arrayContaining([expect.stringMatching(/^The server answers with .*gguf/)]),
      });
    });

    inTime('a key that is missing, wrong, right', async () => {
      await connect({ apiKey });
      expect(await check()).toMatchObject({
        failure: 'key',
        message: expect.stringMatching(/wants an API key \(401\): Invalid API Key\. Enter the one/),
      });
      expect((await ask()).done.model).toBe(builtin);
      const keyed = (api_key: string) => ({
        scope: 'llm',
        settings: {
          llm: { openai_compatible: { base_url: llama.url, model: llama.model, api_key } },
        },
      });
      expect(await check(keyed('another'))).toMatchObject({
        failure: 'key',
        message: expect.stringMatching(/refused the API key \(401\)/),
      });
      expect(await check(keyed(apiKey))).toMatchObject({ ok: true });
    });

    inTime('its address with a slash, or the endpoint, at its end', async () => {
      await connect();
      for (const end of ['/', '/chat/completions']) {
        const openai_compatible = { base_url: llama.url + end, model: llama.model };
        const settings = { llm: { openai_compatible } };
        expect(await check({ scope: 'llm', settings })).toMatchObject({ ok: true });
      }
    });

    inTime('https to a server without it is noticed', async () => {
      await connect();
      const base_url = llama.url.replace('http:', 'https:');
      const settings = { llm: { openai_compatible: { base_url, model: llama.model } } };
      const began = performance.now();
      expect(await check({ scope: 'llm', settings })).toMatchObject({
        ok: false,
        // Jest's modules do not know Node's errors; `server/cli/doctor.test.ts` reads the words.
        message: expect.stringMatching(/does not speak https|cannot be reached/),
      });
      expect(performance.now() - began).toBeLessThan(9000);
    });

    const embeddings = () => ({
      provider: 'openai_compatible',
      openai_compatible: { base_url: llama.url, model: llama.model, api_key: '' },
    });

    inTime('embeddings without --embedding: the remedy is shown', async () => {
      await connect();
      expect(
        await check({ scope: 'embedding', settings: { embeddings: embeddings() } }),
      ).toMatchObject({
        ok: false,
        message: expect.stringMatching(/Start it with `--embeddings`/),
      });
    });

    inTime(
      'embeddings: passages that are longer than a batch are embedded by their beginning',
      async () => {
        await useOwn();
        await connect({ embedding: true, batch: 64 });
        const settings = { embeddings: embeddings() };
        expect(await check({ scope: 'embedding', settings })).toMatchObject({
          ok: true,
          dimensions: 576,
        });
        await app.shim.admin('PUT', '/settings', { body: settings });
        app.services.indexBuilder.wake();
        const isBuilt = async () => (await app.services.indexReport.status()).dimensions === 576;
        expect(await until(isBuilt, 2 * patience)).toBe(true);
      },
    );

    inTime('embeddings of another model by the same name: the owner is told', async () => {
      await useOwn();
      await connect({ embedding: true });
      await app.shim.admin('PUT', '/settings', { body: { embeddings: embeddings() } });
      app.services.indexBuilder.wake();
      const status = () => app.services.indexReport.status();
      expect(await until(async () => (await status()).dimensions === 576, 2 * patience)).toBe(true);
      await app.services.indexBuilder.stop();
      await llama.close();
      const port = Number(new URL(llama.url).port);
      llama = await startLlamaCpp({ port, embedding: { dimensions: 640 } });
      expect((await ask()).written).not.toBe('');
      expect(await status()).toMatchObject({ replaced: { before: 576, now: 640 } });
    });
  });
}
