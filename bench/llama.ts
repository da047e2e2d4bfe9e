import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream } from 'node:stream/web';
import { text } from 'node:stream/consumers';
import { prepareLlamaCpp, startLlamaProcess } from '../tools/stack/llama-cpp.ts';
import { allSites, type Site } from './parts/sites.ts';
import { quantile } from './parts/measure.ts';
import type { BenchOptions, Figures } from './run.ts';
import { startWholeSite, type Session } from './parts/whole-site.ts';

const questions = 20;

interface CompletionBody {
  messages: { role: string; content: string }[];
}

/** Passes requests on to a server, and remembers the prompts. */
async function startRecorder(origin: string) {
  const prompts: string[] = [];
  const server = createServer((request, response) => {
    void (async () => {
      const body = request.method === 'POST' ? await text(request) : undefined;
      if (body !== undefined) {
        const { messages } = JSON.parse(body) as CompletionBody;
        prompts.push(messages.map(({ role, content }) => `${role}: ${content}`).join('\n\n'));
      }
      const answer = await fetch(origin + (request.url ?? ''), {
        method: request.method ?? 'GET',
        headers: { 'content-type': 'application/json' },
        ...(body !== undefined && { body }),
      });
      response.writeHead(answer.status, {
        'content-type': answer.headers.get('content-type') ?? '',
      });
      await pipeline(Readable.fromWeb(answer.body as ReadableStream), response);
    })().catch((error: unknown) => response.destroy(error as Error));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    /** Returns the prompts since the last time. */
    take: () => prompts.splice(0),
    close: () => server.close(),
  };
}

/** Returns conversations of all kinds with so many questions together. */
function chosen({ conversations }: Site): Site['conversations'] {
  const kinds = [...Map.groupBy(conversations, ({ kind }) => kind).values()];
  const mixed = conversations.flatMap((_, at) => kinds.flatMap((of) => of[at] ?? []));
  let sum = 0;
  return mixed.filter(({ turns }) => (sum += turns.length) <= questions);
}

/**
 * Asks a real llama.cpp server with a small model twenty questions of a site, and prints each prompt and its outcome.
 * The model is too small to answer well: what is looked at is what it is given, and what becomes of what it says.
 */
export async function run({ data }: BenchOptions): Promise<Figures> {
  const site = allSites(data).find(({ name }) => name === (data ? 'outdoor-en' : 'cycles'))!;
  const llama = await startLlamaProcess(await prepareLlamaCpp(), ['-c', '8192'], true);
  const recorder = await startRecorder(llama.origin);
  const whole = await startWholeSite(site, 'builtin');
  const outcomes: Record<string, number> = {};
  const seconds: number[] = [];
  let asked = 0;
  try {
    const model = { base_url: recorder.url, model: 'model.gguf' };
    const chat = { max_tokens: 120, temperature: 0 };
    await whole.settings({
      llm: { provider: 'openai_compatible', fallback: '', openai_compatible: model },
      chat,
    });
    recorder.take();
    for (const { kind, pageUrl, turns } of chosen(site)) {
      const session: Session = {};
      for (const { question } of turns) {
        const began = performance.now();
        const reply = await whole.ask(question, pageUrl, session);
        seconds.push((performance.now() - began) / 1000);
        const isAnswered = reply.citations.length > 0;
        const outcome = reply.closest ? 'closest' : isAnswered ? 'answered' : 'uncited';
        outcomes[outcome] = (outcomes[outcome] ?? 0) + 1;
        console.log(`\n===== Question ${++asked} (${kind}): ${question}`);
        for (const prompt of recorder.take()) console.log(`\n--- Prompt\n${prompt}`);
        console.log(`\n--- Outcome: ${outcome}\n${reply.reply}`);
        for (const { n, title } of reply.citations) console.log(`[${n}] ${title}`);
        for (const { title, section } of reply.closest ?? [])
          console.log(`→ ${title} › ${section}`);
      }
    }
  } finally {
    await whole.stop();
    recorder.close();
    await llama.kill();
  }
  return { questions: asked, outcomes, seconds_p50: quantile(seconds, 0.5) };
}
