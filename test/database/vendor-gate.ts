/** Stands before the fake vendor and holds up or refuses what is asked of one model. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { fakeApiKey, startOpenAiServer } from '../fakes/openai-server.ts';
import { until } from '../fakes/wait.ts';

export async function startVendorGate(models: Record<string, number>) {
  const openai = await startOpenAiServer({ models });
  const gate = {
    /** Pages for this model wait while it is named here, once `allowance` texts were let through; questions do not. */
    held: '',
    allowance: 0,
    /** Requests for this model fail. */
    broken: '',
    /** Requests that wait; questions pass at once. */
    waiting: 0,
    /** Texts that were let through together, for each model: one alone is a probe or a question. */
    texts: {} as Record<string, number>,
  };

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await text(request);
    const { model, input } = JSON.parse(body) as { model: string; input: string[] };
    const isQuestion = input.length === 1;
    const open = () =>
      isQuestion || gate.held !== model || (gate.texts[model] ?? 0) < gate.allowance;
    gate.waiting++;
    await until('the gate is open', () => open() || response.destroyed, 120_000).finally(
      () => gate.waiting--,
    );
    if (response.destroyed) return;
    if (gate.broken === model) {
      const error = { message: 'The model is overloaded.', type: 'server_error' };
      response.writeHead(503, { 'content-type': 'application/json' });
      return void response.end(JSON.stringify({ error }));
    }
    if (!isQuestion) gate.texts[model] = (gate.texts[model] ?? 0) + input.length;
    const answer = await fetch(`${openai.origin}${request.url}`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        authorization: request.headers.authorization ?? '',
      },
      body,
    });
    response.writeHead(answer.status, { 'content-type': 'application/json' });
    response.end(await answer.text());
  }

  const server = createServer((request, response) => {
    serve(request, response).catch((error: unknown) => response.destroy(error as Error));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;

  return Object.assign(gate, {
    /** The `embeddings` of the settings. */
    embeddings: (model: string) => ({
      provider: 'openai',
      openai: { api_key: fakeApiKey, base_url: `http://127.0.0.1:${port}/v1`, model },
    }),
    async close(): Promise<void> {
      gate.held = '';
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await openai.close();
    },
  });
}
export type VendorGate = Awaited<ReturnType<typeof startVendorGate>>;
